import Foundation
import Peridot

/// An issue; a pull request when its JSON has a member of that name.
class Issue: Model, JSONSerializing, JSONKeyStyling {
  var id = 0
  var number = 0
  var title = ""
  var state = State.open
  var stateReason: String?
  var author: User?
  var labels: [Label] = []
  var assignees: [User] = []
  var milestone: Milestone?
  var comments = 0
  var createdAt = Date(timeIntervalSince1970: 0)
  var updatedAt = Date(timeIntervalSince1970: 0)
  var closedAt: Date?
  /// Seconds since 1970 in the JSON.
  var lastSeen: Date?
  var body: String?
  var pageURL: URL?
  /// Inside `reactions` in the JSON.
  var thumbsUp = 0

  enum State: String {
    case open, closed
  }

  class var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["author": "user", "pageURL": "html_url", "thumbsUp": .literal("reactions", "+1")]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "lastSeen" ? .epochSeconds : nil
  }

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.contains("pull_request") ? PullRequest.self : Issue.self
  }

  override class var requiredPropertyKeys: Set<String> { ["number", "title"] }
  override class var identityKey: String? { "id" }
}
