import Foundation

/// Chooses codecs by a type's structure.
///
/// A layer above knows models and passes their codecs in.
struct CodecMaker {
  /// Whether some words mean null for a String.
  var acceptsNullWordsForStrings = false
  /// The subclass to make for the model class within a type; nil for the class itself.
  var chosenClass: Any.Type?
  /// Returns the codec of a model class, which makes the chosen subclass; nil for any other type.
  let modelCodec: @Sendable (_ type: Any.Type, _ chosenClass: Any.Type?) -> (any JSONCodec)?
  /// Returns the `userInfo` for the coder of a Codable value.
  let userInfo: CodingUserInfo

  /// Returns the codec for `type`, or nil if its values have no JSON form.
  func codec<Value>(for type: Value.Type) -> (any JSONCodec<Value>)? {
    return Visitor(maker: self).visit(type)?.asCodec(of: type)
  }

  private struct Visitor: TypeVisitor {
    let maker: CodecMaker

    func visitOptional<Wrapped>(_ type: Wrapped.Type) -> (any JSONCodec)? {
      maker.codec(for: type).map { JSONOptionalCodec($0) }
    }

    func visitArray<Element>(_ type: Element.Type) -> (any JSONCodec)? {
      maker.codec(for: type).map { JSONArrayCodec($0) }
    }

    func visitSet<Element: Hashable>(_ type: Element.Type) -> (any JSONCodec)? {
      // Code compiled for a type takes a tenth of the time.
      switch type {
      case is String.Type:
        return sortedSet(of: String.self, order: { $0.orderedByName { $0 } }, make: { Set($0) })
      case is Int.Type:
        return sortedSet(of: Int.self, order: { Array($0).sorted() }, make: { Set($0) })
      default: break
      }
      return maker.codec(for: type).map {
        JSONArrayLikeCodec<Set<Element>>(JSONArrayCodec($0), isDistinct: true) { Set($0) }
      }
    }

    private func sortedSet<Element: Hashable>(
      of type: Element.Type, order: @escaping (Set<Element>) -> [Element],
      make: @escaping ([Element]) -> Set<Element>
    ) -> (any JSONCodec)? {
      maker.codec(for: type).map {
        JSONArrayLikeCodec(JSONArrayCodec($0), isDistinct: true, order: order, make: make)
      }
    }

    func visitArrayLike<Whole: ArrayLike>(_ type: Whole.Type) -> (any JSONCodec)? {
      maker.codec(for: [Whole.Element].self).map {
        JSONArrayLikeCodec<Whole>($0, isDistinct: type is any SetLike.Type) { Whole($0) }
      }
    }

    func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> (any JSONCodec)? {
      dictionaryCodec(Whole.Key.self, Whole.Value.self).map { JSONDictionaryLikeCodec<Whole>($0) }
    }

    func visitDictionary<Key: Hashable, Value>(
      _ key: Key.Type, _ type: Value.Type
    ) -> (any JSONCodec)? {
      guard let codec = dictionaryCodec(key, type) else { return nil }
      if let codec = codec as? JSONDictionaryCodec<String, Value> {
        return JSONTextDictionaryCodec(codec)
      }
      return codec
    }

    private func dictionaryCodec<Key: Hashable, Value>(
      _: Key.Type, _ type: Value.Type
    ) -> JSONDictionaryCodec<Key, Value>? {
      let key = DictionaryKey<Key>.make(maker.userInfo)
      // As Codable writes them, except for keys that are names there, too.
      let element: (any JSONCodec<Key>)? =
        Key.self is any Codable.Type && !(Key.self is any CodingKeyRepresentable.Type)
        ? maker.codec(for: Key.self) : nil
      guard key != nil || element != nil else { return nil }
      return maker.codec(for: type).map { JSONDictionaryCodec(key, as: element, $0) }
    }

    /// By name, because the runtime takes long to find a conformance, and a program linked with a
    /// static archive would lack one for which only a cast asks.
    private static let commonScalars: [any JSONScalar.Type] = [
      String.self, Int.self, Bool.self, Double.self, Date.self, URL.self, Int64.self,
    ]

    func visitLeaf<Leaf>(_ type: Leaf.Type) -> (any JSONCodec)? {
      if maker.acceptsNullWordsForStrings, type == String.self { return NullWordCodec() }
      if let scalar = Self.commonScalars.first(where: { $0 == type }) { return scalar.codec }
      if !KnownConformances.isModel(type), let scalar = type as? any JSONScalar.Type {
        return scalar.codec
      }
      if let model = maker.modelCodec(type, maker.chosenClass) { return model }
      if type == Any.self { return JSONAnyCodec(maker) }
      if type == AnyHashable.self { return JSONAnyCodec.HashableCodec(JSONAnyCodec(maker)) }
      if type == NSNumber.self { return NumberCodec() }
      if type == NSDecimalNumber.self { return DecimalNumberCodec() }
      if let raw = type as? any RawRepresentable.Type { return rawValueCodec(raw) }
      if let codable = type as? any Codable.Type { return codableCodec(codable) }
      return nil
    }

    private func rawValueCodec<Raw: RawRepresentable>(_ type: Raw.Type) -> (any JSONCodec)? {
      if let own = JSONCodableCodec<Raw>.ofOwnCoding(maker.userInfo) { return own }
      return maker.codec(for: Raw.RawValue.self).map { RawValueCodec<Raw>($0) }
    }

    private func codableCodec<Value: Codable>(_ type: Value.Type) -> any JSONCodec {
      JSONCodableCodec(type, maker.userInfo)
    }
  }
}
