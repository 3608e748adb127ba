import Foundation

/// Makes the parts of a class's plan, and collects every mistake in the class's declarations.
struct MappingMaker {
  let modelClass: Model.Type
  let policy: ConversionPolicy
  let schema: ModelSchema
  /// The class's properties; if `isLive`, through accessors that notify observers.
  let properties: [Property]
  let paths: JSONKeyPaths
  let plans: PolicyPlans
  private(set) var fields: [any JSONField] = []
  private(set) var deferred: [JSONMapping.DeferredField] = []
  private(set) var assembled: [JSONMapping.AssembledField] = []
  private(set) var mistakes: [String] = []
  private(set) var readingMistakes: [String] = []
  /// The mistakes that matter only in writing.
  private(set) var writingMistakes: [String] = []
  /// Whether each field is read, not only written.
  private(set) var areRead: [Bool] = []
  private(set) var places: Places
  private(set) var readMembers: MemberTree
  private(set) var writtenMembers: MemberTree
  /// Whether places are within others, so that the first values count.
  private(set) var overlaps = false
  /// The rules of the class's clusters for its objects; nil for a class without clusters.
  let clusters: ClusterPlace?
  /// The clusters of the models in properties, by the property.
  private(set) var heldClusters = [String: ClusterTable]()
  /// The property that is the name of an object's member, and so is not written among its members.
  private let keyedBy: String?

  init(
    _ modelClass: Model.Type, _ plans: PolicyPlans, keyedBy: String? = nil, isLive: Bool
  ) {
    self.modelClass = modelClass
    self.keyedBy = keyedBy
    self.plans = plans
    policy = plans.policy.rules
    schema = .draft(of: modelClass)
    properties = isLive ? schema.properties : schema.properties.map(\.inMemory)
    paths = .of(modelClass)
    clusters = .of(modelClass)
    // An object that keeps its JSON has no unknown members.
    let tellsMembers = policy.unknownKeys != .ignore && clusters?.isKept != true
    places = Places(modelClass, tellsMembers: tellsMembers, keepsExtras: schema.extras != nil)
    places.fold(paths.foldedNames(of: properties), at: paths.prefix)
    if schema.extras == nil {
      for level in clusters?.levels ?? [] { places.add(path: level.path) }
    }
    readMembers = MemberTree(capacity: properties.count)
    writtenMembers = MemberTree(capacity: properties.count)
  }

