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
  let others: [Name]?
  /// The mapping's names by the forms that a coder can give them.
  let names: [String: String]
  /// The place of each property, for errors.
  let places: [[CodingPlace.MemberKey]]

  // MARK: Writing

  let output: [Output]
  let writtenRoots: [CodingField]
  /// The members that are made from the model's whole JSON, or nil.
  let untypedOutput: [CodingPlace.MemberKey]?

  /// A member's name, and its form from a coder that converts snake case to camel case.
  struct Name: Sendable {
    let key: CodingPlace.MemberKey
    let camel: CodingPlace.MemberKey?

    init(_ name: String) {
      key = CodingPlace.MemberKey(name)
      let camel = Self.inCamelCase(name)
      self.camel = camel == name ? nil : CodingPlace.MemberKey(camel)
    }

    /// Returns the key of the member in `members`, or nil.
    func key(in members: DecodedMembers) -> CodingPlace.MemberKey? {
      if members.contains(key) { return key }
      return camel.flatMap { members.contains($0) ? $0 : nil }
    }

    /// Returns the name as converted by `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase`.
    static func inCamelCase(_ name: String) -> String {
      guard let first = name.firstIndex(where: { $0 != "_" }),
        let last = name.lastIndex(where: { $0 != "_" })
      else { return name }
      let words = name[first...last].split(separator: "_")
      guard words.count > 1 else { return name }
      let joined = words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
      return name[..<first] + joined + name[name.index(after: last)...]
    }
  }

  struct Member: Sendable {
    let name: Name
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
  }

  init(_ mapping: JSONMapping) {
    self.mapping = mapping
    let fields = Self.fields(of: mapping)
    self.fields = fields
    let first = Set(mapping.deferred.flatMap(\.source.firstNames))
    let members = zip(mapping.input.table.names, mapping.input.members)
    func isPlain(_ name: String, _ member: JSONMapping.InputNode.Member) -> Bool {
      member.child == nil && !first.contains(name)
    }
    plain = members.filter(isPlain).map { name, member in
      Member(name: Name(name), fields: member.fields.map { fields[$0] })
    }.ordered { $0.fields.first?.index ?? 0 }
    let keepsOthers = mapping.mapped != nil || !mapping.mappedInNodes.isEmpty
    others =
      keepsOthers
      ? nil
      : Array(first.union(members.filter { !isPlain($0, $1) }.map(\.0))).sorted().map { Name($0) }
    names = Self.names(mapping)
    places = Self.places(mapping)
    (output, writtenRoots, untypedOutput) = Self.output(mapping, fields)
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

  private static func names(_ mapping: JSONMapping) -> [String: String] {
    func names(in node: JSONMapping.InputNode) -> [String] {
      node.table.names + node.members.flatMap { $0.child.map(names) ?? [] }
    }
    var found = [String: String]()
    for name in names(in: mapping.input) + mapping.deferred.flatMap(\.source.names) {
      let camel = Name.inCamelCase(name)
      if camel != name { found[camel] = name }
    }
    return found
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
    var needsWhole = isMade || mapping.mapped != nil
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
      }
      needsWhole = true
    }
    func made(_ member: JSONMapping.OutputNode.Member) -> Output? {
      let key = CodingPlace.MemberKey(member.name)
      if let child = member.child {
        let members = child.members.map(made)
        let known = members.compactMap { $0 }
        let isKnown = member.fields.isEmpty && known.count == members.count
        return isKnown ? Output(key: key, content: .node(known), isKept: member.isKept) : nil
      }
      // Only their JSON shows whether several properties agree.
      guard member.fields.count == 1 else { return nil }
      return Output(key: key, content: .field(fields[member.fields[0]]))
    }
    var output: [Output] = []
    for member in mapping.output.members {
      // Kept members of the JSON can be within it.
      let mayHoldExtras = mapping.mapped != nil && member.child != nil
      if !isMade, !untyped.contains(member.name), !mayHoldExtras, let made = made(member) {
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

extension JSONMapping.DeferredField.Source {
  private var paths: [[JSONKeyPath.Component]] {
    switch self {
    case .root: []
    case .firstOf(let paths): paths
    case .all(let paths): paths.map(\.path)
    case .path(let path): [path]
    case .fallback(let path, let name): [path, [.key(name)]]
    }
  }

  /// All names on the paths to the value.
  fileprivate var names: [String] { paths.flatMap { $0.compactMap(\.name) } }
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
    try write(output, model, &members, call)
    for field in writtenRoots {
      do {
        try call.under(field.ownPolicy) {
          try field.whole?.write(model, OpenedEncoder(encoder: encoder, members: members))
        }
      } catch {
        throw failure(error, field, model, encoder.codingPath)
      }
    }
    guard let untypedOutput else { return }
    try write(whole, untypedOutput, &members, encoder)
  }

  func write(
    _ output: [Output], _ model: Model, _ members: inout EncodedMembers, _ call: CodingCall
  ) throws {
    for member in output {
      switch member.content {
      case .field(let field): try write(field, member.key, model, &members, call)
      case .node(let node):
        let isEmpty = !member.isKept && hasNothing(node, model)
        try members.encodeIfPresent(
          isEmpty ? nil : EncodedNode(model: model, members: node, plan: self, call: call),
          forKey: member.key)
      }
    }
  }

  /// Whether there is nothing to write in a member on a path.
  private func hasNothing(_ node: [Output], _ model: Model) -> Bool {
    node.allSatisfy { member in
      switch member.content {
      case .field(let field):
        mapping.omissions?.leftOut(field.index, of: model).map { $0 == .nothing }
          ?? (!field.writesNull && field.isNil(model, self))
      case .node(let node): !member.isKept && hasNothing(node, model)
      }
    }
  }

  @inline(__always)
  private func write(
    _ field: CodingField, _ key: CodingPlace.MemberKey, _ model: Model,
    _ members: inout EncodedMembers,
    _ call: CodingCall
  ) throws {
    if let left = mapping.omissions?.leftOut(field.index, of: model) {
      if left == .null { return try members.encodeNil(forKey: key) }
      return try members.encodeIfPresent(UntypedCoding?.none, forKey: key)
    }
    do {
      if call.hasPolicy, field.holdsDates, !field.isNil(model, self) {
        return try members.encode(UntypedCoding(json(of: field, in: model)), forKey: key)
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
      try recover(error, field, key, model, &members)
    }
  }

  /// Follows the policy's rules if the coder, or a hook, refuses a value.
  private func recover(
    _ error: any Error, _ field: CodingField, _ key: CodingPlace.MemberKey, _ model: Model,
    _ members: inout EncodedMembers
  ) throws {
    let failure = failure(error, field, model, members.codingPath + [key])
    guard field.policy != .strict, failure is EncodingError else { throw failure }
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
    try members.encode(UntypedCoding(value), forKey: key)
  }

  private func failure(
    _ error: any Error, _ field: CodingField, _ model: Model, _ path: [any CodingKey]
  ) -> any Error {
    let failure = CodingFailure.encoding(
      error, field.property.access.value(of: model), modelClass: mapping.modelClass,
      field.property.key, path)
    return field.property.isSecret ? CodingFailure.hiding(failure) : failure
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
      try CodingCall.outside {
        try mapping.fields[field.index].write(from: model, &writer, context)
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

  /// Returns the JSON of a whole model.
  private func json(of model: Model, _ call: CodingCall) throws -> [String: Any] {
    try CodingCall.outside {
      try AdapterCall(mapping.plans, nil, keys: nil).dictionary(model) { _ in }
    }
  }

  /// Writes the part of a model's JSON that is not written otherwise.
  private func write(
    _ whole: [String: Any], _ names: [CodingPlace.MemberKey], _ members: inout EncodedMembers,
    _ encoder: any Encoder
  ) throws {
    let written = Set(output.map(\.key.stringValue))
    // A property that is the object itself has written its members.
    let keys =
      writtenRoots.isEmpty
      ? whole.keys.filter { !written.contains($0) }.sorted().map { CodingPlace.MemberKey($0) }
      : names
    for key in keys {
      guard let value = whole[key.stringValue] else { continue }
      try members.encode(UntypedCoding(value), forKey: key)
    }
    if mapping.finishes || mapping.keepsJSON { return }
    for key in names where whole[key.stringValue] == nil {
      try members.encodeIfPresent(UntypedCoding?.none, forKey: key)
    }
  }
}
