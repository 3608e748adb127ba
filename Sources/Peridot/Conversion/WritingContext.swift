/// One document being written: the rules, and the models that are open.
final class WritingContext {
  /// The rules that hold at this place: a property may have its own.
  var policy: ConversionPolicy
  let options: JSONWritingOptions
  /// What was left out, with the path from the value that is being written.
  private(set) var issues: [PendingIssue] = []
  /// The property keys to write of the models at this place; nil for all.
  var selection: KeySelection?
  /// Returns the keys of the properties to write, of those that are mapped; nil for all.
  var filter: ((Set<String>, AnyObject) -> Set<String>)?
  private var open: [ObjectIdentifier] = []

  struct PendingIssue {
    let action: JSONIssue.Action
    var error: ConversionError
  }

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
        .tooDeep, at: 0, found: "nesting deeper than \(policy.maximumDepth)")
    }
    open.append(identifier)
  }

  func leave() {
    open.removeLast()
  }

  func note(_ action: JSONIssue.Action, _ error: ConversionError) {
    issues.append(PendingIssue(action: action, error: error))
  }

  /// Puts a step in front of the paths of the issues from `first` on.
  func moveIssues(from first: Int, into step: String) {
    for index in first..<issues.count {
      issues[index].error = issues[index].error.inside(step)
    }
  }

  /// Goes on without an element that a hook rejects, where the policy leaves it out.
  func dropElement(_ error: any Error) throws {
    guard policy.hookReject == .drop, let failure = error as? ConversionError,
      case .validationFailed = failure.kind
    else { throw error }
    note(.dropped, failure)
  }
}
