import Foundation

/// Archives values of one static type, in Peridot's own archives and in Foundation's coders.
protocol ArchiveCodec<Value>: AnyObject, Sendable {
  associatedtype Value

  /// The classes that an archived value may be of, elements included.
  var classes: [AnyClass] { get }

  /// The value that is nil; nil if there is none.
  var none: Value? { get }

  /// Whether a null object is a value of the type.
  var takesNull: Bool { get }

  /// Writes `value` and returns its reference, which is 0 for nil.
  func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int

  /// Returns the value at `slot`.
  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value

  /// Writes the elements of a collection and returns the property list's references to them.
  func encode(elements: [Value], to writer: ArchiveWriter) throws -> [Int]

  /// Returns the elements of a collection.
  func decode(elements slots: [ArchiveSlot], from reader: ArchiveReader) throws -> [Value]

  /// Returns the object that stands for `value` in a coder of Foundation's; nil for nil.
  func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any?

  /// Returns the value for which `object` stands in a coder of Foundation's.
  func value(ofForeign object: Any?) throws -> Value

  /// Whether values hold sets of models or models as keys.
  var hasHashes: Bool { get }

  /// Returns `value` with its members put where their present hashes belong.
  func rehashed(_ value: Value) -> Value

  /// Returns `value` as Any, and nil as nil.
  func boxed(_ value: Value) -> Any?

  /// Writes the value of a property of `model` and returns its reference.
  func encode(_ property: any PropertyAccess, of model: AnyObject, to writer: ArchiveWriter) throws
    -> Int

  /// Sets a property of `model` to what lies at `slot`.
  func decode(
    _ slot: ArchiveSlot, from reader: ArchiveReader, into property: any PropertyAccess,
    of model: AnyObject
  ) throws
}

extension ArchiveCodec {
  var none: Value? { nil }
  var takesNull: Bool { none != nil }
  var hasHashes: Bool { false }
  func rehashed(_ value: Value) -> Value { value }
  func boxed(_ value: Value) -> Any? { value }

  func encode(elements: [Value], to writer: ArchiveWriter) throws -> [Int] {
    try writer.elements(elements) { try encode($0, to: writer) }
  }

  func decode(elements slots: [ArchiveSlot], from reader: ArchiveReader) throws -> [Value] {
    try reader.elements(slots) { try decode($0, from: reader) }
  }
}

// MARK: - Properties

/// An access that is handed over is one to a property of the codec's type.
extension ArchiveCodec {
  private func typed(_ property: any PropertyAccess) -> TypedAccess<Value> {
    downcast(property, to: TypedAccess<Value>.self)
  }

  func encode(
    _ property: any PropertyAccess, of model: AnyObject, to writer: ArchiveWriter
  ) throws -> Int {
    try encode(typed(property).get(model), to: writer)
  }

  func decode(
    _ slot: ArchiveSlot, from reader: ArchiveReader, into property: any PropertyAccess,
    of model: AnyObject
  ) throws {
    typed(property).set(model, try decode(slot, from: reader))
  }

