/// The names of an object's members in their order, for objects that have the same ones.
final class LearntMembers: Sendable {
  private static let mostNames = 64
  private static let mostBytes = 2048

  let names: [String]
  /// The place of each name in `names`.
  let indexes: [String: Int]

  /// Nil for names that repeat, and for more than are worth keeping: they come from a document.
  init?(_ names: [String]) {
    guard names.count <= Self.mostNames,
      names.reduce(0, { $0 + $1.utf8.count }) <= Self.mostBytes
    else { return nil }
    self.names = names
    indexes = Dictionary(zip(names, names.indices)) { first, _ in first }
    if indexes.count < names.count { return nil }
  }

  /// The first members, with as many values.
  func members(_ values: [Any]) -> [String: Any] {
    var members: [String: Any] = [:]
    members.reserveCapacity(names.count)
    for (name, value) in zip(names, values) { members[name] = value }
    return members
  }
}
