import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The functions of the system's SQLite, found when the first store is opened.
///
/// The library is loaded and not linked, so that building a program needs no installation, and a
/// program without a store needs no SQLite.
@safe struct SQLite: Sendable {
  typealias Database = OpaquePointer
  typealias Query = OpaquePointer
  typealias Backup = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Comparison =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
    ) -> Int32
  typealias UpdateHook =
    @convention(c) (UnsafeMutableRawPointer?, Int32, Text?, Text?, Int64) -> Void

  let open: @convention(c) (Text, UnsafeMutablePointer<Database?>, Int32, Text?) -> Int32
  let close, extendedCode, systemError, isAutocommit: @convention(c) (Database?) -> Int32
  let message: @convention(c) (Database?) -> Text?
  let busyTimeout: @convention(c) (Database?, Int32) -> Int32
  /// Takes any number of arguments in C: the value twice, once in the place of register arguments,
  /// and once where Apple's processors pass it on the stack.
  let configure:
    @convention(c) (
      Database?, Int32, Int, UnsafeRawPointer?, Int, Int, Int, Int, Int, UnsafeRawPointer?
    ) -> Int32
  let createCollation:
    @convention(c) (
      Database?, Text, Int32, UnsafeMutableRawPointer?, Comparison?, UnsafeRawPointer?
    ) -> Int32
  let updateHook:
    @convention(c) (Database?, UpdateHook?, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  let lastInsertedID: @convention(c) (Database?) -> Int64
  let prepare:
    @convention(c) (
      Database?, Text, Int32, UInt32, UnsafeMutablePointer<Query?>, UnsafeMutablePointer<Text?>?
    ) -> Int32
  let step, reset, clearBindings, finalize, parameterCount,
    columnCount: @convention(c) (Query?) -> Int32
  let bindInteger: @convention(c) (Query?, Int32, Int64) -> Int32
  let bindReal: @convention(c) (Query?, Int32, Double) -> Int32
  let bindNull: @convention(c) (Query?, Int32) -> Int32
  let bindText,
    bindBlob: @convention(c) (Query?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?) -> Int32
  let columnName: @convention(c) (Query?, Int32) -> Text?
  let columnType, columnSize: @convention(c) (Query?, Int32) -> Int32
  let columnInteger: @convention(c) (Query?, Int32) -> Int64
  let columnReal: @convention(c) (Query?, Int32) -> Double
  let columnText, columnBlob: @convention(c) (Query?, Int32) -> UnsafeRawPointer?
  let beginBackup: @convention(c) (Database?, Text, Database?, Text) -> Backup?
  let stepBackup: @convention(c) (Backup?, Int32) -> Int32
  let remainingPages, allPages, endBackup: @convention(c) (Backup?) -> Int32

  /// The oldest version with all used features: `RETURNING` and `DROP COLUMN`.
  static let oldestVersion: Int32 = 3_035_000

  private static let loaded = Result { try SQLite(of: fileNames) }

  #if canImport(Darwin)
    private static let fileNames = ["libsqlite3.dylib", "/usr/lib/libsqlite3.dylib"]
  #else
    private static let fileNames = ["libsqlite3.so.0", "libsqlite3.so"]
  #endif

  /// - Throws: a ``RecordError`` that names the package to install.
  static func library() throws -> SQLite { try loaded.get() }

  /// Loads the first existing library of those names.
  init(of fileNames: [String]) throws {
    func failure(_ problem: String) -> RecordError {
      RecordError(
        .unavailable,
        found:
          "\(problem): install SQLite 3.35 or later (on Debian and Ubuntu: apt install libsqlite3-0)"
      )
    }
    // Sound: the library is never unloaded.
    let handle = unsafe fileNames.lazy.compactMap { unsafe dlopen($0, RTLD_NOW | RTLD_LOCAL) }.first
    guard let handle = unsafe handle else {
      throw failure("there is no \(fileNames[0]) on this system")
    }
    /// Sound: each name has the type in SQLite's documentation.
    func function<Function>(_ name: String) throws -> Function {
      guard let symbol = unsafe dlsym(handle, "sqlite3_" + name) else {
        throw failure("\(fileNames[0]) has no function sqlite3_\(name)")
      }
      return unsafe unsafeBitCast(symbol, to: Function.self)
    }
    typealias Constant = @convention(c) () -> Int32
    let versionNumber: Constant = try function("libversion_number")
    let version = versionNumber()
    guard version >= Self.oldestVersion else {
      throw failure("\(fileNames[0]) is version \(version / 1_000_000).\(version / 1000 % 1000)")
    }
    let isThreadSafe: Constant = try function("threadsafe")
    guard isThreadSafe() != 0 else { throw failure("\(fileNames[0]) was built without threads") }
    unsafe (open, close, message) = try (
      function("open_v2"), function("close_v2"), function("errmsg")
    )
    unsafe (extendedCode, systemError) = try (
      function("extended_errcode"), function("system_errno")
    )
    unsafe (configure, busyTimeout) = try (function("db_config"), function("busy_timeout"))
    unsafe createCollation = try function("create_collation_v2")
    unsafe updateHook = try function("update_hook")
    unsafe (lastInsertedID, isAutocommit) = try (
      function("last_insert_rowid"), function("get_autocommit")
    )
    unsafe (prepare, finalize) = try (function("prepare_v3"), function("finalize"))
    unsafe (step, reset) = try (function("step"), function("reset"))
    unsafe (clearBindings, parameterCount) = try (
      function("clear_bindings"), function("bind_parameter_count")
    )
    unsafe (bindInteger, bindReal) = try (function("bind_int64"), function("bind_double"))
    unsafe (bindText, bindBlob) = try (function("bind_text"), function("bind_blob"))
    unsafe (columnCount, columnName) = try (function("column_count"), function("column_name"))
    unsafe (columnType, columnSize) = try (function("column_type"), function("column_bytes"))
    unsafe (columnInteger, columnReal) = try (function("column_int64"), function("column_double"))
    unsafe (columnText, columnBlob) = try (function("column_text"), function("column_blob"))
    unsafe bindNull = try function("bind_null")
    unsafe (beginBackup, stepBackup) = try (function("backup_init"), function("backup_step"))
    unsafe (remainingPages, allPages) = try (
      function("backup_remaining"), function("backup_pagecount")
    )
    unsafe endBackup = try function("backup_finish")
  }
}

enum SQLiteCode {
  static let ok: Int32 = 0
  static let busy: Int32 = 5
  static let locked: Int32 = 6
  static let readOnly: Int32 = 8
  static let cannotOpen: Int32 = 14
  static let row: Int32 = 100
  static let done: Int32 = 101
  static let notUnique = 2067

  static let delete: Int32 = 9
  static let insert: Int32 = 18

  static let openReadOnly: Int32 = 1
  static let openReadWrite: Int32 = 2
  static let openCreate: Int32 = 4
  static let openURI: Int32 = 0x40
  /// One thread at a time uses each connection.
  static let openNoMutex: Int32 = 0x8000
  static let openExtendedCodes: Int32 = 0x0200_0000

  /// Whether names in double quotes that are not columns are text, in statements and in tables.
  static let quotedTexts: [Int32] = [1013, 1014]

  static let preparePersistent: UInt32 = 1
  static let utf8: Int32 = 1

  static let integer: Int32 = 1
  static let real: Int32 = 2
  static let text: Int32 = 3
  static let blob: Int32 = 4
  static let null: Int32 = 5
}
