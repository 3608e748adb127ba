import Foundation
import Peridot

/// Law 11: two models have no differences if and only if they are equal, and each difference says
/// where it is.
enum DifferencesLaw: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    var draw = Draw(seed: trial.seed)
    if draw.oneIn(4) { return graphFinding(&draw) }
    guard trial.values.count == 2 else { return nil }
    let models = trial.values.map(made.model)
    let keys = trial.family.properties(of: trial.values[1].classID)
      .filter { $0.storage == .permanent }.map(\.key)
    return finding(from: models[0], to: models[1], permanent: Set(keys), made.plain)
      ?? finding(from: models[1], to: models[0], permanent: Set(keys), made.plain)
  }

  private static func finding(
    from old: Model, to new: Model, permanent: Set<String>?, _ words: (Model) -> Plain
  ) -> Finding? {
    let differences = new.differences(from: old)
    func fails(_ title: String) -> Finding {
      Finding(
        title, ["old": "\(words(old))", "new": "\(words(new))", "differences": "\(differences)"])
    }
    if differences.isEmpty != (new == old) { return fails("differences disagree with ==") }
    let ofSameClass = type(of: old) == type(of: new)
    if ofSameClass, differences.contains(where: \.path.isEmpty) {
      return fails("a difference does not say where it is")
    }
    guard ofSameClass, let permanent else { return nil }
    let names = differences.compactMap(\.path.first).map { step in
      if case .property(let name) = step { name } else { "\(step)" }
    }
    if Set(names) != permanent.intersection(new.changedKeys(from: old)) {
      return fails("differences disagree with changedKeys")
    }
    return nil
  }

  /// The same of graphs with cycles, and with models in payloads and keys.
  private static func graphFinding(_ draw: inout Draw) -> Finding? {
    let graph = CopiedGraph.root(&draw)
    if graph.hasOutsider { return nil }
    let copy = graph.root.deeplyCopied()
    let node = draw.oneIn(2) ? copy : copy.next ?? copy
    switch draw.below(6) {
    case 0: node.number += 7
    case 1: node.payload = .nothing
    case 2: node.payloads.reverse()
    case 3: node.keyed = [GraphLeaf(): 1]
    case 4: node.next = nil
    default: break
    }
    func words(_ model: Model) -> Plain {
      .text((model as? GraphNode).map { GraphWalk($0).words } ?? "\(model)")
    }
    return finding(from: graph.root, to: copy, permanent: nil, words)
      ?? finding(from: copy, to: graph.root, permanent: nil, words)
  }
}
