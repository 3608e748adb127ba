import Foundation

/// Archives values of one static type, in Peridot's own archives and in Foundation's coders, by
/// functions.
final class ArchiveCodec<Value>: AnyArchiveCodec, @unchecked Sendable {
  // Sendable: the functions capture types and other codecs only.

  /// The classes of archived values, elements included.
  let classes: [AnyClass]
  /// `nil` as a `Value` for Optionals; nil for any other type.
  let none: Value?
  /// Whether null is a value of the type.
  let takesNull: Bool
  /// Writes a value and returns its reference; 0 for nil.
  let encode: (Value, ArchiveWriter) throws -> Int
  /// Returns the value at a slot.
  let decode: (ArchiveReader.Slot, ArchiveReader) throws -> Value
  /// Returns the object that represents a value in a Foundation coder; nil for nil.
  let foreignObject: (Value, ForeignEncoding) throws -> Any?
  /// Returns the value that an object in a Foundation coder represents.
  let value: (Any?) throws -> Value
  /// Writes the elements of a collection and returns the property list's references to them.
  let encodeElements: ([Value], ArchiveWriter) throws -> [Int]
  /// Returns the elements of a collection.
  let decodeElements: ([ArchiveReader.Slot], ArchiveReader) throws -> [Value]
  /// Returns a value with its members moved to the places of their current hashes; nil for a type
  /// whose values hold neither sets of models nor models as keys.
  let rehashed: ((Value) -> Value)?
  /// Returns a value as Any, and nil as nil.
  let boxed: (Value) -> Any?

  init(
    classes: [AnyClass], none: Value? = nil, takesNull: Bool = false,
    encode: @escaping (Value, ArchiveWriter) throws -> Int,
    decode: @escaping (ArchiveReader.Slot, ArchiveReader) throws -> Value,
    foreignObject: @escaping (Value, ForeignEncoding) throws -> Any?,
    value: @escaping (Any?) throws -> Value,
    encodeElements: (([Value], ArchiveWriter) throws -> [Int])? = nil,
    decodeElements: (([ArchiveReader.Slot], ArchiveReader) throws -> [Value])? = nil,
    rehashed: ((Value) -> Value)? = nil, boxed: @escaping (Value) -> Any? = { $0 }
  ) {
    self.classes = classes
    self.none = none
    self.takesNull = takesNull || none != nil
    self.encode = encode
    self.decode = decode
    self.foreignObject = foreignObject
    self.value = value
    self.encodeElements =
      encodeElements ?? { elements, writer in
        try writer.elements(elements) { try encode($0, writer) }
      }
    self.decodeElements =
      decodeElements ?? { slots, reader in
        try reader.elements(slots) { try decode($0, reader) }
      }
    self.rehashed = rehashed
    self.boxed = boxed
  }

  var codec: ArchiveCodec { self }

  /// Returns the object that represents an element in a Foundation collection.
  func foreignElement(_ value: Value, _ session: ForeignEncoding) throws -> Any {
    try foreignObject(value, session) ?? FoundationClass.nullObject
  }
}

// MARK: - Properties

/// A codec of a type known only at run time. Accesses passed to it are accesses to properties of
/// that type.
protocol AnyArchiveCodec<Value>: AnyObject, Sendable {
  associatedtype Value

  var codec: ArchiveCodec<Value> { get }
}

extension AnyArchiveCodec {
  var classes: [AnyClass] { codec.classes }
  var isOptional: Bool { codec.none != nil }
  var takesNull: Bool { codec.takesNull }
  var hasHashes: Bool { codec.rehashed != nil }

  private func typed(_ property: any PropertyAccess) -> TypedAccess<Value> {
    downcast(property, to: TypedAccess<Value>.self)
  }

  /// Writes the value of a property of `model` and returns its reference.
  func encode(
    _ property: any PropertyAccess, of model: AnyObject, to writer: ArchiveWriter
  ) throws -> Int {
    try codec.encode(typed(property).get(model), writer)
  }

  /// Sets a property of `model` to the value at `slot`.
  func decode(
    _ slot: ArchiveReader.Slot, from reader: ArchiveReader, into property: any PropertyAccess,
    of model: AnyObject
  ) throws {
    typed(property).set(model, try codec.decode(slot, reader))
  }

  /// Returns the value at `slot`; nil means nil.
  func boxed(_ slot: ArchiveReader.Slot, from reader: ArchiveReader) throws -> Any? {
    codec.boxed(try codec.decode(slot, reader))
  }

