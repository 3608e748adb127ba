/// One document being written: the rules, and the models that are open.
final class WritingContext {
  let policy: ConversionPolicy
  let options: JSONWritingOptions
  private(set) var issues: [ConversionError] = []
  /// Returns the keys of the properties to write, of those that are mapped; nil for all.
  var filter: ((Set<String>, AnyObject) -> Set<String>)?
  private var open: [ObjectIdentifier] = []

  init(policy: ConversionPolicy, options: JSONWritingOptions) {
    self.policy = policy
    self.options = options
  }

  /// Enters a model; throws when it is being written already, or when too many are.
  func enter(_ model: AnyObject) throws {
    let identifier = ObjectIdentifier(model)
    if open.contains(identifier) {
      throw ConversionError(
        .cycle, at: 0, expected: "a tree of models",
        found: "a \(type(of: model)) that contains itself")
    }
    guard open.count < policy.maximumDepth else {
      throw ConversionError(
        .tooDeep, at: 0, expected: "at most \(policy.maximumDepth) levels", found: "more")
    }
    open.append(identifier)
  }

  func leave() {
    open.removeLast()
  }

  func note(_ error: ConversionError) {
    issues.append(error)
  }
}
