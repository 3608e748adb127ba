import Peridot

/// The links in the profile of a user.
final class TwitterUserEntities: Model, JSONSerializing {
  var summary: TwitterURLList?
  var url: TwitterURLList?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "summary": "description"
    ]
  }
}
