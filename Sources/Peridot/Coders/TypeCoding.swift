import Foundation

typealias DecodedMembers = KeyedDecodingContainer<CodingPlace.MemberKey>
typealias EncodedMembers = KeyedEncodingContainer<CodingPlace.MemberKey>

/// Passes values of one static type to a coder and back; chosen once per property.
///
/// A coder sees the same calls as from compiled coding of such a property.
struct TypeCoding<Value>: @unchecked Sendable {
  // Sendable: the functions capture types and other codings only.

  typealias Decode = (_ members: DecodedMembers, _ key: CodingPlace.MemberKey) throws -> Value?
  typealias Encode = (Value, _ members: inout EncodedMembers, _ key: CodingPlace.MemberKey) throws
    -> Void
  typealias EncodeIfPresent = (
    Value?, _ members: inout EncodedMembers, _ key: CodingPlace.MemberKey
  ) throws -> Void

  /// Returns the value of a member; nil if it is absent or null.
  let decodeIfPresent: Decode
  /// Returns the value of an existing member.
  let decode: (_ members: DecodedMembers, _ key: CodingPlace.MemberKey) throws -> Value
  let encode: Encode
  /// Encodes nil as nil: one coder omits it, another has a form for it.
  let encodeIfPresent: EncodeIfPresent
  /// Returns a decoder's whole value.
  let decodeWhole: (any Decoder) throws -> Value
  /// Encodes a value as an encoder's whole output.
  let encodeWhole: (Value, any Encoder) throws -> Void

  /// Returns the coding for `Value`; nil for a type whose values only JSON determines.
  static func make() -> TypeCoding<Value>? {
    if let primitive = primitiveCodings[ObjectIdentifier(Value.self)] {
      return primitive as? TypeCoding<Value>
    }
    return elementCoding(of: Value.self)?.whole()
  }

  /// Returns the coding of a type whose values go to a coder as this type's.
  func mapped<Whole>(
    from: @escaping (Value) throws -> Whole, to: @escaping (Whole) throws -> Value
  ) -> TypeCoding<Whole> {
    TypeCoding<Whole>(
      decodeIfPresent: { try self.decodeIfPresent($0, $1).map(from) },
      decode: { try from(self.decode($0, $1)) },
      encode: { try self.encode(to($0), &$1, $2) },
      encodeIfPresent: { try self.encodeIfPresent($0.map(to), &$1, $2) },
      decodeWhole: { try from(self.decodeWhole($0)) },
      encodeWhole: { try self.encodeWhole(to($0), $1) })
  }
}

extension TypeCoding where Value: Codable {
  /// A Codable type, with a coder's specific calls if it has any.
  init(
    _ decodeIfPresent: @escaping Decode = { try $0.decodeIfPresent(Value.self, forKey: $1) },
    _ encode: @escaping Encode = { try $1.encode($0, forKey: $2) },
    _ encodeIfPresent: @escaping EncodeIfPresent = { try $1.encodeIfPresent($0, forKey: $2) }
  ) {
    self.init(
      decodeIfPresent: decodeIfPresent,
      decode: { members, key in
        // Most coders have an empty form of text, and a specific call for it.
        if let text = Value.self as? String.Type,
          let value = try members.decode(text, forKey: key) as? Value
        {
          return value
        }
        return try members.decode(Value.self, forKey: key)
      }, encode: encode, encodeIfPresent: encodeIfPresent,
      decodeWhole: { try Value(from: $0) }, encodeWhole: { try $0.encode(to: $1) })
  }
}

/// The form of a type's values within collections: those of a type that is Codable.
private protocol ElementCoding<Value> {
  associatedtype Value

  func whole() -> TypeCoding<Value>
  func optional() -> any ElementCoding<Value?>
  func array() -> any ElementCoding<[Value]>
  func dictionary() -> any ElementCoding<[String: Value]>

  /// Returns the coding of `Whole`, which `make` makes of such a value.
  func mapped<Whole>(
    _ make: @escaping (Value) throws -> Whole, _ value: @escaping (Whole) throws -> Value
  ) -> any ElementCoding<Whole>
}

private struct ElementCodingAs<Value, Coded: Codable>: ElementCoding {
  let from: (Coded) throws -> Value
  let to: (Value) throws -> Coded
  var own: TypeCoding<Value>?

  func whole() -> TypeCoding<Value> {
    own ?? (TypeCoding<Coded>.make() ?? TypeCoding<Coded>()).mapped(from: from, to: to)
  }

  func optional() -> any ElementCoding<Value?> {
    ElementCodingAs<Value?, Coded?>(from: { try $0.map(from) }, to: { try $0.map(to) })
  }

  func array() -> any ElementCoding<[Value]> {
    ElementCodingAs<[Value], [Coded]>(from: { try $0.map(from) }, to: { try $0.map(to) })
  }

  func dictionary() -> any ElementCoding<[String: Value]> {
    ElementCodingAs<[String: Value], [String: Coded]>(
      from: { try $0.mapValues(from) }, to: { try $0.mapValues(to) })
  }

