import Foundation
import Peridot

/// Law 2: doors agree with each other and with the reference.
enum DoorsLaw: LawCheck {
  /// The doors of a trial, beside text.
  static func doors(of trial: Trial) -> [ReadingDoor] {
    var draw = Draw(seed: trial.seed)
    return [draw.pick(ReadingDoor.allCases), draw.pick(ReadingDoor.allCases)]
  }

  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    let policy = trial.basePolicy
    let call = ReadingCall(made, trial.document, trial.leavesPolicy ? nil : policy)
    let base = await call.outcome(by: .string)
    if let words = base.emptyWords {
      return Finding("an issue without words", ["string": "\(base)", "text": words])
    }
    if ReferenceSwitch.isOn, let finding = ReferenceLaw.finding(in: trial, base) { return finding }
    if !trial.isChanged, let finding = unknownFinding(trial, made, made.root) { return finding }
    let facts = DocumentFacts(trial)
    let isOrdered = trial.document.hasSeveral(of: trial.family.tagsAround)
    for door in doors(of: trial) {
      guard facts.fits(door, policy) else { continue }
      // What has no order counts the first tag in the list, and text the first in the object.
      if isOrdered, !door.isText || door.isCoder { continue }
      let other = await call.outcome(by: door).comparable
      if door == .growing, !facts.hasEachNameOnce {
        // What is wrong with a member that is there again was met before the one that counts.
        if other.isError || base.comparable.result == other.result { continue }
      }
      if agree(base.comparable, other, door, trial) {
        if door == .growing, facts.hasEachNameOnce, !base.isError, base.issues.isEmpty,
          let finding = Growth.finding(made.root, call, of: trial.family)
        {
          return finding
        }
        continue
      }
      // Of several mistakes the first met is told, and a dictionary has no order.
      let isKnown = await isOneOfAll(other, trial, made)
      if door.isText && !trial.family.hasHooksForJSON || !isKnown {
        return Finding(
          "\(door) and string disagree", ["string": "\(base)", "\(door)": "\(other)"])
      }
    }
    return nil
  }

  /// An unknown member in an object on a property's path is taken where unknown members are refused.
  private static func unknownFinding<M: LawModel>(
    _ trial: Trial, _ made: MadeFamily, _ type: M.Type
  ) -> Finding? {
    let family = trial.family
    let properties = family.properties(of: family.root)
    let paths = properties.flatMap { property in
      switch family.place(of: property, in: family.root).form {
      case .path(let steps): [steps]
      case .firstOf(let paths), .all(let paths): paths
      case .root, .excluded: [] as [[PlaceSpec.Step]]
      }
    }
    var draw = Draw(seed: trial.seed)
    let inner = paths.map { Array($0.dropLast()) }.filter { !$0.isEmpty && $0.last != .each }
    guard !inner.isEmpty, !family.classes[family.root].keepsExtras,
      family.chain(of: family.root).allSatisfy({ id in
        family.classes[id].cluster == nil && family.classes[id].prepare.isEmpty
      }), !properties.contains(where: { $0.place?.form == .root }),
      case let place = draw.pick(inner), !paths.contains(where: place.starts)
    else { return nil }
    let policy = ConversionPolicy.strict.with { $0.unknownKeys = .fail }
    func isRead(_ document: JSON) -> Bool {
      (try? JSONAdapter.model(of: type, from: document.text, policy: policy)) != nil
    }
    guard case .object? = trial.document.value(at: place), isRead(trial.document) else {
      return nil
    }
    var document = trial.document
    document.put(.integer(1), at: place + [.key("no such member")])
    if !isRead(document) { return nil }
    return Finding("an unknown member is taken", ["document": "\(document)"])
  }

  /// Whether an error is among all errors of the document.
  private static func isOneOfAll(_ outcome: Outcome, _ trial: Trial, _ made: MadeFamily) async
    -> Bool
  {
    // There is no call that finds all, and of an element that is dropped for some mistakes one is told.
    if trial.leavesPolicy || trial.policy.policy.badElement == .dropOtherKinds {
      return outcome.isError
    }
    var policy = trial.policy.policy
    policy.collectsErrors = true
    policy.maximumErrors = 100_000
    let all = await ReadingCall(made, trial.document, policy).outcome(by: .string)
    guard case .error(let errors) = outcome.result, case .error(let known) = all.result,
      known.count > 1
    else { return false }
    // Nothing is looked for after a value that is too deep.
    if known.contains(where: { $0.kind == "tooDeep" }) { return true }
    return errors.allSatisfy { error in
      known.contains { $0 == error || error.kind == "coder" && error.isAtPlace(of: $0) }
    }
  }

  private static func agree(
    _ base: Outcome, _ other: Outcome, _ door: ReadingDoor, _ trial: Trial
  ) -> Bool {
    let (family, policy) = (trial.family, trial.basePolicy)
    if door.isCoder { return coderAgrees(base, other, door, trial) }
    // A dictionary has no order.
    if !door.isText, policy.indexedObjectIsArray, trial.document.hasIndexesInAnotherOrder {
      return true
    }
    if door.isElement, base.isError {
      // A bad element is dropped, and its error is an issue.
      let mayDrop =
        policy.badElement != .fail || policy.hookReject == .drop || policy.mismatch != .fail
      if other.result == .dropped { return mayDrop }
      if mayDrop { return other.isError }
    }
    // Issues before the mistake were told, and of all mistakes only those of the part that has one are.
    if door == .growing, base.isError {
      return policy.collectsErrors ? other.isError : base.result == other.result
    }
    if door == .secondOfList {
      // Both are reported.
      return base.result == other.result || base.isError && other.isError
    }
    guard base.result == other.result else {
      // A model that holds itself at the root has no end, and a place at any depth.
      return family.hasModelsAtRoot && (base.isTooDeep || other.isTooDeep)
    }
    if !door.reports || base.issues == other.issues { return true }
    // Of several mistakes in a part that is skipped the first met is told.
    return (!door.isText || family.hasHooksForJSON) && base.issues.isEmpty == other.issues.isEmpty
  }

  /// Coders have rules of their own for dates, data and URLs; of an error the path is the same.
  private static func coderAgrees(
    _ base: Outcome, _ other: Outcome, _ door: ReadingDoor, _ trial: Trial
  ) -> Bool {
    let family = trial.family
    // A coder takes any text for a String.
    if trial.basePolicy.acceptsNullWordsForStrings { return true }
    // Property lists hold a Float with a Double's digits.
    if family.hasCodersOwnTypes || door == .propertyListDecoder && family.hasProperties(of: "Float")
    {
      return true
    }
    // One that converts names writes `Id` as `id`, so both are read, which can be two members at the root.
    if family.hasModelsAtRoot, family.classes.contains(where: { $0.keyStyle == .upperCamelCase }) {
      return true
    }
    switch (base.result, other.result) {
    // A coder doesn't tell -0.0 from -0.
    case (.value(let one), .value(let two)):
      return one == two || trial.document.hasMinusZero && family.hasProperties(of: "LawScalars")
    case (.error(let one), .error(let two)):
      // A model that holds itself at the root has no end, and a place at any depth.
      if family.hasModelsAtRoot, base.isTooDeep { return true }
      if trial.basePolicy.collectsErrors, Set(one.map(\.key)).count > 1, two.count == 1 {
        return false
      }
      return one.count > 1 || two.count > 1 || two[0].isAtPlace(of: one[0])
    case (.foreign, .foreign), (.error, .foreign), (.foreign, .error): return true
    default: return false
    }
  }
}

