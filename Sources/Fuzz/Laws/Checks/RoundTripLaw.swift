import Foundation
import Peridot
import PeridotRecords

/// Law 1: what is written reads back equal, with the same classes, or writing refuses.
enum RoundTripLaw: LawCheck {
  enum Door: CaseIterable {
    case string, dictionary, coder, archive, values, sorted
    /// A coder with strategies for names.
    case snakeCoder
    /// A list, and an object of models by keys.
    case list, byKey
    /// Foundation's archiver writes, or its unarchiver reads; the other side is Peridot.
    case foundationWrites, foundationReads
    case records
  }

  /// The door of a trial.
  static func door(of trial: Trial) -> Door {
    var draw = Draw(seed: trial.seed)
    let door = draw.pick(Door.allCases.filter { $0 != .snakeCoder })
    return door == .coder && draw.oneIn(2) ? .snakeCoder : door
  }

  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    guard let value = trial.values.first else { return nil }
    if trial.seed % 64 == 0, let finding = RareValues.finding(seed: trial.seed) { return finding }
    let model = made.model(value)
    if ReferenceSwitch.isOn, let finding = referenceFinding(model, trial, made) { return finding }
    if trial.family.classes[trial.family.root].keepsPresence {
      if let finding = presenceFinding(trial, made, made.root) { return finding }
      if let finding = canonicalFinding(model, trial) { return finding }
    }
    return await finding(model, made.plain(model), door(of: trial), trial, made)
  }

  private static func referenceFinding<M: LawModel>(
    _ model: M, _ trial: Trial, _ made: MadeFamily
  ) -> Finding? {
    let written = Result {
      let text = try JSONAdapter.string(from: model, policy: trial.policy.policy)
      return JSON(text) ?? .string("no JSON: \(text)")
    }
    // The reference omits the outer nil of a double Optional, also where it has to be there.
    if case .failure(let error as JSONAdapterError) = written, error.kind == .invalidMapping,
      "\(error)".contains("a double Optional that is nil is absent")
    {
      return nil
    }
    return ReferenceLaw.finding(in: trial, writing: made.plain(model), written)
  }

  /// What was read is written as the reference says of its presence.
  private static func presenceFinding<M: LawModel>(
    _ trial: Trial, _ made: MadeFamily, _ type: M.Type
  ) -> Finding? {
    let policy = trial.policy.policy
    guard ReferenceSwitch.isOn,
      let model = try? JSONAdapter.model(of: type, from: trial.document.text, policy: policy)
    else { return nil }
    return referenceFinding(model, trial, made)
  }

  /// Of a class that keeps presence, a document that could have been written is written back equal,
  /// also without some of its members, and with nulls.
  private static func canonicalFinding<M: LawModel>(_ model: M, _ trial: Trial) -> Finding? {
    var policy = trial.policy.writing
    policy.defaultsOnExport = .write
    policy.emptyOnExport = .write
    // A class within it that keeps no presence doesn't tell nil under the other rule.
    if policy.nilOnExport == .omitAlways { policy.nilOnExport = .omit }
    let family = trial.family
    let properties = family.properties(of: family.root)
    let areCanonical = family.classes.flatMap(\.properties).allSatisfy { property in
      property.place?.form != .root && property.policy.isEmpty && property.transformer == nil
        && property.place?.isReadBack != false
    }
    guard areCanonical, !family.hasRules,
      let text = try? JSONAdapter.string(from: model, policy: policy), var document = JSON(text)
    else { return nil }
    var draw = Draw(seed: trial.seed)
    for property in properties {
      guard case .path(let steps)? = property.place?.form ?? .path([.key(property.key)]),
        steps.names.count == steps.count
      else { continue }
      let count = draw.number(in: 1...steps.count)
      let isNull = count < steps.count || property.type.isOptional ? draw.oneIn(2) : false
      if draw.oneIn(2) { document.replace(by: isNull ? .null : nil, at: steps.prefix(count).names) }
    }
    guard
      let read = try? JSONAdapter.model(of: M.self, from: document.text, policy: policy),
      let written = try? JSONAdapter.string(from: read, policy: policy)
    else { return nil }
    if JSON(written)?.isEquivalent(to: document) == true { return nil }
    return Finding(
      "a document is not written back", ["document": document.text, "written": written])
  }

  private static func finding<M: LawModel>(
    _ model: M, _ plain: Plain, _ door: Door, _ trial: Trial, _ made: MadeFamily
  ) async -> Finding? {
    let policy = trial.policy.writing
    let family = trial.family
    if door.isFoundations, !family.fitsFoundationsArchives { return nil }
    if door == .records, !family.fitsRecords(made) { return nil }
    if door == .snakeCoder, !family.fitsKeyStrategies { return nil }
    if door == .list, let finding = await streamedFinding(model, trial) { return finding }
    var written = ""
    let projection: Projection =
      switch door {
      case .archive: .archive(family)
      case .foundationWrites, .foundationReads: .foundationArchive(family)
      case .values: .values(family)
      case .records: .records(family)
      case .string, .dictionary, .coder, .snakeCoder, .sorted, .list, .byKey:
        .json(family, policy)
      }
    let expected = projection(plain)
    let readBack: Outcome = Outcome.of { report in
      let result: any LawModel
      switch door {
      case .string:
        written = try JSONAdapter.string(from: model, policy: policy)
        result = try read(written, as: made.root, policy, report)
      case .sorted:
        written = String(
          decoding: try JSONAdapter.data(
            from: model, policy: policy, options: [.prettyPrinted, .sortedKeys]), as: UTF8.self)
        result = try read(written, as: made.root, policy, report)
      case .dictionary:
        let dictionary = try JSONAdapter.dictionary(from: model, policy: policy)
        written = "\(dictionary)"
        result = try read(dictionary, as: made.root, policy, report)
      case .coder, .snakeCoder:
        let encoder = JSONEncoder()
        encoder.userInfo[.conversionPolicy] = policy
        if door == .snakeCoder { encoder.keyEncodingStrategy = .convertToSnakeCase }
        let data = try encoder.encode(model)
        written = String(decoding: data, as: UTF8.self)
        result = try decode(data, as: made.root, policy, door)
      case .archive:
        let data = try model.archivedData()
        written = "\(data.count) bytes"
        result = try Swift.type(of: model).unarchive(from: data)
      case .list:
        written = try JSONAdapter.string(from: [model], policy: policy)
        let models = try readList(written, as: made.root, policy, report)
        guard models.count == 1 else { return .dropped }
        result = models[0]
      case .byKey:
        let data = try JSONAdapter.data(from: ["k": model], policy: policy)
        written = String(decoding: data, as: UTF8.self)
        guard let model = try readByKey(data, as: made.root, policy, report)["k"] else {
          return .dropped
        }
        result = model
      case .foundationWrites:
        // Peridot refuses what Foundation would end the process for.
        _ = try model.archivedData()
        let data = try NSKeyedArchiver.archivedData(
          withRootObject: model, requiringSecureCoding: true)
        written = "\(data.count) bytes"
        result = try Swift.type(of: model).unarchive(from: data)
      case .foundationReads:
        let data = try model.archivedData()
        written = "\(data.count) bytes"
        let object = try NSKeyedUnarchiver.unarchivedObject(ofClass: Model.self, from: data)
        guard let model = object as? any LawModel else { return .dropped }
        result = model
      case .records:
        let store = try RecordStore.inMemory()
        try store.save(model)
        written = "a record"
        let models = try readRecords(store, as: made.root)
        // Models within the model can have the same class.
        guard
          let model = models.first(where: { projection(made.plain($0)) == expected })
            ?? models.first
        else { return .dropped }
        result = model
      case .values:
        written = "\(model.dictionaryValue)"
        result = try Swift.type(of: model).init(dictionary: model.dictionaryValue)
      }
      return .value(made.plain(result))
    }
    // A dictionary has a name once, and no numbers beyond a Double's.
    let takesValues = [.dictionary, .coder, .snakeCoder].contains(door)
    if written.isEmpty || takesValues && !plain.fitsDictionary { return nil }
    // Nor does the dictionary that a hook gets.
    if readBack.isError, family.hasHooksForJSON, let json = JSON(written),
      !DocumentFacts(json).fitsDictionary
    {
      return nil
    }
    let mayOmitNeeded = policy.nilOnExport == .omitAlways || family.omitsNils
    if readBack.isError, mayOmitNeeded, family.requiresOptionals { return nil }
    if mayOmitNeeded, family.deducesFromDoubleOptionals { return nil }
    let refusesOwn = trial.family.hasRules || trial.family.hasPartsAtRoot
    if readBack.isError, refusesOwn || trial.family.takesTextForNull { return nil }
    func agrees(_ found: Plain) -> Bool {
      // A dictionary of values has NSNull for both nils of a double Optional.
      door == .values
        ? projection(found).withOuterNils == expected.withOuterNils : projection(found) == expected
    }
    if let found = readBack.value, agrees(found) { return nil }
    if trial.family.hasReplacements { return nil }
    return Finding(
      "what \(door) writes does not read back",
      [
        "model": "\(plain)", "written": written, "expected": "\(expected)",
        "read": readBack.value.map { "\(projection($0))" } ?? "\(readBack)",
      ])
  }

  /// What a writer streams is what one call writes, or the same error; with the same issues.
  private static func streamedFinding<M: LawModel>(_ model: M, _ trial: Trial) async -> Finding? {
    let policy = trial.policy.policy
    func written(_ write: (IssueList) async throws -> String) async -> String {
      let issues = IssueList()
      var text: String
      do { text = try await write(issues) } catch { text = "\(error)" }
      for issue in issues.issues { text += "\n\(issue)" }
      return text
    }
    let whole = await written {
      try JSONAdapter.string(from: [model, model], policy: policy, report: $0.add)
    }
    func streamed(_ form: JSONStreamForm, _ issues: IssueList) async throws -> String {
      var chunks = Data()
      let writer = try JSONAdapter.writer(
        of: M.self, to: { chunks += $0 }, as: form, chunkSize: 1, policy: policy,
        report: issues.add)
      try await writer.write(contentsOf: [model, model])
      try await writer.finish()
      return String(decoding: chunks, as: UTF8.self)
    }
    let array = await written { try await streamed(.array, $0) }
    // A list of what each line has.
    let lines = await written { issues in
      let text = try await streamed(.lines, issues)
      return "[" + text.split(separator: "\n").joined(separator: ",") + "]"
    }
    // Line breaks in JSON that is kept are spaces in a line.
    func joined(_ text: String) -> String {
      String(decoding: text.utf8.map { [0x0A, 0x0D].contains($0) ? 0x20 : $0 }, as: UTF8.self)
    }
    if array == whole, joined(lines) == joined(whole) { return nil }
    return Finding(
      "a writer streams something else", ["whole": whole, "array": array, "lines": lines])
  }

  private static func read<M: LawModel>(
    _ text: String, as type: M.Type, _ policy: ConversionPolicy, _ report: IssueList
  ) throws -> any LawModel {
    try JSONAdapter.model(of: type, from: text, policy: policy, report: report.add)
  }

  private static func read<M: LawModel>(
    _ dictionary: [String: Any], as type: M.Type, _ policy: ConversionPolicy,
    _ report: IssueList
  ) throws -> any LawModel {
    try JSONAdapter.model(of: type, from: dictionary, policy: policy, report: report.add)
  }

  private static func readList<M: LawModel>(
    _ text: String, as type: M.Type, _ policy: ConversionPolicy, _ report: IssueList
  ) throws -> [any LawModel] {
    try JSONAdapter.models(of: type, from: text, policy: policy, report: report.add)
  }

  private static func readByKey<M: LawModel>(
    _ data: Data, as type: M.Type, _ policy: ConversionPolicy, _ report: IssueList
  ) throws -> [String: any LawModel] {
    try JSONAdapter.modelsByKey(of: type, from: data, policy: policy, report: report.add)
  }

  private static func readRecords<M: LawModel>(
    _ store: RecordStore, as type: M.Type
  ) throws -> [any LawModel] { try store.models(of: type) }

  private static func decode<M: LawModel>(
    _ data: Data, as type: M.Type, _ policy: ConversionPolicy, _ door: Door
  ) throws -> any LawModel {
    let decoder = JSONDecoder()
    if door == .snakeCoder { decoder.keyDecodingStrategy = .convertFromSnakeCase }
    decoder.userInfo[.conversionPolicy] = policy
    return try decoder.decode(type, from: data)
  }
}

