import Foundation
import Peridot

/// An issue that proposes a change.
final class PullRequest: Issue {
  var isDraft = false
  var address: URL?
  var difference: URL?
  var mergedAt: Date?
  var branch = ""
  var commit = ""
  var targetBranch = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "isDraft": "draft",
      "address": "pull_request.url",
      "difference": "pull_request.diff_url",
      "mergedAt": "pull_request.merged_at",
      "branch": "pull_request.head.ref",
      "commit": "pull_request.head.sha",
      "targetBranch": "pull_request.base.ref",
    ]
  }
}
