/// How the most common kinds of stored properties are read: straight from the token into the object. Whatever is not of the plainest form is left to the property's codec.
struct FieldStep: Sendable {
  private enum Kind: UInt8 {
    case other, string, optionalString, int, optionalInt, bool, optionalBool, double, optionalDouble
    /// One model, Optional or not.
    case model
  }

  private let kind: Kind
  private let offset: Int32

  /// Everything is left to the codec.
  static let other = FieldStep(kind: .other, offset: 0)

  private init(kind: Kind, offset: Int32) {
    self.kind = kind
    self.offset = offset
  }

  /// A step and the number by which an object's reading notes that the member was met, as the tag of
  /// the member's name.
  func tag(mark: Int) -> UInt64 {
    precondition(mark < 1 << 24, "A class with that many members cannot be compiled.")
    return UInt64(UInt32(bitPattern: offset)) << 32 | UInt64(mark) << 8 | UInt64(kind.rawValue)
  }

  @inline(__always)
  init(tag: UInt64) {
    kind = Kind(rawValue: UInt8(truncatingIfNeeded: tag)) ?? .other
    offset = Int32(truncatingIfNeeded: tag >> 32)
  }

  @inline(__always)
  static func mark(ofTag tag: UInt64) -> Int { Int(tag >> 8 & 0xFF_FFFF) }

  /// Where the property holds a model, or nil for one of any other kind.
  @inline(__always)
  var offsetOfModel: Int? { kind == .model ? Int(offset) : nil }

  /// Chooses the step for a property: one of its own if it is stored and its codec the type's own.
  init<Value>(
    _ access: TypedAccess<Value>, _ codec: JSONCodec<Value>, _ nested: NestedReading? = nil
  ) {
    guard let field = access as? FieldAccess<Value>, let offset = Int32(exactly: field.offset)
    else {
      self = .other
      return
    }
    let kind: Kind =
      switch codec {
      case is JSONScalarCodec<String>: .string
      case is JSONScalarCodec<Int>: .int
      case is JSONScalarCodec<Int64> where Int.bitWidth == 64: .int
      case is JSONScalarCodec<Bool>: .bool
      case is JSONScalarCodec<Double>: .double
      case let optional as JSONOptionalCodec<String> where optional.isPlain: .optionalString
      case let optional as JSONOptionalCodec<Int> where optional.isPlain: .optionalInt
      case let optional as JSONOptionalCodec<Int64> where optional.isPlain && Int.bitWidth == 64:
        .optionalInt
      case let optional as JSONOptionalCodec<Bool> where optional.isPlain: .optionalBool
      case let optional as JSONOptionalCodec<Double> where optional.isPlain: .optionalDouble
      default: nested == nil ? .other : .model
      }
    self.init(kind: kind, offset: offset)
  }

  /// Reads the value at the cursor; false, with the cursor unmoved, when the codec has to.
  @inline(__always)
  func read(
    into memory: ObjectMemory, _ reader: inout JSONReader
  ) throws(JSONSyntaxError) -> Bool {
    let offset = Int(offset)
    switch kind {
    case .other, .model:
      return false
    case .string:
      guard let value = try reader.readStringIfPresent() else { return false }
      memory.store(value, at: offset)
    case .optionalString:
      if let value = try reader.readStringIfPresent() {
        memory.store(Optional(value), at: offset)
      } else {
        guard try reader.readNullIfPresent() else { return false }
        memory.store(String?.none, at: offset)
      }
    case .int:
      guard let value = reader.readIntIfPresent() else { return false }
      memory.store(value, at: offset)
    case .optionalInt:
      if let value = reader.readIntIfPresent() {
        memory.store(Optional(value), at: offset)
      } else {
        guard try reader.readNullIfPresent() else { return false }
        memory.store(Int?.none, at: offset)
      }
    case .bool:
      guard let value = try reader.readBoolIfPresent() else { return false }
      memory.store(value, at: offset)
    case .optionalBool:
      if let value = try reader.readBoolIfPresent() {
        memory.store(Optional(value), at: offset)
      } else {
        guard try reader.readNullIfPresent() else { return false }
        memory.store(Bool?.none, at: offset)
      }
    case .double, .optionalDouble:
      return try readDouble(into: memory, &reader)
    }
    return true
  }

  /// True when the codec has to do everything.
  var isOther: Bool { kind == .other }

  private func readDouble(
    into memory: ObjectMemory, _ reader: inout JSONReader
  ) throws(JSONSyntaxError) -> Bool {
    let offset = Int(offset)
    let start = reader.position
    if let value = try reader.readDoubleIfPresent() {
      guard value.isFinite else {
        reader.position = start
        return false
      }
      if kind == .double {
        memory.store(value, at: offset)
      } else {
        memory.store(Optional(value), at: offset)
      }
      return true
    }
    guard kind == .optionalDouble, try reader.readNullIfPresent() else { return false }
    memory.store(Double?.none, at: offset)
    return true
  }
}
