import Foundation

typealias DecodedMembers = KeyedDecodingContainer<MemberKey>
typealias EncodedMembers = KeyedEncodingContainer<MemberKey>

/// Hands values of one static type to a coder, and takes them from it: chosen once per property.
///
/// A coder sees the very calls that the compiler makes for a property of the type.
class TypeCoding<Value>: @unchecked Sendable {
  // Sendable: subclasses hold constants only.

  /// Returns the value of a member; nil when it is absent or null.
  func decodeIfPresent(_ members: DecodedMembers, _ key: MemberKey) throws -> Value? {
    fatalError("overridden")
  }

  func encode(_ value: Value, _ members: inout EncodedMembers, _ key: MemberKey) throws {
    fatalError("overridden")
  }

  /// Encodes nil as nil: one coder leaves it out, another has a form for it.
  func encodeIfPresent(_ value: Value?, _ members: inout EncodedMembers, _ key: MemberKey) throws {
    fatalError("overridden")
  }

  /// Returns the value that a decoder holds as a whole.
  func decode(_ decoder: any Decoder) throws -> Value { fatalError("overridden") }

  /// Encodes a value as the whole of what an encoder writes.
  func encode(_ value: Value, _ encoder: any Encoder) throws { fatalError("overridden") }

  /// Returns the coding for `Value`; nil for a type whose values only a form of JSON can tell.
  static func make() -> TypeCoding<Value>? {
    if let primitive = PrimitiveCodings.all[ObjectIdentifier(Value.self)] {
      return primitive as? TypeCoding<Value>
    }
    return ElementCoding<Value>.make()?.whole()
  }
}

/// A type that is Codable.
class OwnCoding<Value: Codable>: TypeCoding<Value>, @unchecked Sendable {
  override func decodeIfPresent(_ members: DecodedMembers, _ key: MemberKey) throws -> Value? {
    try members.decodeIfPresent(Value.self, forKey: key)
  }

  override func encode(
    _ value: Value, _ members: inout EncodedMembers, _ key: MemberKey
  ) throws {
    try members.encode(value, forKey: key)
  }

  override func encodeIfPresent(
    _ value: Value?, _ members: inout EncodedMembers, _ key: MemberKey
  ) throws {
    try members.encodeIfPresent(value, forKey: key)
  }

  override func decode(_ decoder: any Decoder) throws -> Value { try Value(from: decoder) }

  override func encode(_ value: Value, _ encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}

/// A type whose values a coder gets as those of another.
final class MappedCoding<Value, Coded>: TypeCoding<Value>, @unchecked Sendable {
  private let coding: TypeCoding<Coded>
  private let from: (Coded) throws -> Value
  private let to: (Value) throws -> Coded

  init(
    _ coding: TypeCoding<Coded>, from: @escaping (Coded) throws -> Value,
    to: @escaping (Value) throws -> Coded
  ) {
    self.coding = coding
    self.from = from
    self.to = to
  }

  override func decodeIfPresent(_ members: DecodedMembers, _ key: MemberKey) throws -> Value? {
    try coding.decodeIfPresent(members, key).map(from)
  }

  override func encode(
    _ value: Value, _ members: inout EncodedMembers, _ key: MemberKey
  ) throws {
    try coding.encode(to(value), &members, key)
  }

  override func encodeIfPresent(
    _ value: Value?, _ members: inout EncodedMembers, _ key: MemberKey
  ) throws {
    try coding.encodeIfPresent(value.map(to), &members, key)
  }

  override func decode(_ decoder: any Decoder) throws -> Value { try from(coding.decode(decoder)) }

  override func encode(_ value: Value, _ encoder: any Encoder) throws {
    try coding.encode(to(value), encoder)
  }
}

/// How values of a type stand within collections: as those of a type that is Codable.
private class ElementCoding<Value>: @unchecked Sendable {
  // Sendable: the subclass holds constants only.

  func whole() -> TypeCoding<Value> { fatalError("overridden") }
  func optional() -> ElementCoding<Value?> { fatalError("overridden") }

  /// Returns the coding of what is made of an array of such values.
  func array<Whole>(
    _ make: @escaping ([Value]) throws -> Whole, _ elements: @escaping (Whole) -> [Value]
  ) -> ElementCoding<Whole> {
    fatalError("overridden")
  }

  /// Returns the coding of what is made of a dictionary of such values.
  func dictionary<Whole>(
    _ make: @escaping ([String: Value]) throws -> Whole,
    _ members: @escaping (Whole) throws -> [String: Value]
  ) -> ElementCoding<Whole> {
    fatalError("overridden")
  }

  /// Returns the coding of what is made of such a value.
  func mapped<Whole>(
    _ make: @escaping (Value) -> Whole, _ value: @escaping (Whole) -> Value
  ) -> ElementCoding<Whole> {
    fatalError("overridden")
  }

  static func make() -> ElementCoding<Value>? {
    let modelClass = ModelClassFinder.modelClass(in: Value.self)
    // The coding that the compiler makes for a class knows nothing of its mapping, and that of a
    // collection of a user's nothing of what it is in JSON.
    if modelClass == nil || modelClass is any CodableModel.Type,
      !UserCollectionFinder.mayHoldCollections(Value.self),
      let codable = Value.self as? any Codable.Type
    {
      return own(codable) as? ElementCoding<Value>
    }
    var visitor = ElementCodingMaker()
    return visitor.visit(Value.self) as? ElementCoding<Value>
  }