  func foreignObject(
    of property: any PropertyAccess, of model: AnyObject, in session: ForeignEncoding
  ) throws -> Any? {
    try codec.foreignObject(typed(property).get(model), session)
  }

  func boxed(ofForeign object: Any?) throws -> Any? { codec.boxed(try codec.value(object)) }

  /// Returns the value of a property; nil means nil.
  func boxed(_ property: any PropertyAccess, of model: AnyObject) -> Any? {
    codec.boxed(typed(property).get(model))
  }

  /// Moves the members of a property's value to the places of their current hashes.
  func rehash(_ property: any PropertyAccess, of model: AnyObject) {
    if let rehashed = codec.rehashed {
      typed(property).set(model, rehashed(typed(property).get(model)))
    }
  }

  /// Stores `value`, or the initial value if `value` is nil and the property can't be.
  func store(_ value: Any?, in property: any PropertyAccess, of model: AnyObject) throws {
    guard let value else {
      if let none = codec.none { typed(property).set(model, none) }
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

// MARK: - By type

extension Property {
  /// Makes the codec for the property's values.
  func makeArchiveCodec() -> any AnyArchiveCodec {
    struct Visitor: PropertyVisitor {
      func visit<Value>(_: TypedAccess<Value>) -> any AnyArchiveCodec { archiveCodec(Value.self) }
    }
    return access.accept(Visitor())
  }
}

/// Makes the codec for `type`; it throws if the type can't be archived.
func archiveCodec<Value>(_ type: Value.Type = Value.self) -> ArchiveCodec<Value> {
  CodecVisitor().visit(type) as? ArchiveCodec<Value> ?? .unsupported()
}

private struct CodecVisitor: FormVisitor {
  func visitOptional<Wrapped>(_: Wrapped.Type) -> any AnyArchiveCodec {
    ArchiveCodec.optional(archiveCodec(Wrapped.self))
  }

  func visitList<Whole>(_ list: ListForm<Whole>) -> any AnyArchiveCodec {
    func setCodec<Like: SetLike>(_: Like.Type) -> any AnyArchiveCodec {
      ArchiveCodec<Like>.list(isSet: false) { Like($0) }
    }
    if let set = Whole.self as? any SetLike.Type { return setCodec(set) }
    return ArchiveCodec<Whole>.list(list.make)
  }

  func visitSet<Element: Hashable>(_: Element.Type) -> any AnyArchiveCodec {
    ArchiveCodec<Set<Element>>.list(isSet: true) { Set($0) }
  }

  func visitTable<Key, Value, Whole>(
    _ table: TableForm<Key, Value, Whole>
  ) -> any AnyArchiveCodec {
    ArchiveCodec<Whole>.dictionary(table.make)
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> any AnyArchiveCodec {
    func scalar<T: ArchiveScalar>(_: T.Type) -> any AnyArchiveCodec { ArchiveCodec<T>.scalar() }
    func model<T: ArchivableModel>(_: T.Type) -> any AnyArchiveCodec { ArchiveCodec<T>.model() }
    func object<T: NSObject & NSSecureCoding>(_: T.Type) -> any AnyArchiveCodec {
      ArchiveCodec<T>.object()
    }
    func raw<T: RawRepresentable>(_: T.Type) -> any AnyArchiveCodec { ArchiveCodec<T>.raw() }
    func codable<T: Codable>(_: T.Type) -> any AnyArchiveCodec { ArchiveCodec<T>.codable() }
    if let type = type as? any ArchiveScalar.Type { return scalar(type) }
    if let type = type as? any ArchivableModel.Type { return model(type) }
    if let type = type as? any (NSObject & NSSecureCoding).Type { return object(type) }
    if isExistential(type) { return ArchiveCodec<Leaf>.dynamic() }
    if type is AnyClass { return ArchiveCodec<Leaf>.unsupported() }
    if let type = type as? any RawRepresentable.Type { return raw(type) }
    if let type = type as? any Codable.Type { return codable(type) }
    return ArchiveCodec<Leaf>.unsupported()
  }

  /// Returns whether a variable of `type` can hold values of several types. The mangled names of
  /// protocol types end with these letters.
  private func isExistential(_ type: Any.Type) -> Bool {
    guard let name = _mangledTypeName(type) else { return false }
    return name.hasSuffix("_p") || name.hasSuffix("yp") || name.hasSuffix("Xl")
      || type == AnyHashable.self
  }
}
