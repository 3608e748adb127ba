import Foundation

/// A scalar's archived form: a text, a number, or a plain Foundation object.
protocol ArchiveScalar: Scalar {
  /// Returns the value archived as `boxed`, or nil.
  static func unarchived(_ boxed: Boxed) throws(ArchiveError) -> Self?

  // Declared here, and not only below, so that some types have their own compiled loops.

  /// Writes the elements of a collection and returns the property list's references to them.
  static func encode(_ elements: [Self], to writer: ArchiveWriter) throws -> [Int]

  /// Returns the elements of a collection.
  static func decode(_ slots: [ArchiveReader.Slot], from reader: ArchiveReader) throws -> [Self]
}

extension ArchiveScalar {
  /// The classes of archived values.
  static var archivedClasses: [AnyClass] {
    switch kind {
    case .text, .character: [NSString.self, ArchivedText.self]
    case .decimal: [NSString.self, NSNumber.self, ArchivedText.self]
    case .boolean, .integer, .fraction: [NSNumber.self]
    case .date: [NSDate.self]
    case .data: [NSData.self]
    case .url: [NSURL.self]
    case .uuid: [NSUUID.self]
    }
  }

  /// The words for a value in an error.
  static var archivedWords: String {
    switch kind {
    case .text: "a string"
    case .character: "a single character"
    case .boolean: "true or false"
    case .integer: "an integer of type \(Self.self)"
    case .fraction: "a number of type \(Self.self)"
    case .decimal: "a decimal number"
    case .date: "a date"
    case .data: "data"
    case .url: "a URL"
    case .uuid: "a UUID"
    }
  }

  static var hashCost: HashCost {
    switch kind {
    case .boolean, .integer, .fraction, .date, .uuid: .fixed
    case .text, .character: .whole
    case .decimal, .data, .url: .partial
    }
  }

  /// The archived form of the value. A number too large for a property list is written as text, and
  /// so are Decimals, with all their digits: Foundation on Linux can't archive an
  /// `NSDecimalNumber`. Apple's is read as well.
  var archived: Boxed {
    let told = told
    return switch told {
    case .decimal(let number): .string(number.archivedText)
    case .other: .string("\(self)")
    case .string, .integer, .double, .bool, .null, .object, .array, .unsigned, .float, .date,
      .data, .url, .uuid:
      told
    }
  }

  static func unarchived(_ boxed: Boxed) throws(ArchiveError) -> Self? { exactly(boxed.asNumber) }

  dynamic static func encode(_ elements: [Self], to writer: ArchiveWriter) throws -> [Int] {
    try writer.elements(elements) { try writer.scalar($0.archived) }
  }

  dynamic static func decode(
    _ slots: [ArchiveReader.Slot], from reader: ArchiveReader
  ) throws -> [Self] {
    try reader.elements(slots) { try reader.scalar($0, as: Self.self) }
  }

  /// The error for a value of another type. Dynamic, so that it is compiled once.
  ///
  /// - Parameters:
  ///   - scalar: the found value, if it is a scalar.
  ///   - found: the words for it.
  ///   - number: the form of a number that the type can't hold.
  dynamic static func mismatch(
    _ scalar: Boxed?, _ found: String, _ number: Any?
  ) -> ArchiveError {
    guard let scalar, scalar.asNumber.isNumber, archivedClasses.first == NSNumber.self else {
      return .mismatch(expected: archivedWords, found: found)
    }
    return .mismatch(
      .outOfRange, expected: archivedWords, found: number.map { "\($0)" } ?? found)
  }
}

// Compiled for each type.
extension ArchiveScalar where Self: ArrayScalar {
  static func encode(_ elements: [Self], to writer: ArchiveWriter) throws -> [Int] {
    try writer.elements(elements) { try writer.scalar($0.archived) }
  }

  static func decode(_ slots: [ArchiveReader.Slot], from reader: ArchiveReader) throws -> [Self] {
    try reader.elements(slots) { try reader.scalar($0, as: Self.self) }
  }
}

/// The cost of hashing values of a type.
enum HashCost: Equatable {
  /// One cost for all values.
  case fixed
  /// More for larger values, and unequal ones have different hashes.
  case whole
  /// More for larger values, and the hash covers only a part, so that unequal ones can share it.
  case partial

  init(of type: Any.Type) {
    self = (type as? any ArchiveScalar.Type)?.hashCost ?? .partial
  }
}

