import Peridot

/// The answer to a search.
final class TwitterTimeline: Model, JSONSerializing, JSONKeyStyling {
  var statuses: [TwitterStatus] = []
  var searchMetadata: TwitterSearchMetadata?

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
}
