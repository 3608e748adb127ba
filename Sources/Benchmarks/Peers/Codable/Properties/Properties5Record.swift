/// The Codable twin of ``Properties5``.
final class Properties5Record: Codable {
  var value1: Int
  var value2: Double
  var value3: Bool
  var value4: String
  var value5: Int
}
