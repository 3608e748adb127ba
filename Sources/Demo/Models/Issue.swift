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

  /// A member that pull requests have, and no others.
  override class var cluster: Cluster? {
    cluster(deducedFrom: ["pull_request.url": PullRequest.self], unknown: .base)
  }

  // In a database, where pull requests are records of issues, and reactions their JSON.
  class var recordName: String { "Issue" }
}
