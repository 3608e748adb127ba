import Foundation

final class ModelCodec<Value: ArchivableModel>: ValueCodec<Value>, @unchecked Sendable {
  override var classes: [AnyClass] { [Value.self] }

  override func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int {
    if let allowance = writer.allowance { try Allowance.check(value, in: allowance) }
    return writer.model(value)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    if let model = try reader.model(slot, of: Value.self) as? Value { return model }
    throw ArchiveError.mismatch(
      expected: TypeName.withArticle(Value.self), found: reader.describe(slot))
  }

  override func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    session.box(value)
  }

  override func value(ofForeign object: Any?) throws -> Value {
    if let model = object as? Value { return model }
    throw ArchiveError.mismatch(expected: TypeName.withArticle(Value.self), foreign: object)
  }
}

/// Objects of classes that are not models and archive themselves, and Foundation's own.
final class ObjectCodec<Value: NSObject & NSSecureCoding>: ValueCodec<Value>, @unchecked Sendable {
  /// How Foundation's own classes are archived; nil for those that archive themselves.
  private let kind: AnyClass? = FoundationObjects.root(of: Value.self)

  override var classes: [AnyClass] {
    kind == nil ? [Value.self] : [Value.self] + AnyCodec.plainClasses
  }

  override var takesNull: Bool { isSubclass(NSNull.self, of: Value.self) }

  override func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int {
    guard kind == nil else { return try AnyCodec.encode(value, to: writer) }
    if let allowance = writer.allowance { try Allowance.check(value, in: allowance) }
    return writer.object(value)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
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

  override func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    try session.object(value)
  }

  override func value(ofForeign object: Any?) throws -> Value {
    let natural = kind == nil ? object : ForeignDecoding.natural(object)
    if let value = FoundationObjects.object(natural, as: Value.self) { return value }
    throw ArchiveError.mismatch(expected: TypeName.withArticle(Value.self), foreign: object)
  }
}

/// Values of protocol types, `Any` among them, whose own type is known at run time only.
final class DynamicCodec<Value>: ValueCodec<Value>, @unchecked Sendable {
  private let isHashable = Value.self == AnyHashable.self

  override var classes: [AnyClass] { AnyCodec.plainClasses }
  override var takesNull: Bool { true }

  override func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int {
    if isHashable, !(value is any ArchivableModel) { try AnyCodec.checkMember(value) }
    return try AnyCodec.encode(value, to: writer)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    if let value = try (reader.any(slot) ?? NSNull()) as? Value { return value }
    throw ArchiveError.mismatch(expected: "\(Value.self)", found: reader.describe(slot))
  }

  override func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    try session.object(value)
  }

  override func value(ofForeign object: Any?) throws -> Value {
    if let value = (ForeignDecoding.natural(object) ?? NSNull()) as? Value { return value }
    throw ArchiveError.mismatch(expected: "\(Value.self)", foreign: object)
  }
}

/// Values whose type is known at run time only.
enum AnyCodec {
  /// The classes of values that are allowed wherever a value may be of any type.
  static let plainClasses: [AnyClass] =
    [
      NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self, NSUUID.self, NSNull.self,
      NSArray.self, NSSet.self, NSOrderedSet.self, NSDictionary.self, ArchivedText.self,
    ] + FoundationStructures.classes

  static func encode(_ value: Any, to writer: ArchiveWriter) throws -> Int {
    switch plain(value) {
    case .null: writer.null()
    case .number(.bool(let value)): writer.bool(value)
    case .number(.integer(let value)): writer.integer(value)
    case .number(.unsigned(let value)): writer.unsigned(value)
    case .number(.real(let value)): writer.real(value)
    case .number(.float(let value)): writer.float(value)
    case .string(let value): writer.string(value)
    case .data(let value): writer.data(value)
    case .date(let value): writer.date(value)
    case .url(let value): try writer.url(value)
    case .uuid(let value): writer.uuid(value)
    case .decimal(let value): writer.decimal(value)
    case .array(let elements):
      try writer.collection(.array, count: elements.count, elements) {
        try encode($0, to: writer)
      }
    case .set(let elements):
      try writer.collection(.set, count: elements.count, elements) {
        try checkMember($0)
        return try encode($0, to: writer)
      }
    case .orderedSet(let elements):
      try writer.collection(.array, count: elements.count, elements) {
        if !($0 is any ArchivableModel) { try checkMember($0) }
        return try encode($0, to: writer)
      }
    case .dictionary(let members):
      try writer.dictionary(members, memberKeys, DynamicCodec<Any>())
    case .object(let object): try writer.anyObject(object)
    case .unsupported: try UnsupportedCodec<Any>(value).encode(value, to: writer)
    }
  }

