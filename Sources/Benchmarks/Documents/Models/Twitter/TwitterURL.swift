import Peridot

/// A link, short and long.
final class TwitterURL: Model, JSONSerializing, JSONKeyStyling {
  var url = ""
  var expandedURL = ""
  var displayURL = ""
  var indices: [Int] = []

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
}