extension ErrorFacts {
  /// Whether a coder's error is at the place of another door's. JSONDecoder tells no place of a
  /// number that doesn't fit, and reads some dictionaries from an array as a whole.
  fileprivate func isAtPlace(of other: ErrorFacts) -> Bool {
    isOfWholeValue ? other.namesOnly.starts(with: namesOnly) : other.namesOnly == namesOnly
  }

  /// The path without brackets: a coding key of a dictionary by numbers is an index, too.
  fileprivate var namesOnly: [String] {
    path.map { $0.hasPrefix("[") && $0.hasSuffix("]") ? String($0.dropFirst().dropLast()) : $0 }
  }
}

extension Outcome {
  fileprivate var isTooDeep: Bool {
    if case .error(let errors) = result {
      errors.allSatisfy { $0.kind == "tooDeep" }
    } else {
      false
    }
  }
}

extension JSON {
  fileprivate var hasMinusZero: Bool {
    switch self {
    case .null, .bool, .string: false
    case .number(let text): text.hasPrefix("-") && Double(text) == 0
    case .array(let elements): elements.contains(where: \.hasMinusZero)
    case .object(let members): members.contains(where: \.value.hasMinusZero)
    }
  }

  /// Whether an object in it has indexes as names, and not in their order.
  fileprivate var hasIndexesInAnotherOrder: Bool {
    switch self {
    case .null, .bool, .number, .string: return false
    case .array(let elements): return elements.contains(where: \.hasIndexesInAnotherOrder)
    case .object(let members):
      let indexes = members.compactMap { Int($0.name) }
      return indexes != indexes.sorted()
        || members.contains(where: \.value.hasIndexesInAnotherOrder)
    }
  }

  /// Whether an object in it has several members with the names of one set.
  func hasSeveral(of names: [Set<String>]) -> Bool {
    switch self {
    case .null, .bool, .number, .string: false
    case .array(let elements): elements.contains { $0.hasSeveral(of: names) }
    case .object(let members):
      names.contains { names in members.count { names.contains($0.name) } > 1 }
        || members.contains { $0.value.hasSeveral(of: names) }
    }
  }
}