extension JSON {
  /// Puts another value, or none, in the place of the one at a path of names.
  fileprivate mutating func replace(by value: JSON?, at names: [String]) {
    guard let name = names.first, case .object(var members) = self,
      let index = members.firstIndex(where: { $0.name.isSame(as: name) })
    else { return }
    if names.count > 1 {
      members[index].value.replace(by: value, at: Array(names.dropFirst()))
    } else if let value {
      members[index].value = value
    } else {
      members.remove(at: index)
    }
    self = .object(members)
  }
}

extension RoundTripLaw.Door {
  fileprivate var isFoundations: Bool { self == .foundationWrites || self == .foundationReads }
}

extension ClassFamily {
  /// Whether Foundation's archives tell all values apart: of numbers in an `Any` it takes 1, true and
  /// 1.0 for one.
  fileprivate var fitsFoundationsArchives: Bool {
    classes.allSatisfy { spec in
      !spec.keepsExtras && spec.properties.allSatisfy { !$0.type.holdsAny }
    }
  }

  /// Whether a coder's strategy for names changes no data: an unknown member stands beside properties, and
  /// where a model is the object itself, the names of two classes can become one.
  fileprivate var fitsKeyStrategies: Bool {
    if classes.contains(where: \.keepsExtras) { return false }
    let places = classes.flatMap { spec in spec.properties.map { place(of: $0, in: spec.id) } }
    guard places.contains(where: { $0.form == .root }) else { return true }
    let names = Set(places.flatMap { $0.paths + [$0.written ?? []] }.flatMap(\.names))
    return Set(names.map { $0.lowercased().filter { $0 != "_" } }).count == names.count
  }

