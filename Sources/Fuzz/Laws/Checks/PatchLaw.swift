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
    var policy = trial.policy.writing
    // What it writes doesn't tell nil.
    if policy.nilOnExport == .omitAlways { policy.nilOnExport = .omit }
    if let own = patch(old, old, policy), own != .object([]) {
      return Finding(
        "a patch to itself is not empty", ["model": "\(made.plain(old))", "patch": "\(own)"])
    }
    if let finding = nullFinding(trial, made, policy) { return finding }
    guard let patch = patch(old, new, policy),
      let oldText = try? JSONAdapter.string(from: old, policy: policy),
      let newText = try? JSONAdapter.string(from: new, policy: policy),
      let oldJSON = JSON(oldText), let newJSON = JSON(newText)
    else { return nil }
    // A patch has the values that such a text omits.
    let isWhole =
      policy.emptyOnExport == .write && policy.defaultsOnExport == .write
      && !trial.family.hasOwnPolicies
    let finding =
      isWhole
      ? textFinding(old: oldJSON, new: newJSON, patch) { text in
        let model = try JSONAdapter.model(of: type, from: text, policy: policy)
        return made.plain(model)
      } : nil
    if let finding { return finding }
    let before = made.plain(old)
    if let finding = appliedFinding("a patch", from: old, to: new, policy, trial, made) {
      return finding
    }
    guard let first = made.model(trial.values[0]) as? M, made.plain(old) != before else {
      return nil
    }
    return appliedFinding("the inverse patch", from: old, to: first, policy, trial, made)
  }

  /// A patch that removes what a dictionary lacks fails, or changes something.
  private static func nullFinding(
    _ trial: Trial, _ made: MadeFamily, _ policy: ConversionPolicy
  ) -> Finding? {
    let (family, value) = (trial.family, trial.values[0])
    guard !family.hasRules, !family.hasOwnPolicies, !family.hasValuesAtRoot else { return nil }
    let name = family.properties(of: value.classID).lazy.compactMap { property -> String? in
      guard case .dictionary = property.type.unwrapped, case .dictionary? = value[property.key],
        property.transformer == nil, property.place?.isRead != false
      else { return nil }
      return family.place(of: property, in: value.classID).memberName
    }.first
    guard let name else { return nil }
    let patch = JSON.object([JSON.Member(name, .object([JSON.Member("no such key", .null)]))])
    let model = made.model(value)
    do {
      try JSONAdapter.apply(mergePatch: patch.text, to: model, policy: policy)
      if made.plain(model) == .model(value) { return nil }
    } catch {
      return Finding(
        "a patch that removes what a dictionary lacks fails",
        ["patch": "\(patch)", "error": "\(error)"])
    }
    return Finding(
      "a patch that removes what a dictionary lacks changes something",
      ["before": "\(value)", "patch": "\(patch)", "after": "\(made.plain(model))"])
  }

  /// A patch that does not make `old` equal to `new`, or that fails.
  private static func appliedFinding<M: LawModel>(
    _ name: String, from old: M, to new: M, _ policy: ConversionPolicy, _ trial: Trial,
    _ made: MadeFamily
  ) -> Finding? {
    guard let patch = patch(old, new, policy) else { return nil }
    let (before, wanted) = (made.plain(old), made.plain(new))
    let outcome = Outcome.of { report in
      try JSONAdapter.apply(mergePatch: patch.text, to: old, policy: policy, report: report.add)
      return .value(made.plain(old))
    }
    let after = made.plain(old)
    let facts: KeyValuePairs = [
      "from": "\(before)", "to": "\(wanted)", "patch": "\(patch)", "result": "\(outcome)",
      "after": "\(after)",
    ]
    if outcome.isError {
      if before != after { return Finding("\(name) fails and changes the model", facts) }
      let family = trial.family
      // What is at the root may read the members of other properties, too.
      if type(of: old) != type(of: new) || family.hasRules || family.hasOwnPolicies
        || family.hasValuesAtRoot
      {
        return nil
      }
      // A hook gets a dictionary, which has one of the two names.
      if family.hasHooksForJSON, !DocumentFacts(patch).hasEachNameOnce { return nil }
      return Finding("\(name) fails", facts)
    }
    let projection = Projection.json(trial.family, policy)
    if projection(after).comparable == projection(wanted).comparable || trial.family.hasReplacements
    {
      return nil
    }
    return Finding("\(name) gives another model", facts)
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

extension ClassFamily {
  fileprivate var hasValuesAtRoot: Bool {
    classes.contains { $0.properties.contains { $0.place?.form == .root } }
  }
}
