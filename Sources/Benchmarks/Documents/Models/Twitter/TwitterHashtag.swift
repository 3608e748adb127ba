import Peridot

/// A hashtag and its place in the text.
final class TwitterHashtag: Model, JSONSerializing {
  var text = ""
  var indices: [Int] = []
}
