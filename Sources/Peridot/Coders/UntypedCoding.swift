import Foundation

/// A value without a static type, in JSONSerialization's form, except that dates and data stay
/// unchanged.
///
/// It is found by trying one type after another, so the coder's data has to show types.
struct UntypedCoding<Naming: MemberNaming>: Codable {
  let value: Any

  init(_ value: Any) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    do {
      value = try CodingCall.deeper { try Self.value(decoder) }
    } catch let error as JSONAdapterError {
      throw CodingFailure.decoding(error, decoder.codingPath)
    }
  }

  private static func value(_ decoder: any Decoder) throws -> Any {
    try value(decoder.singleValueContainer())
  }

  /// Returns the value of an existing member, by asking the coder for one type after another, and
  /// never for two containers.
  static func value(of key: CodingPlace.MemberKey, in members: DecodedMembers) throws -> Any {
    try value(Member(members: members, key: key))
  }

  private static func value(_ single: any SingleValueDecodingContainer) throws -> Any {
    if let scalar = UntypedScalar.value(single) { return scalar }
    if let members = try found({ try Self.members(single) }) { return members }
    if let array = try found({ try single.decode([UntypedCoding].self).map(\.value) }) {
      return array
    }
    if let date = try? single.decode(Date.self) { return date }
    return try single.decode(Data.self)
  }

  /// Returns an object or an array; nil for a value of another kind. Throws a refusal by our rules
  /// within it.
  private static func found<Value>(_ decode: () throws -> Value) throws -> Value? {
    do {
      return try decode()
    } catch let error as JSONAdapterError {
      throw error
    } catch {
      if let error = error as? DecodingError, error.isMade { throw error }
      return nil
    }
  }

  /// Returns an object: a dictionary, or `CodedMembers` where the coder converts names that aren't data.
  private static func members(_ single: any SingleValueDecodingContainer) throws -> Any {
    if Naming.source == .coder { return try codedMembers(single) }
    // A coder leaves the keys of a dictionary as they are.
    var members = try single.decode([String: UntypedCoding<Naming.Within>].self).mapValues(\.value)
    if Naming.source == .both, let keys = try? single.decode(Keys.self).keys {
      for name in members.keys.sorted() {
        let converted = MemberName.inCamelCase(name)
        if members[converted] == nil, keys.contains(converted) {
          members[converted] = members[name]
        }
      }
    }
    return members
  }

  private static func codedMembers(_ single: any SingleValueDecodingContainer) throws -> Any {
    let keys = try single.decode(Keys.self).keys
    guard let names = try? single.decode([String: MemberName.SkippedValue].self).keys,
      names.count == keys.count
    else { return try single.decode(Members.self).values }
    var converted = [String: String]()
    for name in names where !keys.contains(name) {
      let coders = MemberName.inCamelCase(name)
      // The coder's names come from a strategy that is not known.
      guard keys.contains(coders) else { return try single.decode(Members.self).values }
      converted[name] = coders
    }
    let values = try single.decode([String: UntypedCoding].self).mapValues(\.value)
    return converted.isEmpty ? values : CodedMembers(values: values, converted: converted)
  }

  /// An object as one value, with the coder's names.
  private struct Members: Decodable {
    let values: [String: Any]

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingPlace.MemberKey.self)
      values = try UntypedCoding.members(members, named: members.allKeys)
    }
  }

  /// The coder's names of an object.
  private struct Keys: Decodable {
    let keys: Set<String>

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingPlace.MemberKey.self)
      keys = Set(members.allKeys.map(\.stringValue))
    }
  }

  /// A member as a value of its own.
  private struct Member: SingleValueDecodingContainer {
    let members: DecodedMembers
    let key: CodingPlace.MemberKey

    var codingPath: [any CodingKey] { members.codingPath + [key] }
    func decodeNil() -> Bool { (try? members.decodeNil(forKey: key)) == true }
    func decode(_ type: String.Type) throws -> String { try members.decode(type, forKey: key) }
    func decode(_ type: Bool.Type) throws -> Bool { try members.decode(type, forKey: key) }
    func decode(_ type: Int.Type) throws -> Int { try members.decode(type, forKey: key) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try members.decode(type, forKey: key) }
    func decode(_ type: Double.Type) throws -> Double { try members.decode(type, forKey: key) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try members.decode(type, forKey: key)
    }
  }

  /// The values of the existing members.
  static func members(
    _ members: DecodedMembers, named keys: [CodingPlace.MemberKey]
  ) throws -> [String: Any] {
    var values = [String: Any]()
    for key in keys where members.contains(key) {
      let found = try CodingCall.deeper { try value(of: key, in: members) }
      values[key.stringValue] = found
    }
    return values
  }

  func encode(to encoder: any Encoder) throws {
    do {
      try CodingCall.deeper { try write(encoder) }
    } catch let error as JSONAdapterError {
      throw CodingFailure.encoding(error, value: value, modelClass: nil, nil, encoder.codingPath)
    }
  }

  private func write(_ encoder: any Encoder) throws {
    switch Boxed(value) {
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    case .object(let members): try encode(members, encoder)
    case .array(let elements): try encode(elements, encoder)
    case .other(let data as DataMembers): try data.encode(to: encoder)
    case .other(let set as any AnySet): try encode(set.elements, encoder)
    case .other(let members as any DictionaryLike):
      try UntypedCoding(Boxed.standard(members)).write(encoder)
    case .string(let text): try encode(text, encoder)
    case .bool(let truth): try encode(truth, encoder)
    case .integer(let number): try encode(number, encoder)
    case .unsigned(let number): try encode(number, encoder)
    case .double(let number): try encode(number, encoder)
    case .float(let number): try encode(number, encoder)
    case .decimal(let number): try encode(number, encoder)
    case .date(let date): try encode(date, encoder)
    case .data(let data): try encode(data, encoder)
    case .url(let url): try encode(url, encoder)
    case .uuid(let identifier): try encode(identifier, encoder)
    case .other(let value):
      if let model = Model.held(in: value) {
        return try CodingCall.encode(part: model, as: type(of: model), to: encoder)
      }
      if let value = value as? any Encodable { return try encode(value, encoder) }
      if try _openExistential(value, do: typed).encode(to: encoder) { return }
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "\(TypeName.withArticle(type(of: value))) is not Encodable"))
    }
  }

  private func encode(_ members: [String: Any], _ encoder: any Encoder) throws {
    if Naming.source != .coder {
      var single = encoder.singleValueContainer()
      return try single.encode(members.mapValues { UntypedCoding<Naming.Within>($0) })
    }
    var container = encoder.container(keyedBy: CodingPlace.MemberKey.self)
    for (name, value) in members.sortedByName {
      try container.encode(UntypedCoding(value), forKey: CodingPlace.MemberKey(name))
    }
  }

  private func encode(_ elements: [Any], _ encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in elements { try container.encode(UntypedCoding(element)) }
  }

  private func encode(_ value: some Encodable, _ encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    try single.encode(value)
  }
}