  mutating func makeFields() {
    var written: [(path: JSONKeyPath, field: Int, transformer: ValueTransformer?)] = []
    mistakes += schema.mistakes.map(\.found)
    mistakes += Self.conflicts(of: modelClass, schema) + paths.alikeNames(of: properties)
    let unsupported = ModelSchema.unsupportedVariables(of: modelClass).map(\.name)
    for (key, path) in paths.declared.sortedByName
    where !schema.declares(key) && !(path.form == .excluded && unsupported.contains(key)) {
      mistakes.append(schema.misnaming(key, in: "keyPathsByPropertyKey"))
    }
    let mapped = properties.compactMap { property -> (Property, JSONKeyPath)? in
      guard let path = paths.path(of: property), path.form != .excluded else { return nil }
      return property.key == keyedBy
        ? (path.direction == .writeOnly ? nil : (property, .readOnly(path))) : (property, path)
    }
    let keys = mapped.map(\.0.key)
    let transformers = modelClass.declaredTransformers(forKeys: keys)
    let policies = modelClass.declaredPolicies(forKeys: keys, basedOn: policy)
    var tags = clusterTags(of: mapped)
    fields.reserveCapacity(mapped.count)
    areRead.reserveCapacity(mapped.count)
    written.reserveCapacity(mapped.count)
    // True as long as each field is read and written at the same place.
    var isSymmetric = true
    for (position, (property, path)) in mapped.enumerated() {
      if let mistake = path.mistakeInObject ?? Self.misuse(of: path) {
        mistakes.append("\"\(property.key)\" is mapped to \(path): \(mistake)")
        continue
      }
      let transformer = transformers[position]
      if case .all = path.form, transformer == nil {
        mistakes.append(
          "\"\(property.key)\" is mapped to several paths and has no transformer: "
            + "return one from transformer(forKey:), or use .firstOf for alternatives")
        continue
      }
      if let key = property.keyedBy,
        let mistake = KeyedList.mistake(in: property, by: key, transformer)
      {
        mistakes.append(mistake)
        continue
      }
      if let mistake = transformer.flatMap({ Self.misfit(of: $0, property, path) }) {
        mistakes.append(mistake)
      }
      places.add(property, path, hasTransformer: transformer != nil)
      var isRead = path.direction != .writeOnly && !property.isReadOnly
      if isRead, transformer == nil, hasUnknownClass(property) {
        isRead = false
        readingMistakes.append(
          "\"\(property.key)\" is of type \(TypeName.of(property.valueType)), and no class is known to read it "
            + "as: return a transformer from transformer(forKey:), or a class from "
            + "classForParsing(_:forKey:), or map it to .writeOnly or .excluded")
      }
      guard let field = field(for: property, transformer, policies?[position]) else { continue }
      let index = fields.count
      fields.append(field)
      areRead.append(isRead)
      if isRead { addInput(path, index) }
      if let tag = tags.firstIndex(where: { path.leads(to: $0.path) }) {
        if let mistake = misfit(of: field, isRead: isRead, with: tags[tag]) {
          mistakes.append(mistake)
        }
        if path.direction != .readOnly { tags[tag].overlapped = property }
        isSymmetric = false
      } else if path.direction != .readOnly {
        written.append((path, index, transformer))
      }
      if !isRead || path.direction == .readOnly || !path.isOfMembers { isSymmetric = false }
    }
    for tag in tags.reversed() {
      let field = ClusterTagField(
        .init(tag.table, tag.entry, of: modelClass, heldIn: tag.key, overlapped: tag.overlapped))
      let path = JSONKeyPath(.path(tag.path.map { .key($0) }))
      places.add(field.property, path, hasTransformer: true)
      written.insert((path, fields.count, nil), at: 0)
      fields.append(field)
      areRead.append(false)
      isSymmetric = false
    }
    if !paths.prefix.isEmpty { isSymmetric = false }
    mistakes += places.circles
    let conflicts = places.conflicts
    if policy.overlaps == .fail {
      writingMistakes = conflicts
    } else {
      overlaps = !conflicts.isEmpty
    }
    if policy.keepsDatesExact { writingMistakes += losses }
    if isSymmetric, !overlaps {
      writtenMembers = readMembers
    } else {
      for (path, field, transformer) in written { addOutput(path, field, transformer) }
      writtenMembers.keep(paths.prefix[...])
    }
  }

  /// The permanent properties of which what is written is not read, which a record would lose that keeps
  /// the model as JSON.
  private var losses: [String] {
    schema.permanent.compactMap { property in
      guard !property.isReadOnly, let path = paths.declared[property.key], path.form != .excluded,
        path.direction != .both || !path.isReadWhereWritten
      else { return nil }
      return
        "\"\(property.key)\" is mapped to \(path), and a record keeps the model as JSON: map it "
        + "to a path that is read and written, or let storageBehavior(forKey:) say .transitory"
    }
  }

  mutating func note(_ found: [String]) { mistakes += found }

  mutating func note(_ table: ClusterTable, ofModelsIn key: String) { heldClusters[key] = table }

  /// Returns the mistake in a path's parts, if there is one.
  private static func misuse(of path: JSONKeyPath) -> String? {
    switch path.form {
    case .firstOf(let paths):
      for part in paths where part.form != .root && !part.isPlain {
        return "firstOf takes plain paths, but \(part) is not one"
      }
    case .all(let paths):
      for part in paths where !part.isPlain {
        return "all takes plain paths, but \(part) is not one"
      }
    default: break
    }
    return nil
  }

  /// Returns the mistake in the types of a property and its transformer; nil if they fit, or if
  /// only the values can show it.
  private static func misfit(
    of transformer: ValueTransformer, _ property: Property, _ path: JSONKeyPath
  ) -> String? {
    let steps = transformer.throwing
    let subject = "\"\(property.key)\" is of type \(TypeName.of(property.valueType))"
    let advice = "return another from transformer(forKey:), or .closure(forward:reverse:)"
    if let mistake = steps.mistake { return "\(subject), and \(mistake): \(advice)" }
    if path.collects, !TransformedShape.array(.unknown).mayHold(steps.taken) {
      return "\(subject), and its transformer takes \(steps.taken), but [*] gives an array of what "
        + "it finds: use .array(of:)"
    }
    guard !TransformedShape(property.valueType).mayHold(steps.given) else { return nil }
    let isRead = path.direction != .writeOnly && !property.isReadOnly
    let verb = isRead ? "gives" : "takes"
    return "\(subject), and its transformer \(verb) \(steps.given): \(advice)"
  }

