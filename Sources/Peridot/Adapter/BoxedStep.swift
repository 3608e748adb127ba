import Foundation

/// How the most common kinds of stored properties are exchanged with the values of dictionaries:
/// straight between the box and the object. All others are left to the property's codec.
struct BoxedStep {
  private enum Kind: UInt8 {
    case other, string, optionalString, int, optionalInt, bool, optionalBool, double, optionalDouble
    /// One model, Optional or not.
    case model
  }

  private let kind: Kind
  private let offset: Int32

  /// Everything is left to the codec.
  static let other = BoxedStep(kind: .other, offset: 0)

  private init(kind: Kind, offset: Int32) {
    self.kind = kind
    self.offset = offset
  }

  /// Chooses the step for a property: one of its own if it is stored and its codec the type's own.
  init<Value>(_ access: TypedAccess<Value>, _ codec: JSONCodec<Value>) {
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
      default: codec.valueCodec.isOfModel ? .model : .other
      }
    self.init(kind: kind, offset: offset)
  }

  /// Whether the step makes the values of dictionaries, nearly all of them.
  var isPlain: Bool { kind != .other && kind != .model }

  /// Where the property holds a model, or nil for one of any other kind.
  var offsetOfModel: Int? { kind == .model ? Int(offset) : nil }

  /// Stores a value; false, with nothing stored, when the codec has to take it.
  @inline(__always)
  func read(_ value: Boxed, into memory: some PlainMemory) -> Bool {
    let offset = Int(offset)
    switch (kind, value) {
    case (.string, .string(let text)), (.optionalString, .string(let text)):
      // An Optional's text has the layout of the text itself.
      memory.store(Optional(text), at: offset)
    case (.optionalString, .null):
      memory.store(String?.none, at: offset)
    case (.int, .integer(let number)):
      guard let number = Int(exactly: number) else { return false }
      memory.store(number, at: offset)
    case (.optionalInt, .integer(let number)):
      guard let number = Int(exactly: number) else { return false }
      memory.store(Optional(number), at: offset)
    case (.optionalInt, .null):
      memory.store(Int?.none, at: offset)
    case (.bool, .bool(let truth)):
      memory.store(truth, at: offset)
    case (.optionalBool, .bool(let truth)):
      memory.store(Optional(truth), at: offset)
    case (.optionalBool, .null):
      memory.store(Bool?.none, at: offset)
    case (.double, _):
      guard let number = Double.number(value) else { return false }
      memory.store(number, at: offset)
    case (.optionalDouble, .null):
      memory.store(Double?.none, at: offset)
    case (.optionalDouble, _):
      guard let number = Double.number(value) else { return false }
      memory.store(Optional(number), at: offset)
    default:
      return false
    }
    return true
  }

  /// Tells whether the property is nil, where the step makes its value.
  @inline(__always)
  func isNil(in memory: ObjectMemory) -> Bool {
    let offset = Int(offset)
    return switch kind {
    case .other, .string, .int, .bool, .double, .model: false
    case .optionalString: memory[String?.self, at: offset] == nil
    case .optionalInt: memory[Int?.self, at: offset] == nil
    case .optionalBool: memory[Bool?.self, at: offset] == nil
    case .optionalDouble: memory[Double?.self, at: offset] == nil
    }
  }

  /// Returns the property's value as JSONSerialization would give it, or what `codec` makes of it.
  @inline(__always)
  func boxed(from memory: ObjectMemory, otherwise codec: () throws -> Any) rethrows -> Any {
    let offset = Int(offset)
    switch kind {
    case .string:
      return memory.load(String.self, at: offset)
    case .optionalString:
      if let text = memory.load(String?.self, at: offset) { return text }
    case .int:
      return NSNumber.of(Int64(memory.load(Int.self, at: offset)))
    case .optionalInt:
      if let number = memory.load(Int?.self, at: offset) { return NSNumber.of(Int64(number)) }
    case .bool:
      return NSNumber.shared(memory.load(Bool.self, at: offset))
    case .optionalBool:
      if let truth = memory.load(Bool?.self, at: offset) { return NSNumber.shared(truth) }
    case .double:
      if let number = memory.load(Double.self, at: offset).number { return number }
    case .optionalDouble:
      if let number = memory.load(Double?.self, at: offset)?.number { return number }
    case .other, .model:
      break
    }
    return isNil(in: memory) ? NSNull() : try codec()
  }
}
