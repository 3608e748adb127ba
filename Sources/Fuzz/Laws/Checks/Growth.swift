import Peridot

/// Of law 2, what an object shows while its document arrives byte by byte: until the object closes, its
/// values only grow.
struct Growth {
  private let family: ClassFamily

  /// What shrank, or changed unsaid; nil if nothing did, or where hooks may.
  ///
  /// - Parameter call: A document that has each name once, and is read without a mistake and an issue.
  static func finding<M: LawModel>(
    _ type: M.Type, _ call: ReadingCall, of family: ClassFamily
  ) -> Finding? {
    guard !family.hasHooksForJSON,
      call.text.utf8.count < 1_000,
      family.classes.allSatisfy({ $0.keyRules.isEmpty && $0.modelRules.isEmpty })
    else { return nil }
    let growth = Growth(family: family)
    let growing = Growing(type, policy: call.policy)
    var last: Plain?
    for (index, byte) in call.text.utf8.enumerated() {
      guard let isChanged = try? growing.append([byte]) else { return nil }
      let now = growing.model.map { call.made.plain($0) }
      if !isChanged, now != last {
        return growth.finding("a growing object changes unsaid", index, last, now)
      }
      if let last, let now, let model = growing.model, growing.isOpen(model),
        !growth.isGrown(last, now)
      {
        return growth.finding("a value of a growing object shrinks", index, last, now)
      }
      last = now
    }
    return nil
  }

  private func finding(_ title: String, _ index: Int, _ last: Plain?, _ now: Plain?) -> Finding {
    Finding(
      title,
      [
        "byte": "\(index)", "before": last.map { "\($0)" } ?? "none",
        "after": now.map { "\($0)" } ?? "none",
      ])
  }

  /// Whether what is left of a value is at the beginning of another.
  private func isGrown(_ old: Plain, _ new: Plain) -> Bool {
    if old == new { return true }
    switch (old, new) {
    case (.text(let old), .text(let new)): return new.utf8.starts(with: old.utf8)
    case (.some(let old), .some(let new)): return isGrown(old, new)
    case (.array(let old), .array(let new)):
      return old.count <= new.count && zip(old, new).allSatisfy(isGrown)
    case (.dictionary(let old), .dictionary(let new)):
      return old.allSatisfy { entry in
        new.contains { $0.key == entry.key && isGrown(entry.value, $0.value) }
      }
    case (.model(let old), .model(let new)):
      return old.classID == new.classID
        && family.properties(of: old.classID).allSatisfy { property in
          guard let before = old[property.key], let after = new[property.key] else { return true }
          return before == property.initial || isGrown(before, after)
        }
    default: return false
    }
  }
}