  private mutating func field(
    for property: Property, _ transformer: ValueTransformer?, _ declared: ConversionPolicy?
  ) -> (any JSONField)? {
    let own = declared?.within(policy) ?? policy
    // A class with a double optional needs null.
    let skipsNull =
      !TypeShape.of(property.valueType).tellsAbsence
      && (own.null == .skip
        || own.legacyRules[.nullKeepsOptionals] && property.isOptional)
    // The name of its member stands for it.
    let isNamed = property.key == keyedBy && !property.isOptional
    let keepsModel = own.keepsBadOptionalModels && Self.isOptionalModel(property.valueType)
    let repaired = keepsModel ? .all : repaired(in: property, transformer, own)
    let isOwn = declared != nil && own != policy
    let plans = isOwn ? plans.plans(under: own) : plans
    if transformer == nil, TypeShape.of(property.valueType).mayHoldModels,
      let advice = UnionForms.advice(for: property.valueType)
    {
      mistakes.append(
        "\"\(property.key)\" is of type \(TypeName.of(property.valueType)), whose forms can't be "
          + "told apart: \(advice)")
      return nil
    }
    let visitor = FieldMaker(property: property, transformer: transformer, plans: plans)
    if let made = property.access.accept(visitor) {
      let field = transformer == nil ? choosing(made, plans) : made
      let isPlain = !isOwn && !skipsNull && !isNamed && repaired.isEmpty
      return isPlain && !paths.keepsPresence
        ? field
        : PolicyJSONField(
          field, plans.policy, skipsNull: skipsNull, isNamed: isNamed, keepsModel: keepsModel,
          repaired, notedMark: paths.keepsPresence ? fields.count : nil, onlyNotes: isPlain)
    }
    mistakes.append(
      "\"\(property.key)\" is of type \(TypeName.of(property.valueType)), which has no JSON form: "
        + ErrorAdvice.words(forUnsupported: property.valueType))
    return nil
  }

  /// The errors within a property's value that are not errors of the document, if the policy collects
  /// all errors or tolerates some of them only.
  private func repaired(
    in property: Property, _ transformer: ValueTransformer?, _ policy: ConversionPolicy
  ) -> ReadingContext.Repaired {
    let type = RuntimeFields.wrappedType(ofOptional: property.valueType) ?? property.valueType
    guard transformer != nil || !isPlainScalar(type) else { return [] }
    var repaired = ReadingContext.Repaired.ofProperty(policy)
    let ofElements = ReadingContext.Repaired.ofElements(policy)
    if !(type is Model.Type) { repaired.formUnion(ofElements) }
    return policy.collectsErrors || repaired.isPartial || ofElements.isPartial ? repaired : []
  }

  private static func isOptionalModel(_ type: Any.Type) -> Bool {
    RuntimeFields.wrappedType(ofOptional: type) is Model.Type
  }

  /// Whether a property holds models of an unspecified class, and its class doesn't choose one.
  private func hasUnknownClass(_ property: Property) -> Bool {
    !schema.hooks.choosesHeldClasses && TypeShape.of(property.valueType).mayHoldModels
      && TypeShape.ModelClassFinder.modelClass(in: property.valueType) == Model.self
  }

  /// Returns a field that chooses the class of its models, if the property's class does.
  private func choosing(_ field: any JSONField, _ plans: PolicyPlans) -> any JSONField {
    guard schema.hooks.choosesHeldClasses else { return field }
    let property = field.property
    guard let heldClass = TypeShape.ModelClassFinder.modelClass(in: property.valueType)
    else { return field }
    return ChosenClassField(field, of: heldClass, plans: plans) { [unowned plans] chosen in
      let maker = FieldMaker(
        property: property, transformer: nil, plans: plans, chosenClass: chosen)
      return property.access.accept(maker)
    }
  }

