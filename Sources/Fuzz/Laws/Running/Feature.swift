import Peridot

/// What a trial can have. The table of pairs counts how often two of them met in one trial.
enum Feature: Int, CaseIterable, Sendable {
  // Places.
  case nestedPath, index, each, firstOf, several, root, readOnly, writeOnly, otherWritten, excluded
  // Clusters.
  case inside, beside, around, deduced, held, otherTags, withoutTag
  case unknownBase, kept, subclassOfSubclass
  // Classes.
  case identity, declaredIdentity, compositeIdentity, extras, presence, prepare, finish,
    keyValidation, modelValidation, keyStyle, ignoringCase, selfReference
  // Properties.
  case declared, accessors, secret, limit, declaredDefault, required, transformer, propertyPolicy
  case storage, keyed, writesNull, embedded, formerName
  // Types.
  case optional, doubleOptional, optionalWithDefault, array, set, dictionary, otherKeys, any, raw
  case union, modelUnion, codableStruct, codableEnum, rawEnum, unknownCase, date, decimal, url,
    data, uuid, float
  case narrowInteger, model, models
  // Documents.
  case null, repeatedName, changed
  // Policies: each trial has one preset.
  case strict, lenient, legacy, switches, collectsErrors, omitAlways, classPolicy
  // Doors: a trial goes through few.
  case modelsByKey, archive, foundationArchive, records
  // Laws: each trial is of one.
  case roundTrip, doors, patches, updates, policies, limits, copies, secrets, robustness
  case differences, descriptions

  /// Why some pairs never meet, and whether two features are such a pair.
  private static let rules: [(reason: String, keepsApart: @Sendable (Feature, Feature) -> Bool)] = [
    ("a trial has one preset", { presets.contains($0) && presets.contains($1) }),
    ("a trial is of one law", { laws.contains($0) && laws.contains($1) }),
    (
      "only calls of law 2 leave the policy to the classes",
      {
        $0 == .classPolicy
          && ($1 == .roundTrip || presets.contains($1) || callRules.contains($1)
            || otherLaws.contains($1)
            || onlyRoundTrip.contains($1))
      }
    ),
    ("only laws 1 and 2 read models by keys", { $0 == .modelsByKey && otherLaws.contains($1) }),
    (
      "only law 1 goes through it",
      { onlyRoundTrip.contains($0) && laws.contains($1) && $1 != .roundTrip }
    ),
    (
      "a trial of law 1 goes through one door",
      { onlyRoundTrip.contains($0) && ($1 == .modelsByKey || onlyRoundTrip.contains($1)) }
    ),
    (
      "law 12 changes its documents itself",
      { $0 == .descriptions && [.changed, .repeatedName].contains($1) }
    ),
    (
      "the law begins with models, not with a document",
      { documents.contains($0) && (withoutDocument.contains($1) || onlyRoundTrip.contains($1)) }
    ),
  ]
  private static let presets: Set<Feature> = [.strict, .lenient, .legacy]
  private static let callRules: Set<Feature> = [.switches, .collectsErrors, .omitAlways]
  private static let laws: Set<Feature> = [
    .roundTrip, .doors, .patches, .updates, .policies, .limits, .copies, .secrets, .robustness,
    .differences, .descriptions,
  ]
  private static let otherLaws = laws.subtracting([.roundTrip, .doors])
  private static let onlyRoundTrip: Set<Feature> = [.archive, .foundationArchive, .records]
  private static let documents: Set<Feature> = [.null, .repeatedName, .changed]
  private static let withoutDocument: Set<Feature> = [.roundTrip, .patches, .copies, .differences]

  /// Why two features are never in one trial; nil if they can be.
  static func reasonApart(_ one: Feature, _ other: Feature) -> String? {
    rules.first { $0.keepsApart(one, other) || $0.keepsApart(other, one) }?.reason
  }
}

/// A set of features.
struct FeatureSet: Sendable {
  private var bits: (UInt64, UInt64) = (0, 0)

  mutating func insert(_ feature: Feature) {
    if feature.rawValue < 64 {
      bits.0 |= 1 << UInt64(feature.rawValue)
    } else {
      bits.1 |= 1 << UInt64(feature.rawValue - 64)
    }
  }

  func contains(_ feature: Feature) -> Bool {
    feature.rawValue < 64
      ? bits.0 & 1 << UInt64(feature.rawValue) != 0
      : bits.1 & 1 << UInt64(feature.rawValue - 64) != 0
  }

  var members: [Feature] { Feature.allCases.filter(contains) }

