import Foundation

extension CodingPlan {
  /// Writes a model as the whole of what `encoder` writes.
  ///
  /// - Throws: a `JSONAdapterError` that is about the model as a whole, or an `EncodingError`.
  func write(_ model: Model, _ encoder: any Encoder, _ call: CodingCall) throws {
    if ObjectMemory.mayConflict { mapping.checkReads(of: model) }
    var members = encoder.container(keyedBy: MemberKey.self)
    // Values that the rules of JSON refuse are refused before anything is written.
    let whole = try untypedOutput != nil || !writtenRoots.isEmpty ? json(of: model, call) : [:]
    try write(output, model, &members, call)
    for field in writtenRoots {
      do {
        try withPolicy(of: field, call) { try field.write(from: model, encoder) }
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
        let isEmpty = hasNothing(node, model)
        try members.encodeIfPresent(
          isEmpty ? nil : EncodedNode(model: model, members: node, plan: self, call: call),
          forKey: member.key)
      }
    }
  }

  /// Whether nothing is to be written in a member that a path leads through.
  private func hasNothing(_ node: [Output], _ model: Model) -> Bool {
    node.allSatisfy { member in
      switch member.content {
      case .field(let field): !field.rules.writesNull && field.isNil(in: model, self)
      case .node(let node): hasNothing(node, model)
      }
    }
  }

  @inline(__always)
  private func write(
    _ field: any CodingField, _ key: MemberKey, _ model: Model, _ members: inout EncodedMembers,
    _ call: CodingCall
  ) throws {
    do {
      if field.rules.hasOwnPolicy {
        try withPolicy(of: field, call) { try field.write(from: model, &members, key, self) }
      } else {
        try field.write(from: model, &members, key, self)
      }
    } catch {
      try recover(error, field, key, model, &members)
    }
  }

  private func withPolicy(
    of field: any CodingField, _ call: CodingCall, _ body: () throws -> Void
  ) rethrows {
    guard let own = mapping.fields[field.index].policy else { return try body() }
    let outer = call.plans
    call.plans = outer.plans(under: own)
    defer { call.plans = outer }
    try body()
  }

  /// Goes by the rules of the policy where the coder, or a hook, refuses a value.
  private func recover(
    _ error: any Error, _ field: any CodingField, _ key: MemberKey, _ model: Model,
    _ members: inout EncodedMembers
  ) throws {
    let failure = failure(error, field, model, members.codingPath + [key])
    guard field.policy != .strict else { throw failure }
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
    _ error: any Error, _ field: any CodingField, _ model: Model, _ path: [any CodingKey]
  ) -> EncodingError {
    CodingFailure.encoding(
      error, field.property.access.value(of: model), modelClass: mapping.modelClass,
      field.property.key, path)
  }

  // MARK: By the rules of JSON

  /// Returns the JSON of a property's value.
  ///
  /// - Throws: a `JSONAdapterError`.
  func json(of field: any CodingField, in model: Model) throws -> Any {
    var writer = JSONWriter()
    do {
      let context = WritingContext(
        policy: SharedPolicy(field.policy), options: [])
      try CodingCall.outside {
        try mapping.fields[field.index].write(from: model, &writer, context)
      }
    } catch let error as JSONAdapterError {
      throw error
    } catch {
      let failure =
        error as? ConversionError
        ?? ConversionError(
          .transformFailed, at: 0, expected: field.property.key, found: Boxed.words(error: error),
          underlying: error)
      var adapterError = failure.asWhole ?? JSONAdapterError(failure)
      adapterError.path = "$" + failure.innerPath
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

  /// Writes what there is of a model's JSON that is not written otherwise.
  private func write(
    _ whole: [String: Any], _ names: [MemberKey], _ members: inout EncodedMembers,
    _ encoder: any Encoder
  ) throws {
    let written = Set(output.map(\.key.stringValue))
    // The members that a property wrote that is the object itself.
    let hasRoots = !writtenRoots.isEmpty
    let keys =
      hasRoots
      ? names : whole.keys.filter { !written.contains($0) }.sorted().map { MemberKey($0) }
    for key in keys {
      guard let value = whole[key.stringValue] else { continue }
      try members.encode(UntypedCoding(value), forKey: key)
    }
    if mapping.finishes { return }
    for key in names where whole[key.stringValue] == nil {
      try members.encodeIfPresent(UntypedCoding?.none, forKey: key)
    }
  }
}
