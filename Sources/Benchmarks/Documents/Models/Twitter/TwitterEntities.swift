import Peridot

/// The entities in the text of a status.
final class TwitterEntities: Model, JSONSerializing, JSONKeyStyling {
  var hashtags: [TwitterHashtag] = []
  var symbols: [TwitterHashtag] = []
  var urls: [TwitterURL] = []
  var userMentions: [TwitterMention] = []
  var media: [TwitterMedia]?

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
}
