/// Observers of `@Observable` classes are told by setters, which only key paths lead to. A new
/// object has no observers, so its properties are set where the macro stores them.
extension ModelSchema {
  /// The error for a property of a live object that would change without its observers being told.
  var silentChange: ModelError? {
    guard let first = unobserved.first else { return nil }
    return ModelError(
      kind: .invalidDeclaration, modelClass: "\(modelClass)", propertyKey: first.key,
      expected: "properties that are declared by key path",
      found: "properties must name what @Observable hides, so that observers are told when it "
        + "changes:\n\n" + declarations)
  }

  /// Traps where a change of a live object would not be told to its observers.
  func refuseSilentChange() {
    if let silentChange { fatalError("Peridot: \(silentChange)") }
  }

  /// The overrides of `properties` that tell observers, one for each class of the class chain that
  /// needs it.
  private var declarations: String {
    var classes: [(type: AnyClass, keys: [String])] = []
    for property in unobserved {
      guard let type = property.observedIn else { continue }
      if classes.last?.type != type { classes.append((type, [])) }
      classes[classes.count - 1].keys.append(property.key)
    }
    return classes.map { type, keys in
      // Within a generic class its name stands for itself, arguments and all.
      let name = String("\(type)".prefix { $0 != "<" })
      let lines = keys.map { "    Property(\"\($0)\", \\\(name).\($0)),\n" }.joined()
      return (classes.count == 1 ? "" : "// in \(name)\n")
        + "override class var properties: [Property] {\n  super.properties + [\n\(lines)  ]\n}"
    }.joined(separator: "\n\n")
  }
}