  /// Whether models of the root can be records, each of them a record of its own.
  func fitsRecords(_ made: MadeFamily) -> Bool {
    func check<M: LawModel>(_ type: M.Type) -> Bool { (try? RecordStore.check(type)) != nil }
    // Two models of one identity are one record.
    let hasOnlyRootsIdentity = classes.allSatisfy { spec in
      !isReached(spec.id) || identityKeys(of: spec.id).isEmpty
        || spec.id == root && spec.shape != .node
    }
    return hasOnlyRootsIdentity && check(made.root)
  }

  /// Whether a class needs a member that can be nil.
  fileprivate var requiresOptionals: Bool {
    classes.contains { spec in
      spec.properties.contains { $0.isRequired && $0.type.isOptional }
    }
  }

  /// Whether a class may be chosen by a member that is absent where a double Optional is nil.
  fileprivate var deducesFromDoubleOptionals: Bool {
    let hasDeduced = classes.contains {
      if case .deduced? = $0.cluster?.form { true } else { false }
    }
    return hasDeduced
      && classes.contains { $0.properties.contains { $0.type.isDoubleOptional } }
  }

  /// Whether a property's own policy, which holds for the models in it, too, omits each nil, or takes a
  /// null for an absent member.
  fileprivate var omitsNils: Bool {
    classes.contains { spec in
      spec.properties.contains { property in
        let policy = property.rules()
        return (policy.nilOnExport == .omitAlways || policy.null == .skip)
          && (property.isRequired || !property.type.classIDs.isEmpty)
      }
    }
  }