/// A value whose type is not Codable, and can have a form for coders nevertheless.
private protocol TypedValue {
  /// Returns false, with nothing encoded, for a type without such a form.
  func encode(to encoder: any Encoder) throws -> Bool
}

private struct TypedValueOf<Value>: TypedValue {
  let value: Value

  func encode(to encoder: any Encoder) throws -> Bool {
    guard let coding = TypeCoding<Value>.make() else { return false }
    try coding.encodeWhole(value, encoder)
    return true
  }
}

// The compiler crashes on a method instead of this.
private func typed<Value>(_ value: Value) -> any TypedValue { TypedValueOf(value: value) }

/// The coder's current object, for `classForParsing`: a member is decoded on demand, as the
/// requested type.
final class CoderObject: JSONObjectSource.Members, @unchecked Sendable {
  // Sendable: the decoding thread asks while `view` runs, and nothing changes afterwards.

  private var members: DecodedMembers?
  /// The members from which a view answers after the call.
  private var kept = [String: Any]()
  private(set) var names: [String] = []
  /// The members decoded so far, in the requested types: the coder is not asked again for a
  /// property of the same type.
  private(set) var decoded = [String: Any]()

  private init(_ members: DecodedMembers) {
    self.members = members
    names = members.allKeys.map(\.stringValue)
  }

  /// Calls `body` with a view of the object whose members are `members`. The coder is not asked
  /// afterwards: a view that outlives the call has the values of all members.
  static func view<Result>(
    of members: DecodedMembers, _ body: (JSONObject, CoderObject) throws -> Result
  ) rethrows -> Result {
    var object = CoderObject(members)
    defer {
      if !isKnownUniquelyReferenced(&object) {
        for name in object.names { object.kept[name] = object.value(of: name, as: nil) }
      }
      object.members = nil
    }
    return try body(JSONObject(object), object)
  }

  func contains(_ name: String) -> Bool {
    guard let members else { return kept[name] != nil }
    return MemberName.key(of: name, in: members) != nil
  }

  func index(of name: String, in table: JSONKeyTable) -> Int? {
    table.index(of: name) ?? MemberName.Table(table.names).byForm[name].flatMap(table.index(of:))
  }

  // A new document each time: it belongs to one thread, while any thread can use a view that
  // outlives the call.
  func value(ofMember name: String, as kind: JSONReader.Kind?) -> JSONBytes? {
    value(of: name, as: kind).map { JSONBytes(value: $0) }
  }

  private func value(of name: String, as kind: JSONReader.Kind?) -> Any? {
    guard let members else { return kept[name] }
    guard let key = MemberName.key(of: name, in: members) else { return nil }
    if (try? members.decodeNil(forKey: key)) == true { return NSNull() }
    func decode<Value: Decodable>(_ type: Value.Type) -> Value? {
      decoded[name] as? Value ?? (try? members.decode(type, forKey: key))
    }
    let value: Any? =
      switch kind {
      case .string: decode(String.self)
      case .bool: decode(Bool.self)
      case .number: decode(Int.self).map { $0 as Any } ?? decode(Double.self)
      default: try? LookedUpNames.value(of: key, in: members) as Any?
      }
    if kind != nil, let value { decoded[name] = value }
    return value
  }

  var dictionary: [String: Any] {
    var dictionary = [String: Any]()
    for name in names {
      dictionary[name] = value(of: name, as: nil)
    }
    return dictionary
  }
}
