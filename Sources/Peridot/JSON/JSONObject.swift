import Foundation

/// A lazy, read-only view of one JSON object.
///
/// It shares the bytes of the document and can outlive the call. It reads nothing before it is
/// needed, and each question walks the object at most once. In a malformed object members can count
/// as absent: the parse that follows reports the error. Of members with equal names, the last
/// counts.
public struct JSONObject: Sendable {
  private let source: JSONObjectSource
  private let offset: Int

  /// Creates a view of the object at an offset of a document.
  init(source: JSONObjectSource, offset: Int) {
    self.source = source
    self.offset = offset
  }

  /// Creates a view of an object whose members become text on demand.
  init(_ members: any JSONObjectSource.Members) {
    self.init(source: JSONObjectSource(members), offset: 0)
  }

  /// Creates a view of an object in JSONSerialization's form.
  ///
  /// Throws a ``JSONValueError`` if a value in it has no JSON form.
  public init(_ dictionary: [String: Any]) throws {
    var writer = JSONWriter()
    try writer.any(dictionary, maximumDepth: writer.depthLeft(of: 512))
    self.init(source: JSONObjectSource(JSONBytes(writer.bytes())), offset: 0)
  }

  /// Creates a view of an object that can contain any values.
  init(live dictionary: [String: Any]) {
    self.init(JSONObjectSource.DictionaryMembers(dictionary))
  }

  /// Creates a view of the object at the cursor of `reader`, in the document of `source`.
  init(at reader: borrowing JSONReader, of source: JSONObjectSource) {
    if reader.readsValues, case .object(let members) = reader.value(at: reader.position) {
      self.init(live: members)
    } else {
      self.init(source: source, offset: reader.position)
    }
  }

  /// A member's value in JSONSerialization's form: NSNull for null, nil if the member is absent.
  public subscript(key: String) -> Any? {
    read(key) { reader in try reader.readValue(losses: .init()) }
  }

  /// Returns the value at a path in JSONSerialization's form; nil if it is absent.
  ///
  /// A path with `[*]` gives an array of the values found; several paths give a dictionary, keyed
  /// by path.
  public func value(at path: JSONKeyPath) -> Any? {
    switch path.form {
    case .root: return dictionary
    case .excluded: return nil
    case .all(let paths):
      var values = [String: Any]()
      for path in paths { values[path.description] = value(at: path) }
      return values
    case .firstOf(let paths):
      var null: Any?
      for path in paths.read {
        guard let value = value(at: path) else { continue }
        if !isNullObject(value) { return value }
        null = value
      }
      return null
    case .path(let components):
      if source.members != nil, let name = components.first?.name {
        return read(name) { reader in try reader.value(at: components.dropFirst()) }
      }
      return withReader { reader in
        try reader.value(at: components[...])
      }
    }
  }

  /// Returns whether there is a member of that name, null or not.
  public func contains(_ key: String) -> Bool {
    if let members = source.members { return members.contains(key) }
    return read(key) { _ in true } ?? false
  }

  /// The names of all members, in the order of the document, each once.
  public var keys: [String] {
    if let members = source.members { return members.names }
    return withReader { reader in
      var keys: [String] = []
      var known: Set<String> = []
      guard try reader.beginObject() else { return keys }
      repeat {
        let key = try reader.readKey()
        if known.insert(key).inserted { keys.append(key) }
        try reader.skipValue()
      } while try reader.nextMember()
      return keys
    } ?? []
  }

  /// A member's value if it is a string; nil if it is absent or of another kind.
  public func string(forKey key: String) -> String? {
    read(key, as: .string) { reader in try reader.readStringIfPresent() }
  }

  /// A member's value if it is an integer; nil if it is absent, of another kind, or doesn't fit.
  ///
  /// `2.0` and `2e0` are integers too.
  public func int(forKey key: String) -> Int? {
    read(key, as: .number) { reader in
      if let integer = reader.readIntIfPresent() { return integer }
      return try reader.readNumberIfPresent()?.exactInteger
    }
  }

  /// A member's value if it is a number; nil if it is absent, of another kind, or out of range.
  public func double(forKey key: String) -> Double? {
    read(key, as: .number) { reader in
      guard let number = try reader.readDoubleIfPresent(), number.isFinite else { return nil }
      return number
    }
  }

  /// A member's value if it is a Boolean; nil if it is absent or of another kind, such as a number.
  public func bool(forKey key: String) -> Bool? {
    read(key, as: .bool) { reader in try reader.readBoolIfPresent() }
  }

  /// A view of a member's value if it is an object; nil if it is absent or of another kind.
  public func object(forKey key: String) -> JSONObject? {
    if let members = source.members {
      let object = members.value(ofMember: key, as: .object)?.withReader { reader in
        try? reader.readValue() as? [String: Any]
      }
      return object.map(JSONObject.init(live:))
    }
    return read(key) { reader in
      guard try reader.peekKind() == .object else { return nil }
      // The watched names are those of this object.
      return JSONObject(source: JSONObjectSource(source.bytes), offset: reader.position)
    }
  }

