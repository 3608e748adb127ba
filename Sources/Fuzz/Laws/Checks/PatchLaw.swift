import Foundation
import Peridot

/// Law 3: a patch of one model to another makes the one the other.
enum PatchLaw: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    await finding(made.root, trial, made)
  }

  private static func finding<M: LawModel>(
    _ type: M.Type, _ trial: Trial, _ made: MadeFamily
  ) async -> Finding? {
    guard trial.values.count == 2, let old = made.model(trial.values[0]) as? M,
      let new = made.model(trial.values[1]) as? M
    else { return nil }
    let policy = trial.policy.writing
    if let own = patch(old, old, policy), own != .object([]) {
      return Finding(
        "a patch to itself is not empty", ["model": "\(made.plain(old))", "patch": "\(own)"])
    }
    guard let patch = patch(old, new, policy),
      let oldText = try? JSONAdapter.string(from: old, policy: policy),
      let newText = try? JSONAdapter.string(from: new, policy: policy),
      let oldJSON = JSON(oldText), let newJSON = JSON(newText)
    else { return nil }
    return textFinding(old: oldJSON, new: newJSON, patch) { text in
      let model = try JSONAdapter.model(of: type, from: text, policy: policy)
      return made.plain(model)
    }
  }

  /// Where the new text has no null, RFC 7396 on the old one gives it, or reads as it does.
  private static func textFinding(
    old: JSON, new: JSON, _ patch: JSON, _ read: (String) throws -> Plain
  ) -> Finding? {
    guard !new.hasNull else { return nil }
    let merged = old.merged(with: patch)
    if merged.isEquivalent(to: new) { return nil }
    if let one = try? read(merged.text), let other = try? read(new.text), one == other {
      return nil
    }
    // The keys of dictionaries are compared as Strings.
    if old.composed.merged(with: patch.composed).isEquivalent(to: new.composed) { return nil }
    return Finding(
      "RFC 7396 on the text gives another text",
      ["old": "\(old)", "new": "\(new)", "patch": "\(patch)", "merged": "\(merged)"])
  }

  private static func patch<M: LawModel>(
    _ old: M, _ new: M, _ policy: ConversionPolicy
  ) -> JSON? {
    (try? JSONAdapter.mergePatch(from: old, to: new, policy: policy)).map {
      JSON(bytes: Array($0)) ?? .string("no JSON")
    }
  }
}
