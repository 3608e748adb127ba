import Foundation

/// How the most common kinds of stored properties are read: straight from the token into the
/// object. Whatever is not of the plainest form is left to the property's codec.
struct FieldStep: Sendable {
  enum Kind: UInt8 {
    case other, string, optionalString, int, optionalInt, bool, optionalBool, double, optionalDouble
    case iso8601Date, optionalISO8601Date, twitterDate, optionalTwitterDate
    /// The codec reads into the object.
    case member

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
      case 13: self = .member
      default: self = .other
      }
    }
  }

  let kind: Kind
  let offset: Int32

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
    default: .member
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

  /// Whether the value may be stored at the offset, by whoever reads it.
  @inline(__always)
  var mayStore: Bool { kind != .other }

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
      case let date as DateTextCodec: Self.kind(of: date, isOptional: false)
      case let optional as JSONOptionalCodec<Date>:
        Self.kind(of: optional.wrapped as? DateTextCodec, isOptional: true)
      default: .member
      }
    self.init(kind: kind, offset: offset)
  }
}
