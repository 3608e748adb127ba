import Foundation
import Peridot

/// Law 7: a detached copy shares no mutable object with the original.
enum CopyLaw: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    guard let value = trial.values.first else { return nil }
    return finding(made.model(value), made, .values(trial.family))
  }

  private static func finding<M: LawModel>(
    _ model: M, _ made: MadeFamily, _ projection: Projection
  ) -> Finding? {
    let original = PlainWalk(made)
    let plain = original.model(model)
    let copy = model.deeplyCopied()
    let walk = PlainWalk(made)
    let copied = walk.model(copy)
    if projection(plain) != projection(copied) {
      return Finding("a deep copy differs", ["original": "\(plain)", "copy": "\(copied)"])
    }
    if !original.seen.isDisjoint(with: walk.seen) {
      return Finding("a deep copy shares objects", ["original": "\(plain)", "copy": "\(copied)"])
    }
    if model != copy || model.hash != copy.hash {
      return Finding("a deep copy is not equal", ["original": "\(plain)", "copy": "\(copied)"])
    }
    return nil
  }
}
