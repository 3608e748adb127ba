import Peridot

/// How a search found a status.
final class TwitterMetadata: Model, JSONSerializing, JSONKeyStyling {
  var resultType = ""
  var isoLanguageCode = ""

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
}
