import Foundation

/// A dictionary's keys as JSON member names: strings, numbers, all scalars whose JSON is text,
/// enums of them, and types with names of their own, by `CodingKeyRepresentable` or their coding.
///
/// A name has one form under every policy, that of the strict one.
final class DictionaryKey<Key>: @unchecked Sendable {
  // Sendable: the closures capture only constants.

  let parse: (String) -> Key?
  /// Nil for a key without a name.
  let text: (Key) -> String?

  init(parse: @escaping (String) -> Key?, text: @escaping (Key) -> String?) {
    self.parse = parse
    self.text = text
  }

  /// Returns the conversion for `Key`, or nil if it has none.
  ///
  /// - Parameter userInfo: Returns the `userInfo` for the coder of a Codable key.
  static func make(_ userInfo: @escaping CodingUserInfo) -> DictionaryKey<Key>? {
    if Key.self == String.self {
      return DictionaryKey<String>(parse: { $0 }, text: { $0 }) as? DictionaryKey<Key>
    }
    // Integers also conform to it, and have a suitable description.
    if let coded = Key.self as? any CodingKeyRepresentable.Type, !(Key.self is any Numeric.Type) {
      return representable(coded) as? DictionaryKey<Key>
    }
    if let raw = Key.self as? any RawRepresentable.Type {
      return rawRepresentable(raw, userInfo) as? DictionaryKey<Key>
    }
    if let lossless = Key.self as? any LosslessStringConvertible.Type {
      return described(lossless) as? DictionaryKey<Key>
    }
    if let scalar = Key.self as? any JSONTextScalar.Type {
      return text(scalar) as? DictionaryKey<Key>
    }
    let scalars: [AnyObject] = [
      DictionaryKey<Decimal>(
        parse: { Decimal(exactly: $0) }, text: { $0.isFinite ? $0.description : nil }),
      DictionaryKey<Date>(
        parse: { DateText.parse($0, as: .iso8601) }, text: { DateText.string($0, as: .iso8601) }),
      DictionaryKey<Data>(
        parse: { Data(strictBase64: $0) }, text: { $0.base64EncodedString() }),
    ]
    return scalars.lazy.compactMap { $0 as? DictionaryKey<Key> }.first
  }

  /// Refuses a name that the value would rewrite, because another name could be rewritten to the
  /// same.
  private static func text<Text: JSONTextScalar>(_: Text.Type) -> AnyObject {
    DictionaryKey<Text>(
      parse: { name in
        Text.parse(name, .strict).flatMap { $0.isRewritten(from: name, .strict) ? nil : $0 }
      },
      text: { $0.jsonText })
  }

  private static func described<Text: LosslessStringConvertible>(_: Text.Type) -> AnyObject {
    DictionaryKey<Text>(parse: { Text($0) }, text: { $0.description })
  }

  private static func representable<Coded: CodingKeyRepresentable>(_: Coded.Type) -> AnyObject {
    DictionaryKey<Coded>(
      parse: { Coded(codingKey: CodingPlace.DictionaryMember(stringValue: $0)) },
      text: { $0.codingKey.stringValue })
  }

  private static func rawRepresentable<Case: RawRepresentable>(
    _: Case.Type, _ userInfo: @escaping CodingUserInfo
  ) -> AnyObject? {
    if let own = JSONCodableCodec<Case>.ofOwnCoding(userInfo) {
      return DictionaryKey<Case>(parse: own.value(named:), text: own.name(of:))
    }
    return DictionaryKey<Case.RawValue>.make(userInfo).map { raw in
      DictionaryKey<Case>(
        parse: { raw.parse($0).flatMap(Case.init(rawValueOrUnknown:)) },
        text: { raw.text($0.rawValue) })
    }
  }
}

extension CodingPlace {
  /// A member's name as a coding key.
  fileprivate struct DictionaryMember: CodingKey {
    let stringValue: String

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init(intValue: Int) {
      stringValue = intValue.description
    }

    var intValue: Int? { Int(stringValue) }
  }
}
