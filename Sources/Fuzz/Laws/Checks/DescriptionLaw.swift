import Foundation
import Peridot

/// Law 12: what the description of a class says of a member is what reading does.
///
/// It says nothing about classes with hooks or clusters, nor about members that several properties
/// read, keyed lists, names in any case, nor under presets with rules that have no switch.
enum DescriptionLaw: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    if trial.seed % 16 == 0, let finding = mistakeFinding(trial.family) { return finding }
    // Half of the trials leave the policy to the class.
    let policy = trial.seed % 2 == 0 ? trial.policy.policy : nil
    let facts = ClassDescription(of: made.root, policy: policy)
    let preset =
      policy == nil ? trial.family.policy(of: trial.family.root)?.preset : trial.policy.preset
    guard preset != .legacyYYModel, preset != .legacyJSONModel,
      facts.hooks.isSubset(of: .keepsMembers), facts.clusters.isEmpty,
      trial.family.classes[trial.family.root].keyStyle != .ignoringCase,
      case .object(let members) = trial.document,
      let whole = await ReadingCall(made, trial.document, policy).outcome(by: .string).value,
      case .model = whole
    else { return nil }
    let defaults = Defaults(facts, made)
    for (property, name) in facts.members {
      for (json, expected) in expectations(of: property, defaults) {
        var document = members.filter { !$0.name.isSame(as: name) }
        if let json { document.append(JSON.Member(name, json)) }
        let call = ReadingCall(made, .object(document), policy)
        let outcome = await call.outcome(by: .string)
        if expected.isMet(by: outcome, property.key) { continue }
        return Finding(
          "reading differs from the description",
          [
            "member": "\(name), of \(property.valueType)", "JSON": json?.text ?? "absent",
            "described": "\(expected)", "read": "\(outcome)",
          ])
      }
    }
    return nil
  }

  /// Two properties that are written to one place are no mistake of their class.
  private static func mistakeFinding(_ family: ClassFamily) -> Finding? {
    // A policy can take the first of them.
    if family.classes[family.root].policy != nil { return nil }
    let properties = family.classes[family.root].properties
    func steps(_ property: PropertySpec) -> [PlaceSpec.Step]? {
      guard case .path(let steps)? = property.place?.form, property.place?.direction == .both,
        property.place?.written == nil, property.heldCluster == nil, property.storage != .excluded
      else { return nil }
      return steps
    }
    for (index, property) in properties.enumerated() {
      guard var place = steps(property),
        let other = properties.indices.first(where: { $0 != index && steps(properties[$0]) != nil })
      else { continue }
      // At every element's member, and at that of one element.
      if let each = place.firstIndex(of: .each) { place[each] = .index(0) }
      var changed = family
      changed.classes[family.root].properties[other].place = PlaceSpec(.path(place))
      if MadeFamily(changed).mistake != nil { return nil }
      return Finding(
        "two properties at one place are no mistake",
        [
          "one": property.key, "other": properties[other].key,
          "place": "\(PlaceSpec(.path(place)))",
        ])
    }
    return nil
  }

  /// What becomes of a member's JSON, or of its absence, by the description.
  private enum Expectation {
    /// The property has this value; nil for one that the description doesn't tell.
    case value(Plain?)
    case missing
    case null
    case refused

    func isMet(by outcome: Outcome, _ key: String) -> Bool {
      switch (self, outcome.result) {
      case (.value(nil), .value): true
      case (.value(let expected?), .value(.model(let model))): model[key] == expected
      case (.missing, .error(let errors)):
        errors.contains { $0.kind == "missingKeys" && $0.key == key }
      case (.null, .error(let errors)):
        errors.contains { $0.kind == "nullValue" && $0.key == key }
      case (.refused, .error(let errors)): errors.contains { $0.key == key }
      default: false
      }
    }
  }

  private static func expectations(
    of property: PropertyDescription, _ defaults: Defaults
  ) -> [(JSON?, Expectation)] {
    let absent: Expectation = property.isRequired ? .missing : .value(defaults.value(of: property))
    var found: [(JSON?, Expectation)] = [(nil, absent)]
    if property.transformer != nil { return found }
    if let expected = null(for: property, absent, defaults) { found.append((.null, expected)) }
    guard property.policy == .strict else { return found }
    if property.limits.isEmpty, let json = defaults.json(of: property) {
      found.append((json, .value(defaults.value(of: property))))
    }
    for json in DescribedValue.samples {
      let isWithin = property.limits.map { DescribedValue.allows(json, $0) }
      switch DescribedValue.isTaken(json, as: property.valueType) {
      case true? where !isWithin.contains(nil):
        found.append((json, isWithin.contains(false) ? .refused : .value(nil)))
      case false?: found.append((json, .refused))
      case true?, nil: break
      }
    }
    return found
  }

  private static func null(
    for property: PropertyDescription, _ absent: Expectation, _ defaults: Defaults
  ) -> Expectation? {
    switch (ValueDescription(of: property.valueType).form, property.policy.null) {
    case (.optional(let wrapped), let rule):
      if case .optional = ValueDescription(of: wrapped).form {
        return .value(Plain.some(Plain.none))
      }
      return rule == .skip ? absent : .value(Plain.none)
    case (.anything, .fail), (.union(_, hasNull: true), .fail): return .value(nil)
    // Whether the rule or the value counts, the description doesn't say.
    case (.anything, _), (.union, _), (.list, _), (.object, _), (.coded, _), (.none, _): return nil
    case (_, .skip): return absent
    case (_, .keep): return .value(defaults.initial(of: property))
    // A value that the description doesn't tell has limits, too.
    case (_, .reset): return property.limits.isEmpty ? .value(nil) : nil
    case (_, .fail): return property.policy.mismatch == .fail ? .null : nil
    }
  }
}

