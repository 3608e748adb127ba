/// Models that reading JSON finds by the identity that an object names, at any level, and changes as an
/// update does, instead of making new ones.
package final class ExistingModels {
  /// Returns the model of a class that the values of its identity tell from others; nil if there is
  /// none.
  package typealias Finder = (_ modelClass: Model.Type, _ identity: [Any]) throws -> Model?

  let find: Finder
  private let prepare: (_ identities: [[Any]]) throws -> Void
  /// The models that were made, with their identities.
  let note: (_ model: Model, _ identity: [Any]) -> Void
  /// The existing models that the JSON has changed, or could have.
  package private(set) var updated: Set<ObjectIdentifier> = []

  /// - Parameters:
  ///   - find: Is asked for each object that names an identity.
  ///   - prepare: Is told of the identities of a document's elements before they are read.
  ///   - note: Is told of each new model that has an identity, which `find` returns later.
  package init(
    find: @escaping Finder, preparing prepare: @escaping (_ identities: [[Any]]) throws -> Void,
    noting note: @escaping (_ model: Model, _ identity: [Any]) -> Void
  ) {
    self.find = find
    self.prepare = prepare
    self.note = note
  }

  func noteUpdate(of model: Model) { updated.insert(ObjectIdentifier(model)) }

  /// Reads a document that is one object or an array of them.
  ///
  /// - Parameters:
  ///   - root: The model of a document that is one object; nil to find it by its identity.
  /// - Throws: a ``JSONAdapterError``; then the existing models can have changed in part.
  package func models(
    of type: Model.Type, updating root: Model? = nil, from input: JSONInput,
    at place: JSONKeyPath?, _ policy: ConversionPolicy?, _ report: (JSONIssue) -> Void
  ) throws -> [Model] {
    let plans = PolicyPlans.of(policy, for: type).finding
    return try AdapterCall(plans, at: place).models(type, root, in: self, input, report)
  }

  fileprivate func prepare(
    _ mapping: JSONMapping, _ reader: inout JSONReader, in context: ReadingContext
  ) throws {
    let place = ReadingContext.Place(&reader)
    // A document with mistakes is refused when it is read.
    let recover: ElementRecovery<[Any]?> = { error, _, _ in throw error }
    let identities = try? reader.readElements(recover) { reader -> [Any]? in
      let identity =
        reader.nextByte() == UInt8(ascii: "{")
        ? try mapping.namedValues(&reader, in: context) : nil
      try reader.skipValue()
      return identity
    }
    place.restore(&reader)
    try prepare(identities?.compactMap { $0 } ?? [])
  }
}

extension AdapterCall {
  fileprivate func models(
    _ type: Model.Type, _ root: Model?, in existing: ExistingModels, _ input: JSONInput,
    _ report: (JSONIssue) -> Void
  ) throws -> [Model] {
    let mapping = try plans.plan(of: type)
    let nested = NestedPlan(type, plans)
    return try DocumentReading(input: input, plans: plans).read(report: report) { reader, context in
      context.existing = existing
      return try atPlace(type, &reader, in: context) { reader in
        try context.naming(type) {
          if let root {
            try self.update(root, mapping, from: &reader, in: context)
            return [root]
          }
          guard try reader.peekKind() == .array, !mapping.takesArrays else {
            return [try nested.readModel(from: &reader, in: context)]
          }
          context.repaired.insert(.ofElements(plans.policy.rules))
          try existing.prepare(mapping, &reader, in: context)
          return try JSONArrayCodec(JSONModelCodec<Model>(type, plans)).read(
            from: &reader, in: context)
        }
      }
    }
  }
}

extension ReadingContext {
  var existingModels: ExistingModels? {
    existing.map { downcast($0, to: ExistingModels.self) }
  }
}
