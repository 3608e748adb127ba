import Foundation

/// Archives one property, whose static type only the subclass knows.
class PropertyArchiver: @unchecked Sendable {
  // Sendable: the subclass has immutable state only.

  /// The classes that a value may be of.
  var classes: [AnyClass] { fatalError("overridden") }

  /// How the property is read and written if it is of a plain kind.
  var step: ArchiveStep { fatalError("overridden") }

  /// Whether the property can be nil.
  var isOptional: Bool { fatalError("overridden") }

  /// Whether a null object is a value of the property's type.
  var takesNull: Bool { fatalError("overridden") }

  /// Writes the value of `model` and returns its reference.
  func encode(_ model: AnyObject, to writer: ArchiveWriter) throws -> Int {
    fatalError("overridden")
  }

  /// Returns the object that the property of `model` refers to; nil if there is none.
  final func object(of model: AnyObject) -> NSObject? {
    guard let value = value(of: model), type(of: value) is AnyClass else { return nil }
    return value as? NSObject
  }

  /// Returns what lies at `slot`; nil means nil.
  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Any? {
    fatalError("overridden")
  }

  /// Sets the property of `model` to what lies at `slot`.
  func read(_ slot: ArchiveSlot, from reader: ArchiveReader, into model: AnyObject) throws {
    fatalError("overridden")
  }

  /// Returns the object that stands for the value of `model` in a coder of Foundation's.
  func foreignObject(of model: AnyObject, in session: ForeignEncoding) throws -> Any? {
    fatalError("overridden")
  }

  /// Returns the value for which `object` stands in a coder of Foundation's.
  func value(ofForeign object: Any?) throws -> Any? { fatalError("overridden") }

  /// Returns the value of `model` as it is; nil means nil.
  func value(of model: AnyObject) -> Any? { fatalError("overridden") }

  /// Makes sure that nobody is changing the property of `model`.
  func checkRead(of model: AnyObject) { fatalError("overridden") }

  /// Makes sure that nobody is reading or changing the property of `model`.
  func checkWrite(to model: AnyObject) { fatalError("overridden") }

  /// Stores `value`, of which nil means nil, and the initial value if the property cannot be nil.
  func store(_ value: Any?, in model: AnyObject) throws { fatalError("overridden") }

  /// True if values hold sets of models or models as keys.
  var hasHashes: Bool { fatalError("overridden") }

  /// Puts the members of such a set where their present hashes belong.
  func rehash(_ model: AnyObject) { fatalError("overridden") }

  static func make(for property: Property) -> PropertyArchiver {
    var visitor = PropertyArchiverVisitor()
    return property.access.accept(&visitor)
  }
}

private struct PropertyArchiverVisitor: PropertyVisitor {
  func visit<Value>(_ access: TypedAccess<Value>) -> PropertyArchiver {
    TypedPropertyArchiver(access)
  }
}

private final class TypedPropertyArchiver<Value>: PropertyArchiver, @unchecked Sendable {
  private let access: TypedAccess<Value>
  private let codec = ValueCodec<Value>.make()

  init(_ access: TypedAccess<Value>) {
    self.access = access
  }

  override var classes: [AnyClass] { codec.classes }

  override var step: ArchiveStep { ArchiveStep(access, codec) }

  override var isOptional: Bool { codec.none != nil }

  override var takesNull: Bool { codec.takesNull }

  override func checkRead(of model: AnyObject) { access.checkRead(of: model) }

  override func checkWrite(to model: AnyObject) { access.checkWrite(to: model) }

  override func encode(_ model: AnyObject, to writer: ArchiveWriter) throws -> Int {
    try codec.encode(access.get(model), to: writer)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Any? {
    codec.boxed(try codec.decode(slot, from: reader))
  }

  override func read(
    _ slot: ArchiveSlot, from reader: ArchiveReader, into model: AnyObject
  ) throws {
    access.set(model, try codec.decode(slot, from: reader))
  }

  override func foreignObject(of model: AnyObject, in session: ForeignEncoding) throws -> Any? {
    try codec.foreignObject(for: access.get(model), in: session)
  }

  override func value(ofForeign object: Any?) throws -> Any? {
    codec.boxed(try codec.value(ofForeign: object))
  }

  override var hasHashes: Bool { codec.hasHashes }

  override func rehash(_ model: AnyObject) {
    access.set(model, codec.rehashed(access.get(model)))
  }

  override func value(of model: AnyObject) -> Any? {
    codec.boxed(access.get(model))
  }

  override func store(_ value: Any?, in model: AnyObject) throws {
    guard let value else {
      if let none = codec.none { access.set(model, none) }
      return
    }
    guard let typed = value as? Value else {
      throw ArchiveError(
        .typeMismatch,
        """
        decodeValue(forKey:with:modelVersion:) gave a value of type \(type(of: value)) for a \
        property of type \(Value.self)
        """)
    }
    access.set(model, typed)
  }
}
