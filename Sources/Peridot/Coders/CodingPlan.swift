import Foundation

/// How a coder reads and writes the models of one class under one policy, made from the class's
/// mapping.
///
/// A coder gets each value once, in its own Swift type. Only values that no type determines go
/// through the mapping as JSON, with the results of the policy.
final class CodingPlan: Sendable {
  /// The mapping owns this plan.
  unowned let mapping: JSONMapping
  let fields: [CodingField]

  // MARK: Reading

  /// The members of the object itself that are properties' values: each is decoded as the
  /// property's own type.
  let plain: [Member]
  /// The other members that the mapping reads; nil for all.
  let others: [MemberName]?
  /// The names in the object itself.
  let names: MemberName.Table
  /// The classes of the models in the object itself.
  let classesAtRoot: [Model.Type]
  /// All names on the mapping's paths.
  let allNames: MemberName.Table
  /// The names on the mapping's paths, and the properties whose values are at their ends.
  let paths: [(names: [String], property: Property?)]
  /// The names on the mapping's paths, each at its place.
  let pathNames: PathNames
  /// Whose names the values of members have; members that the mapping doesn't know are data.
  let namings: [String: any MemberNaming.Type]
  /// The place of each property, for errors.
  let places: [[CodingPlace.MemberKey]]

  // MARK: Writing

  let output: [Output]
  let writtenRoots: [CodingField]
  /// The members that are made from the model's whole JSON, or nil.
  let untypedOutput: [CodingPlace.MemberKey]?

  struct Member: Sendable {
    let name: MemberName
    let fields: [CodingField]
  }

  /// A member to write.
  struct Output: Sendable {
    enum Content: Sendable {
      case field(CodingField)
      case node([Output])
    }

    let key: CodingPlace.MemberKey
    let content: Content
    /// Whether to write it even if it is empty.
    var isKept = false
    /// The place of an object whose presence is kept, and the fields within it; nil for none.
    var place: (index: Int, fields: [Int])?
  }

  init(_ mapping: JSONMapping) {
    self.mapping = mapping
    let fields = Self.fields(of: mapping)
    self.fields = fields
    let first = Set(mapping.deferred.flatMap(\.source.firstNames))
    let members = zip(mapping.input.table.names, mapping.input.members)
    func isPlain(_ name: String, _ member: JSONMapping.InputNode.Member) -> Bool {
      // The mapping knows the names in any case.
      member.child == nil && !first.contains(name) && mapping.folding == nil
    }
    // A member that is only written is known, too.
    let names = MemberName.Table(
      mapping.input.table.names + first + mapping.output.members.map(\.name))
    self.names = names
    classesAtRoot = Self.classesAtRoot(mapping, fields)
    plain = members.filter(isPlain).map { name, member in
      Member(name: names.name(name), fields: member.fields.map { fields[$0] })
    }.ordered { $0.fields.first?.index ?? 0 }
    let keepsOthers =
      mapping.mapped != nil || !mapping.mappedInNodes.isEmpty || mapping.folding != nil
    others =
      keepsOthers
      ? nil
      : Array(first.union(members.filter { !isPlain($0, $1) }.map(\.0))).sorted()
        .map { names.name($0) }
    paths = Self.paths(of: mapping)
    allNames = MemberName.Table(paths.flatMap(\.names))
    pathNames = PathNames(paths)
    namings = Self.namings(mapping, fields)
    places = Self.places(mapping)
    (output, writtenRoots, untypedOutput) = Self.output(mapping, fields)
  }

  /// The classes of the models in the object itself, which have names in it.
  private static func classesAtRoot(
    _ mapping: JSONMapping, _ fields: [CodingField]
  ) -> [Model.Type] {
    let paths = JSONKeyPaths.of(mapping.modelClass)
    return fields.compactMap { field in
      paths.path(of: field.property)?.form == .root ? field.heldClass : nil
    }
  }

  private static func fields(of mapping: JSONMapping) -> [CodingField] {
    let keys = mapping.fields.map(\.property.key)
    let transformers = mapping.modelClass.declaredTransformers(forKeys: keys)
    return mapping.fields.enumerated().map { index, field in
      field.property.access.accept(
        CodingField.Maker(
          field: field, index: index, policy: field.policy ?? mapping.policy,
          transformer: transformers[index]))
    }
  }

