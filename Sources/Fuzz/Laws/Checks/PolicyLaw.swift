import Foundation
import Peridot

/// Law 5: what strict accepts, lenient reads to the same value, with no other issue.
enum PolicyLaw: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    if let finding = valueFinding(trial, made.root) { return finding }
    var draw = Draw(seed: trial.seed)
    let doors: [ReadingDoor] = [.string, .string, .dictionary, .objectiveC, .place]
    let door = draw.pick(doors)
    guard DocumentFacts(trial.document).fits(door, .lenient) else { return nil }
    let strict = await ReadingCall(made, trial.document, .strict).outcome(by: door)
    var policy = ConversionPolicy.lenient
    // Text in one of the forms of lenient's dates is a union's date, and not its text.
    if trial.family.hasDatesOrTexts { policy.dateStrategy = ConversionPolicy.strict.dateStrategy }
    let lenient = await ReadingCall(made, trial.document, policy).outcome(by: door)
    if let words = lenient.emptyWords {
      return Finding("an issue without words", ["lenient": "\(lenient)", "text": words])
    }
    guard strict.value != nil else { return nil }
    // A property's own policy repairs by the rules of the call's for the rest.
    if !strict.issues.isEmpty, trial.family.hasPropertyPolicies { return nil }
    // Null is a value of an Any, which strict reads; under lenient it counts as absent. It can be in
    // JSON within text.
    if trial.family.hasAnyWithoutNil, trial.document.text.contains("null") { return nil }
    // The spaces around a URL strict encodes as Foundation does, and escapes once more, and reports
    // that; lenient trims the spaces, and leaves escapes.
    if !strict.issues.isEmpty, trial.family.hasURLs,
      trial.document.hasTextWithSpaces || trial.document.text.contains("%20")
    {
      return nil
    }
    if strict == lenient { return nil }
    // A member that does not count may be repaired before the one that does is met.
    if strict.result == lenient.result, DocumentFacts(trial.document).hasEachNameOnce == false {
      return nil
    }
    // Lenient collects from an array on a path, which is another property's value.
    if strict.result == lenient.result, trial.family.hasPlacesWithinOthers { return nil }
    return Finding(
      "lenient reads otherwise what strict accepts",
      ["strict": "\(strict)", "lenient": "\(lenient)"])
  }
}

extension PolicyLaw {
  /// A value in memory is read otherwise than as a member, or with other issues.
  private static func valueFinding<M: LawModel>(_ trial: Trial, _ type: M.Type) -> Finding? {
    let family = trial.family
    guard
      family.chain(of: family.root).allSatisfy({ id in
        let spec = family.classes[id]
        return spec.cluster == nil && spec.prepare.isEmpty && spec.keyRules.isEmpty
          && spec.modelRules.isEmpty && spec.keyStyle == .identity
          && !spec.properties.contains { $0.place?.form == .root }
      })
    else { return nil }
    for property in family.properties(of: family.root)
    where property.type.isPlainValue && property.transformer == nil && property.policy.isEmpty
      && property.limits.isEmpty && property.place?.isRead != false && property.storage != .excluded
    {
      guard let name = family.place(of: property, in: family.root).memberName,
        let json = trial.document[name], !json.isNull, DocumentFacts(json).fitsDictionary
      else { continue }
      func outcome(_ set: (M, IssueList) throws -> Void) -> String {
        let (model, issues) = (M(), IssueList())
        guard (try? set(model, issues)) != nil else { return "refused" }
        return "\(model.dictionaryValue[property.key] ?? "nothing"), issues of"
          + issues.issues.map { " \($0.action) \($0.pathComponents.dropFirst())" }.joined()
      }
      let value = outcome { model, issues in
        try model.setValue(
          json.foundation, forPropertyKey: property.key, policy: .lenient, report: issues.add)
      }
      let member = outcome { model, issues in
        // A value in memory that can't be converted is refused, whatever the policy's rule for it.
        let policy = ConversionPolicy.lenient.with { $0.mismatch = .fail }
        let document = JSON.object([JSON.Member(name, json)])
        try JSONAdapter.update(model, from: document.text, policy: policy, report: issues.add)
      }
      // Text that stands for null is none for a value in memory.
      if value == member || value == "refused" && member.contains("skipped") { continue }
      return Finding(
        "a value of \(property.key) in memory is read otherwise than as a member",
        ["value": "\(json)", "in memory": value, "as a member": member])
    }
    return nil
  }
}

extension ClassFamily {
  fileprivate var hasPropertyPolicies: Bool {
    classes.contains { spec in spec.properties.contains { !$0.policy.isEmpty } }
  }

  fileprivate var hasAnyWithoutNil: Bool {
    classes.contains { spec in spec.properties.contains { $0.type == .any } }
  }

  /// Whether a path leads through the place of another property.
  fileprivate var hasPlacesWithinOthers: Bool {
    classes.indices.contains { id in
      let paths = properties(of: id).compactMap { property -> [PlaceSpec.Step]? in
        switch property.place?.form {
        case .path(let steps): steps
        case .root: []
        case nil: [.key(styled(property.key, in: id))]
        case .firstOf, .all, .excluded: nil
        }
      }
      return paths.contains { outer in
        paths.contains { $0.count > outer.count && $0.starts(with: outer) }
      }
    }
  }

  fileprivate var hasDatesOrTexts: Bool {
    classes.contains { spec in spec.properties.contains { $0.type.holdsDatesOrTexts } }
  }
}

extension ClassFamily {
  fileprivate var hasURLs: Bool {
    classes.contains { spec in spec.properties.contains { $0.type.holdsURLs } }
  }
}

extension TypeSpec {
  /// Whether its values have one form, for which lenient has no other rule than strict.
  fileprivate var isPlainValue: Bool {
    switch self {
    case .bool, .integer, .double, .float, .decimal, .string, .character: true
    case .array(let element): element.isPlainValue
    default: false
    }
  }

  /// Whether it has a union of dates and texts.
  fileprivate var holdsDatesOrTexts: Bool {
    holds { type in
      if case .union(let union) = type { union.cases.contains { $0.type == .date } } else { false }
    }
  }

  fileprivate var holdsURLs: Bool { holds { $0 == .url } }
}

extension JSON {
  /// Whether a text in it begins or ends with a space.
  fileprivate var hasTextWithSpaces: Bool {
    switch self {
    case .null, .bool, .number: false
    case .string(let text): text.first?.isWhitespace == true || text.last?.isWhitespace == true
    case .array(let elements): elements.contains(where: \.hasTextWithSpaces)
    case .object(let members): members.contains(where: \.value.hasTextWithSpaces)
    }
  }
}

extension Outcome {
  /// The description of an issue that tells nothing.
  var emptyWords: String? {
    texts.first { $0.contains("expected , ") || $0.hasSuffix("found ") }
  }
}
