import Foundation

/// Keyed archives in the XML form of property lists.
enum XMLArchive {
  static func isXML(_ bytes: [UInt8]) -> Bool {
    if bytes.first == UInt8(ascii: "b") { return false }
    // Foundation would take any text for a property list of a still older form.
    let start = bytes.prefix(256).drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    return start.starts(with: "<?xml".utf8) || start.starts(with: "<!DOCTYPE plist".utf8)
      || start.starts(with: "<plist".utf8)
  }

  /// Returns the same archive in binary form.
  static func binary(_ data: Data) throws -> Data {
    do {
      // References are of a type that Foundation keeps to itself, but it reads and writes them.
      // Sound: `nil` is passed for the pointer.
      let plist = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
      return try PropertyListSerialization.data(
        fromPropertyList: plist, format: .binary, options: 0)
    } catch {
      throw ArchiveError(.invalidPropertyList, "these bytes are no XML property list: \(error)")
    }
  }
}
