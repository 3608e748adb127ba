/// The Codable twin of ``DeepNode``.
final class DeepNodeRecord: Codable {
  var name: String
  var level: Int
  var child: DeepNodeRecord?
}
