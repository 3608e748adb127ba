import Foundation

/// A type whose values are one kind of ``Boxed``, from which an `Any`, a property, an archive and
/// JSON are made. This file and that of ``BoxedNumber`` are the one list of them.
protocol Scalar: Sendable {
  static var kind: ScalarKind { get }

  /// The value in a form that loses nothing.
  var told: Boxed { get }

  /// The value of `boxed`, if the type holds it exactly.
  static func exactly(_ boxed: Boxed) -> Self?
}

enum ScalarKind {
  case text, character, boolean, integer, fraction, decimal, date, data, url, uuid
}

extension Scalar {
  static func exactly(_ boxed: Boxed) -> Self? {
    RuntimeFields.value(in: boxed.value, as: Self.self)
  }
}

extension Unboxing where Self: Scalar {
  static func unboxed(_ value: Any, by taking: Taking) -> Self? {
    RuntimeFields.value(in: value, as: Self.self) ?? exactly(Boxed(value))
  }
}

extension String: Scalar, Unboxing {
  static var kind: ScalarKind { .text }
  var told: Boxed { .string(self) }
  static func exactly(_ boxed: Boxed) -> String? {
    if case .string(let text) = boxed { text } else { nil }
  }
}

extension Substring: Scalar, Unboxing {
  static var kind: ScalarKind { .text }
  var told: Boxed { .string(String(self)) }
  static func exactly(_ boxed: Boxed) -> Substring? { String.exactly(boxed).map { $0[...] } }
}

extension Character: Scalar, Unboxing {
  static var kind: ScalarKind { .character }
  var told: Boxed { .string(String(self)) }
  static func exactly(_ boxed: Boxed) -> Character? {
    // Looks only at the first character, however long the text is.
    guard let text = String.exactly(boxed), let first = text.first,
      text.index(after: text.startIndex) == text.endIndex
    else { return nil }
    return first
  }
}

extension Bool: Scalar, Unboxing {
  static var kind: ScalarKind { .boolean }
  var told: Boxed { .bool(self) }
  static func exactly(_ boxed: Boxed) -> Bool? {
    if case .bool(let truth) = boxed { truth } else { nil }
  }

  static func unboxed(_ value: Any, by taking: Taking) -> Bool? {
    let boxed = Boxed(value)
    return exactly(boxed) ?? (taking == .archived ? ofNumber(boxed) : nil)
  }

  /// The truth value of 0 or 1; nil for other values.
  static func ofNumber(_ boxed: Boxed) -> Bool? {
    boxed.exactly(Int.self).flatMap { 0...1 ~= $0 ? $0 == 1 : nil }
  }
}

extension Date: Scalar {
  static var kind: ScalarKind { .date }
  var told: Boxed { .date(self) }
}

extension Data: Scalar {
  static var kind: ScalarKind { .data }
  var told: Boxed { .data(self) }
}

extension URL: Scalar {
  static var kind: ScalarKind { .url }
  var told: Boxed { .url(self) }
}

extension UUID: Scalar {
  static var kind: ScalarKind { .uuid }
  var told: Boxed { .uuid(self) }
}

extension String {
  /// The text without the white space and line breaks at its ends.
  var trimmed: String {
    func isGraphic(_ byte: UInt8?) -> Bool { byte.map { (0x21..<0x7F).contains($0) } ?? true }
    // Foundation makes an object of the text first, which takes ten times as long as reading a number.
    if isGraphic(utf8.first), isGraphic(utf8.last) { return self }
    return trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
