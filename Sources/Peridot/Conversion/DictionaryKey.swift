/// A dictionary's keys as the names of JSON members: strings, integers, and enums of them.
final class DictionaryKey<Key>: @unchecked Sendable {
  // Sendable: the closures capture nothing that changes.

  let parse: (String) -> Key?
  let text: (Key) -> String

  init(parse: @escaping (String) -> Key?, text: @escaping (Key) -> String) {
    self.parse = parse
    self.text = text
  }

  /// Returns the conversion for `Key`, or nil when it has none.
  static func make() -> DictionaryKey<Key>? {
    if Key.self == String.self {
      return DictionaryKey<String>(parse: { $0 }, text: { $0 }) as? DictionaryKey<Key>
    }
    if let raw = Key.self as? any RawRepresentable.Type {
      return rawRepresentable(raw) as? DictionaryKey<Key>
    }
    if let lossless = Key.self as? any LosslessStringConvertible.Type {
      return described(lossless) as? DictionaryKey<Key>
    }
    return nil
  }

  private static func described<Text: LosslessStringConvertible>(_: Text.Type) -> AnyObject {
    DictionaryKey<Text>(parse: { Text($0) }, text: { $0.description })
  }

  private static func rawRepresentable<Case: RawRepresentable>(_: Case.Type) -> AnyObject? {
    DictionaryKey<Case.RawValue>.make().map { raw in
      DictionaryKey<Case>(
        parse: { raw.parse($0).flatMap(Case.init(rawValue:)) },
        text: { raw.text($0.rawValue) })
    }
  }
}
