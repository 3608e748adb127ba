import Foundation
import Peridot

/// An issue with a change attached.
final class PullRequest: Issue {
  var isDraft = false
  var mergedAt: Date?
  var head: String?
  var base: String?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "isDraft": "draft",
      "mergedAt": "pull_request.merged_at",
      "head": "pull_request.head.ref",
      "base": "pull_request.base.ref",
    ]
  }

  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
}
