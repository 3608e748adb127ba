/// Knows the models that JSON changes.
package protocol ModelLookup: AnyObject {
  /// Returns the model of a class that the values of its identity tell from others; nil if there is
  /// none. Is asked for each object that names an identity.
  func find(_ modelClass: Model.Type, _ identity: [Any]) throws -> Model?
  /// Hears of the identities of a document's elements before they are read.
  func prepare(_ modelClass: Model.Type, _ identities: [[Any]]) throws
  /// Hears of each new model that has an identity, which `find` returns later.
  func note(_ model: Model, _ identity: [Any])
  /// Forgets the new models: the document is read from its beginning, perhaps once more.
  func restart()
}

/// Models that reading JSON finds by the identity that an object names, at any level, and changes as an
/// update does, instead of making new ones.
package final class ExistingModels {
  /// The one that asks for the models, and outlives this.
  unowned let finder: any ModelLookup
  /// The existing models that the JSON names.
  package private(set) var updated: Set<ObjectIdentifier> = []
  /// The objects that got other values, and so can hold others; nil if the user's code can have changed any.
  private var changed: Set<ObjectIdentifier>?
  private var prepared: PreparedElements?

  package init(_ finder: any ModelLookup) {
    self.finder = finder
  }

  /// Begins a document, of which an earlier attempt to read it can have failed.
  fileprivate func begin() {
    finder.restart()
    updated = []
    changed = nil
    prepared = nil
  }

  func noteUpdate(of model: Model) { updated.insert(ObjectIdentifier(model)) }

  /// Whether all variables of a model that the JSON names have the values that they had before; an object
  /// in one of them can have changed.
  package func keptValues(of model: Model) -> Bool {
    let model = ObjectIdentifier(model)
    return changed.map { !$0.contains(model) && updated.contains(model) } ?? false
  }

  fileprivate func end(_ undo: UndoLog) {
    changed = undo.changed
    // They keep the call, which keeps this.
    prepared = nil
  }

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
    let recover: ElementRecovery<PreparedElements.Element> = { error, _, _ in throw error }
    let found = try? reader.readElements(recover) { reader -> PreparedElements.Element in
      let isObject = reader.nextByte() == UInt8(ascii: "{")
      let position = reader.position
      let identity = isObject ? try mapping.namedValues(&reader, in: context) : nil
      try reader.skipValue()
      return (position, identity)
    }
    place.restore(&reader)
    // Values in memory have no places of their own.
    if let found, !reader.readsValues { prepared = PreparedElements(found, mapping, context) }
    try finder.prepare(mapping.modelClass, found?.compactMap(\.identity) ?? [])
  }

  /// Returns the values that identify the object at the cursor; nil if it lacks one.
  func identity(
    _ mapping: JSONMapping, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> [Any]? {
    if let known = prepared?.element(at: reader.position, mapping, context) {
      return known.identity
    }
    return try mapping.namedValues(&reader, in: context)
  }
}

/// The elements of a document, whose identities were looked for before they are read.
private struct PreparedElements {
  typealias Element = (position: Int, identity: [Any]?)

  private let elements: [Element]
  /// The plan and the call for which the identities hold.
  private let mapping: JSONMapping
  private let context: ReadingContext
  /// The number of the first one that may not be read yet.
  private var next = 0

  init(_ elements: [Element], _ mapping: JSONMapping, _ context: ReadingContext) {
    self.elements = elements
    self.mapping = mapping
    self.context = context
  }

  mutating func element(
    at position: Int, _ mapping: JSONMapping, _ context: ReadingContext
  ) -> Element? {
    guard mapping === self.mapping, context === self.context else { return nil }
    while next < elements.count, elements[next].position < position { next += 1 }
    guard next < elements.count, elements[next].position == position else { return nil }
    return elements[next]
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
      let undo = context.undo ?? UndoLog()
      context.undo = undo
      existing.begin()
      defer { existing.end(undo) }
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
