/// What ``TwitterHashtag`` is to JSONDecoder and JSONEncoder.
final class TwitterHashtagRecord: Codable {
  var text: String
  var indices: [Int]
}
