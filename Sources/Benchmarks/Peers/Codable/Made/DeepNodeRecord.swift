/// What ``DeepNode`` is to JSONDecoder and JSONEncoder.
final class DeepNodeRecord: Codable {
  var name: String
  var level: Int
  var child: DeepNodeRecord?
}
