/// A class's view for the adapters of other modules.
package struct ModelOutline: Sendable {
  private let schema: ModelSchema
  package let modelClass: Model.Type

  /// Accepts a class whose lists of property keys have mistakes.
  package init(of modelClass: Model.Type) {
    self.modelClass = modelClass
    schema = .draft(of: modelClass)
  }

  package var properties: [Property] { schema.properties }
  /// The keys of the properties that together tell one model from another.
  package var identityKeys: [String] { schema.identityKeys }
  /// The variables for what is kept of the JSON; their names are not property keys.
  package var carried: [Property] { schema.carried }
  package var mistakes: [String] { schema.mistakes.map(\.found) }
  /// The stored variables that can't take part and that no list excludes.
  package var untold: [(name: String, reason: String)] { schema.untold }
  package var validates: Bool { schema.hooks.validates }
  package var loads: Bool { schema.hooks.loads }

  /// Whether the class or a superclass has a property of that name, even an excluded one.
  package func declares(_ key: String) -> Bool { schema.declares(key) }

  /// The message that a member of the class names something other than a property.
  package func misnaming(_ name: String, in member: String) -> String {
    schema.misnaming(name, in: member)
  }

  /// Validates a model of the class; returns the first failure, with its key if it is about one
  /// property.
  package func failure(of model: Model) -> (key: String?, error: any Error)? {
    model.validationFailures(schema.hooks).first.map { ($0.key, $0.error) }
  }

  /// Whether the model's property is within its limits, and its own validation lets it pass.
  package func accepts(_ key: String, of model: Model) -> Bool {
    !model.validationFailures(schema.hooks, findsAll: true).contains { $0.key == key }
  }

  /// The class and its superclasses below `Model`, the topmost first.
  package var classChain: [Model.Type] {
    RuntimeFields.classChain(of: modelClass, below: Model.self).compactMap { $0 as? Model.Type }
  }
}

extension Model {
  /// Returns the model that `value` is, or nil. A cast of any value but an object would make one of
  /// it, with all elements of an array, and on Linux ends the process for a set of Decimals.
  @inline(__always)
  package static func held(in value: Any) -> Model? {
    Swift.type(of: value) is AnyClass ? value as? Model : nil
  }
}

extension Property {
  /// The property's offset if it is a plain stored property; nil if reading it runs code.
  package var storedOffset: Int? { access.form.isStored ? access.storedOffset : nil }

  /// Whether this thread is in the middle of an access to any variable; see `checkRead(of:)`.
  package static var mayConflict: Bool { ObjectMemory.mayConflict }

  /// Traps, as reading the property in Swift would, during a change of it.
  package func checkRead(of object: AnyObject) { access.checkRead(of: object) }

  /// The fact of that type that classes declare of the property by a ``Facet``; nil if there is
  /// none.
  package func fact<Fact: Sendable>(_ type: Fact.Type) -> Fact? {
    declaration?.facets.facts[ObjectIdentifier(type)] as? Fact
  }

  /// Calls `visitor` with the property's static type.
  package func accept<Visitor: PropertyVisitor>(_ visitor: Visitor) -> Visitor.Result {
    access.accept(visitor)
  }

  /// The value without its Optionals; nil if any of them is nil.
  package func unwrappedValue(of object: AnyObject) -> Any? { access.unwrappedValue(of: object) }
}
