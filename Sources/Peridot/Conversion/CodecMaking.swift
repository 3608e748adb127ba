import Foundation

/// Chooses codecs by a type's structure.
///
/// Models are known to a layer above, which passes their codecs in.
struct CodecMaker {
  /// Whether some words of text mean null where a String belongs.
  var nullWordsForStrings = false
  /// The subclass that is made of the model class within a type; nil for the class itself.
  var chosenClass: Any.Type?
  /// Returns the codec of a model class, of which the chosen subclass is made; nil for any other
  /// type.
  let modelCodec: @Sendable (_ type: Any.Type, _ chosenClass: Any.Type?) -> AnyObject?
  /// Returns what the coder of a Codable value has as its `userInfo`.
  let userInfo: CodingUserInfo

  /// Returns the codec for `type`, or nil when values of the type have no JSON form.
  func codec<Value>(for type: Value.Type) -> JSONCodec<Value>? {
    var visitor = Visitor(maker: self)
    return visitor.visit(type) as? JSONCodec<Value>
  }

  private struct Visitor: TypeVisitor {
    let maker: CodecMaker

    func visitOptional<Wrapped>(_ type: Wrapped.Type) -> AnyObject? {
      maker.codec(for: type).map { JSONOptionalCodec($0) }
    }

    func visitArray<Element>(_ type: Element.Type) -> AnyObject? {
      maker.codec(for: type).map { JSONArrayCodec($0) }
    }

    func visitSet<Element: Hashable>(_ type: Element.Type) -> AnyObject? {
      // What is compiled for a type takes a tenth of the time.
      switch type {
      case is String.Type:
        return sortedSet(of: String.self, order: { $0.sorted() }, make: { Set($0) })
      case is Int.Type:
        return sortedSet(of: Int.self, order: { $0.sorted() }, make: { Set($0) })
      default: break
      }
      return maker.codec(for: type).map {
        JSONArrayLikeCodec<Set<Element>>(JSONArrayCodec($0), isDistinct: true) { Set($0) }
      }
    }

    private func sortedSet<Element: Hashable>(
      of type: Element.Type, order: @escaping (Set<Element>) -> [Element],
      make: @escaping ([Element]) -> Set<Element>
    ) -> AnyObject? {
      maker.codec(for: type).map {
        JSONArrayLikeCodec(JSONArrayCodec($0), isDistinct: true, order: order, make: make)
      }
    }

    func visitArrayLike<Whole: ArrayLike>(_ type: Whole.Type) -> AnyObject? {
      maker.codec(for: [Whole.Element].self).map {
        JSONArrayLikeCodec<Whole>($0, isDistinct: type is any SetLike.Type) { Whole($0) }
      }
    }

    func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> AnyObject? {
      (maker.codec(for: [Whole.Key: Whole.Value].self)
        as? JSONDictionaryCodec<Whole.Key, Whole.Value>)
        .map { JSONDictionaryLikeCodec<Whole>($0) }
    }

    func visitDictionary<Key: Hashable, Value>(
      _: Key.Type, _ type: Value.Type
    ) -> AnyObject? {
      guard let key = DictionaryKey<Key>.make(maker.userInfo), let value = maker.codec(for: type)
      else {
        return nil
      }
      if let key = key as? DictionaryKey<String> { return JSONTextDictionaryCodec(key, value) }
      return JSONDictionaryCodec(key, value)
    }

    func visitLeaf<Leaf>(_ type: Leaf.Type) -> AnyObject? {
      if maker.nullWordsForStrings, type == String.self { return JSONNullWordCodec() }
      if let scalar = type as? any JSONScalar.Type { return scalarCodec(scalar) }
      if let model = maker.modelCodec(type, maker.chosenClass) { return model }
      if type == Any.self { return JSONAnyCodec(maker) }
      if type == AnyHashable.self { return JSONHashableCodec(JSONAnyCodec(maker)) }
      if type == NSNumber.self { return JSONNumberCodec() }
      if type == NSDecimalNumber.self { return JSONDecimalNumberCodec() }
      if let raw = type as? any RawRepresentable.Type { return rawValueCodec(raw) }
      if let codable = type as? any Codable.Type { return codableCodec(codable) }
      return nil
    }

    private func scalarCodec<Scalar: JSONScalar>(_: Scalar.Type) -> AnyObject {
      JSONScalarCodec<Scalar>()
    }

    private func rawValueCodec<Raw: RawRepresentable>(_ type: Raw.Type) -> AnyObject? {
      if let own = JSONCodableCodec<Raw>.ofOwnCoding(maker.userInfo) { return own }
      return maker.codec(for: Raw.RawValue.self).map { JSONRawValueCodec<Raw>($0) }
    }

    private func codableCodec<Value: Codable>(_ type: Value.Type) -> AnyObject {
      JSONCodableCodec(type, maker.userInfo)
    }
  }
}