  private static func own<Coded: Codable>(_: Coded.Type) -> AnyObject {
    ElementCodingAs<Coded, Coded>(from: { $0 }, to: { $0 }, whole: OwnCoding<Coded>())
  }
}

private final class ElementCodingAs<Value, Coded: Codable>: ElementCoding<Value>,
  @unchecked Sendable
{
  private let from: (Coded) throws -> Value
  private let to: (Value) throws -> Coded
  private let own: TypeCoding<Value>?

  init(
    from: @escaping (Coded) throws -> Value, to: @escaping (Value) throws -> Coded,
    whole: TypeCoding<Value>? = nil
  ) {
    self.from = from
    self.to = to
    own = whole
  }

  override func whole() -> TypeCoding<Value> {
    own
      ?? MappedCoding(TypeCoding<Coded>.make() ?? OwnCoding<Coded>(), from: from, to: to)
  }

  override func optional() -> ElementCoding<Value?> {
    ElementCodingAs<Value?, Coded?>(
      from: { [from] in try $0.map(from) }, to: { [to] in try $0.map(to) })
  }

  override func array<Whole>(
    _ make: @escaping ([Value]) throws -> Whole, _ elements: @escaping (Whole) -> [Value]
  ) -> ElementCoding<Whole> {
    ElementCodingAs<Whole, [Coded]>(
      from: { [from] in try make($0.map(from)) }, to: { [to] in try elements($0).map(to) })
  }

  override func mapped<Whole>(
    _ make: @escaping (Value) -> Whole, _ value: @escaping (Whole) -> Value
  ) -> ElementCoding<Whole> {
    ElementCodingAs<Whole, Coded>(
      from: { [from] in try make(from($0)) }, to: { [to] in try to(value($0)) })
  }

  override func dictionary<Whole>(
    _ make: @escaping ([String: Value]) throws -> Whole,
    _ members: @escaping (Whole) throws -> [String: Value]
  ) -> ElementCoding<Whole> {
    ElementCodingAs<Whole, [String: Coded]>(
      from: { [from] in try make($0.mapValues(from)) },
      to: { [to] in try members($0).mapValues(to) })
  }
}

/// Tells whether values of a type may be, or hold, collections of a user's type.
private struct UserCollectionFinder: LeafVisitor {
  static func mayHoldCollections(_ type: Any.Type) -> Bool {
    var finder = UserCollectionFinder()
    return finder.visit(dynamic: type)
  }

  func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> Bool { true }
  func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> Bool { true }
  func visitLeaf<Leaf>(_: Leaf.Type) -> Bool { false }
}

/// Makes the coding of a type that is not Codable, or holds others that are not.
private struct ElementCodingMaker: TypeVisitor {
  func visitOptional<Wrapped>(_: Wrapped.Type) -> AnyObject? {
    ElementCoding<Wrapped>.make()?.optional()
  }

  func visitArray<Element>(_: Element.Type) -> AnyObject? {
    ElementCoding<Element>.make()?.array({ $0 }, { $0 })
  }

  func visitSet<Element: Hashable>(_: Element.Type) -> AnyObject? {
    ElementCoding<Element>.make()?.array({ Set($0) }, { Array($0) })
  }

  func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> AnyObject? {
    guard let name = DictionaryKey<Key>.make({ JSONAdapter.userInfo }),
      let value = ElementCoding<Value>.make()
    else {
      return nil
    }
    return value.dictionary(
      { members in
        var dictionary = [Key: Value](minimumCapacity: members.count)
        for (text, value) in members {
          guard let key = name.parse(text), dictionary.updateValue(value, forKey: key) == nil else {
            throw refusal(
              "\(Boxed.quoted(text)) is not a key of \([Key: Value].self), or a second one")
          }
        }
        return dictionary
      },
      { dictionary in
        var members = [String: Value](minimumCapacity: dictionary.count)
        for (key, value) in dictionary {
          guard let text = name.text(key), members.updateValue(value, forKey: text) == nil else {
            throw refusal("a key of \([Key: Value].self) has no name, or that of another")
          }
        }
        return members
      })
  }

  func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> AnyObject? {
    ElementCoding<[Whole.Element]>.make()?.mapped({ Whole($0) }, { Array($0) })
  }

  func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> AnyObject? {
    // As a dictionary with keys of any type is coded: one with integers would be a list of them.
    let dictionary =
      visitDictionary(Whole.Key.self, Whole.Value.self)
      as? ElementCoding<[Whole.Key: Whole.Value]>
    return dictionary?.mapped({ Whole(unordered: $0) }, { $0.dictionary })
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> AnyObject? {
    if type is Model.Type {
      return ElementCodingAs<Leaf, CodedModel<Leaf>>(from: { $0.value }, to: { CodedModel($0) })
    }
    if type == Character.self {
      return ElementCodingAs<Character, String>(
        from: { text in
          guard text.count == 1, let character = text.first else {
            throw refusal("\(Boxed.quoted(text)) is not one character")
          }
          return character
        }, to: { String($0) })
    }
    if let raw = type as? any RawRepresentable.Type { return rawValue(raw) }
    return nil
  }

  private func rawValue<Raw: RawRepresentable>(_: Raw.Type) -> AnyObject? {
    guard let codable = Raw.RawValue.self as? any Codable.Type else { return nil }
    return rawValue(Raw.self, codable)
  }

  private func rawValue<Raw: RawRepresentable, Coded: Codable>(
    _: Raw.Type, _: Coded.Type
  ) -> AnyObject? {
    ElementCodingAs<Raw, Coded>(
      from: { coded in
        guard let raw = coded as? Raw.RawValue, let value = Raw(rawValueOrUnknown: raw) else {
          throw refusal("\(Boxed.words(coded)) is not a raw value of \(Raw.self)")
        }
        return value
      },
      to: { value in
        guard let coded = value.rawValue as? Coded else {
          throw refusal("the raw value is no \(Coded.self)")
        }
        return coded
      })
  }

  private func refusal(_ reason: String) -> ConversionError {
    ConversionError(.typeMismatch, at: 0, found: reason)
  }
}