  /// The value at the end of a path of names, if it can be a tag.
  enum Scalar {
    case text(String)
    case integer(Int)
    case boolean(Bool)
    case null
    /// Any other value, in words.
    case other(String)
  }

  /// Returns the value at the end of a path of names, which a coder decodes as `kind`, or nil.
  func scalar(at names: [String], as kind: JSONReader.Kind?) -> Scalar? {
    guard let first = names.first else { return nil }
    let scalar = source.withReader(
      at: offset, ofMember: first, as: names.count == 1 ? kind : nil
    ) { reader -> Scalar? in
      if names.count > 1, !reader.enter(names.dropFirst()) { return nil }
      switch try? reader.peekKind() {
      case .string: return (try? reader.readStringIfPresent()).map { .text($0) }
      case .number:
        let words = reader.describeValue(at: reader.position)
        if let integer = reader.readIntIfPresent() { return .integer(integer) }
        let integer = (try? reader.readNumberIfPresent())?.exactInteger
        return integer.map { .integer($0) } ?? .other(words.description)
      case .bool: return (try? reader.readBoolIfPresent()).map { .boolean($0) }
      case .null: return .null
      case .object, .array, .live:
        return .other(reader.describeValue(at: reader.position).description)
      case nil: return nil
      }
    }
    // A coder decodes nothing of another kind.
    if scalar == nil, source.members != nil, contains(names) {
      return .other("a value of another kind")
    }
    return scalar
  }

  /// Returns whether there is a value, null or not, at the end of a path of names.
  func contains(_ names: [String]) -> Bool {
    guard let last = names.last else { return true }
    return object(at: names.dropLast())?.contains(last) ?? false
  }

  /// Returns whether the value at the end of a path of names is null.
  func isNull(at names: [String]) -> Bool {
    // A coder decodes nothing but null here.
    if case .null? = scalar(at: names, as: .bool) { true } else { false }
  }

  /// Returns whether a merge patch with these members removes the value at the end of a path of
  /// names.
  func removes(_ names: [String]) -> Bool {
    let outer = names.indices.dropFirst().contains { count in
      contains(Array(names[..<count])) && object(at: names[..<count]) == nil
    }
    return outer || isNull(at: names)
  }

  /// Returns the object at the end of a path of names, or nil.
  func object(at names: ArraySlice<String>) -> JSONObject? {
    names.reduce(self) { $0?.object(forKey: $1) }
  }

  /// Returns the index in `table` of the object's first member that has a name in it and is not
  /// null; where members have no order, that of the table counts.
  func firstMember(in table: JSONKeyTable) -> Int? {
    if let members = source.members {
      return members.names.compactMap { name in
        guard let index = members.index(of: name, in: table) else { return nil }
        // A coder decodes nothing but null here.
        let null = members.value(ofMember: name, as: .bool)?.withReader { try? $0.peekKind() }
        return null == .null ? nil : index
      }.min()
    }
    return withReader { reader in
      guard try reader.beginObject() else { return nil }
      repeat {
        if let index = table.index(of: try reader.readKey()), try reader.peekKind() != .null {
          return index
        }
        try reader.skipValue()
      } while try reader.nextMember()
      return nil
    }
  }

  /// All members in JSONSerialization's form; empty if the object is malformed.
  public var dictionary: [String: Any] {
    withReader { reader in try reader.readValue(losses: .init()) as? [String: Any] } ?? [:]
  }

  @inline(__always)
  private func read<R>(
    _ key: String, as kind: JSONReader.Kind? = nil,
    _ body: (inout JSONReader) throws -> R?
  ) -> R? {
    source.withReader(at: offset, ofMember: key, as: kind) { reader in try? body(&reader) }
  }

  @inline(__always)
  private func withReader<R>(
    _ body: (inout JSONReader) throws -> R?
  ) -> R? {
    source.withReader(at: offset) { reader in try? body(&reader) }
  }
}

extension JSONObject: CustomStringConvertible {
  /// The text of the object in the document.
  public var description: String {
    withReader { reader in
      if reader.readsValues { return "\(try reader.readValue())" }
      try reader.skipValue()
      return String(decoding: reader.bytes(from: offset, to: reader.position), as: UTF8.self)
    } ?? "malformed object"
  }
}

extension JSONReader {
  /// Moves to the end of a path of names in the value at the cursor; returns false if it leads
  /// nowhere.
  fileprivate mutating func enter(_ names: ArraySlice<String>) -> Bool {
    for name in names {
      guard (try? peekKind()) == .object, let offset = try? offset(ofMember: name) else {
        return false
      }
      position = offset
    }
    return true
  }
}

extension JSONObjectSource {
  /// An object without text, whose members become text on demand.
  protocol Members: AnyObject, Sendable {
    /// The names of all members.
    var names: [String] { get }
    func contains(_ name: String) -> Bool
    /// Returns the index of the name that a member has in `table`; nil if it has none of these.
    func index(of name: String, in table: JSONKeyTable) -> Int?
    /// Returns the text of a member's value; nil if it is absent or not of that kind.
    func value(ofMember name: String, as kind: JSONReader.Kind?) -> JSONBytes?
    /// All members in JSONSerialization's form.
    var dictionary: [String: Any] { get }
  }