  private mutating func addInput(_ path: JSONKeyPath, _ field: Int) {
    switch path.form {
    case .path(let components):
      guard components.areKeys else {
        deferred.append(.init(field: field, source: .path(components)))
        return
      }
      readMembers.add(field, at: components[...])
      guard components.count > 1, let names = components.names else { return }
      let policy = fields[field].policy ?? policy
      if policy.fallsBackToLiteralNames || policy.collectsImplicitly {
        let name = names.joined(separator: ".")
        if policy.fallsBackToLiteralNames { places.add(literal: name) }
        deferred.append(.init(field: field, source: .fallback(components, name: name)))
      }
    case .firstOf(let alternatives) where alternatives.read.count == 1:
      addInput(alternatives.read[0], field)
    case .firstOf(let alternatives):
      let literal = (fields[field].policy ?? policy).fallsBackToLiteralNames
      let paths = alternatives.read.map(\.components).flatMap { components in
        guard literal, let names = components.names, names.count > 1 else { return [components] }
        let name = names.joined(separator: ".")
        places.add(literal: name)
        return [components, [.key(name)]]
      }
      let written = alternatives.first.flatMap { paths.firstIndex(of: $0.components) }
      deferred.append(.init(field: field, source: .firstOf(paths), written: written))
    case .all(let paths):
      deferred.append(
        .init(field: field, source: .all(paths.map { (text(of: $0), $0.components) })))
    case .root:
      deferred.append(.init(field: field, source: .root))
    case .excluded:
      break
    }
  }

  private mutating func addOutput(
    _ path: JSONKeyPath, _ field: Int, _ transformer: ValueTransformer?
  ) {
    switch path.form {
    case .path(let components):
      if components.areKeys, !overlaps {
        writtenMembers.add(field, at: components[...])
      } else {
        assembled.append(.init(field: field, target: .path(components)))
      }
    case .firstOf(let alternatives):
      if let first = alternatives.first { addOutput(first, field, transformer) }
    case .all(let paths):
      assembled.append(
        .init(field: field, target: .all(paths.map { (text(of: $0), $0.components) })))
    case .root:
      let content =
        transformer == nil ? Places.modelClass(of: fields[field].property.valueType) : nil
      // A class that keeps unknown members keeps the other properties', too.
      let mustAgree = content.map { !($0 is any JSONExtrasKeeping.Type) } ?? false
      assembled.append(.init(field: field, target: .root(mustAgree: mustAgree)))
    case .excluded:
      break
    }
  }

  /// A transformer's name for one of several paths: its declared text.
  private func text(of path: JSONKeyPath) -> String {
    if paths.prefix.isEmpty { return path.description }
    return JSONKeyPath.text(of: Array(path.components.dropFirst(paths.prefix.count)))
  }

  mutating func requiredFields() -> [Int] {
    let (keys, listed) = modelClass.declaredRequiredKeys
    for key in Array(listed).sorted() where !schema.declares(key) {
      mistakes.append(schema.misnaming(key, in: "requiredPropertyKeys"))
    }
    return fields.indices.filter { index in
      guard areRead[index] else { return false }
      return keys.contains(fields[index].property.key) || follows(.fail, index)
    }
  }

  /// The fields whose absence is reported.
  func reportedFields(_ required: [Int]) -> [Int] {
    fields.indices.filter { areRead[$0] && follows(.report, $0) && !required.contains($0) }
  }

  /// Whether a rule holds for the absence of a field's member.
  private func follows(_ rule: ConversionPolicy.AbsentKeysRule, _ index: Int) -> Bool {
    guard (fields[index].policy?.absentKeys ?? policy.absentKeys) == rule else { return false }
    let property = fields[index].property
    return !property.isOptional && !property.isReadOnly
  }

  /// The fields that are read and have a declared default for an absent member.
  func defaults() -> [(field: Int, value: SharedValue)] {
    fields.indices.compactMap { index in
      guard areRead[index] else { return nil }
      return fields[index].property.declaration?.facets.initial.map { (index, $0) }
    }
  }

  /// See ``JSONMapping/keyed``.
  var keyed: (property: Property, field: Int?)? {
    guard let property = properties.first(where: { $0.key == keyedBy }) else { return nil }
    return (property, fields.firstIndex { $0.property.key == keyedBy })
  }

  mutating func identity() -> [(field: any JSONField, paths: [[JSONKeyPath.Component]])] {
    var parts: [(field: any JSONField, paths: [[JSONKeyPath.Component]])] = []
    for key in schema.identityKeys {
      guard schema.find(key) != nil else {
        mistakes.append("identityKey is \"\(key)\", which is not a property")
        return []
      }
      guard let field = fields.first(where: { $0.property.key == key }),
        let path = paths.path(of: field.property), path.direction != .writeOnly
      else { return [] }
      let alternatives = path.plainAlternatives
      if alternatives.isEmpty { return [] }
      parts.append((field, alternatives))
    }
    return parts
  }
}

extension [JSONKeyPath.Component] {
  /// Whether the path consists of members only.
  var areKeys: Bool { allSatisfy(\.isKey) }

