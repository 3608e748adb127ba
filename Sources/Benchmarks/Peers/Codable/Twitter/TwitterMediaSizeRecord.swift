/// The Codable twin of ``TwitterMediaSize``.
final class TwitterMediaSizeRecord: Codable {
  var width: Int
  var height: Int
  var resize: String

  private enum CodingKeys: String, CodingKey {
    case width = "w"
    case height = "h"
    case resize
  }
}
