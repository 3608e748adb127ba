/// One document being read: the rules, and what was noted on the way.
final class ReadingContext {
  /// The rules that hold at this place: a property may have its own.
  var shared: SharedPolicy
  @inline(__always) var policy: ConversionPolicy { shared.rules }
  let source: JSONBytes
  /// What was repaired, skipped or dropped.
  private(set) var issues: [PendingIssue] = []
  /// The errors met so far, when the policy gathers all.
  private(set) var errors: [ConversionError] = []
  /// The offsets of values whose member occurs again later in the same object: the last one counts.
  let superseded: Set<Int>
  let hasSuperseded: Bool
  /// Where in the whole document an offset of this text comes from, where it was put together.
  var origin: ((Int) -> Int?)?
  /// Called with each model before an update changes it.
  var willUpdate: (AnyObject) -> Void = { _ in }

  /// What the layer above keeps of the class clusters in the document.
  var choices: AnyObject?

  struct PendingIssue {
    var action: JSONIssue.Action
    var error: ConversionError
  }

  init(policy: SharedPolicy, source: JSONBytes, superseded: Set<Int> = []) {
    shared = policy
    self.source = source
    self.superseded = superseded
    hasSuperseded = !superseded.isEmpty
  }

  /// Tells whether the member whose value is at `offset` occurs again.
  func isSuperseded(at offset: Int) -> Bool {
    guard hasSuperseded else { return false }
    guard let origin else { return superseded.contains(offset) }
    return origin(offset).map { superseded.contains($0) } ?? false
  }

  /// Whether nothing was noted.
  var isClean: Bool { issues.isEmpty && errors.isEmpty }

  func note(_ action: JSONIssue.Action, _ error: ConversionError) {
    issues.append(PendingIssue(action: action, error: error))
  }

  func collect(_ error: ConversionError) {
    errors.append(error)
  }

  /// Takes over what was noted in a document within the value at `offset`.
  func adopt(_ inner: ReadingContext, at offset: Int, _ origin: ((Int) -> Int?)?) {
    for issue in inner.issues {
      note(issue.action, issue.error.moved(outOf: inner.source, to: offset, origin))
    }
    for error in inner.errors { collect(error.moved(outOf: inner.source, to: offset, origin)) }
  }
}

/// A member that occurs again in its object, in a document that is read for the first time.
///
/// The last one counts (as in Foundation), so the document is read again, with all earlier ones
/// known. Documents without such members, nearly all, pay nothing for it.
struct DuplicateMember: Error {}
