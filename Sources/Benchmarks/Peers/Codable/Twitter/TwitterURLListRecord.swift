/// What ``TwitterURLList`` is to JSONDecoder and JSONEncoder.
final class TwitterURLListRecord: Codable {
  var urls: [TwitterURLRecord]
}
