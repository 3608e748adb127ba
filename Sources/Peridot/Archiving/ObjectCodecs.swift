import Foundation

final class ModelCodec<Value: ArchivableModel>: ArchiveCodec {
  var classes: [AnyClass] { [Value.self] }

  func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int {
    if let allowance = writer.allowance { try Allowance.check(value, in: allowance) }
    return writer.model(value)
  }

  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    if let model = try reader.model(slot, of: Value.self) as? Value { return model }
    throw ArchiveError.mismatch(
      expected: TypeName.withArticle(Value.self), found: reader.describe(slot))
  }

  func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    session.box(value)
  }

  func value(ofForeign object: Any?) throws -> Value {
    if let model = object as? Value { return model }
    throw ArchiveError.mismatch(expected: TypeName.withArticle(Value.self), foreign: object)
  }
}

/// Objects of classes that are not models and archive themselves, and Foundation's own.
final class ObjectCodec<Value: NSObject & NSSecureCoding>: ArchiveCodec {
  /// How Foundation's own classes are archived; nil for those that archive themselves.
  private let kind: AnyClass? = FoundationObjects.root(of: Value.self)

  var classes: [AnyClass] {
    kind == nil ? [Value.self] : [Value.self] + ArchivedValue.classes
  }

  var takesNull: Bool { isSubclass(NSNull.self, of: Value.self) }

  func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int {
    guard kind == nil else { return try writer.any(value) }
    if let allowance = writer.allowance { try Allowance.check(value, in: allowance) }
    return writer.object(value)
  }

  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    let object: Any? =
      kind == nil
      ? try reader.object(slot, of: Value.self)
      : try reader.forFoundation(self) { () -> Any? in
        try Value.self is NSOrderedSet.Type ? reader.orderedSet(slot) : reader.any(slot)
      }
    if let value = FoundationObjects.object(object, as: Value.self) { return value }
    throw ArchiveError.mismatch(
      expected: TypeName.withArticle(Value.self), found: reader.describe(slot))
  }

  func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    try session.object(value)
  }

  func value(ofForeign object: Any?) throws -> Value {
    let natural = kind == nil ? object : ForeignValue.natural(object)
    if let value = FoundationObjects.object(natural, as: Value.self) { return value }
    throw ArchiveError.mismatch(expected: TypeName.withArticle(Value.self), foreign: object)
  }
}

/// Values of protocol types, `Any` among them, whose own type is known at run time only.
final class DynamicCodec<Value>: ArchiveCodec {
  private let isHashable = Value.self == AnyHashable.self

  var classes: [AnyClass] { ArchivedValue.classes }
  var takesNull: Bool { true }

  func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int {
    if isHashable, !(value is any ArchivableModel) { try ArchiveWriter.checkMember(value) }
    return try writer.any(value)
  }

  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    if let value = try (reader.any(slot) ?? NSNull()) as? Value { return value }
    throw ArchiveError.mismatch(expected: "\(Value.self)", found: reader.describe(slot))
  }

  func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    try session.object(value)
  }

  func value(ofForeign object: Any?) throws -> Value {
    if let value = (ForeignValue.natural(object) ?? NSNull()) as? Value { return value }
    throw ArchiveError.mismatch(expected: "\(Value.self)", foreign: object)
  }
}

/// Refuses values of a type that has no archived form.
final class UnsupportedCodec<Value>: ArchiveCodec {
  /// The type that was found where a value may be of any; nil if the property's type is refused.
  private let found: Any.Type?

  /// Refuses values of type `Value`, or those of the type that `example` has, in whatever it is.
  init(_ example: Value? = nil) {
    // As an `Any`: the type of a value of the generic type is that type.
    found = example.map { Self.innerType(of: $0) }
  }

  var classes: [AnyClass] { [] }

  func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int { throw refusal }

  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    throw refusal
  }

  func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    throw refusal
  }

  func value(ofForeign object: Any?) throws -> Value { throw refusal }

  private static func innerType(of value: Any) -> Any.Type {
    let value = Boxed.unwrapped(value) ?? value
    return Swift.type(of: (value as? AnyHashable)?.base ?? value)
  }

  var refusal: ArchiveError {
    let others = """
      leave the property out with encodingBehaviorsByPropertyKey (.excluded), or archive it yourself \
      in encode(with:) and decodeValue(forKey:with:modelVersion:)
      """
    if let found {
      return ArchiveError(
        .unsupportedType,
        """
        \(TypeName.withArticle(found)) cannot be archived where a value may be of any type, since nothing tells its type \
        when it is read. Declare the property with the type, \(others)
        """)
    }
    return ArchiveError(
      .unsupportedType,
      "values of type \(Value.self) cannot be archived. Make the type Codable, \(others)")
  }
}
