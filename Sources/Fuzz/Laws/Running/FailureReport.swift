import Foundation
import Peridot

/// A failed law, for people.
struct FailureReport: CustomStringConvertible {
  let seed: UInt64
  let number: UInt64
  let trial: Trial
  let finding: Finding

  /// The command that makes a trial again.
  static func command(seed: UInt64, trial: String, _ focus: Focus) -> String {
    (["Fuzz laws --seed \(seed) --trial \(trial)"] + focus.arguments).joined(separator: " ")
  }

  var description: String {
    var lines = [
      "law \(trial.law.rawValue) (\(trial.law)): \(finding.title)",
      "  again: " + Self.command(seed: seed, trial: "\(number)", Focus.current),
      "  policy: \(trial.leavesPolicy ? "left to the classes" : "\(trial.policy)")",
    ]
    lines += trial.family.words.map { "  " + $0 }
    if trial.document != .null { lines.append("  document: \(trial.document)") }
    if !trial.bytes.isEmpty {
      lines.append("  bytes: \(String(decoding: trial.bytes, as: UTF8.self).debugDescription)")
    }
    lines += trial.values.map { "  model: \(Plain.model($0))" }
    lines += finding.results.map { "    \($0.name): \($0.text)" }
    return lines.joined(separator: "\n")
  }
}

extension ClassFamily {
  /// The classes as they would be written, a line for each fact.
  var words: [String] {
    classes.filter { isReached($0.id) }.flatMap(\.words) + ["root: C\(root)"]
  }

  /// Whether documents of the root can have anything of a class.
  func isReached(_ id: Int) -> Bool { reached.contains(id) }

  private var reached: Set<Int> {
    var reached: Set<Int> = []
    var rest = [root]
    while let id = rest.popLast() {
      guard reached.insert(id).inserted else { continue }
      let spec = classes[id]
      rest += spec.properties.flatMap { property in
        property.type.classIDs + (property.heldCluster?.entries.map(\.classID) ?? [])
      }
      rest += spec.superclass.map { [$0] } ?? []
      rest += spec.cluster?.entries.map(\.classID) ?? []
      if case .kept(let id)? = spec.cluster?.unknown { rest.append(id) }
    }
    return reached
  }
}

extension ClassSpec {
  var words: [String] {
    var lines = ["class C\(id): \(superclass.map { "C\($0)" } ?? "Model") (\(shape))"]
    if keyStyle != .identity { lines[0] += " \(keyStyle)" }
    if let policy { lines[0] += " policy \(policy)" }
    if let identityKey { lines[0] += " identity \(identityKey)" }
    lines += properties.map { "  \($0)" }
    if let cluster { lines.append("  cluster \(cluster)") }
    lines += prepare.map { "  prepare \($0)" } + finish.map { "  finish \($0)" }
    lines += keyRules.map { "  validate key \($0)" } + modelRules.map { "  validate \($0)" }
    return lines
  }
}

extension PropertySpec: CustomStringConvertible {
  var description: String {
    var text = "var \(key): \(type) = \(initial)"
    if let place { text += " at \(place)" }
    if let transformer { text += " by \(transformer)" }
    if isRequired { text += ", required" }
    if isSecret { text += ", secret" }
    if isIdentity { text += ", identity" }
    if usesAccessors { text += ", accessors" }
    if writesNull { text += ", writes null" }
    if isRenamed, let formerName { text += ", formerly \(formerName)" }
    if let declaredDefault { text += ", default \(declaredDefault)" }
    if !limits.isEmpty { text += ", limits \(limits)" }
    if !policy.isEmpty { text += ", policy \(policy)" }
    if storage != .permanent { text += ", \(storage)" }
    if let heldCluster { text += ", held \(heldCluster)" }
    return text + (isDeclared ? " (declared)" : "")
  }
}

extension ClusterSpec: CustomStringConvertible {
  var description: String {
    let tags = entries.map { "\($0.tag.json): C\($0.classID)" }.joined(separator: ", ")
    let others = otherTags.map { ", also \($0.tag.json): C\($0.classID)" }.joined()
    let none = absent.map { ", without a tag C\($0)" } ?? ""
    return "\(form) [\(tags)\(others)\(none)] unknown \(unknown)"
  }
}