  func mapped<Whole>(
    _ make: @escaping (Value) throws -> Whole, _ value: @escaping (Whole) throws -> Value
  ) -> any ElementCoding<Whole> {
    ElementCodingAs<Whole, Coded>(from: { try make(from($0)) }, to: { try to(value($0)) })
  }
}

private func elementCoding<Value>(of type: Value.Type) -> (any ElementCoding<Value>)? {
  let modelClass = TypeShape.ModelClassFinder.modelClass(in: type)
  // A class's compiled coding doesn't know its mapping, and a user's collection's doesn't know its
  // JSON form.
  if modelClass == nil || modelClass is any CodableModel.Type,
    !UserCollectionFinder().visit(type), let codable = type as? any Codable.Type
  {
    func own<Coded: Codable>(_: Coded.Type) -> any ElementCoding {
      ElementCodingAs<Coded, Coded>(from: { $0 }, to: { $0 }, own: TypeCoding())
    }
    return own(codable) as? any ElementCoding<Value>
  }
  return ElementCodingMaker().visit(type) as? any ElementCoding<Value>
}

/// Returns whether values of a type can be, or contain, collections of a user's type.
private struct UserCollectionFinder: LeafVisitor {
  func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> Bool { true }
  func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> Bool { true }
  func visitLeaf<Leaf>(_: Leaf.Type) -> Bool { false }
}

/// Makes the coding of a type that is not Codable, or contains such types.
private struct ElementCodingMaker: TypeVisitor {
  func visitOptional<Wrapped>(_: Wrapped.Type) -> (any ElementCoding)? {
    elementCoding(of: Wrapped.self)?.optional()
  }

  func visitArray<Element>(_: Element.Type) -> (any ElementCoding)? {
    elementCoding(of: Element.self)?.array()
  }

  func visitSet<Element: Hashable>(_: Element.Type) -> (any ElementCoding)? {
    elementCoding(of: Element.self)?.array().mapped({ Set($0) }, { Array($0) })
  }

  func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> (any ElementCoding)? {
    guard let name = DictionaryKey<Key>.make({ JSONAdapter.userInfo }),
      let value = elementCoding(of: Value.self)
    else {
      return nil
    }
    return value.dictionary().mapped(
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

  func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> (any ElementCoding)? {
    elementCoding(of: [Whole.Element].self)?.mapped({ Whole($0) }, { Array($0) })
  }

  func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> (any ElementCoding)? {
    // As a dictionary with keys of any type, because one with integers would become a list.
    let dictionary =
      visitDictionary(Whole.Key.self, Whole.Value.self)
      as? any ElementCoding<[Whole.Key: Whole.Value]>
    return dictionary?.mapped({ Whole(unordered: $0) }, { $0.dictionary })
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> (any ElementCoding)? {
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

  private func rawValue<Raw: RawRepresentable>(_: Raw.Type) -> (any ElementCoding)? {
    // A raw value need not be Codable either: a Character isn't.
    elementCoding(of: Raw.RawValue.self)?.mapped(
      { raw in
        guard let value = Raw(rawValueOrUnknown: raw) else {
          throw refusal("\(Boxed.words(raw)) is not a raw value of \(Raw.self)")
        }
        return value
      }, { $0.rawValue })
  }

  private func refusal(_ reason: ErrorPhrase) -> ConversionError {
    ConversionError(.typeMismatch, at: 0, found: reason)
  }
}

/// The types with specific calls of coders. Compiled coding of a property of such a type uses them,
/// and a coder's general call can differ.
private let primitiveCodings: [ObjectIdentifier: any Sendable] = [
  primitive(
    Bool.self, { try $0.decodeIfPresent(Bool.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    String.self, { try $0.decodeIfPresent(String.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    Double.self, { try $0.decodeIfPresent(Double.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    Float.self, { try $0.decodeIfPresent(Float.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    Int.self, { try $0.decodeIfPresent(Int.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    Int8.self, { try $0.decodeIfPresent(Int8.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    Int16.self, { try $0.decodeIfPresent(Int16.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    Int32.self, { try $0.decodeIfPresent(Int32.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    Int64.self, { try $0.decodeIfPresent(Int64.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    UInt.self, { try $0.decodeIfPresent(UInt.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    UInt8.self, { try $0.decodeIfPresent(UInt8.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    UInt16.self, { try $0.decodeIfPresent(UInt16.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    UInt32.self, { try $0.decodeIfPresent(UInt32.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  primitive(
    UInt64.self, { try $0.decodeIfPresent(UInt64.self, forKey: $1) },
    { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
].reduce(into: [:]) { $0[$1.type] = $1.coding }

private func primitive<Value: Codable>(
  _: Value.Type, _ decode: @escaping TypeCoding<Value>.Decode,
  _ encode: @escaping TypeCoding<Value>.Encode,
  _ encodeIfPresent: @escaping TypeCoding<Value>.EncodeIfPresent
) -> (type: ObjectIdentifier, coding: any Sendable) {
  (ObjectIdentifier(Value.self), TypeCoding(decode, encode, encodeIfPresent))
}
