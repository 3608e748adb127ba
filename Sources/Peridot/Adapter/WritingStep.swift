/// How a stored property is written: the most common kinds straight from the object, any other by
/// the codec of its type.
struct WritingStep: Sendable {
  private enum Kind: UInt8 {
    case other, codec
    case string, optionalString, int, optionalInt, bool, optionalBool, double, optionalDouble
  }

  private let kind: Kind
  private let storedOffset: Int32

  /// Where the property lies in the object.
  var offset: Int { Int(storedOffset) }

  /// Not a stored property: it is written through the mapping.
  static let other = WritingStep(kind: .other, offset: 0)

  private init(kind: Kind, offset: Int32) {
    self.kind = kind
    storedOffset = offset
  }

  /// Chooses the step for a property that `codec` writes.
  init<Value>(_ access: TypedAccess<Value>, _ codec: JSONCodec<Value>) {
    // The field tells nil from absent where these are two things.
    guard let field = access as? FieldAccess<Value>, let offset = Int32(exactly: field.offset),
      !TypeFacts.of(Value.self).tellsAbsence
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
      default: .codec
      }
    self.init(kind: kind, offset: offset)
  }

  /// The outcome of writing a property.
  enum Written {
    /// The member was written.
    case value
    /// The property is nil, and nothing was written.
    case none
    /// The codec has to write it.
    case codec
    /// It has to be looked at as what it is; nothing was written.
    case notHere
  }

  /// Writes the member, key and value.
  @inline(__always)
  func write(
    from memory: ObjectMemory, _ key: JSONOutputKey, _ writer: inout JSONWriter
  ) -> Written {
    switch kind {
    case .other:
      return .notHere
    case .codec:
      return .codec
    case .string:
      writer.member(key, memory[LentText.self, at: offset])
    case .optionalString:
      guard memory[String?.self, at: offset] != nil else { return .none }
      // An Optional's text has the layout of the text itself.
      writer.member(key, memory[LentText.self, at: offset])
    case .int:
      writer.member(key, memory.load(Int.self, at: offset))
    case .optionalInt:
      guard let value = memory.load(Int?.self, at: offset) else { return .none }
      writer.member(key, value)
    case .bool:
      writer.member(key, memory.load(Bool.self, at: offset))
    case .optionalBool:
      guard let value = memory.load(Bool?.self, at: offset) else { return .none }
      writer.member(key, value)
    case .double:
      return writeDouble(memory.load(Double.self, at: offset), key, &writer)
    case .optionalDouble:
      guard let value = memory.load(Double?.self, at: offset) else { return .none }
      return writeDouble(value, key, &writer)
    }
    return .value
  }

  private func writeDouble(
    _ value: Double, _ key: JSONOutputKey, _ writer: inout JSONWriter
  ) -> Written {
    // The codec knows what to say of a number that has no JSON form.
    guard value.isFinite else { return .codec }
    writer.key(key)
    writer.double(value)
    return .value
  }
}