/// What a new object has, by the description, and as it is.
private struct Defaults {
  private let facts: ClassDescription
  private let made: MadeFamily
  private let fresh: Plain.ModelValue?

  init(_ facts: ClassDescription, _ made: MadeFamily) {
    self.facts = facts
    self.made = made
    if case .model(let model) = made.plain(made.root.init()) { fresh = model } else { fresh = nil }
  }

  /// The value in a new object.
  func initial(of property: PropertyDescription) -> Plain? { fresh?[property.key] }

  /// The value for JSON without the property; nil if the description doesn't tell it.
  func value(of property: PropertyDescription) -> Plain? {
    if property.isSecret { return nil }
    guard let declared = property.declaredDefault else { return initial(of: property) }
    return spec(of: property).flatMap { made.form($0.type).plain(any: declared, PlainWalk(made)) }
  }

  /// Its JSON; nil for models, whose JSON doesn't have all that they have.
  func json(of property: PropertyDescription) -> JSON? {
    guard spec(of: property)?.type.classIDs.isEmpty == true else { return nil }
    return facts.defaults[property.key].map(\.json)
  }

  private func spec(of property: PropertyDescription) -> PropertySpec? {
    made.family.properties(of: made.family.root).first { $0.key == property.key }
  }
}

extension ClassDescription {
  /// The properties of which each alone reads a member of the object, and the names of the members.
  fileprivate var members: [(property: PropertyDescription, name: String)] {
    let tree = places
    if !tree.values.isEmpty { return [] }
    return tree.members.compactMap { name, place in
      guard place.isLeaf, place.values.count == 1,
        case .value(let property, _, let direction) = place.values[0], direction != .writeOnly,
        case .path? = property.place?.form, !property.isReadOnly, property.cluster == nil,
        property.keyedBy == nil
      else { return nil }
      return (property, name)
    }
  }
}

/// What the description of a type says of JSON.
private enum DescribedValue {
  private static let date = "2024-01-02T03:04:05Z"

  static let samples: [JSON] =
    ["", "a", "abc", "clubs", "h", "red", "blue", "1", "true", date].map { .string($0) }
    + [.string("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")]
    + [
      "0", "1", "-1", "5", "6", "-5", "-6", "10", "11", "12", "13", "100", "101", "127", "128",
      "-128", "-129", "255", "256", "32767", "32768", "-32768", "-32769", "65535", "65536",
      "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296",
      "9223372036854775807", "9223372036854775808", "-9223372036854775808",
      "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1.5", "-0.5",
    ].map { .number($0) }
    + [
      "true", "false", "[]", "[1]", #"["a"]"#, "[true]", "[null]", "[[1]]", "[{}]", "[1,2,3,4]",
      "{}", #"{"a":1}"#, #"{"a":"b"}"#, #"{"a":null}"#, #"{"a":[]}"#, #"{"1":1}"#,
    ].compactMap { JSON($0) }

