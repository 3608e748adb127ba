import Foundation

/// How the most common kinds of stored properties are read: straight from the token into the
/// object. Whatever is not of the plainest form is left to the property's codec.
struct FieldStep: Sendable {
  private enum Kind: UInt8 {
    case other, string, optionalString, int, optionalInt, bool, optionalBool, double, optionalDouble
    case iso8601Date, optionalISO8601Date, twitterDate, optionalTwitterDate
    /// One model, Optional or not.
    case model

    // The initializer that the compiler makes is not inlined.
    @inline(__always)
    init(number: UInt8) {
      switch number {
      case 1: self = .string
      case 2: self = .optionalString
      case 3: self = .int
      case 4: self = .optionalInt
      case 5: self = .bool
      case 6: self = .optionalBool
      case 7: self = .double
      case 8: self = .optionalDouble
      case 9: self = .iso8601Date
      case 10: self = .optionalISO8601Date
      case 11: self = .twitterDate
      case 12: self = .optionalTwitterDate
      case 13: self = .model
      default: self = .other
      }
    }
  }

  private let kind: Kind
  private let offset: Int32

  /// Everything is left to the codec.
  static let other = FieldStep(kind: .other, offset: 0)

  private init(kind: Kind, offset: Int32) {
    self.kind = kind
    self.offset = offset
  }

  private static func kind(of codec: DateTextCodec?, isOptional: Bool) -> Kind {
    switch codec?.format {
    case .iso8601: isOptional ? .optionalISO8601Date : .iso8601Date
    case .twitter: isOptional ? .optionalTwitterDate : .twitterDate
    default: .other
    }
  }

  /// A step and the number by which an object's reading notes that the member was met, as the tag of
  /// the member's name.
  func tag(mark: Int) -> UInt64 {
    precondition(mark < 1 << 24, "A class with that many members cannot be compiled.")
    return UInt64(UInt32(bitPattern: offset)) << 32 | UInt64(mark) << 8 | UInt64(kind.rawValue)
  }

  @inline(__always)
  init(tag: UInt64) {
    kind = Kind(number: UInt8(truncatingIfNeeded: tag))
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
      case let date as DateTextCodec: Self.kind(of: date, isOptional: false)
      case let optional as JSONOptionalCodec<Date>:
        Self.kind(of: optional.wrapped as? DateTextCodec, isOptional: true)
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
    case .string, .optionalString:
      if let value = try reader.nextString() {
        // An Optional's text has the layout of the text itself.
        memory.store(Optional(value), at: offset)
      } else {
        guard kind == .optionalString, try reader.readNullIfPresent() else { return false }
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
    case .iso8601Date:
      return try readDate(as: .iso8601, isOptional: false, into: memory, &reader)
    case .optionalISO8601Date:
      return try readDate(as: .iso8601, isOptional: true, into: memory, &reader)
    case .twitterDate:
      return try readDate(as: .twitter, isOptional: false, into: memory, &reader)
    case .optionalTwitterDate:
      return try readDate(as: .twitter, isOptional: true, into: memory, &reader)
    }
    return true
  }

  /// The same, not inlined.
  @inline(never)
  func readAlone(
    into memory: ObjectMemory, _ reader: inout JSONReader
  ) throws(JSONSyntaxError) -> Bool {
    try read(into: memory, &reader)
  }

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

  @inline(never)
  private func readDate(
    as format: DateText.Format, isOptional: Bool, into memory: ObjectMemory,
    _ reader: inout JSONReader
  ) throws(JSONSyntaxError) -> Bool {
    if isOptional, try reader.readNullIfPresent() {
      memory.store(Date?.none, at: Int(offset))
      return true
    }
    let start = reader.position
    guard let date = try reader.readDateIfPresent(as: format) else {
      reader.position = start
      return false
    }
    if isOptional {
      memory.store(Optional(date), at: Int(offset))
    } else {
      memory.store(date, at: Int(offset))
    }
    return true
  }
}

extension JSONReader {
  /// Reads a date from text; nil, with the cursor anywhere, for all else.
  fileprivate mutating func readDateIfPresent(
    as format: DateText.Format
  ) throws(JSONSyntaxError) -> Date? {
    try withStringBytesIfPresent { DateText.parse($0, as: format) } ?? nil
  }
}