  /// The names, if the path consists of members only.
  var names: [String]? {
    var names: [String] = []
    for component in self {
      guard case .key(let name) = component else { return nil }
      names.append(name)
    }
    return names
  }
}

extension JSONKeyPath {
  /// The paths of which the first that leads to a value counts; empty if a value comes from several.
  fileprivate var plainAlternatives: [[Component]] {
    switch form {
    case .path(let components): [components]
    case .root: [[]]
    case .firstOf(let alternatives): alternatives.read.flatMap(\.plainAlternatives)
    case .all, .excluded: []
    }
  }

  /// Whether this is one path of members and elements.
  var isPlain: Bool {
    if case .path = form { true } else { false }
  }

  /// Whether this is one path of members only.
  var isOfMembers: Bool {
    if case .path(let components) = form { components.areKeys } else { false }
  }
}

extension MappingMaker {
  /// Makes the field of a property from its static type.
  fileprivate struct FieldMaker: PropertyVisitor {
    let property: Property
    let transformer: ValueTransformer?
    let plans: PolicyPlans
    /// The class of the property's models, if it is not that of its type.
    var chosenClass: Model.Type?

    func visit<Value>(_ access: TypedAccess<Value>) -> (any JSONField)? {
      // `map` would make types at run time for each property.
      guard let codec = codec(for: Value.self) else { return nil }
      if Value.self == Any.self, transformer == nil, plans.policy.rules.null != .fail,
        let any = codec.asCodec(of: Any.self),
        let kept = JSONAnyCodec.KeptAtNullCodec(any).asCodec(of: Value.self)
      {
        return TypedJSONField(property, access, kept)
      }
      return TypedJSONField(property, access, codec)
    }

    private func codec<Value>(for type: Value.Type) -> (any JSONCodec<Value>)? {
      guard TypeShape.of(type).tellsAbsence else { return plainCodec(for: type) }
      return PresenceMaker(fields: self).visit(type)?.asCodec(of: type)
    }

    /// Makes the codec of a double optional.
    private struct PresenceMaker: LeafVisitor {
      let fields: FieldMaker

      func visitOptional<Wrapped>(_ type: Wrapped.Type) -> (any JSONCodec)? {
        fields.codec(for: type).map { JSONPresenceCodec($0) }
      }

      func visitLeaf<Leaf>(_: Leaf.Type) -> (any JSONCodec)? { nil }
    }

    private func plainCodec<Value>(for type: Value.Type) -> (any JSONCodec<Value>)? {
      if let key = property.keyedBy {
        return KeyedList(key: key, chosenClass: chosenClass, plans: plans).visit(type)?
          .asCodec(of: type)
      }
      if let chosenClass {
        var maker = plans.maker
        maker.chosenClass = chosenClass
        return maker.codec(for: type)
      }
      guard let transformer = transformer?.accepting(plans.policy.rules) else {
        return plans.codec(for: type)
      }
      if let models = transformer as? any ModelTransforming,
        let codec = models.modelCodec(for: type, plans)
      {
        return codec
      }
      let making = transformer as? any JSONCodecMaking
      let any = plans.codec(for: Any.self)
      let codec =
        making?.codec(for: type, plans.maker)
        ?? any.map { BoxedTransformerCodec(transformer, writing: $0) }
      guard plans.policy.rules.oneWayTransformers == .plain, !transformer.throwing.isReversible,
        let codec, let plain = plans.codec(for: type)
      else { return codec }
      return OneWayCodec(codec, writing: plain)
    }
  }

  /// Makes the plans of a class and of all classes that it leads to, and collects their mistakes.
  struct Check {
    private var visited: Set<ObjectIdentifier> = []
    private var errors: [JSONAdapterError] = []
    private var classes: [Model.Type] = []

    static func run(_ type: Model.Type, _ plans: PolicyPlans) throws {
      // They own all plans in use.
      defer { withExtendedLifetime(plans) {} }
      var check = Check()
      try check.visit(type, plans)
      guard let first = check.errors.first else { return }
      if check.errors.count == 1 { throw first }
      var all = JSONAdapterError(.multiple)
      all.errors = check.errors
      throw all
    }

