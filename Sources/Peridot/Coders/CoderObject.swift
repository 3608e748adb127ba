/// The object that a coder is at, as `classForParsing` sees it: a member is decoded when it is
/// asked for, as the type that is asked for.
final class CoderObject: JSONObjectMembers, @unchecked Sendable {
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
    members?.contains(MemberKey(name)) ?? (kept[name] != nil)
  }

  func value(ofMember name: String, as kind: JSONKind?) -> JSONBytes? {
    guard let members else { return kept[name] }
    let key = MemberKey(name)
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
