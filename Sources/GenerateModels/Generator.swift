/// Makes the text of classes from sample documents.
struct Generator {
  let configuration: Configuration
  /// The name of the samples, which is that of one document if they hold one.
  let name: String
  /// The names of types that the module has.
  let taken: Set<String>

  struct Output {
    /// The type of a document.
    var type: String
    /// The classes, and the enums of values with several forms.
    var classes: [(name: String, text: String)]
  }

  func output(for documents: [JSON]) -> Output {
    let root = Shape("", configuration)
    let rootName =
      configuration.className ?? Names.type(isList(documents) ? Names.singular(name) : name)
    for document in documents { root.add(document, under: rootName) }
    Shape.uniteAlike(below: root)
    var planner = Planner(configuration, rootName: rootName, taken: taken)
    let type = planner.type(of: root, in: "")
    let writer = SwiftWriter(configuration: configuration)
    return Output(
      type: type.name,
      classes: planner.classes.map { ($0.name, writer.text(of: $0)) }
        + planner.unions.map { ($0.name, writer.text(of: $0)) })
  }

  private func isList(_ documents: [JSON]) -> Bool {
    if documents.count > 1 { return true }
    guard case .array? = documents.first else { return false }
    return true
  }
}
