import Foundation

/// Archives one property, whose static type only the conforming class knows.
protocol PropertyArchiver: AnyObject, Sendable {
  /// The classes that a value may be of.
  var classes: [AnyClass] { get }

  /// How the property is read and written if it is of a plain kind.
  var step: ArchiveStep { get }

  /// Whether the property can be nil.
  var isOptional: Bool { get }

  /// Whether a null object is a value of the property's type.
  var takesNull: Bool { get }

  /// Writes the value of `model` and returns its reference.
  func encode(_ model: AnyObject, to writer: ArchiveWriter) throws -> Int

  /// Returns what lies at `slot`; nil means nil.
  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Any?

  /// Sets the property of `model` to what lies at `slot`.
  func read(_ slot: ArchiveSlot, from reader: ArchiveReader, into model: AnyObject) throws

  /// Returns the object that stands for the value of `model` in a coder of Foundation's.
  func foreignObject(of model: AnyObject, in session: ForeignEncoding) throws -> Any?

  /// Returns the value for which `object` stands in a coder of Foundation's.
  func value(ofForeign object: Any?) throws -> Any?

  /// Returns the value of `model` as it is; nil means nil.
  func value(of model: AnyObject) -> Any?

  /// Makes sure that nobody is changing the property of `model`.
  func checkRead(of model: AnyObject)

  /// Makes sure that nobody is reading or changing the property of `model`.
  func checkWrite(to model: AnyObject)

  /// Stores `value`, of which nil means nil, and the initial value if the property cannot be nil.
  func store(_ value: Any?, in model: AnyObject) throws

  /// True if values hold sets of models or models as keys.
  var hasHashes: Bool { get }

  /// Puts the members of such a set where their present hashes belong.
  func rehash(_ model: AnyObject)
}

extension PropertyArchiver {
  /// Returns the object that the property of `model` refers to; nil if there is none.
  func object(of model: AnyObject) -> NSObject? {
    guard let value = value(of: model), type(of: value) is AnyClass else { return nil }
    return value as? NSObject
  }
}

extension Property {
  /// Makes what archives the property.
  func makeArchiver() -> any PropertyArchiver {
    var visitor = PropertyArchiverVisitor()
    return access.accept(&visitor)
  }
}

private struct PropertyArchiverVisitor: PropertyVisitor {
  func visit<Value>(_ access: TypedAccess<Value>) -> any PropertyArchiver {
    TypedPropertyArchiver(access)
  }
}

private final class TypedPropertyArchiver<Value>: PropertyArchiver, @unchecked Sendable {
  // Sendable: constants only.

  private let access: TypedAccess<Value>
  private let codec = ValueCodec<Value>.make()

  init(_ access: TypedAccess<Value>) {
    self.access = access
  }

  var classes: [AnyClass] { codec.classes }

  var step: ArchiveStep { ArchiveStep(access, codec) }

  var isOptional: Bool { codec.none != nil }

  var takesNull: Bool { codec.takesNull }

  func checkRead(of model: AnyObject) { access.checkRead(of: model) }

  func checkWrite(to model: AnyObject) { access.checkWrite(to: model) }

  func encode(_ model: AnyObject, to writer: ArchiveWriter) throws -> Int {
    try codec.encode(access.get(model), to: writer)
  }

  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Any? {
    codec.boxed(try codec.decode(slot, from: reader))
  }

  func read(
    _ slot: ArchiveSlot, from reader: ArchiveReader, into model: AnyObject
  ) throws {
    access.set(model, try codec.decode(slot, from: reader))
  }

  func foreignObject(of model: AnyObject, in session: ForeignEncoding) throws -> Any? {
    try codec.foreignObject(for: access.get(model), in: session)
  }

  func value(ofForeign object: Any?) throws -> Any? {
    codec.boxed(try codec.value(ofForeign: object))
  }

  var hasHashes: Bool { codec.hasHashes }

  func rehash(_ model: AnyObject) {
    access.set(model, codec.rehashed(access.get(model)))
  }

  func value(of model: AnyObject) -> Any? {
    codec.boxed(access.get(model))
  }

  func store(_ value: Any?, in model: AnyObject) throws {
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
