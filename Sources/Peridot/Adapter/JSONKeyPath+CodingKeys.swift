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
}