  fileprivate mutating func insert(_ feature: Feature, if condition: Bool) {
    if condition { insert(feature) }
  }
}

extension ClassFamily {
  /// The features of all classes that a trial reaches.
  var features: FeatureSet {
    var set = FeatureSet()
    for spec in classes where isReached(spec.id) {
      spec.add(to: &set)
      for property in spec.properties { property.add(to: &set) }
    }
    return set
  }
}

extension ClassSpec {
  fileprivate func add(to set: inout FeatureSet) {
    switch cluster?.form {
    case .inside?: set.insert(.inside)
    case .beside?: set.insert(.beside)
    case .around?: set.insert(.around)
    case .deduced?: set.insert(.deduced)
    case nil: break
    }
    set.insert(.otherTags, if: cluster?.otherTags.isEmpty == false)
    set.insert(.withoutTag, if: cluster?.absent != nil)
    set.insert(.unknownBase, if: cluster?.unknown == .base)
    set.insert(.kept, if: shape == .keeping)
    set.insert(.subclassOfSubclass, if: shape == .leaf)
    let identities = properties.count(where: \.isIdentity)
    set.insert(.identity, if: identityKey != nil)
    set.insert(.declaredIdentity, if: identities == 1)
    set.insert(.compositeIdentity, if: identities > 1)
    set.insert(.extras, if: keepsExtras)
    set.insert(.presence, if: keepsPresence)
    set.insert(.prepare, if: !prepare.isEmpty)
    set.insert(.finish, if: !finish.isEmpty)
    set.insert(.keyValidation, if: !keyRules.isEmpty)
    set.insert(.modelValidation, if: !modelRules.isEmpty)
    set.insert(.keyStyle, if: keyStyle != .identity)
    set.insert(.ignoringCase, if: keyStyle == .ignoringCase)
    set.insert(.selfReference, if: shape == .node)
  }
}

extension PropertySpec {
  fileprivate func add(to set: inout FeatureSet) {
    switch place?.form {
    case .path(let steps)?:
      set.insert(.nestedPath, if: steps.count > 1)
      for step in steps {
        switch step {
        case .index: set.insert(.index)
        case .each: set.insert(.each)
        case .key: break
        }
      }
    case .firstOf?: set.insert(.firstOf)
    case .all?: set.insert(.several)
    case .root?: set.insert(.root)
    case .excluded?: set.insert(.excluded)
    case nil: break
    }
    set.insert(.readOnly, if: place?.direction == .readOnly)
    set.insert(.writeOnly, if: place?.direction == .writeOnly)
    set.insert(.otherWritten, if: place?.written != nil)
    set.insert(.held, if: heldCluster != nil)
    set.insert(.keyed, if: keyedBy != nil)
    set.insert(.declared, if: isDeclared)
    set.insert(.accessors, if: usesAccessors)
    set.insert(.writesNull, if: writesNull)
    set.insert(.formerName, if: isRenamed)
    set.insert(.secret, if: isSecret)
    set.insert(.limit, if: !limits.isEmpty)
    set.insert(.declaredDefault, if: declaredDefault != nil)
    set.insert(.required, if: isRequired)
    set.insert(.transformer, if: transformer != nil)
    set.insert(.embedded, if: transformer == .embedded)
    set.insert(.propertyPolicy, if: !policy.isEmpty)
    set.insert(.storage, if: storage != .permanent)
    set.insert(.optionalWithDefault, if: type.isOptional && (declaredDefault ?? initial) != .none)
    type.add(to: &set)
  }
}

extension TypeSpec {
  fileprivate func add(to set: inout FeatureSet) {
    switch self {
    case .optional(let wrapped):
      set.insert(wrapped.isOptional ? .doubleOptional : .optional)
      wrapped.add(to: &set)
    case .array(let element):
      set.insert(.array)
      set.insert(.models, if: !element.classIDs.isEmpty)
      element.add(to: &set)
    case .set(let element):
      set.insert(.set)
      element.add(to: &set)
    case .dictionary(let key, let value):
      set.insert(.dictionary)
      set.insert(.otherKeys, if: key != .string)
      set.insert(.models, if: !value.classIDs.isEmpty)
      value.add(to: &set)
    case .model: set.insert(.model)
    case .any: set.insert(.any)
    case .raw: set.insert(.raw)
    case .union(let union):
      set.insert(.union)
      set.insert(.modelUnion, if: !classIDs.isEmpty)
      for case let type? in union.cases.map(\.type) { type.add(to: &set) }
    case .codable(.load): set.insert(.codableEnum)
    case .codable: set.insert(.codableStruct)
    case .enumeration(.color): set.insert(.unknownCase)
    case .enumeration: set.insert(.rawEnum)
    case .date: set.insert(.date)
    case .decimal: set.insert(.decimal)
    case .url: set.insert(.url)
    case .data: set.insert(.data)
    case .uuid: set.insert(.uuid)
    case .float: set.insert(.float)
    case .integer(let kind): set.insert(.narrowInteger, if: kind != .int && kind != .int64)
    case .bool, .double, .string, .character: break
    }
  }
}

