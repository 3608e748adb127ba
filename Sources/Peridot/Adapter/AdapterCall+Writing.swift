import Foundation

extension AdapterCall {
  func data(
    _ model: Model, _ options: JSONWritingOptions, _ report: (JSONIssue) -> Void
  ) throws -> JSONText {
    let selection = try selection { [model] }
    let mapping = try plans.plan(of: type(of: model))
    let capacity = mapping.capacity.value
    return try write(options, selection, capacity: capacity, report) { writer, context throws in
      try mapping.write(model, &writer, context)
      mapping.capacity.note(size: writer.count, of: capacity)
    }
  }

  func data(
    _ models: [Model], _ options: JSONWritingOptions, _ report: (JSONIssue) -> Void
  ) throws -> JSONText {
    let selection = try selection { models }
    // Nearly always all are of one class.
    let plan = NestedPlan(models.first.map { type(of: $0) } ?? Model.self, policy)
    return try write(options, selection, capacity: 512, report) { writer, context throws in
      try plan.write(elements: models, &writer, context)
    }
  }

  func mergePatch(from old: Model, to new: Model) throws -> Data {
    let patch = JSONTree.mergePatch(
      from: try JSONTree(try data(old, []) { _ in }.bytes),
      to: try JSONTree(try data(new, []) { _ in }.bytes))
    var writer = JSONWriter()
    patch.write(&writer)
    return writer.finish()
  }

  /// Writes one value by `body`.
  @inline(__always)
  private func write(
    _ options: JSONWritingOptions, _ selection: KeySelection?, capacity: Int,
    _ report: (JSONIssue) -> Void, _ body: (inout JSONWriter, WritingContext) throws -> Void
  ) throws -> JSONText {
    let context = WritingContext(policy: plans.policy, options: options)
    if let selection { context.selection = selection }
    if let adapter, type(of: adapter) != JSONAdapter.self {
      context.filter = { keys, model in
        (model as? Model).map { adapter.serializablePropertyKeys(keys, for: $0) } ?? keys
      }
    }
    var writer = JSONWriter(options: options, capacity: capacity)
    writer.sortsMembers = true
    do {
      try body(&writer, context)
    } catch {
      throw failure(error)
    }
    if context.issueCount > 0 { self.report(context.issues, report) }
    return JSONText(writer: writer)
  }

  @inline(never)
  private func failure(_ error: any Error) -> any Error {
    guard let error = error as? ConversionError else { return error }
    if var whole = error.asWhole {
      whole.name(error.modelClass, error.propertyKey)
      return whole.moved(into: "$" + error.innerPath)
    }
    var failure = JSONAdapterError(error)
    failure.path = "$" + error.innerPath
    return failure
  }

  @inline(never)
  private func report(_ issues: [WritingContext.PendingIssue], _ report: (JSONIssue) -> Void) {
    for issue in issues {
      report(JSONIssue(issue.action, issue.error, at: "$"))
    }
  }

  /// The selection of the keys to write; every one must be a property of one of `models`.
  private func selection(_ models: () -> [Model]) throws -> KeySelection? {
    guard let keys else { return nil }
    let models = models()
    let selection = KeySelection(keys)
    for key in selection.children.keys.sorted() where !models.isEmpty {
      let isKnown = models.contains { ModelSchema.of(type(of: $0)).find(key) != nil }
      guard isKnown else {
        throw JSONAdapterError(
          .invalidMapping, modelClass: type(of: models[0]), propertyKey: key,
          found: "\n- keys: names \"\(key)\", which is no property; there are "
            + ModelSchema.of(type(of: models[0])).keys.joined(separator: ", "))
      }
    }
    return selection
  }
}
