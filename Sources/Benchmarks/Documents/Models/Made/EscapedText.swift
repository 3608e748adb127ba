import Peridot

/// Text with much to escape.
final class EscapedText: Model, JSONSerializing {
  var title = ""
  var lines: [String] = []
}
