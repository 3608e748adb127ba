import Foundation

extension Shape {
  /// Whether nobody gives a variable that name: a path, a version, an address, a number.
  static func isData(_ name: String) -> Bool {
    guard let first = name.first else { return true }
    if ["+1", "-1"].contains(name) { return false }
    if "@$#".contains(first), name.dropFirst().allSatisfy({ $0.isLetter || $0 == "_" }) {
      return false
    }
    if name.contains(where: { "/ :,?&=<>{}|".contains($0) }) || first.isNumber { return true }
    return UUID(uuidString: name) != nil || name.count >= 16 && name.allSatisfy(\.isHexDigit)
  }

  /// Whether its objects are dictionaries: their member names are data.
  var isMap: Bool {
    if let isMap = place?.isMap { return isMap }
    if isKnownMap { return true }
    if objects.isEmpty { return false }
    if names.isEmpty { return true }
    let data = names.count { Self.isData($0) }
    if data * 2 >= names.count { return true }
    let kinds = names.reduce(into: Set<Kind>()) { $0.formUnion(member($1)?.kinds ?? []) }
    if kinds.count > 1 { return false }
    // Some such names, and no other kind of value: packages and their versions.
    if names.count >= 6, data * 8 >= names.count { return true }
    // Labels, headers and packages: names that are no identifiers.
    let foreign = names.count { name in name.contains { ".-/".contains($0) } }
    if foreign >= 2, foreign * 2 >= names.count { return true }
    if kinds == [.text], hasNameOfMap { return true }
    let shares = names.map { Double(presence[$0]?.count ?? 0) / Double(objects.count) }
    let share = shares.reduce(0, +) / Double(names.count)
    // Many objects that have few names in common.
    if objects.count >= 4, names.count >= 8, share < 0.25 { return true }
    if kinds == [.object] { return isCatalog(share) }
    return kinds.count == 1 && names.count >= 24 && objects.count <= 2
  }

  private static let namesOfMaps: Set<String> = [
    "annotations", "bin", "dependencies", "engines", "env", "environment", "headers", "labels",
    "limits", "metadata", "requests", "scripts", "selector", "translations", "variables",
  ]

  /// Whether it lies under a name that is known for dictionaries of text.
  private var hasNameOfMap: Bool {
    keys.keys.contains { key in
      Names.words(of: key).last.map { Self.namesOfMaps.contains($0.lowercased()) } ?? false
    }
  }

  /// Whether its members are objects of one shape. `share` of the objects has a member on average.
  private func isCatalog(_ share: Double) -> Bool {
    if objects.count >= 3, names.count >= 6, share < 0.4 { return true }
    let parts = names.compactMap(member)
    let all = parts.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    let common = all.filter { name in parts.allSatisfy { $0.members[name] != nil } }
    if common.isEmpty { return false }
    if objects.count >= 2, names.count >= 3, share < 0.6, common.count == all.count { return true }
    if names.count < 4 { return false }
    return all.count >= 2 && common.count * 10 >= all.count * 4 || names.count >= 12 && share < 1
  }
}