  /// Whether a property is read from the object itself, and nothing may be written for it: nil, or
  /// anything where it is only read, or what extras have of other properties; or whether one that isn't
  /// written, of the class or of the model there, reads the members of others: only models have to
  /// agree. A model there that reads alternatives may find the member of another property.
  var hasPartsAtRoot: Bool {
    func hasOnlyRead(_ id: Int) -> Bool {
      properties(of: id).contains { property in
        guard let place = property.place, place.form != .root else { return false }
        return place.isRead && !place.isReadBack
      }
    }
    return classes.contains { spec in
      return spec.properties.contains { property in
        guard let place = property.place, place.form == .root else { return false }
        let hasExtras = property.type.classIDs.contains { classes[$0].keepsExtras }
        let hasAlternatives = property.type.classIDs.contains { id in
          properties(of: id).contains { $0.place?.hasAlternatives == true }
        }
        return place.isRead
          && (!place.isReadBack || property.type.isOptional || hasExtras || hasAlternatives
            || ([spec.id] + property.type.classIDs).contains(where: hasOnlyRead)
            || property.type.classIDs.isEmpty)
      }
    }
  }
}

extension PolicySpec {
  /// Strict reading with the choices of this policy for writing, all of which read back.
  var writing: ConversionPolicy {
    let own = policy
    var policy = ConversionPolicy.strict
    policy.nilOnExport = own.nilOnExport
    policy.defaultsOnExport = own.defaultsOnExport
    policy.emptyOnExport = own.emptyOnExport
    policy.dateStrategy = own.dateStrategy == .secondsSince1970 ? .secondsSince1970 : .iso8601
    policy.unreadableClass = .fail
    return policy
  }
}

