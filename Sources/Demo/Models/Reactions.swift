import Peridot

/// How often people reacted to an issue, and how.
final class Reactions: Model, JSONSerializing {
  var total = 0
  var thumbsUp = 0
  var thumbsDown = 0
  var laugh = 0
  var hooray = 0
  var confused = 0
  var heart = 0
  var rocket = 0
  var eyes = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["total": "total_count", "thumbsUp": "+1", "thumbsDown": "-1"]
  }
}
