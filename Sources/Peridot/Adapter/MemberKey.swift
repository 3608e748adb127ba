/// The name of a member as a coding key.
struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) {
    stringValue = name
  }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init(intValue: Int) {
    stringValue = intValue.description
  }
}

/// The index of an element as a coding key.
private struct ElementKey: CodingKey {
  let intValue: Int?
  var stringValue: String { intValue.map { "Index \($0)" } ?? "" }

  init(intValue: Int) {
    self.intValue = intValue
  }

  init?(stringValue: String) {
    nil
  }
}

extension JSONKeyPath {
  /// The keys that lead to the place at the end of an error's path, such as `$.users[3].name`.
  static func codingKeys(ofPath path: String) -> [any CodingKey] {
    guard path.count > 1 else { return [] }
    return JSONKeyPath(String(path.dropFirst())).components.map { component in
      switch component {
      case .key(let name): MemberKey(name)
      case .index(let index): ElementKey(intValue: index)
      case .each: MemberKey("*")
      }
    }
  }

  /// The path of an error at the end of `keys`.
  static func path(along keys: [any CodingKey]) -> String {
    "$" + steps(along: keys)
  }

  /// The steps along `keys`, as a path has them.
  static func steps(along keys: [any CodingKey]) -> String {
    keys.map { key in key.intValue.map { "[\($0)]" } ?? step(to: key.stringValue) }.joined()
  }
}
