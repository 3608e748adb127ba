/// The Codable twin of ``TwitterURLList``.
final class TwitterURLListRecord: Codable {
  var urls: [TwitterURLRecord]
}
