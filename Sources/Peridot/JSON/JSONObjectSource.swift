/// What the views of a document's objects share.
final class JSONObjectSource: Sendable {
  let bytes: JSONBytes
  /// The names of members that whoever made the views reads afterwards, and finds when they occur
  /// twice.
  private let watched: JSONKeyTable
  private let loan = JSONReader.Loan()
  private let last = JSONReader.LastMember()

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

  /// Runs `body` with a reader at the value that the object at `offset` has for `key`, if it has one:
  /// at the last such member, or, while the name is watched, at the first.
  @inline(__always)
  func withReader<Result>(
    at offset: Int, ofMember key: String, _ body: (inout JSONReader) -> Result?
  ) -> Result? {
    let found = loan.withReader(at: offset) { reader -> Result? in
      guard let value = try? last.offset(ofMember: key, watched, &reader) else { return nil }
      reader.position = value
      return body(&reader)
    }
    if let found { return found }
    return bytes.withReader(at: offset) { reader in
      guard let value = try? reader.offset(ofMember: key) else { return nil }
      reader.position = value
      return body(&reader)
    }
  }

  /// Runs `body` with a reader at `offset`.
  @inline(__always)
  func withReader<Result>(at offset: Int, _ body: (inout JSONReader) -> Result) -> Result {
    loan.withReader(at: offset, body) ?? bytes.withReader(at: offset, body)
  }
}