  private static func paths(of mapping: JSONMapping) -> [(names: [String], property: Property?)] {
    typealias Paths = [(names: [String], property: Property?)]
    func paths(in node: JSONMapping.InputNode) -> Paths {
      zip(node.table.names, node.members).flatMap { name, member -> Paths in
        let own: Paths = member.fields.map { ([name], mapping.fields[$0].property) }
        let within = member.child.map { paths(in: $0) } ?? []
        return [([name], nil)] + own + within.map { ([name] + $0.names, $0.property) }
      }
    }
    let deferred = mapping.deferred.flatMap { item in
      item.source.namePaths.map { ($0, mapping.fields[item.field].property) }
    }
    func paths(in node: JSONMapping.OutputNode) -> Paths {
      node.members.flatMap { member -> Paths in
        [([member.name], nil)]
          + (member.child.map { paths(in: $0).map { ([member.name] + $0.names, nil) } } ?? [])
      }
    }
    return paths(in: mapping.input) + paths(in: mapping.output) + deferred
      + mapping.heldClusters.values.map { ($0.path, nil) }
  }

  private static func namings(
    _ mapping: JSONMapping, _ fields: [CodingField]
  ) -> [String: any MemberNaming.Type] {
    var namings = [String: any MemberNaming.Type]()
    // A value that the mapping looks into by names has names of the mapping.
    func add(_ name: String, isWhole: Bool, _ indexes: [Int]) {
      let naming = isWhole ? indexes.first.map { fields[$0].naming } : nil
      // In a value of several properties, names can be those of the mapping.
      let isSame = namings[name].map { $0 == naming } ?? (indexes.count == 1)
      namings[name] = isSame ? naming ?? CoderNames.self : CoderNames.self
    }
    for (name, member) in zip(mapping.input.table.names, mapping.input.members) {
      add(name, isWhole: member.child == nil, member.fields)
    }
    for member in mapping.output.members {
      add(member.name, isWhole: member.child == nil, member.fields)
    }
    for item in mapping.deferred {
      for path in item.source.paths {
        if let name = path.first?.name {
          add(name, isWhole: path.dropFirst().compactMap(\.name).isEmpty, [item.field])
        }
      }
    }
    return namings
  }

  private static func places(_ mapping: JSONMapping) -> [[CodingPlace.MemberKey]] {
    let paths = JSONKeyPaths.of(mapping.modelClass)
    return mapping.fields.map { field in
      let components: [JSONKeyPath.Component]? =
        switch paths.path(of: field.property)?.form {
        case .path(let components): components
        case .firstOf(let paths): paths.first?.components
        default: nil
        }
      return (components?.prefix { !$0.isIndex && $0 != .each } ?? [])
        .compactMap { $0.name.map { CodingPlace.MemberKey($0) } }
    }
  }

  private static func output(
    _ mapping: JSONMapping, _ fields: [CodingField]
  ) -> ([Output], [CodingField], [CodingPlace.MemberKey]?) {
    var roots: [CodingField] = []
    var untyped: [String] = []
    let isMade = mapping.finishes || mapping.keepsJSON
    // Raw JSON is one value to a coder, which would replace the members that are there.
    let hasRawRoot = mapping.assembled.contains { item in
      guard case .root = item.target else { return false }
      return fields[item.field].valueType == RawJSON.self
    }
    var needsWhole = isMade || mapping.mapped != nil || hasRawRoot
    var hasWholeRoot = false
    for item in mapping.assembled {
      switch item.target {
      case .path(let path):
        untyped += path.names.map { [$0[0]] } ?? path.prefix(1).compactMap(\.name)
      case .all(let paths): untyped += paths.compactMap { $0.path.first?.name }
      case .root:
        if !needsWhole, fields[item.field].whole != nil {
          roots.append(fields[item.field])
          continue
        }
        hasWholeRoot = true
      }
      needsWhole = true
    }
    // The whole JSON has the members of all of them.
    if hasWholeRoot { roots = [] }
    func made(_ member: JSONMapping.OutputNode.Member) -> Output? {
      let key = CodingPlace.MemberKey(member.name)
      if let child = member.child {
        let members = child.members.map(made)
        let known = members.compactMap { $0 }
        let isKnown = member.fields.isEmpty && known.count == members.count
        let place = member.place.map { ($0, child.allFields) }
        return isKnown
          ? Output(key: key, content: .node(known), isKept: member.isKept, place: place) : nil
      }
      // Only their JSON shows whether several properties agree, or is an object for a nil that is kept.
      guard member.fields.count == 1, !member.isKept else { return nil }
      return Output(key: key, content: .field(fields[member.fields[0]]))
    }
    var output: [Output] = []
    for member in mapping.output.members {
      // Kept members of the JSON, and those of a value at the object itself, can be within it.
      let mayHoldOthers = (mapping.mapped != nil || hasWholeRoot) && member.child != nil
      if !isMade, !untyped.contains(member.name), !mayHoldOthers, let made = made(member) {
        output.append(made)
      } else {
        untyped.append(member.name)
        needsWhole = true
      }
    }
    return (
      output, roots,
      needsWhole ? Array(Set(untyped)).sorted().map { CodingPlace.MemberKey($0) } : nil
    )
  }
}

