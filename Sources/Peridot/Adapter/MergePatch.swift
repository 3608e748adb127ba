extension JSONTree {
  /// Returns the JSON merge patch (RFC 7396) that makes `new` of `old`.
  ///
  /// It works on the text of the scalars, so that no digit is lost.
  static func mergePatch(from old: JSONTree, to new: JSONTree) -> JSONTree {
    guard case .object(let oldMembers) = old, case .object(let newMembers) = new else {
      return new
    }
    let before = Dictionary(oldMembers.map { ($0.name, $0.value) }) { $1 }
    let after = Set(newMembers.map(\.name))
    var patch: [(name: String, value: JSONTree)] = []
    for (name, _) in oldMembers where !after.contains(name) { patch.append((name, .null)) }
    for (name, value) in newMembers where before[name] != value {
      patch.append((name, mergePatch(from: before[name] ?? .object([]), to: value)))
    }
    return .object(patch.sorted { $0.name < $1.name })
  }
}

extension JSONTree: Equatable {
  /// Objects are equal whatever the order of their members.
  static func == (first: JSONTree, second: JSONTree) -> Bool {
    switch (first, second) {
    case (.object(let members), .object(let others)):
      guard members.count == others.count else { return false }
      let byName = Dictionary(others.map { ($0.name, $0.value) }) { $1 }
      return members.allSatisfy { byName[$0.name] == $0.value }
    case (.array(let elements), .array(let others)):
      return elements == others
    case (.scalar(let text), .scalar(let other)):
      return text == other
    case (.whole, _), (_, .whole):
      return first.opened == second.opened
    default:
      return false
    }
  }
}
