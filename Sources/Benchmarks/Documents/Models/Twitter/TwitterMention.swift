import Peridot

/// A user whom a status names.
final class TwitterMention: Model, JSONSerializing, JSONKeyStyling {
  var screenName = ""
  var name = ""
  var id: Int64 = 0
  var idStr = ""
  var indices: [Int] = []

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
}