extension CodingPlan {
  /// The one property whose value a member is; nil for none or several.
  fileprivate func field(of name: String, in node: JSONMapping.OutputNode) -> CodingField? {
    guard let member = node.members.first(where: { $0.name == name }), member.fields.count == 1
    else { return nil }
    return fields[member.fields[0]]
  }
}

extension JSONMapping.DeferredField.Source {
  fileprivate var paths: [[JSONKeyPath.Component]] {
    switch self {
    case .root: []
    case .firstOf(let paths): paths
    case .all(let paths): paths.map(\.path)
    case .path(let path): [path]
    case .fallback(let path, let name): [path, [.key(name)]]
    }
  }

  /// The names on each path to the value.
  fileprivate var namePaths: [[String]] { paths.map { $0.compactMap(\.name) } }
  /// The members with which these paths begin.
  fileprivate var firstNames: [String] { paths.compactMap { $0.first?.name } }
}

extension CodingPlan {
  /// Writes a model as the whole output of `encoder`.
  ///
  /// - Throws: a `JSONAdapterError` about the model as a whole, or an `EncodingError`.
  func write(_ model: Model, _ encoder: any Encoder, _ call: CodingCall) throws {
    if ObjectMemory.mayConflict { mapping.checkReads(of: model) }
    var members = encoder.container(keyedBy: CodingPlace.MemberKey.self)
    // Refuses values by JSON's rules before anything is written.
    let whole = try untypedOutput != nil || !writtenRoots.isEmpty ? json(of: model, call) : [:]
    // Of what needs not agree with other properties, these are written last, and count.
    let agreeing = writtenRoots.filter { mapping.mustAgree($0.index) }
    let others = writtenRoots.filter { !mapping.mustAgree($0.index) }
    try write(others, of: model, OpenedEncoder(encoder: encoder, members: members), call)
    try write(output, of: model, to: &members, in: call)
    try write(agreeing, of: model, OpenedEncoder(encoder: encoder, members: members), call)
    for name in try sharedNames(of: model) {
      guard let value = whole[name] else { continue }
      try encode(value, to: &members, forKey: CodingPlace.MemberKey(name))
    }
    guard let untypedOutput else { return }
    try write(whole, untypedOutput, to: &members, of: encoder)
  }

  /// Writes the properties that are the object itself.
  private func write(
    _ roots: [CodingField], of model: Model, _ encoder: OpenedEncoder, _ call: CodingCall
  ) throws {
    for field in roots {
      do {
        try call.under(field.ownPolicy) { try field.whole?.write(model, encoder) }
      } catch {
        throw failure(error, of: field, in: model, at: encoder.codingPath)
      }
    }
  }

