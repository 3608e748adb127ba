import Foundation

enum ArchiveSource {
  case data(Data)
  case file(URL)

  /// Returns the archive in binary form.
  ///
  /// Any other form is released before models are made.
  func bytes(limit: Int) throws -> [UInt8] {
    let data =
      switch self {
      case .data(let data): data
      case .file(let url): try Data(contentsOf: url)
      }
    guard data.count <= limit else {
      throw ArchiveError(.tooLarge, "the archive has more than \(limit) bytes")
    }
    let bytes = Array(data)
    return XMLArchive.isXML(bytes) ? try XMLArchive.binary(bytes) : bytes
  }
}
