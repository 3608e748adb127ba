import Peridot

/// The links of one text.
final class TwitterURLList: Model, JSONSerializing {
  var urls: [TwitterURL] = []
}
