import Foundation

/// A value of no static type, in the form that JSONSerialization gives; dates and data stay such.
///
/// It is found by trying one type after another, so the coder has to be one that tells what it holds.
struct UntypedCoding: Codable {
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
    let single = try decoder.singleValueContainer()
    if single.decodeNil() { return NSNull() }
    if let text = try? single.decode(String.self) { return text }
    if let truth = try? single.decode(Bool.self) { return truth }
    if let number = number(single) { return number }
    if let container = try? decoder.container(keyedBy: CodingPlace.MemberKey.self) {
      return try members(container, named: container.allKeys)
    }
    if var elements = try? decoder.unkeyedContainer() {
      var array: [Any] = []
      while !elements.isAtEnd { array.append(try elements.decode(UntypedCoding.self).value) }
      return array
    }
    if let date = try? single.decode(Date.self) { return date }
    return try single.decode(Data.self)
  }

  /// The values of those members that are there.
  static func members(
    _ members: DecodedMembers, named keys: [CodingPlace.MemberKey]
  ) throws -> [String: Any] {
    var values: [String: Any] = [:]
    for key in keys where members.contains(key) {
      let isNull = try members.decodeNil(forKey: key)
      values[key.stringValue] =
        isNull ? NSNull() : try members.decode(UntypedCoding.self, forKey: key).value
    }
    return values
  }

  private static func number(_ single: any SingleValueDecodingContainer) -> Any? {
    if let integer = try? single.decode(Int.self) { return integer }
    if let integer = try? single.decode(UInt64.self) { return integer }
    guard let double = try? single.decode(Double.self) else { return nil }
    // A Decimal where it has more digits than the Double, and the coder knows them.
    if double.isFinite, let decimal = try? single.decode(Decimal.self), decimal.isFinite,
      Double(decimal.description) == double,
      decimal != Decimal(string: double.description)
    {
      return decimal
    }
    return double
  }

  func encode(to encoder: any Encoder) throws {
    do {
      try CodingCall.deeper { try write(encoder) }
    } catch let error as JSONAdapterError {
      throw CodingFailure.encoding(error, value, modelClass: nil, nil, encoder.codingPath)
    }
  }

  private func write(_ encoder: any Encoder) throws {
    switch Boxed(value) {
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    case .object(let members):
      var container = encoder.container(keyedBy: CodingPlace.MemberKey.self)
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        try container.encode(UntypedCoding(value), forKey: CodingPlace.MemberKey(name))
      }
    case .array(let elements): try encode(elements, encoder)
    case .other(let model as Model):
      try CodingCall.encode(part: model, as: type(of: model), to: encoder)
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
    case .other(let value as any Encodable): try encode(value, encoder)
    case .other(let value):
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "\(TypeName.withArticle(type(of: value))) is not Encodable"))
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

/// The object that a coder is at, as `classForParsing` sees it: a member is decoded when it is
/// asked for, as the type that is asked for.
final class CoderObject: JSONObjectSource.Members, @unchecked Sendable {
  // Sendable: the thread that decodes asks while `view` runs, and nothing changes afterwards.

  private var members: DecodedMembers?
  /// The members that a view answers from after the call.
  private var kept: [String: JSONBytes] = [:]
  private(set) var names: [String] = []
  /// The members that were decoded so far, as the types that were asked for: the coder is not asked
  /// again for a property of the type.
  private(set) var decoded: [String: Any] = [:]

  private init(_ members: DecodedMembers) {
    self.members = members
    names = members.allKeys.map(\.stringValue)
  }

  /// Calls `body` with a view of the object whose members are `members`. The coder is not asked
  /// afterwards: a view that is kept has the values of all members.
  static func view<Result>(
    of members: DecodedMembers, _ body: (JSONObject, CoderObject) throws -> Result
  ) rethrows -> Result {
    var object = CoderObject(members)
    defer {
      if !isKnownUniquelyReferenced(&object) {
        for name in object.names { object.kept[name] = object.value(ofMember: name, as: nil) }
      }
      object.members = nil
    }
    return try body(JSONObject(object), object)
  }

  func contains(_ name: String) -> Bool {
    members?.contains(CodingPlace.MemberKey(name)) ?? (kept[name] != nil)
  }

  func value(ofMember name: String, as kind: JSONReader.Kind?) -> JSONBytes? {
    guard let members else { return kept[name] }
    let key = CodingPlace.MemberKey(name)
    guard members.contains(key) else { return nil }
    if (try? members.decodeNil(forKey: key)) == true { return JSONBytes("null") }
    func decode<Value: Decodable>(_ type: Value.Type) -> Value? {
      decoded[name] as? Value ?? (try? members.decode(type, forKey: key))
    }
    let value: Any? =
      switch kind {
      case .string: decode(String.self)
      case .bool: decode(Bool.self)
      case .number: decode(Int.self).map { $0 as Any } ?? decode(Double.self)
      default: decode(UntypedCoding.self)?.value
      }
    if kind != nil, let value { decoded[name] = value }
    return value.flatMap { value in
      try? JSONBytes(keeping: LiveValues()) {
        try $0.any(value, maximumDepth: $0.depthLeft(of: 512))
      }
    }
  }
}
