/// How the most common kinds of stored properties are archived and restored: straight between the
/// archive and the object. Whatever is not of the plainest form is left to the property's codec.
struct ArchiveStep: Sendable {
  enum Kind: UInt8 {
    case other, string, optionalString, int, optionalInt, bool, optionalBool, double, optionalDouble
  }

  let kind: Kind
  let offset: Int32

  /// Everything is left to the codec.
  static let other = ArchiveStep(kind: .other, offset: 0)

  private init(kind: Kind, offset: Int32) {
    self.kind = kind
    self.offset = offset
  }

  /// Chooses the step for a property: one of its own if it is stored and its codec the type's own.
  init<Value>(_ access: TypedAccess<Value>, _ codec: ValueCodec<Value>) {
    guard access.form.isStored else {
      self = .other
      return
    }
    let kind: Kind =
      switch codec {
      case is StringCodec: .string
      case is OptionalCodec<String>: .optionalString
      case is IntegerCodec<Int> where Int.bitWidth == 64: .int
      case is OptionalCodec<Int> where Int.bitWidth == 64: .optionalInt
      case is IntegerCodec<Int64> where Int.bitWidth == 64: .int
      case is OptionalCodec<Int64> where Int.bitWidth == 64: .optionalInt
      case is BoolCodec: .bool
      case is OptionalCodec<Bool>: .optionalBool
      case is FloatingPointCodec<Double>: .double
      case is OptionalCodec<Double>: .optionalDouble
      default: .other
      }
    self.init(kind: kind, offset: Int32(access.form.offset))
  }

  /// Writes the value and returns its reference; -1 if the codec has to.
  @inline(__always)
  func write(from memory: ObjectMemory, to objects: inout ArchiveObjects) -> Int {
    let offset = Int(offset)
    switch kind {
    case .other:
      return -1
    case .string:
      return Self.reference(objects.string(memory[String.self, at: offset]))
    case .optionalString:
      guard memory[String?.self, at: offset] != nil else { return 0 }
      // An Optional's text has the layout of the text itself.
      return Self.reference(objects.string(memory[String.self, at: offset]))
    case .int:
      return objects.integer(Int64(memory.load(Int.self, at: offset)))
    case .optionalInt:
      return memory.load(Int?.self, at: offset).map { objects.integer(Int64($0)) } ?? 0
    case .bool:
      return objects.bool(memory.load(Bool.self, at: offset))
    case .optionalBool:
      return memory.load(Bool?.self, at: offset).map { objects.bool($0) } ?? 0
    case .double:
      return objects.real(memory.load(Double.self, at: offset))
    case .optionalDouble:
      return memory.load(Double?.self, at: offset).map { objects.real($0) } ?? 0
    }
  }

  /// The one text that stands for nil has no reference; its codec knows what to do with it.
  @inline(__always)
  private static func reference(_ text: Int) -> Int { text == 0 ? -1 : text }
}

/// A property in the order of a class's plan, apart from what has to be retained.
struct ArchiveField: Sendable {
  let step: ArchiveStep
  /// The position of its entry in the plan.
  let entry: Int

  /// Writes the fields of `model` from the one at `start` on, and returns the position of the first
  /// that its codec has to write.
  @Sendable
  static func write(
    _ model: AnyObject, _ fields: [ArchiveField], _ start: Int, _ objects: inout ArchiveObjects,
    _ values: inout [Int32]
  ) -> Int {
    let memory = ObjectMemory(model)
    var index = start
    while index < fields.count {
      let reference = fields[index].step.write(from: memory, to: &objects)
      if reference < 0 { break }
      values.append(Int32(truncatingIfNeeded: objects.uid(reference)))
      index += 1
    }
    return index
  }
}
