/// The properties of one class that may hold models, and all others.
final class ModelContents: Sendable {
  struct Entry: Sendable {
    let property: Property
    let content: any PropertyContent
  }

  /// The properties that may hold models and can be written, in order.
  let entries: [Entry]
  /// Those of them that a deep copy fills last: weak ones, and sets, which hash their elements when
  /// they are made.
  let lateEntries: [Entry]
  /// Copies all other properties that can be written.
  let others: PropertyTransfer

  private let contentsByKey: [String: any PropertyContent]

  init(_ properties: [Property]) {
    var entries: [Entry] = []
    var others: [(own: Property, other: Property)] = []
    for property in properties where !property.isReadOnly {
      if let content = property.access.content {
        entries.append(Entry(property: property, content: content))
      } else {
        others.append((property, property))
      }
    }
    self.entries = entries
    lateEntries = entries.filter { $0.property.isWeak || $0.content.mayHaveSets }
    self.others = PropertyTransfer(others)
    contentsByKey = Dictionary(
      uniqueKeysWithValues: entries.map { ($0.property.key, $0.content) })
  }

  /// Makes sure that nobody is changing the properties that may hold models.
  func checkReads(of model: Model) {
    guard !entries.isEmpty, ObjectMemory.mayConflict else { return }
    for entry in entries { entry.property.access.checkRead(of: model) }
  }

  /// Returns the models within a property that can be written, or nil when it holds none.
  func content(forKey key: String) -> (any PropertyContent)? { contentsByKey[key] }
}
