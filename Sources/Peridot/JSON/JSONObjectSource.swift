/// What the views of a document's objects share.
final class JSONObjectSource: Sendable {
  let bytes: JSONBytes
  /// The names of members that whoever made the views reads afterwards, and finds when they occur
  /// twice.
  private let watched: JSONKeyTable
  private let loan = JSONReader.Loan()

  init(_ bytes: JSONBytes, watched: JSONKeyTable = .empty) {
    self.bytes = bytes
    self.watched = watched
  }

  /// Runs `body`, in which views read where `reader` does, and take the first of members with a
  /// watched name for the last.
  ///
  /// The caller reads the object again when it turns out that there is another.
  @inline(__always)
  func watching<Result>(
    _ reader: borrowing JSONReader, _ body: () throws -> Result
  ) rethrows -> Result {
    try loan.lend(reader, body)
  }

  /// Runs `body` with a reader at `offset`, and with the names of members of which the first may be
  /// taken for the last, at this time.
  @inline(__always)
  func withReader<Result>(
    at offset: Int, _ body: (inout JSONReader, JSONKeyTable) throws -> Result
  ) rethrows -> Result {
    if let result = try loan.withReader(at: offset, { try body(&$0, watched) }) { return result }
    return try bytes.withReader(at: offset) { try body(&$0, .empty) }
  }
}
