import Foundation
import Peridot

/// Law 7: a detached copy shares no mutable object with the original; a deep copy keeps sharing and
/// cycles within.
enum CopyLaw: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    var draw = Draw(seed: trial.seed)
    if draw.oneIn(3) { return graphFinding(&draw) }
    guard let value = trial.values.first else { return nil }
    return finding(made.model(value), made, .values(trial.family), &draw)
  }

  private static func finding<M: LawModel>(
    _ model: M, _ made: MadeFamily, _ projection: Projection, _ draw: inout Draw
  ) -> Finding? {
    let original = PlainWalk(made)
    let plain = original.model(model)
    let copy: M
    switch draw.below(4) {
    case 0: copy = model.deeplyCopied()
    case 1: copy = [model].deeplyCopied()[0]
    case 2:
      do {
        copy = try model.frozen().thawed()
      } catch let error as ModelError where isRightlyRefused(error) {
        return nil
      } catch {
        return Finding("a model can't be frozen", ["original": "\(plain)", "error": "\(error)"])
      }
    default:
      do {
        copy = try model.detached()
      } catch {
        return Finding("a copy can't be detached", ["original": "\(plain)", "error": "\(error)"])
      }
    }
    let walk = PlainWalk(made)
    let copied = walk.model(copy)
    let results: KeyValuePairs = ["original": "\(plain)", "copy": "\(copied)"]
    if projection(plain) != projection(copied) { return Finding("a copy differs", results) }
    if !original.seen.isDisjoint(with: walk.seen) {
      return Finding("a copy shares objects", results)
    }
    if model != copy || model.hash != copy.hash { return Finding("a copy is not equal", results) }
    return nil
  }

  /// Whether a class has a variable that is no property, or a property that hides a model in an `Any`.
  private static func isRightlyRefused(_ error: ModelError) -> Bool {
    guard error.kind == .notFreezable, let type = error.modelClass, let key = error.propertyKey
    else { return false }
    guard let property = type.properties.first(where: { $0.key == key }) else { return true }
    return [Any.self, Any?.self, [Any].self, [String: Any].self].contains {
      $0 == property.valueType
    }
  }

  /// The same of a graph with models in payloads and keys.
  private static func graphFinding(_ draw: inout Draw) -> Finding? {
    let graph = CopiedGraph.root(&draw)
    let isDetached = draw.oneIn(2)
    let original = GraphWalk(graph.root)
    do {
      let copy = GraphWalk(
        try isDetached ? graph.root.detached() : graph.root.deeplyCopied())
      if isDetached, graph.hasOutsider {
        return Finding("a detached graph shares what is no model", ["original": original.words])
      }
      let name = isDetached ? "a detached graph" : "a copied graph"
      if !isDetached, hasOutsiders(original) { return nil }
      if original.words != copy.words {
        return Finding("\(name) differs", ["original": original.words, "copy": copy.words])
      }
      if !Set(original.numbers.keys).isDisjoint(with: copy.numbers.keys) {
        return Finding("\(name) shares objects", ["original": original.words])
      }
      return nil
    } catch {
      if isDetached, graph.hasOutsider { return nil }
      return Finding("a graph can't be detached", ["error": "\(error)"])
    }
  }

  /// Whether a weak reference leads out of the graph, where a deep copy shares its target.
  private static func hasOutsiders(_ walk: GraphWalk) -> Bool {
    walk.words.contains("<-1")
  }
}
