import Foundation
import Peridot

/// One prepared statement, used by the thread of its connection.
///
/// Sound as a whole: a statement ends with its connection, and SQLite's values are copied before
/// the next step.
@safe final class Statement {
  /// Whether somebody is using it; who prepares it does.
  var isTaken = true
  private let sqlite: SQLite
  private let database: SQLite.Database
  private let query: SQLite.Query

  init(_ sqlite: SQLite, _ database: SQLite.Database, _ sql: String) throws {
    self.sqlite = sqlite
    unsafe self.database = database
    var query: SQLite.Query?
    var text = sql
    let (code, hasMore) = text.withUTF8 { bytes -> (Int32, Bool) in
      var tail: SQLite.Text?
      guard let start = unsafe UnsafeRawPointer(bytes.baseAddress) else { return (0, false) }
      let code = unsafe sqlite.prepare(
        database, start.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
        SQLiteCode.preparePersistent, &query, &tail)
      let read = unsafe tail.map { unsafe UnsafeRawPointer($0) - start } ?? bytes.count
      return (code, unsafe !bytes[read...].allSatisfy { $0 <= 0x20 || $0 == UInt8(ascii: ";") })
    }
    guard code == SQLiteCode.ok, let query = unsafe query else {
      throw unsafe Connection.error(sqlite, database, code)
    }
    unsafe self.query = query
    if hasMore {
      throw RecordError(.invalidQuery, found: "more than one statement in \(Words.quoted(sql))")
    }
  }

  deinit { _ = unsafe sqlite.finalize(query) }

  /// Goes to the next row; returns false at the end, from which another step would begin again.
  func step() throws -> Bool {
    let code = unsafe sqlite.step(query)
    if code == SQLiteCode.row { return true }
    if code == SQLiteCode.done { return false }
    let error = unsafe Connection.error(sqlite, database, code)
    reset()
    throw error
  }

  /// Ends the run; the values stay bound.
  func reset() { _ = unsafe sqlite.reset(query) }

  /// Ends the run, and releases the bound values.
  func clear() {
    reset()
    _ = unsafe sqlite.clearBindings(query)
  }

  /// - Throws: SQLite's error for a value that it refuses, such as one of over two gigabytes.
  func bind(_ value: consuming ColumnValue, at index: Int32) throws {
    // Null would bind NULL, and of no bytes none are read at any other address.
    func bound(_ bytes: UnsafeRawBufferPointer, asText: Bool) -> Int32 {
      guard let length = Int32(exactly: bytes.count) else { return Self.tooLarge }
      let start = unsafe bytes.baseAddress ?? UnsafeRawPointer(query)
      return unsafe asText
        ? sqlite.bindText(query, index, start, length, Self.copied)
        : sqlite.bindBlob(query, index, start, length, Self.copied)
    }
    let code =
      switch consume value {
      case .null: unsafe sqlite.bindNull(query, index)
      case .integer(let number): unsafe sqlite.bindInteger(query, index, number)
      case .real(let number): unsafe sqlite.bindReal(query, index, number)
      case .text(var text): text.withUTF8 { unsafe bound(UnsafeRawBufferPointer($0), asText: true) }
      case .blob(let data): unsafe data.withUnsafeBytes { unsafe bound($0, asText: false) }
      }
    if code != SQLiteCode.ok { throw unsafe Connection.error(sqlite, database, code) }
  }

  /// - Parameters:
  ///   - sql: The caller's part of the statement.
  ///   - own: How many of the values are not the caller's.
  func bind(_ values: [ColumnValue], of sql: String, own: Int = 0) throws {
    let count = Int(unsafe sqlite.parameterCount(query))
    guard values.count == count else {
      throw RecordError(
        .invalidQuery, expected: count - own == 1 ? "1 value" : "\(count - own) values",
        found: "\(values.count - own) for \(Words.quoted(sql))")
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
  }

  private static let tooLarge: Int32 = 18
  /// SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
  private static var copied: UnsafeRawPointer? { unsafe UnsafeRawPointer(bitPattern: -1) }

  var columnNames: [String] {
    (0..<(unsafe sqlite.columnCount(query))).map { index in
      unsafe sqlite.columnName(query, index).map { unsafe String(cString: $0) } ?? ""
    }
  }

  @inline(__always)
  func value(at index: Int32) throws -> ColumnValue {
    switch kind(at: index) {
    case SQLiteCode.integer: return .integer(integer(at: index))
    case SQLiteCode.real: return .real(real(at: index))
    case SQLiteCode.text:
      if let text = text(at: index) { return .text(text) }
      throw ColumnMismatch(expected: "text in UTF-8", found: "other bytes")
    case SQLiteCode.blob: return .blob(blob(at: index))
    default: return .null
    }
  }

  func kind(at index: Int32) -> Int32 { unsafe sqlite.columnType(query, index) }
  func integer(at index: Int32) -> Int64 { unsafe sqlite.columnInteger(query, index) }
  func real(at index: Int32) -> Double { unsafe sqlite.columnReal(query, index) }

  /// The text; nil if its bytes are not UTF-8.
  func text(at index: Int32) -> String? {
    guard let start = unsafe sqlite.columnText(query, index) else { return "" }
    let count = Int(unsafe sqlite.columnSize(query, index))
    let bytes = unsafe UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: count)
    // Decoding repairs mistakes, and takes a fraction of the time of a checking initializer.
    var text = unsafe String(decoding: bytes, as: UTF8.self)
    // ASCII is always right.
    if unsafe bytes.reduce(0, |) < 0x80 { return text }
    let isValid = text.withUTF8 { decoded in
      unsafe decoded.count == count
        && memcmp(UnsafeRawPointer(decoded.baseAddress) ?? start, start, count) == 0
    }
    return isValid ? text : nil
  }

  // Nil for NULL, and text as above.

  func optionalText(at index: Int32) -> String? {
    kind(at: index) == SQLiteCode.null ? nil : text(at: index)
  }

  func optionalInteger(at index: Int32) -> Int64? {
    kind(at: index) == SQLiteCode.null ? nil : integer(at: index)
  }

  func blob(at index: Int32) -> Data {
    guard let start = unsafe sqlite.columnBlob(query, index) else { return Data() }
    return unsafe Data(bytes: start, count: Int(sqlite.columnSize(query, index)))
  }
}
