import Foundation

/// The path from the root of a graph to one of its objects. Only an error needs it, so writing and
/// reading record nothing for it.
struct ArchivePath {
  private struct Step {
    let value: Any
    let origin: Int
    /// Whether it leads into a secret property.
    var isSecret = false
    let text: () -> String
  }

  /// The search ends after so many steps.
  private static let mostSteps = 500_000

  private var steps: [Step] = []
  private var seen: Set<ObjectIdentifier> = []

  /// Returns the shortest path from `root` to `target`, or to the secret property that `target` lies in;
  /// nil if properties don't lead there.
  static func way(
    from root: Any, to target: AnyObject
  ) -> (text: String, isSecret: Bool)? {
    var path = ArchivePath()
    path.steps.append(Step(value: root, origin: -1) { "" })
    var position = 0
    while position < path.steps.count, path.steps.count < mostSteps {
      let value = path.steps[position].value
      if type(of: value) is AnyClass, value as AnyObject === target {
        return path.way(to: position)
      }
      path.follow(value, position)
      position += 1
    }
    return nil
  }

  private func way(to position: Int) -> (text: String, isSecret: Bool) {
    var components: [String] = []
    var isSecret = false
    var position = position
    while steps[position].origin >= 0 {
      if steps[position].isSecret { (components, isSecret) = ([], true) }
      components.append(Boxed.words(step: steps[position].text()))
      position = steps[position].origin
    }
    return (components.reversed().joined(), isSecret)
  }

  private mutating func follow(_ value: Any, _ origin: Int) {
    func step(_ value: Any, _ text: @autoclosure @escaping () -> String) -> Step {
      Step(value: value, origin: origin, text: text)
    }
    switch ArchivedValue(value) {
    case .array(let values), .orderedSet(let values), .set(let values):
      steps += values.enumerated().map { index, value in step(value, "[\(index)]") }
    case .dictionary(let members):
      for (key, value) in members {
        steps.append(step(value, "[\(Boxed.text(key))]"))
        if type(of: key.base) is AnyClass { steps.append(step(key.base, "[\(Boxed.text(key))]")) }
      }
    case .object(let model as any ArchivableModel):
      guard seen.insert(ObjectIdentifier(model)).inserted else { return }
      let entries = (try? ArchivePlan.plan(for: type(of: model)))?.entries ?? []
      for entry in entries where entry.mayHoldObjects {
        guard entry.behavior != .excluded, let value = entry.value(of: model) else { continue }
        steps.append(
          Step(value: value, origin: origin, isSecret: entry.isSecret) { ".\(entry.key)" })
      }
    case .null, .scalar, .object, .unsupported: break
    }
  }
}

extension ArchiveError {
  /// Returns this error of `object` seen from `root`, which leads to it.
  func within(_ root: Any, at object: AnyObject) -> ArchiveError {
    guard let way = ArchivePath.way(from: root, to: object) else { return self }
    var error = way.isSecret ? hidden : self
    error.path = "$" + way.text + error.path.dropFirst()
    return error
  }
}