    /// Returns the mistakes of all these classes as data, with warnings.
    ///
    /// - Parameter coding: Returns a warning about a class's coding, of which a room above knows.
    static func mistakes(
      of type: Model.Type, _ plans: PolicyPlans, coding: (Model.Type) -> String?
    ) -> [Mistake] {
      defer { withExtendedLifetime(plans) {} }
      var check = Check()
      do {
        try check.visit(type, plans)
      } catch {
        // A class beyond repair ends the search.
        check.errors.append(
          (error as? JSONAdapterError)
            ?? JSONAdapterError(.invalidMapping, modelClass: type, found: "\n- \(error.phrase)"))
      }
      var mistakes = check.errors.flatMap { Mistake.all(in: $0) }
      for type in check.classes {
        mistakes += coding(type).map { [Mistake(.warning, in: type, $0)] } ?? []
        mistakes += MistakeWarnings(of: type, plans.plans(for: type).policy.rules).all
      }
      return mistakes
    }

    /// - Parameter outer: The plans at the place that leads to the class.
    private mutating func visit(_ type: Model.Type, _ outer: PolicyPlans) throws {
      let plans = outer.plans(for: type)
      guard visited.insert(ObjectIdentifier(type)).inserted else { return }
      classes.append(type)
      let schema = ModelSchema.draft(of: type)
      let paths = JSONKeyPaths.of(type)
      let variables = schema.untold.filter { paths.declared[$0.name]?.form != .excluded }
      let untold = variables.map { variable in
        "\n- \"\(variable.name)\" cannot take part: \(variable.reason). Name it in "
          + "excludedPropertyKeys, begin its name with \"_\", or declare it in declaredProperties"
      }.joined()
      var mistakes = untold.isEmpty ? nil : JSONAdapterError(.invalidMapping, modelClass: type)
      do {
        let mapping = try plans.plan(of: type)
        mistakes = mapping.readingMistake ?? mapping.writingMistake ?? mistakes
        if mistakes == nil, mapping.fields.contains(where: \.tellsAbsence) {
          mistakes = mapping.owedNulls.mistake
        }
      } catch let error as JSONAdapterError {
        mistakes = error
      }
      let shared =
        plans.policy.rules.overlaps == .fail
        ? MappingMaker.sharedPlaces(of: type, schema, areDeclared: false) : []
      if !shared.isEmpty {
        if mistakes == nil { mistakes = JSONAdapterError(.invalidMapping, modelClass: type) }
        mistakes?.foundPhrase += ErrorPhrase(words: shared.map { "\n- \($0)" }.joined())
      }
      if var mistakes {
        mistakes.foundPhrase += ErrorPhrase(words: untold)
        errors.append(mistakes)
      }
      for property in schema.properties {
        guard let path = paths.path(of: property), path.form != .excluded else { continue }
        try visit(content: property.valueType, of: property, in: type, plans)
      }
      let held = (try? plans.plan(of: type))?.heldClusters.orderedByName { $0.key } ?? []
      let clusters = ClusterPlace.of(type).map { $0.mistakes.isEmpty ? $0.levels : [] } ?? []
      for table in clusters + held.map(\.value) {
        for entry in table.entries { try visit(entry.type, plans) }
        if case .kept(let kept) = table.cluster.unknown { try visit(kept, plans) }
      }
    }

    /// Visits the class within a type of a property, or those of the cases of a union.
    ///
    /// - Parameter isInner: Whether the type is that of a case, whose mistakes no class reports.
    private mutating func visit(
      content: Any.Type, of property: Property, in type: Model.Type, isInner: Bool = false,
      _ plans: PolicyPlans
    ) throws {
      if let nested = TypeShape.ModelClassFinder.modelClass(in: content) {
        return try visit(nested, plans)
      }
      guard TypeShape.of(content).mayHoldModels, let union = UnionForms.union(in: content),
        visited.insert(ObjectIdentifier(union)).inserted
      else { return }
      let (mistakes, payloads) = try UnionForms.inspect(union, plans)
      if !mistakes.isEmpty, isInner || UnionForms.advice(for: content) == nil {
        errors.append(
          JSONAdapterError(
            .invalidMapping, modelClass: type,
            found: "\(mistakes.map { "\n- \"\(property.key)\": \($0)" }.joined())"))
      }
      for payload in payloads {
        try visit(content: payload, of: property, in: type, isInner: true, plans)
      }
    }
  }
}

extension JSONKeyPath {
  /// Whether its value is an array of what lies in the elements of another.
  fileprivate var collects: Bool {
    switch form {
    case .path(let components): components.contains(.each)
    case .firstOf(let paths): paths.contains { $0.collects }
    case .all, .root, .excluded: false
    }
  }
}
