/// A type with raw values that names the case for unknown raw values.
///
/// You don't need a protocol to keep an unknown raw value and write it back unchanged: use an enum
/// with a case for it, which accepts any raw value.
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
/// This protocol is for a program that drops unknown raw values: all of them become one case.
///
///     enum Status: String, UnknownCaseRepresentable {
///       case open, closed, unknown
///
///       static var unknownCase: Status { .unknown }
///     }
///
/// An unknown raw value becomes this case under every ``ConversionPolicy``, in every place for a
/// value of the type, and in archives, without an error or an issue. Peridot writes it as the
/// unknown case's own raw value. A JSON value of another kind, such as an object instead of a text,
/// is still a mismatch.
public protocol UnknownCaseRepresentable: RawRepresentable {
  /// The case for unknown raw values.
  static var unknownCase: Self { get }
}

extension RawRepresentable {
  /// Creates the value with the raw value, or the unknown case of its type.
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
