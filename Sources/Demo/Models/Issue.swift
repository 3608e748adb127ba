import Foundation
import Peridot
import PeridotRecords

/// An issue of a repository, or, as a subclass, a pull request.
class Issue: Model, JSONSerializing, RecordSerializing {
  var id = 0
  var nodeID = ""
  var number = 0
  var title = ""
  var body: String?
  var state = IssueState.open
  var stateReason: StateReason?
  var isLocked = false
  var lockReason: String?
  var page: URL?
  var author: User?
  var labels: [Label] = []
  var assignees: [User] = []
  var milestone: Milestone?
  var commentCount = 0
  var reactions = Reactions()
  var repository = ""
  var owner = ""
  var createdAt = Date(timeIntervalSince1970: 0)
  var updatedAt = Date(timeIntervalSince1970: 0)
  var lastModified = Date(timeIntervalSince1970: 0)
  var closedAt: Date?
  var closedBy: User?

  override class var requiredPropertyKeys: Set<String> { ["id", "number", "title", "state"] }
  override class var identityKey: String? { "id" }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "nodeID": "node_id",
      "stateReason": "state_reason",
      "isLocked": "locked",
      "lockReason": "active_lock_reason",
      "page": "html_url",
      "author": "user",
      "commentCount": "comments",
      "repository": "repository.full_name",
      "owner": "repository.owner.login",
      "createdAt": "created_at",
      "updatedAt": "updated_at",
      "lastModified": "last_modified",
      "closedAt": "closed_at",
      "closedBy": "closed_by",
    ]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "updatedAt": .epochSeconds
    case "lastModified": .rfc1123Date
    default: nil
    }
  }

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.contains("pull_request") ? PullRequest.self : Issue.self
  }

  // In a database, where pull requests are records of issues.

  override class var recordName: String { "Issue" }

  override class func classForParsing(_ record: Record) -> Model.Type? {
    record["isDraft"] == nil ? Issue.self : PullRequest.self
  }

  override class func recordTransformer(forKey key: String) -> ValueTransformer? {
    guard key == "reactions" else { return nil }
    // A part of the issue and no record of its own, so it is stored as JSON.
    return .closure(
      forward: { (json: String) in try JSONAdapter.model(of: Reactions.self, from: json) },
      reverse: { (reactions: Reactions) in try JSONAdapter.string(from: reactions) })
  }
}