extension String: ArchiveScalar {}
extension Substring: ArchiveScalar {}
extension Date: ArchiveScalar {}
extension Data: ArchiveScalar {}
extension URL: ArchiveScalar {}
extension UUID: ArchiveScalar {}

extension Character: ArchiveScalar {
  static func unarchived(_ boxed: Boxed) throws(ArchiveError) -> Character? {
    guard case .string = boxed else { return nil }
    if let character = exactly(boxed) { return character }
    throw ArchiveError.mismatch(expected: archivedWords, found: "another text")
  }
}

extension Decimal: ArchiveScalar {
  /// The number with all its digits.
  var archivedText: String { isNaN ? "NaN" : description }

  /// Makes the number if `text` as a whole denotes one.
  init?(archivedText text: String) {
    // No Decimal's text is longer.
    guard let number = text == "NaN" ? .nan : text.utf8.count <= 400 ? Decimal(exactly: text) : nil
    else { return nil }
    self = number
  }

  static func unarchived(_ boxed: Boxed) throws(ArchiveError) -> Decimal? {
    let number: Decimal?
    var found = "another text"
    switch boxed {
    case .decimal(let value): return value
    case .string(let text): number = Decimal(archivedText: text)
    case .bool, .integer, .unsigned, .double, .float:
      // NaN and infinity have no Decimal text.
      found = "\(boxed.value)"
      number = boxed.isNumber ? Decimal(exactly: found) : nil
    case .null, .object, .array, .date, .data, .url, .uuid, .other: return nil
    }
    if let number { return number }
    throw ArchiveError.mismatch(expected: archivedWords, found: found)
  }
}

// MARK: - Numbers

extension Bool: ArchiveScalar {
  // Objective-C's BOOL is a Boolean on some systems and a small integer on others.
  static func unarchived(_ boxed: Boxed) -> Bool? { ofNumber(boxed.asNumber) }
}

extension ArchiveScalar where Self: FixedWidthInteger {
  static func unarchived(_ boxed: Boxed) -> Self? {
    guard case .string(let text) = boxed else { return exactly(boxed.asNumber) }
    return bitWidth > 64 && text.utf8.count <= 1_000 ? Self(decimal: text) : nil
  }
}

extension ArchiveScalar where Self: BoxedNumber & BinaryFloatingPoint {
  static func unarchived(_ boxed: Boxed) -> Self? {
    if case .decimal = boxed { return nearest(boxed) }
    guard case .string(let text) = boxed else { return exactly(boxed.asNumber) }
    return significandBitCount > Double.significandBitCount && text.utf8.count <= 1_000
      ? (Self.self as? any LosslessStringConvertible.Type)?.init(text) as? Self : nil
  }
}

extension Int: ArchiveScalar {}
extension Int64: ArchiveScalar {}
extension Int8: ArchiveScalar {}
extension Int16: ArchiveScalar {}
extension Int32: ArchiveScalar {}
extension UInt: ArchiveScalar {}
extension UInt8: ArchiveScalar {}
extension UInt16: ArchiveScalar {}
extension UInt32: ArchiveScalar {}
extension UInt64: ArchiveScalar {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: ArchiveScalar {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: ArchiveScalar {}

extension Double: ArchiveScalar {}
extension CGFloat: ArchiveScalar {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: ArchiveScalar {}
#endif
#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
  extension Float80: ArchiveScalar {}
#endif

extension Float: ArchiveScalar {
  static func unarchived(_ boxed: Boxed) -> Float? {
    if case .float(let value) = boxed { return value }
    // Rounded: systems write a Float as either width.
    return Double.unarchived(boxed).map { Float($0) }
  }
}

extension Boxed {
  /// The value with a Boolean as 1 or 0, which are interchangeable in archives.
  var asNumber: Boxed {
    if case .bool(let truth) = self { .integer(truth ? 1 : 0) } else { self }
  }

  /// The number or Boolean as a Foundation object.
  var foundationNumber: NSNumber? {
    if case .bool(let truth) = self { NSNumber(value: truth) } else { number }
  }

  /// The Foundation class that allows a scalar in a place.
  var foundationClass: AnyClass {
    switch self {
    case .string: NSString.self
    case .data: NSData.self
    case .date: NSDate.self
    case .url: NSURL.self
    case .uuid: NSUUID.self
    case .bool, .integer, .unsigned, .double, .float, .decimal, .null, .object, .array, .other:
      NSNumber.self
    }
  }
}
