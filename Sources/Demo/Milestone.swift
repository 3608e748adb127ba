import Foundation
import Peridot

/// What an issue is planned for. Its date is one of HTTP's.
final class Milestone: Model, JSONSerializing, JSONKeyStyling {
  var number = 0
  var title = ""
  var dueOn: Date?
  var openIssues = 0
  var closedIssues = 0

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "dueOn" ? .rfc1123Date : nil
  }
}