  /// An object in memory.
  final class DictionaryMembers: Members, @unchecked Sendable {
    // Sendable: a constant. The caller gives the values away with the dictionary.

    let dictionary: [String: Any]

    init(_ dictionary: [String: Any]) {
      self.dictionary = dictionary
    }

    var names: [String] { Array(dictionary.keys) }
    func contains(_ name: String) -> Bool { dictionary.value(ofMember: name) != nil }
    func index(of name: String, in table: JSONKeyTable) -> Int? { table.index(of: name) }

    func value(ofMember name: String, as kind: JSONReader.Kind?) -> JSONBytes? {
      dictionary.value(ofMember: name).map { JSONBytes(value: $0) }
    }
  }
}

/// The bytes, or members, that the views of a document's objects share.
final class JSONObjectSource: Sendable {
  let bytes: JSONBytes
  /// The member names that the views' maker reads afterwards, when it also finds repeated ones.
  private let watched: JSONKeyTable
  private let loan = JSONReader.Loan()
  private let last = JSONReader.LastMember()
  /// The members of an object without bytes; nil for an object in bytes.
  let members: (any Members)?

  init(_ bytes: JSONBytes, watched: JSONKeyTable = .empty) {
    self.bytes = bytes
    self.watched = watched
    members = nil
  }

  init(_ members: any Members) {
    bytes = JSONBytes("{}")
    watched = .empty
    self.members = members
  }

  /// Runs `body`. In it, views use the bytes of `reader`, and take the first of several members
  /// with a watched name for the last.
  ///
  /// If there is another one, the caller reads the object again.
  @inline(__always)
  func watching<Result>(
    _ reader: borrowing JSONReader, _ body: () throws -> Result
  ) rethrows -> Result {
    try loan.lend(reader, body)
  }

  /// Runs `body` with a reader at the value of `key` in the object at `offset`, if there is one: of
  /// the last such member or, while the name is watched, the first.
  @inline(__always)
  func withReader<Result>(
    at offset: Int, ofMember key: String, as kind: JSONReader.Kind?,
    _ body: (inout JSONReader) -> Result?
  ) -> Result? {
    if loan.isOpen, members == nil {
      // The object's hook is running, as for each object of a document.
      return watchedOffset(ofMember: key, at: offset).flatMap {
        loan.withReader(at: $0, body) ?? nil
      }
    }
    var result: Result?
    lend(at: offset, ofMember: key, as: kind) { reader in result = body(&reader) }
    return result
  }

  /// Returns the index in `texts` of the text that the object at the cursor of `reader` has for a watched
  /// member; -1 if it has none of them, or something that takes a view to look at.
  func index(
    in texts: JSONKeyTable, ofMember key: String, _ reader: borrowing JSONReader
  ) -> Int {
    if reader.readsValues {
      guard case .object(let members) = reader.value(at: reader.position),
        let value = members.value(ofMember: key), case .string(let text) = Boxed(value)
      else { return -1 }
      return texts.index(of: text) ?? -1
    }
    return reader.withCopy { reader in
      guard let offset = try? last.offset(ofMember: key, watched, &reader) else { return -1 }
      reader.position = offset
      return reader.index(ofTextIn: texts)
    }
  }

  @inline(never)
  private func watchedOffset(ofMember key: String, at offset: Int) -> Int? {
    loan.withReader(at: offset) { try? last.offset(ofMember: key, watched, &$0) } ?? nil
  }

  /// Runs `body` with a reader at `offset`.
  @inline(__always)
  func withReader<Result>(at offset: Int, _ body: (inout JSONReader) -> Result?) -> Result? {
    var result: Result?
    lend(at: offset) { reader in result = body(&reader) }
    return result
  }

  // Dynamic, so that they are compiled once, not for each body.

  private dynamic func lend(
    at offset: Int, ofMember key: String, as kind: JSONReader.Kind?,
    _ body: (inout JSONReader) -> Void
  ) {
    if let members {
      members.value(ofMember: key, as: kind)?.withReader(body)
      return
    }
    bytes.withReader(at: offset) { reader in
      guard let value = try? reader.offset(ofMember: key) else { return }
      reader.position = value
      body(&reader)
    }
  }

  private dynamic func lend(at offset: Int, _ body: (inout JSONReader) -> Void) {
    if let members { return JSONBytes(value: members.dictionary).withReader(body) }
    if loan.withReader(at: offset, body) == nil { bytes.withReader(at: offset, body) }
  }
}

extension [String: Any] {
  /// Returns the value of the member with a name, which is compared by its Unicode scalars: a
  /// dictionary takes names that look alike for one.
  func value(ofMember name: String) -> Any? {
    guard let index = index(forKey: name) else { return nil }
    // Only names beyond ASCII have lookalikes.
    if name.utf8.allSatisfy({ $0 < 0x80 }) || keys[index].hasSameScalars(as: name) {
      return values[index]
    }
    return nil
  }
}
