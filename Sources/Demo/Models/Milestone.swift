import Foundation
import Peridot
import PeridotRecords

/// A release that issues are planned for.
final class Milestone: Model, JSONSerializing, RecordSerializing {
  var id = 0
  var number = 0
  var title = ""
  var state = IssueState.open
  var openIssues = 0
  var closedIssues = 0
  var creator: User?
  var dueOn: Date?

  override class var identityKey: String? { "id" }
}

extension Milestone: JSONKeyStyling {
  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
}
