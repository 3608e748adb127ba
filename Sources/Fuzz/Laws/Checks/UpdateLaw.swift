import Foundation
import Peridot

/// Law 4: an update changes what the JSON names and nothing else; a failed one changes nothing.
enum UpdateLaw: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    finding(made.root, trial, made)
  }

  private static func finding<M: LawModel>(
    _ type: M.Type, _ trial: Trial, _ made: MadeFamily
  ) -> Finding? {
    guard let value = trial.values.first, let model = made.model(value) as? M else { return nil }
    if let finding = keptFinding(type, trial, made) ?? RecordUpdates.finding(type, trial, made) {
      return finding
    }
    let policy = trial.policy.policy
    let before = made.plain(model)
    let kept = KeptObjects(of: model, trial, made)
    let outcome = Outcome.of { report in
      try JSONAdapter.update(
        model, from: trial.document.text, policy: policy, report: report.add)
      return .value(made.plain(model))
    }
    let after = made.plain(model)
    if outcome.isError {
      let facts: KeyValuePairs = [
        "before": "\(before)", "error": "\(outcome)", "after": "\(after)",
      ]
      if after != before { return Finding("a failed update changed the model", facts) }
      // What reads by itself, with nothing that depends on what is there, is also an update.
      guard UpdatedValues(trial) != nil, trial.family.hasOnlyPlainUpdates,
        (try? JSONAdapter.model(of: type, from: trial.document.text, policy: policy)) != nil
      else { return nil }
      return Finding("an update refuses what reading takes", facts)
    }
    if let finding = unnamedFinding(before, after, trial) { return finding }
    // What a policy leaves out or keeps is reported.
    if outcome.issues.isEmpty {
      let fresh = try? JSONAdapter.model(of: type, from: trial.document.text, policy: policy)
      let read = fresh.map(made.plain)
      if let finding = UpdatedClass(trial)?.finding(before, after, fresh: read)
        ?? UpdatedValues(trial)?.finding(before, after, fresh: read) ?? kept?.finding
      {
        return finding
      }
    }
    // A model of another class is made from the old one's JSON, in which a set has no order.
    let mayReorder = before.hasSet && trial.family.classes.contains { $0.cluster != nil }
    // Of several tags around a content, the first in the text counts.
    let isOrdered = trial.document.hasSeveral(of: trial.family.tagsAround)
    // Nor have the elements of an array that is an object.
    let mayBeObject = policy.indexedObjectIsArray || trial.policy.preset == .legacyYYModel
    let facts = DocumentFacts(trial)
    guard !mayReorder, !isOrdered, !mayBeObject, facts.fitsDictionary,
      case .object = trial.document,
      let other = made.model(value) as? M
    else { return nil }
    let second = Outcome.of { report in
      guard let dictionary = trial.document.foundation as? [String: Any] else { return .dropped }
      try JSONAdapter.update(other, from: dictionary, policy: policy, report: report.add)
      return .value(made.plain(other))
    }
    // Of several mistakes the first met is told, and a dictionary has no order.
    let agree =
      second.comparable.result == outcome.comparable.result
      && second.issues.isEmpty == outcome.issues.isEmpty || second.isError && outcome.isError
    return agree
      ? nil
      : Finding(
        "updates from a string and a dictionary disagree",
        ["before": "\(before)", "string": "\(outcome)", "dictionary": "\(second)"])
  }

  /// The JSON of an object of an unknown class, with another object put into it, is not what RFC 7396
  /// says, to the digit.
  private static func keptFinding<M: LawModel>(
    _ type: M.Type, _ trial: Trial, _ made: MadeFamily
  ) -> Finding? {
    let family = trial.family
    guard let cluster = family.classes[family.root].cluster, case .kept = cluster.unknown,
      case .inside(let tag) = cluster.form
    else { return nil }
    let values = ValueGenerator(family: family)
    var draw = Draw(seed: trial.seed)
    func object() -> JSON {
      .object((0..<4).map { JSON.Member("m\($0 + draw.below(3))", values.json(depth: 2, &draw)) })
    }
    var (document, change) = (object(), object())
    document.put(.string("zz"), at: tag.map { .key(family.styled($0, in: family.root)) })
    guard DocumentFacts(document).hasEachNameOnce, DocumentFacts(change).hasEachNameOnce,
      let model = try? JSONAdapter.model(of: type, from: document.text),
      (try? JSONAdapter.update(model, from: change.text)) != nil,
      let keeping = model as? any JSONKeeping
    else { return nil }
    let wanted = document.merged(with: change)
    if JSON("\(keeping.keptJSON)") == wanted { return nil }
    return Finding(
      "an update of kept JSON gives another text",
      [
        "before": "\(document)", "update": "\(change)", "wanted": "\(wanted)",
        "after": "\(keeping.keptJSON)",
      ])
  }

  /// A property that the document does not name has another value.
  private static func unnamedFinding(_ before: Plain, _ after: Plain, _ trial: Trial) -> Finding? {
    guard case .model(let old) = before, case .model(let new) = after,
      !trial.policy.policy.fallsBackToLiteralNames,
      trial.family.chain(of: old.classID).allSatisfy({
        trial.family.classes[$0].prepare.isEmpty && trial.family.classes[$0].keyRules.isEmpty
      })
    else { return nil }
    if old.classID != new.classID {
      return Finding("an update made another class", ["before": "\(before)", "after": "\(after)"])
    }
    for property in trial.family.properties(of: old.classID)
    where !isNamed(property, of: old.classID, trial) {
      if old[property.key] == new[property.key] { continue }
      return Finding(
        "an update changed \(property.key), which the document does not name",
        ["before": "\(before)", "after": "\(after)"])
    }
    return nil
  }

  /// Whether the document has the first member on a path to a property.
  private static func isNamed(_ property: PropertySpec, of id: Int, _ trial: Trial) -> Bool {
    let family = trial.family
    let hasContent = family.chain(of: id).contains { id in
      switch family.classes[id].cluster?.form {
      case .beside?, .around?: true
      case .inside?, .deduced?, nil: false
      }
    }
    if hasContent || property.heldCluster != nil { return true }
    let place = family.place(of: property, in: id)
    let paths: [[PlaceSpec.Step]] =
      switch place.form {
      case .path(let steps): [steps]
      case .firstOf(let paths), .all(let paths): paths
      case .root: [[]]
      case .excluded: []
      }
    return paths.contains { steps in
      guard case .key(let name)? = steps.first else { return true }
      if property.place == nil, family.classes[id].keyStyle == .ignoringCase,
        case .object(let members) = trial.document
      {
        return members.contains { $0.name.lowercased() == name.lowercased() }
      }
      return trial.document[name] != nil
    }
  }
}