  private static let memberKeys = MemberKeyCodec()

  /// Writes keys of dictionaries whose type is known at run time only.
  private final class MemberKeyCodec: ValueCodec<AnyHashable>, @unchecked Sendable {
    override func encode(_ value: AnyHashable, to writer: ArchiveWriter) throws -> Int {
      try checkMember(value)
      return try AnyCodec.encode(value, to: writer)
    }
  }

  /// Refuses what is refused, when it is read, as a member of a set or a key whose type is known at
  /// run time only.
  static func checkMember(_ value: Any) throws {
    switch plain(value) {
    case .array, .set, .orderedSet, .dictionary: break
    case .object(let object) where FoundationStructures.value(object) == nil: break
    default: return
    }
    throw ArchiveError.noMember(
      (value as? AnyHashable)?.base ?? value,
      advice: ". Declare the property with the type of the set or dictionary, or use an array")
  }

  /// Writes `value` as a member of an object, where nil is the reference 0.
  static func encodeMember(_ value: Any, to writer: ArchiveWriter) throws -> Int {
    if let optional = value as? any OptionalProtocol, optional.unwrapped == nil { return 0 }
    return try encode(value, to: writer)
  }

  /// A value, told apart by how it is archived.
  enum Plain {
    case null
    case number(ArchivedNumber)
    case string(String)
    case data(Data)
    case date(Date)
    case url(URL)
    case uuid(UUID)
    case decimal(Decimal)
    case array([Any])
    case set([Any])
    case orderedSet([Any])
    case dictionary([AnyHashable: Any])
    case object(NSObject)
    case unsupported
  }

  static func plain(_ value: Any) -> Plain {
    if type(of: value) is AnyClass, let model = value as? any ArchivableModel {
      return .object(model)
    }
    return switch Boxed(value) {
    case .null: .null
    case .bool(let value): .number(.bool(value))
    case .integer(let value): .number(.integer(value))
    case .unsigned(let value): .number(.unsigned(value))
    case .double(let value): .number(.real(value))
    case .float(let value): .number(.float(value))
    case .decimal(let value): .decimal(value)
    case .string(let value): .string(value)
    case .data(let value): .data(value)
    case .date(let value): .date(value)
    case .url(let value): .url(value)
    case .uuid(let value): .uuid(value)
    case .array(let elements): .array(elements)
    case .object(let members): .dictionary(members)
    case .other(let value): type(of: value) is AnyClass ? plainObject(value) : plainValue(value)
    }
  }

  private static func plainValue(_ value: Any) -> Plain {
    let type = type(of: value)
    if type is any StructuredType.Type {
      if let elements = value as? Set<AnyHashable> { return .set(elements.map { $0.base }) }
      if let members = value as? [AnyHashable: Any] { return .dictionary(members) }
    }
    if let members = value as? any DictionaryLike { return .dictionary(members.plainMembers) }
    if FoundationStructures.contain(type), let object = FoundationStructures.object(value) {
      return .object(object)
    }
    return .unsupported
  }

  private static func plainObject(_ value: Any) -> Plain {
    switch value {
    case let set as NSOrderedSet: .orderedSet(set.map { $0 })
    case let set as NSSet: .set(set.allObjects)
    case let dictionary as NSDictionary: .dictionary(members(dictionary))
    case let object as any NSObject & NSSecureCoding: .object(object)
    default: .unsupported
    }
  }

  private static func members(_ dictionary: NSDictionary) -> [AnyHashable: Any] {
    var members: [AnyHashable: Any] = [:]
    for key in dictionary.allKeys {
      if let hashable = key as? AnyHashable { members[hashable] = dictionary.object(forKey: key) }
    }
    return members
  }
}
