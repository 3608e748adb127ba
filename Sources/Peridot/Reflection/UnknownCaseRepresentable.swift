/// A type with raw values that names the case for raw values that no case has.
///
/// To keep a raw value that is not known, and write it back as it came, needs no protocol: an enum
/// with a case for it takes any raw value.
///
///     enum Gender: RawRepresentable, Equatable {
///       case female, male
///       case unlisted(String)
///
///       init(rawValue: String) {
///         switch rawValue {
///         case "female": self = .female
///         case "male": self = .male
///         default: self = .unlisted(rawValue)
///         }
///       }
///
///       var rawValue: String {
///         switch self {
///         case .female: "female"
///         case .male: "male"
///         case .unlisted(let text): text
///         }
///       }
///     }
///
/// This protocol is for a program that forgets such raw values: each becomes one and the same case.
///
///     enum Status: String, UnknownCaseRepresentable {
///       case open, closed, unknown
///
///       static var unknownCase: Status { .unknown }
///     }
///
/// Such a raw value becomes the unknown case under every ``ConversionPolicy``, wherever a value of
/// the type may stand, and in archives, without an error or an issue. It is written as the unknown
/// case's own raw value. A JSON value of another kind, such as an object where the raw value is
/// text, is a mismatch all the same.
public protocol UnknownCaseRepresentable: RawRepresentable {
  /// The case that stands for raw values that no case has.
  static var unknownCase: Self { get }
}

extension RawRepresentable {
  /// Creates the value with the raw value, or the one that its type names for unknown raw values.
  @inline(__always)
  package init?(rawValueOrUnknown rawValue: RawValue) {
    if let value = Self(rawValue: rawValue) {
      self = value
    } else if let unknown = Self.unknownValue() {
      self = unknown
    } else {
      return nil
    }
  }

  @inline(never)
  private static func unknownValue() -> Self? {
    (self as? any UnknownCaseRepresentable.Type).flatMap { $0.unknownCase as? Self }
  }
}
