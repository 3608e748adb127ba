import Foundation
import Peridot

/// Law 5: what strict accepts, lenient reads to the same value, with no other issue.
enum PolicyLaw: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
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
    // The spaces around a URL strict encodes, and reports that; lenient trims them.
    if !strict.issues.isEmpty, trial.family.hasURLs, trial.document.hasTextWithSpaces { return nil }
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
  /// Whether it has a union of dates and texts.
  fileprivate var holdsDatesOrTexts: Bool {
    switch self {
    case .optional(let inner), .array(let inner), .set(let inner), .dictionary(_, let inner):
      inner.holdsDatesOrTexts
    case .union(let union):
      union.cases.contains { $0.type == .date || $0.type?.holdsDatesOrTexts == true }
    default: false
    }
  }

  fileprivate var holdsURLs: Bool {
    switch self {
    case .url: true
    case .optional(let inner), .array(let inner), .set(let inner), .dictionary(_, let inner):
      inner.holdsURLs
    case .union(let union): union.cases.contains { $0.type?.holdsURLs == true }
    default: false
    }
  }
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