extension ClassFamily {
  /// Whether no rule, class or union depends on what an object has.
  fileprivate var hasOnlyPlainUpdates: Bool {
    !hasRules
      && classes.allSatisfy { spec in
        spec.cluster == nil && !spec.keepsPresence
          && spec.properties.allSatisfy { property in
            property.keyedBy == nil && property.heldCluster == nil && !property.type.hasUnion
              && property.place?.form != .root
          }
      }
  }

  /// The place of a property in the JSON of a class.
  func place(of property: PropertySpec, in id: Int) -> PlaceSpec {
    property.place ?? .key(styled(property.key, in: styleOwner(of: id)))
  }

  /// The class of a chain that has a key style; the class itself if none has.
  func styleOwner(of id: Int) -> Int {
    chain(of: id).last { classes[$0].keyStyle != .identity } ?? id
  }
}

extension Plain {
  fileprivate var hasSet: Bool {
    switch self {
    case .set: true
    case .some(let value): value.hasSet
    case .array(let values): values.contains(where: \.hasSet)
    case .dictionary(let entries): entries.contains { $0.value.hasSet }
    case .enumCase(_, let payload): payload.contains { $0.value.hasSet }
    case .model(let model): model.members.contains { $0.value.hasSet }
    default: false
    }
  }
}

extension TypeSpec {
  fileprivate var hasUnion: Bool { holds { if case .union = $0 { true } else { false } } }
}
