import Peridot

/// One size of a picture.
final class WeiboPictureMetadata: Model, JSONSerializing, JSONKeyStyling {
  var url = ""
  var width = 0
  var height = 0
  var type = ""
  var cutType = 0

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
}