  /// Returns what lies at `slot`; nil means nil.
  func boxed(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Any? {
    boxed(try decode(slot, from: reader))
  }

  func foreignObject(
    of property: any PropertyAccess, of model: AnyObject, in session: ForeignEncoding
  ) throws -> Any? {
    try foreignObject(for: typed(property).get(model), in: session)
  }

  var isOptional: Bool { none != nil }

  func boxed(ofForeign object: Any?) throws -> Any? { boxed(try value(ofForeign: object)) }

  /// Returns the value of a property as it is; nil means nil.
  func boxed(_ property: any PropertyAccess, of model: AnyObject) -> Any? {
    boxed(typed(property).get(model))
  }

  /// Puts the members of a property's value where their present hashes belong.
  func rehash(_ property: any PropertyAccess, of model: AnyObject) {
    typed(property).set(model, rehashed(typed(property).get(model)))
  }

  /// Stores `value`, of which nil means nil, and the initial value if the property cannot be nil.
  func store(_ value: Any?, in property: any PropertyAccess, of model: AnyObject) throws {
    guard let value else {
      if let none { typed(property).set(model, none) }
      return
    }
    guard let value = value as? Value else {
      throw ArchiveError(
        .typeMismatch,
        """
        decodeValue(forKey:with:modelVersion:) gave a value of type \(type(of: value)) for a \
        property of type \(Value.self)
        """)
    }
    typed(property).set(model, value)
  }
}

extension Property {
  /// Makes the codec for the property's values.
  func makeArchiveCodec() -> any ArchiveCodec {
    struct Visitor: PropertyVisitor {
      func visit<Value>(_: TypedAccess<Value>) -> any ArchiveCodec { archiveCodec(Value.self) }
    }
    return access.accept(Visitor())
  }
}

/// Makes the codec for `type`; one that throws if the type cannot be archived.
func archiveCodec<Value>(_ type: Value.Type = Value.self) -> any ArchiveCodec<Value> {
  return CodecVisitor().visit(type) as? any ArchiveCodec<Value> ?? UnsupportedCodec<Value>()
}

private struct CodecVisitor: TypeVisitor {
  func visitOptional<Wrapped>(_: Wrapped.Type) -> any ArchiveCodec { OptionalCodec<Wrapped>() }

  func visitArray<Element>(_: Element.Type) -> any ArchiveCodec { ListCodec<[Element]> { $0 } }

  func visitSet<Element: Hashable>(_: Element.Type) -> any ArchiveCodec {
    ListCodec<Set<Element>>(isSet: true) { Set($0) }
  }

  func visitDictionary<Key: Hashable, Value>(
    _: Key.Type, _: Value.Type
  ) -> any ArchiveCodec {
    DictionaryCodec<[Key: Value], Key, Value> { $1 }
  }

  func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> any ArchiveCodec {
    func setCodec<Like: SetLike>(_: Like.Type) -> any ArchiveCodec {
      ListCodec<Like>(isSet: false) { Like($0) }
    }
    guard let set = Whole.self as? any SetLike.Type else { return ListCodec<Whole> { Whole($0) } }
    return setCodec(set)
  }

  func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> any ArchiveCodec {
    DictionaryCodec<Whole, Whole.Key, Whole.Value> { keys, items in
      guard let keys else { return Whole(unordered: items) }
      var items = items
      return Whole(
        uniqueKeysWithValues: keys.compactMap { key in
          items.removeValue(forKey: key).map { (key, $0) }
        })
    }
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> any ArchiveCodec {
    func scalar<T: ArchiveScalar>(_: T.Type) -> any ArchiveCodec { ScalarCodec<T>() }
    func model<T: ArchivableModel>(_: T.Type) -> any ArchiveCodec { ModelCodec<T>() }
    func object<T: NSObject & NSSecureCoding>(_: T.Type) -> any ArchiveCodec { ObjectCodec<T>() }
    func raw<T: RawRepresentable>(_: T.Type) -> any ArchiveCodec { RawCodec<T>() }
    func codable<T: Codable>(_: T.Type) -> any ArchiveCodec { CodableCodec<T>() }
    if let type = type as? any ArchiveScalar.Type { return scalar(type) }
    if let type = type as? any ArchivableModel.Type { return model(type) }
    if let type = type as? any (NSObject & NSSecureCoding).Type { return object(type) }
    if isExistential(type) { return DynamicCodec<Leaf>() }
    if type is AnyClass { return UnsupportedCodec<Leaf>() }
    if let type = type as? any RawRepresentable.Type { return raw(type) }
    if let type = type as? any Codable.Type { return codable(type) }
    return UnsupportedCodec<Leaf>()
  }

  /// Tells whether a variable of `type` can hold values of several types. The mangled names of
  /// protocol types end with these letters.
  private func isExistential(_ type: Any.Type) -> Bool {
    guard let name = _mangledTypeName(type) else { return false }
    return name.hasSuffix("_p") || name.hasSuffix("yp") || name.hasSuffix("Xl")
      || type == AnyHashable.self
  }
}
