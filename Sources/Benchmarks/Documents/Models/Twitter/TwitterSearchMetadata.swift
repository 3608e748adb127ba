import Peridot

/// The search that gave a timeline.
final class TwitterSearchMetadata: Model, JSONSerializing, JSONKeyStyling {
  var completedIn = 0.0
  var maxID: Int64 = 0
  var maxIDStr = ""
  var nextResults: String?
  var query = ""
  var refreshURL = ""
  var count = 0
  var sinceID: Int64 = 0
  var sinceIDStr = ""

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
}