extension Trial {
  /// The features of the trial: those of its classes, and its own.
  func features(of family: FeatureSet) -> FeatureSet {
    var set = family
    if leavesPolicy { set.insert(.classPolicy) } else { policy.add(to: &set) }
    insertDoors(&set)
    set.insert(.null, if: document.hasNull && document != .null)
    set.insert(.repeatedName, if: document.repeatsName)
    set.insert(.changed, if: isChanged)
    switch law {
    case .roundTrip: set.insert(.roundTrip)
    case .doors: set.insert(.doors)
    case .patches: set.insert(.patches)
    case .updates: set.insert(.updates)
    case .policies: set.insert(.policies)
    case .limits: set.insert(.limits)
    case .copies: set.insert(.copies)
    case .secrets: set.insert(.secrets)
    case .robustness: set.insert(.robustness)
    case .differences: set.insert(.differences)
    case .descriptions: set.insert(.descriptions)
    case .work: break
    }
    return set
  }
}

extension PolicySpec {
  fileprivate func add(to set: inout FeatureSet) {
    switch preset {
    case .strict: set.insert(.strict)
    case .lenient: set.insert(.lenient)
    case .legacyYYModel, .legacyJSONModel, .legacyMantle: set.insert(.legacy)
    }
    set.insert(.switches, if: !changes.isEmpty)
    set.insert(.collectsErrors, if: policy.collectsErrors)
    set.insert(.omitAlways, if: policy.nilOnExport == .omitAlways)
  }
}

extension Trial {
  private func insertDoors(_ set: inout FeatureSet) {
    switch law {
    case .roundTrip:
      switch RoundTripLaw.door(of: self) {
      case .byKey: set.insert(.modelsByKey)
      case .archive: set.insert(.archive)
      case .foundationReads, .foundationWrites: set.insert(.foundationArchive)
      case .records: set.insert(.records)
      case .string, .dictionary, .coder, .snakeCoder, .values, .sorted, .list: break
      }
    case .doors: set.insert(.modelsByKey, if: DoorsLaw.doors(of: self).contains(.byKey))
    case .patches, .updates, .policies, .limits, .copies, .secrets, .work, .robustness,
      .differences, .descriptions:
      break
    }
  }
}

extension JSON {
  fileprivate var repeatsName: Bool {
    switch self {
    case .null, .bool, .number, .string: false
    case .array(let elements): elements.contains(where: \.repeatsName)
    case .object(let members):
      Set(members.map(\.name)).count < members.count || members.contains { $0.value.repeatsName }
    }
  }
}

/// How often two features met in one trial.
struct PairTable: Codable, Sendable {
  private(set) var counts = [Int](
    repeating: 0, count: Feature.allCases.count * Feature.allCases.count)

  mutating func add(_ set: FeatureSet) {
    let members = set.members.map(\.rawValue)
    for (index, first) in members.enumerated() {
      for second in members[index...] { counts[first * Feature.allCases.count + second] += 1 }
    }
  }

  mutating func add(_ other: PairTable) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }

  /// The count of two features, or of one with itself.
  func count(_ one: Feature, _ other: Feature) -> Int {
    counts[
      min(one.rawValue, other.rawValue) * Feature.allCases.count + max(one.rawValue, other.rawValue)
    ]
  }

  /// The pairs that can meet, the rarest first.
  var pairs: [(one: Feature, other: Feature, count: Int)] {
    let all = Feature.allCases
    return all.indices.flatMap { index in
      all[(index + 1)...].compactMap { other in
        Feature.reasonApart(all[index], other) == nil
          ? (all[index], other, count(all[index], other)) : nil
      }
    }.sorted { $0.count < $1.count }
  }

  /// The pairs that never meet, by the reasons.
  var apart: [(reason: String, pairs: Int)] {
    let all = Feature.allCases
    let reasons = all.indices.flatMap { index in
      all[(index + 1)...].compactMap { Feature.reasonApart(all[index], $0) }
    }
    return Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +)
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
