/// An object that is not there as text: each member is made text when it is asked for.
protocol JSONObjectMembers: AnyObject, Sendable {
  /// The names of all members.
  var names: [String] { get }
  func contains(_ name: String) -> Bool
  /// Returns the text of a member's value; nil if it is absent, or not of the kind that is asked
  /// for.
  func value(ofMember name: String, as kind: JSONKind?) -> JSONBytes?
}

/// The bytes, or members, that the views of a document's objects share.
final class JSONObjectSource: Sendable {
  let bytes: JSONBytes
  /// The names of members that whoever made the views reads afterwards, and finds when they occur
  /// twice.
  private let watched: JSONKeyTable
  private let loan = JSONReader.Loan()
  private let last = JSONReader.LastMember()
  /// The members of an object that has no bytes; nil for an object that lies in bytes.
  let members: (any JSONObjectMembers)?

  init(_ bytes: JSONBytes, watched: JSONKeyTable = .empty) {
    self.bytes = bytes
    self.watched = watched
    members = nil
  }

  init(_ members: any JSONObjectMembers) {
    bytes = JSONBytes("{}")
    watched = .empty
    self.members = members
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

  /// Runs `body` with a reader at the value that the object at `offset` has for `key`, if it has
  /// one: at the last such member, or, while the name is watched, at the first.
  @inline(__always)
  func withReader<Result>(
    at offset: Int, ofMember key: String, as kind: JSONKind?,
    _ body: (inout JSONReader) -> Result?
  ) -> Result? {
    if let members {
      return members.value(ofMember: key, as: kind).flatMap { $0.withReader(body) }
    }
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
    if let members { return whole(members).withReader(body) }
    return loan.withReader(at: offset, body) ?? bytes.withReader(at: offset, body)
  }

  /// The text of an object that is not there as text.
  @inline(never)
  private func whole(_ members: any JSONObjectMembers) -> JSONBytes {
    var dictionary: [String: Any] = [:]
    for name in members.names {
      dictionary[name] = members.value(ofMember: name, as: nil)?.withReader { reader in
        try? reader.readValue()
      }
    }
    return JSONBytes(keeping: LiveValues()) { writer in
      // A value that has no text stays as it is.
      try? writer.any(dictionary, maximumDepth: 512)
    }
  }
}