  func write(
    _ output: [Output], of model: Model, to members: inout EncodedMembers, in call: CodingCall
  ) throws {
    for member in output {
      switch member.content {
      case .field(let field):
        try write(field, forKey: member.key, of: model, to: &members, in: call)
      case .node(let node):
        let state = try state(of: member, model)
        if state == .null {
          try members.encodeNil(forKey: member.key)
          continue
        }
        let isEmpty = !member.isKept && state != .object && hasNothing(node, model)
        try members.encodeIfPresent(
          isEmpty ? nil : EncodedNode(model: model, members: node, plan: self, call: call),
          forKey: member.key)
      }
    }
  }

  private func state(of member: Output, _ model: Model) throws -> JSONPresence.State {
    guard let place = member.place else { return .value }
    return try mapping.objectState(at: place.index, place.fields, of: model)
  }

  /// The objects that values at the object itself write members into, and that also other properties
  /// or other such values write. An encoder has only what was written last.
  private func sharedNames(of model: Model) throws -> [String] {
    if writtenRoots.isEmpty { return [] }
    var objects = Set(output.map(\.key.stringValue))
    var shared: [String] = []
    for field in writtenRoots where !field.isNil(model, self) {
      let own = try json(of: field, in: model) as? [String: Any] ?? [:]
      for case (let name, _ as [String: Any]) in own where !objects.insert(name).inserted {
        shared.append(name)
      }
    }
    return shared
  }

  /// Whether there is nothing to write in a member on a path.
  private func hasNothing(_ node: [Output], _ model: Model) -> Bool {
    node.allSatisfy { member in
      switch member.content {
      case .field(let field):
        (try? mapping.leftOut(field.index, of: model)) == .nothing
      case .node(let node):
        !member.isKept && hasNothing(node, model)
          && (try? state(of: member, model)).map { $0 == .value || $0 == .absent } == true
      }
    }
  }

  @inline(__always)
  private func write(
    _ field: CodingField, forKey key: CodingPlace.MemberKey, of model: Model,
    to members: inout EncodedMembers, in call: CodingCall
  ) throws {
    switch mapping.leftOutValue(field.index, of: model) {
    case .nothing: return try members.encodeIfPresent(UntypedCoding<DataNames>?.none, forKey: key)
    case .null: return try members.encodeNil(forKey: key)
    case nil: break
    }
    do {
      if call.hasPolicy, field.holdsDates, !field.isNil(model, self) {
        return try encode(json(of: field, in: model), of: field, to: &members, forKey: key)
      }
      guard mapping.hooks.choosesHeldClasses, field.heldClass != nil else {
        try call.under(field.ownPolicy) { try field.write(model, &members, key, self) }
        return
      }
      try call.under(field.ownPolicy) {
        try call.checkClasses(in: field.property, of: model, mapping)
        call.holderChooses = true
        defer { call.holderChooses = false }
        try field.write(model, &members, key, self)
      }
    } catch {
      try recover(error, field: field, forKey: key, of: model, in: &members)
    }
  }

  /// Follows the policy's rules if the coder, or a hook, refuses a value.
  private func recover(
    _ error: any Error, field: CodingField, forKey key: CodingPlace.MemberKey, of model: Model,
    in members: inout EncodedMembers
  ) throws {
    let failure = failure(error, of: field, in: model, at: members.codingPath + [key])
    // Of nil, the mapping has refused that nothing says it.
    guard field.policy != .strict, failure is EncodingError, !field.isNil(model, self) else {
      throw failure
    }
    let value: Any
    do {
      value = try json(of: field, in: model)
    } catch let inner as JSONAdapterError {
      switch inner.kind {
      case .notFinite where field.policy.nonFinite == .omit,
        .validationFailed where field.policy.hookReject == .drop:
        return
      default: throw failure
      }
    }
    try encode(value, of: field, to: &members, forKey: key)
  }

  private func failure(
    _ error: any Error, of field: CodingField, in model: Model, at path: [any CodingKey]
  ) -> any Error {
    let failure = CodingFailure.encoding(
      error, value: field.property.access.value(of: model), modelClass: mapping.modelClass,
      field.property.key, path)
    return field.property.isSecret ? CodingFailure.hiding(failure, within: path.count) : failure
  }

  // MARK: JSON's rules

