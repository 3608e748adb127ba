import Foundation

/// The bytes of one JSON document, shared by all that read them.
///
/// No pointer is held: the owner of the bytes is, so a view of a part of the document may be kept.
/// Offsets count from the very first byte, a byte order mark included.
struct JSONBytes: Sendable {
  enum Storage {
    case data(Data)
    case array([UInt8])
    case string(String)
  }

  let storage: Storage

  init(_ data: Data) {
    storage = .data(data)
  }

  init(_ bytes: [UInt8]) {
    storage = .array(bytes)
  }

  init(_ string: String) {
    // A string bridged from elsewhere would otherwise be copied for each reader.
    var native = string
    native.makeContiguousUTF8()
    storage = .string(native)
  }

  var count: Int {
    switch storage {
    case .data(let data): data.count
    case .array(let bytes): bytes.count
    case .string(let string): string.utf8.count
    }
  }

  /// Returns line and column of an offset, both counted from one; the column counts Unicode scalars.
  ///
  /// A line ends with a line feed, a carriage return, or both; a byte order mark is no column.
  func location(of offset: Int) -> (line: Int, column: Int) {
    withReader { $0.lent.location(of: offset) }
  }

  /// Returns the JSON path of the member or element that lies at `offset`, as `$.items[3].user.name`.
  ///
  /// Names that are no identifiers are quoted, as in `$["a.b"]`. In a malformed document the path
  /// names what was open where reading stopped.
  func path(to offset: Int) -> String {
    paths(to: [offset])[0]
  }

  /// Returns the paths of many ascending offsets, found in one pass.
  func paths(to offsets: [Int]) -> [String] {
    withReader(maximumDepth: .max) { $0.paths(to: offsets) }
  }
}
