import Foundation

/// Archives values of one static type, in Peridot's own archives and in Foundation's coders.
class ValueCodec<Value>: @unchecked Sendable {
  // Sendable: no subclass has mutable state.

  /// The classes that an archived value may be of, elements included.
  var classes: [AnyClass] { fatalError("overridden") }

  /// The value that is nil; nil if there is none.
  var none: Value? { nil }

  /// Whether a null object is a value of the type.
  var takesNull: Bool { none != nil }

  /// Writes `value` and returns its reference, which is 0 for nil.
  func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int { fatalError("overridden") }

  /// Returns the value at `slot`.
  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    fatalError("overridden")
  }

  /// Returns the object that stands for `value` in a coder of Foundation's; nil for nil.
  func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    fatalError("overridden")
  }

  /// Returns the value for which `object` stands in a coder of Foundation's.
  func value(ofForeign object: Any?) throws -> Value { fatalError("overridden") }

  /// True if values hold sets of models or models as keys.
  var hasHashes: Bool { false }

  /// Returns `value` with its members put where their present hashes belong.
  func rehashed(_ value: Value) -> Value { value }

  /// Returns `value` as Any, and nil as nil.
  func boxed(_ value: Value) -> Any? { value }

  /// Returns the codec for `Value`; one that throws if the type cannot be archived.
  static func make() -> ValueCodec<Value> {
    var visitor = CodecVisitor()
    return visitor.visit(Value.self) as? ValueCodec<Value> ?? UnsupportedCodec<Value>()
  }
}

extension ArchiveError {
  static func mismatch(expected: String, found: String) -> ArchiveError {
    ArchiveError(.typeMismatch, "expected \(expected), found \(found)")
  }

  /// The error for an object of Foundation's that is none of those that can stand for a value.
  static func mismatch(expected: String, foreign object: Any?) -> ArchiveError {
    mismatch(expected: expected, found: object.map { "\(type(of: $0))" } ?? "nil")
  }
}

private struct CodecVisitor: TypeVisitor {
  func visitOptional<Wrapped>(_: Wrapped.Type) -> AnyObject { OptionalCodec<Wrapped>() }

  func visitArray<Element>(_: Element.Type) -> AnyObject { ArrayCodec<Element>() }

  func visitSet<Element: Hashable>(_: Element.Type) -> AnyObject {
    SetCodec<Set<Element>>(isOrdered: false) { Set($0) }
  }

  func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> AnyObject {
    DictionaryCodec<Key, Value>()
  }

  func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> AnyObject {
    guard let set = Whole.self as? any SetLike.Type else { return ArrayLikeCodec<Whole>() }
    return setCodec(set)
  }

  private func setCodec<Whole: SetLike>(_: Whole.Type) -> AnyObject {
    SetCodec<Whole>(isOrdered: true) { Whole($0) }
  }

  func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> AnyObject {
    DictionaryLikeCodec<Whole>()
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> AnyObject {
    if let codec = scalarCodec(type) { return codec }
    if let model = type as? any ArchivableModel.Type { return modelCodec(model) }
    if let object = type as? any (NSObject & NSSecureCoding).Type { return objectCodec(object) }
    if isExistential(type) { return DynamicCodec<Leaf>() }
    if type is AnyClass { return UnsupportedCodec<Leaf>() }
    if let raw = type as? any RawRepresentable.Type { return rawCodec(raw) }
    if let codable = type as? any Codable.Type { return codableCodec(codable) }
    return UnsupportedCodec<Leaf>()
  }

  private func scalarCodec<Leaf>(_ type: Leaf.Type) -> AnyObject? {
    switch type {
    case is Bool.Type: BoolCodec()
    case is String.Type: StringCodec()
    case is Substring.Type: SubstringCodec()
    case is Character.Type: CharacterCodec()
    case is Data.Type: DataCodec()
    case is Date.Type: DateCodec()
    case is URL.Type: URLCodec()
    case is UUID.Type: UUIDCodec()
    case is Decimal.Type: DecimalCodec()
    case is Float.Type: FloatCodec()
    case let type as any (FixedWidthInteger & BoxedNumber).Type: integerCodec(type)
    case let type as any (BinaryFloatingPoint & BoxedNumber).Type: floatingPointCodec(type)
    default: nil
    }
  }

  private func integerCodec<Leaf: FixedWidthInteger & BoxedNumber>(_: Leaf.Type) -> AnyObject {
    IntegerCodec<Leaf>()
  }

  private func floatingPointCodec<Leaf: BinaryFloatingPoint & BoxedNumber>(
    _ type: Leaf.Type
  ) -> AnyObject {
    FloatingPointCodec<Leaf>()
  }

  private func modelCodec<Leaf: ArchivableModel>(_: Leaf.Type) -> AnyObject { ModelCodec<Leaf>() }

  private func objectCodec<Leaf: NSObject & NSSecureCoding>(_: Leaf.Type) -> AnyObject {
    ObjectCodec<Leaf>()
  }

  private func rawCodec<Leaf: RawRepresentable>(_: Leaf.Type) -> AnyObject { RawCodec<Leaf>() }

  private func codableCodec<Leaf: Codable>(_: Leaf.Type) -> AnyObject { CodableCodec<Leaf>() }

  /// Tells whether a variable of `type` can hold values of several types. The mangled names of
  /// protocol types end with these letters.
  private func isExistential(_ type: Any.Type) -> Bool {
    guard let name = _mangledTypeName(type) else { return false }
    return name.hasSuffix("_p") || name.hasSuffix("yp") || name.hasSuffix("Xl")
      || type == AnyHashable.self
  }
}