/// What kinds of values a document has.
struct DocumentFacts {
  /// Whether a dictionary can hold it: each name once, and numbers that an integer or a Double has
  /// exactly.
  private(set) var fitsDictionary = true
  private(set) var hasEachNameOnce = true
  /// Whether a name is decomposed, so that it looks like another one.
  private(set) var hasDecomposedNames = false
  /// Whether it has the least Int64.
  private(set) var hasLeastInteger = false
  /// Whether it has no null, which property lists lack, and is an object.
  private(set) var fitsPropertyList = true

  private let root: JSON
  /// Whether names that differ only in case can be one.
  private let ignoresCase: Bool

  init(_ trial: Trial) {
    self.init(
      trial.document,
      ignoresCase: trial.family.classes.contains { $0.keyStyle == .ignoringCase })
  }

  init(_ document: JSON, ignoresCase: Bool = false) {
    root = document
    self.ignoresCase = ignoresCase
    if case .object = document {} else { fitsPropertyList = false }
    visit(document)
    if !hasEachNameOnce { fitsDictionary = false }
    if !fitsDictionary { fitsPropertyList = false }
  }

  /// Whether a door takes the document as the object that it is.
  func fits(_ door: ReadingDoor, _ policy: ConversionPolicy) -> Bool {
    guard door.isText || fitsDictionary else { return false }
    // JSONSerialization on Linux reads it as a Double.
    if door == .objectiveC, hasLeastInteger { return false }
    switch root {
    // A coder takes objects.
    case .array where door.isCoder: return false
    // A stream of lines that begins with an array is the array's elements.
    case .array where door == .lines: return false
    // An array within a list is flattened.
    case .array where door.isElement:
      return !policy.collectsImplicitly && !policy.emptyArrayIsObject
    // Text in memory is taken for a document.
    case .string where !door.isText: return false
    // A coder finds members by String's equality.
    case .object where door.isCoder && hasDecomposedNames: return false
    default: return door != .propertyListDecoder || fitsPropertyList
    }
  }

  private mutating func visit(_ json: JSON) {
    switch json {
    case .null: fitsPropertyList = false
    case .bool, .string: break
    case .number(let text):
      if Int(text) == .min { hasLeastInteger = true }
      if Int(text) != nil || UInt64(text) != nil { return }
      let double = Double(text) ?? .infinity
      // A property list has no minus zero.
      if double == 0 { fitsPropertyList = false }
      if !double.isFinite || text.utf8.count > 15
        || JSON.canonicalNumber("\(double)") != JSON.canonicalNumber(text)
      {
        fitsDictionary = false
      }
    case .array(let elements): for element in elements { visit(element) }
    case .object(let members):
      // Names that Swift takes for one are one in a dictionary.
      let names = members.map { ignoresCase ? $0.name.lowercased() : $0.name }
      if Set(names).count < names.count { hasEachNameOnce = false }
      for member in members {
        let composed = member.name.precomposedStringWithCanonicalMapping
        if !composed.utf8.elementsEqual(member.name.utf8) { hasDecomposedNames = true }
        visit(member.value)
      }
    }
  }
}

extension ClassFamily {
  /// Whether a class reads its JSON as a dictionary, which has no order.
  var hasHooksForJSON: Bool { classes.contains { $0.shape == .prepared } }

  /// Whether a class has properties of a type with that name in it.
  fileprivate func hasProperties(of name: String) -> Bool {
    classes.contains { spec in spec.properties.contains { "\($0.type)".contains(name) } }
  }

  /// Whether a model is read from the object that holds it.
  fileprivate var hasModelsAtRoot: Bool {
    classes.contains { spec in
      spec.properties.contains { $0.place?.form == .root && !$0.type.classIDs.isEmpty }
    }
  }

  /// The tags around objects, by cluster.
  var tagsAround: [Set<String>] {
    classes.compactMap { spec in
      guard case .around? = spec.cluster?.form else { return nil }
      return Set(spec.cluster?.entries.compactMap(\.tag.json.asString) ?? [])
    }
  }

  /// Whether a class has values for which coders have rules of their own.
  var hasCodersOwnTypes: Bool {
    classes.contains { spec in spec.properties.contains { $0.type.isCodersOwn } }
  }
}

extension TypeSpec {
  fileprivate var isCodersOwn: Bool {
    holds { [.date, .data, .url, .any, .raw].contains($0) }
  }
}

extension JSON {
  /// The value at a path of names and indexes; nil for none.
  func value(at steps: [PlaceSpec.Step]) -> JSON? {
    steps.reduce(Optional(self)) { value, step in
      switch (value, step) {
      case (let value?, .key(let name)): value[name]
      case (.array(let elements)?, .index(let index)) where elements.indices.contains(index):
        elements[index]
      default: nil
      }
    }
  }
}