  /// Returns the JSON of a property's value.
  ///
  /// - Throws: a `JSONAdapterError`.
  func json(of field: CodingField, in model: Model) throws -> Any {
    var writer = JSONWriter()
    do {
      let context = WritingContext(policy: ConversionPolicy.Shared(field.policy), options: [])
      context.asksClasses = true
      context.isForCoder = true
      try CodingCall.outside {
        try mapping.fields[field.index].write(from: model, to: &writer, in: context)
      }
    } catch let error as JSONAdapterError {
      throw error
    } catch {
      let failure =
        error as? ConversionError
        ?? ConversionError(
          .transformFailed, at: 0, expected: "\(field.property.key)", found: error.phrase,
          underlying: error)
      var adapterError = failure.asWhole ?? JSONAdapterError(failure)
      adapterError.documentPath = .steps(failure.innerPath)
      adapterError.name(mapping.modelClass, field.property.key)
      throw adapterError
    }
    return try JSONBytes(writer.bytes()).withReader(maximumDepth: .max) { try $0.readValue() }
  }

  /// Writes the JSON of a property.
  func encode(
    _ json: Any, of field: CodingField, to members: inout EncodedMembers,
    forKey key: CodingPlace.MemberKey
  ) throws {
    let isData = field.naming == DataNames.self
    let json = isData ? json : NamesWithin.marked(json, of: field.property)
    try field.naming.encode(json, to: &members, forKey: key)
  }

  /// Writes a member of a model's JSON.
  private func encode(
    _ json: Any, to members: inout EncodedMembers, forKey key: CodingPlace.MemberKey
  ) throws {
    let name = key.stringValue
    let json = names(within: name)?.found(in: json, .writing) ?? json
    try (namings[name] ?? DataNames.self).encode(json, to: &members, forKey: key)
  }

  /// The mapping's names in a member of a model's JSON; nil if its names are data.
  func names(within name: String) -> PathNames? {
    namings[name].map { $0 == DataNames.self } ?? true ? nil : pathNames.within[name]
  }

  /// Returns the JSON of a whole model.
  private func json(of model: Model, _ call: CodingCall) throws -> [String: Any] {
    try CodingCall.outside {
      try AdapterCall(mapping.plans, isForCoder: true).dictionary(model) { _ in }
    }
  }

  /// Writes the part of a model's JSON that is not written otherwise.
  private func write(
    _ whole: [String: Any], _ names: [CodingPlace.MemberKey], to members: inout EncodedMembers,
    of encoder: any Encoder
  ) throws {
    let written = Set(output.map(\.key.stringValue))
    // A property that is the object itself has written its members.
    let keys =
      writtenRoots.isEmpty
      ? whole.keys.filter { !written.contains($0) }.sorted().map { CodingPlace.MemberKey($0) }
      : names
    for key in keys {
      guard let value = whole[key.stringValue] else { continue }
      if mapping.keeping != nil, let value = value as? [String: Any],
        let node = mapping.output.child(key.stringValue)
      {
        try members.encode(MixedNode(members: value, node: node, plan: self), forKey: key)
      } else {
        try encode(value, to: &members, forKey: key)
      }
    }
    if mapping.finishes || mapping.keepsJSON { return }
    for key in names where whole[key.stringValue] == nil {
      try members.encodeIfPresent(UntypedCoding<DataNames>?.none, forKey: key)
    }
  }
}

extension JSONMapping.OutputNode {
  fileprivate func child(_ name: String) -> JSONMapping.OutputNode? {
    members.first { $0.name == name }?.child
  }
}

/// A member on a path of names that also holds members that no property maps.
private struct MixedNode: Encodable {
  let members: [String: Any]
  let node: JSONMapping.OutputNode
  let plan: CodingPlan

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingPlace.MemberKey.self)
    for (name, value) in members.sortedByName {
      let key = CodingPlace.MemberKey(name)
      if let value = value as? [String: Any], let child = node.child(name) {
        let inner = MixedNode(members: value, node: child, plan: plan)
        try container.encode(inner, forKey: key)
      } else if let field = plan.field(of: name, in: node) {
        try plan.encode(value, of: field, to: &container, forKey: key)
      } else if plan.allNames.names.contains(name) {
        try CoderNames.encode(value, to: &container, forKey: key)
      } else {
        try DataNames.encode(value, to: &container, forKey: key)
      }
    }
  }
}