  /// Whether the strict policy reads the JSON; nil if the description doesn't say.
  static func isTaken(_ json: JSON, as type: Any.Type) -> Bool? {
    switch (ValueDescription(of: type).form, json) {
    case (.anything, _), (.optional, .null), (.boolean, .bool), (.union(_, hasNull: true), .null),
      (.text(.plain), .string):
      return true
    case (.optional(let wrapped), _): return isTaken(json, as: wrapped)
    case (.integer(let least, let greatest), .number(let digits)):
      guard let number = Int128(digits) else { return false }
      return Int128(least).map { $0 <= number } == true
        && Int128(greatest).map { $0 >= number } == true
    // Others are too long for some types.
    case (.number, .number(let digits)): return digits.count < 8 ? true : nil
    case (.text(.character), .string(let text)): return text.count == 1
    case (.text(.uuid), .string(let text)): return UUID(uuidString: text) != nil
    case (.date, .string(let text)): return text == date
    case (.array(let element, _), .array(let elements)):
      return all(elements.map { isTaken($0, as: element) })
    case (.dictionary(let key, let value, true, _), .object(let members)) where key == String.self:
      return all(members.map { isTaken($0.value, as: value) })
    case (.dictionary(_, _, _, let hasPairs), .array): return hasPairs ? nil : false
    case (.rawValue(let raw, let cases, let isOpen), _):
      guard let isKind = isTaken(json, as: raw), isKind, !isOpen else {
        return isTaken(json, as: raw)
      }
      return cases.isEmpty ? nil : cases.contains { isSame($0, json) }
    case (.union(let forms, _), _):
      let answers = forms.map { isTaken(json, as: $0.type) }
      // The members choose among forms of objects, and the chosen one can refuse them.
      if case .object = json, answers.contains(nil) { return nil }
      return answers.contains(true) ? true : answers.contains(nil) ? nil : false
    // A class with rules of its own can take more.
    case (.model(let type), _) where type.conversionPolicy != nil: return nil
    // What only code, a format or the class decides: one with a property at its root reads arrays.
    case (.text, .string), (.dictionary, .object), (.model, .object), (.model, .array),
      (.list, _), (.object, .object), (.coded, _), (.none, _):
      return nil
    case (.boolean, _), (.integer, _), (.number, _), (.text, _), (.date, _), (.array, _),
      (.dictionary, _), (.model, _), (.object, _):
      return false
    }
  }

  private static func all(_ answers: [Bool?]) -> Bool? {
    answers.contains(false) ? false : answers.contains(nil) ? nil : true
  }

  /// Whether a limit allows the JSON; nil if the description doesn't say.
  static func allows(_ json: JSON, _ limit: PropertyLimit) -> Bool? {
    switch (limit, json) {
    case (_, .null): return true
    case (.range(let lower, let upper), .number(let digits)):
      guard let number = Double(digits) else { return nil }
      return lower.map { double($0) <= number } ?? true
        && upper.map { double($0) >= number } ?? true
    case (.count(let lower, let upper), _):
      guard let count = count(of: json) else { return nil }
      return count >= lower && upper.map { count <= $0 } ?? true
    case (.oneOf(let values), _): return values.contains { isSame($0, json) }
    case (.pattern(let pattern), .string(let text)):
      guard let regex = try? Regex(pattern) else { return nil }
      return (try? regex.wholeMatch(in: text)) != nil
    case (.range, _), (.pattern, _), (.rule, _): return nil
    }
  }

  private static func count(of json: JSON) -> Int? {
    switch json {
    case .string(let text): text.count
    case .array(let elements): elements.count
    case .object(let members): members.count
    case .null, .bool, .number: nil
    }
  }

  private static func double(_ bound: any Sendable) -> Double {
    switch bound {
    case let number as any BinaryInteger: Double(number)
    case let number as any BinaryFloatingPoint: Double(number)
    default: .nan
    }
  }

  private static func isSame(_ value: Any, _ json: JSON) -> Bool {
    let raw: Any = (value as? any RawRepresentable)?.rawValue ?? value
    switch json {
    case .string(let text): return (raw as? String)?.isSame(as: text) == true
    case .number(let digits): return "\(raw)" == digits && !(raw is String)
    case .null, .bool, .array, .object: return false
    }
  }
}