extension Plain {
  /// Whether a dictionary holds all JSON in it.
  fileprivate var fitsDictionary: Bool {
    switch self {
    case .raw(let json): DocumentFacts(json).fitsDictionary
    case .some(let value): value.fitsDictionary
    case .array(let values), .set(let values): values.allSatisfy(\.fitsDictionary)
    case .dictionary(let entries): entries.allSatisfy(\.value.fitsDictionary)
    case .enumCase(_, let payload): payload.allSatisfy(\.value.fitsDictionary)
    case .model(let model):
      model.members.allSatisfy(\.value.fitsDictionary) && model.kept?.fitsDictionary != false
    default: true
    }
  }

  /// The value with nil for the inner nil of double Optionals, in the model itself.
  fileprivate var withOuterNils: Plain {
    guard case .model(var model) = self else { return self }
    model.members = model.members.map { member in
      Member(member.name, member.value == .some(.none) ? .none : member.value)
    }
    return .model(model)
  }
}

extension ClassFamily {
  /// Whether a class refuses values that it can hold, or JSON that it writes.
  var hasRules: Bool {
    // A property's policy holds for the models in it.
    let failsAbsent = classes.flatMap(\.properties).contains {
      $0.rules().absentKeys == .fail
    }
    return classes.contains { spec in
      !spec.keyRules.isEmpty || !spec.modelRules.isEmpty || !spec.prepare.isEmpty
        || spec.properties.contains {
          let policy = $0.rules()
          let skipsNull = policy.null == .skip && $0.type.isOptional
          return !$0.limits.isEmpty || policy.unknownKeys == .fail
            || ($0.isRequired || failsAbsent) && ($0.place?.isReadBack == false || skipsNull)
        }
    }
  }

  /// Whether a property is read by rules of its own, which can refuse what the call's write.
  var hasOwnPolicies: Bool {
    classes.contains { $0.properties.contains { !$0.policy.isEmpty } }
  }

  /// Whether the text of a property's value can be null by the property's own policy.
  var takesTextForNull: Bool {
    classes.contains { spec in
      spec.properties.contains { $0.rules().acceptsNullWordsForStrings }
    }
  }

  /// Whether a class replaces values.
  var hasReplacements: Bool {
    classes.contains { spec in
      spec.keyRules.contains { if case .replace = $0 { true } else { false } }
    }
  }
}

extension PlaceSpec {
  /// Whether a coder gets the JSON of the value, or of one around it.
  fileprivate var isWhole: Bool {
    if case .path(let steps) = form { steps.names.count < steps.count } else { form == .root }
  }
}

extension TypeSpec {
  fileprivate var holdsAny: Bool { holds { $0 == .any } }
}
