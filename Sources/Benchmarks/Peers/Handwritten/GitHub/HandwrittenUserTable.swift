import Foundation

/// A table of users as one writes it by hand on the interface of SQLite.
@safe final class HandwrittenUserTable {
  private typealias Handle = OpaquePointer
  private typealias Text = UnsafePointer<CChar>

  private let library = unsafe dlopen("libsqlite3.so.0", RTLD_NOW)
  private var database: Handle?
  private var insert: Handle?
  private var selectAll: Handle?
  private var selectOne: Handle?
  private var selectTop: Handle?
  private var update: Handle?
  private let transient = unsafe UnsafeRawPointer(bitPattern: -1)

  private let execute:
    @convention(c) (Handle?, Text, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32
  private let step: @convention(c) (Handle?) -> Int32
  private let reset: @convention(c) (Handle?) -> Int32
  private let bindText: @convention(c) (Handle?, Int32, Text, Int32, UnsafeRawPointer?) -> Int32
  private let bindInteger: @convention(c) (Handle?, Int32, Int64) -> Int32
  private let bindNull: @convention(c) (Handle?, Int32) -> Int32
  private let columnText: @convention(c) (Handle?, Int32) -> Text?
  private let columnInteger: @convention(c) (Handle?, Int32) -> Int64
  private let columnType: @convention(c) (Handle?, Int32) -> Int32

  private static let columns = [
    "id INTEGER UNIQUE", "login TEXT", "avatarURL TEXT", "gravatarID TEXT", "url TEXT",
    "htmlURL TEXT", "followersURL TEXT", "followingURL TEXT", "gistsURL TEXT", "starredURL TEXT",
    "subscriptionsURL TEXT", "organizationsURL TEXT", "reposURL TEXT", "eventsURL TEXT",
    "receivedEventsURL TEXT", "type TEXT", "siteAdmin INTEGER", "name TEXT", "company TEXT",
    "blog TEXT", "location TEXT", "email TEXT", "hireable INTEGER", "bio TEXT",
    "publicRepos INTEGER", "publicGists INTEGER", "followers INTEGER", "following INTEGER",
  ]

  init() throws {
    func function<Function>(_ name: String, in library: UnsafeMutableRawPointer?) -> Function {
      // Sound: the types are those of SQLite's documentation.
      unsafe unsafeBitCast(dlsym(library, name), to: Function.self)
    }
    let library = unsafe library
    unsafe execute = function("sqlite3_exec", in: library)
    unsafe step = function("sqlite3_step", in: library)
    unsafe reset = function("sqlite3_reset", in: library)
    unsafe bindText = function("sqlite3_bind_text", in: library)
    unsafe bindInteger = function("sqlite3_bind_int64", in: library)
    unsafe bindNull = function("sqlite3_bind_null", in: library)
    unsafe columnText = function("sqlite3_column_text", in: library)
    unsafe columnInteger = function("sqlite3_column_int64", in: library)
    unsafe columnType = function("sqlite3_column_type", in: library)
    let open: @convention(c) (Text, UnsafeMutablePointer<Handle?>) -> Int32 =
      unsafe function("sqlite3_open", in: library)
    let prepare:
      @convention(c) (Handle?, Text, Int32, UnsafeMutablePointer<Handle?>, OpaquePointer?) -> Int32 =
        unsafe function("sqlite3_prepare_v2", in: library)
    let names = Self.columns.map { String($0.prefix { $0 != " " }) }
    let updates = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let parameters = names.map { _ in "?" }.joined(separator: ", ")
    let sql =
      "INSERT INTO user (\(names.joined(separator: ", "))) VALUES (\(parameters)) "
      + "ON CONFLICT (id) DO UPDATE SET \(updates)"
    let query = "SELECT \(names.joined(separator: ", ")) FROM user"
    guard unsafe open(":memory:", &database) == 0,
      unsafe execute(
        database, "CREATE TABLE user (\(Self.columns.joined(separator: ", ")))", nil, nil, nil)
        == 0,
      unsafe prepare(database, sql, -1, &insert, nil) == 0,
      unsafe prepare(database, query, -1, &selectAll, nil) == 0,
      unsafe prepare(database, query + " WHERE id = ?", -1, &selectOne, nil) == 0,
      unsafe prepare(database, query + " ORDER BY followers LIMIT 100", -1, &selectTop, nil) == 0,
      unsafe prepare(
        database, "UPDATE user SET followers = ? WHERE id = ?", -1, &update, nil) == 0
    else { throw PeerMismatch("SQLite does not open") }
  }

  func save(_ users: [GitHubUser]) throws {
    _ = unsafe execute(database, "BEGIN", nil, nil, nil)
    for user in users {
      bind(user.id, 1)
      bind(user.login, 2)
      bind(user.avatarURL, 3)
      bind(user.gravatarID, 4)
      bind(user.url, 5)
      bind(user.htmlURL, 6)
      bind(user.followersURL, 7)
      bind(user.followingURL, 8)
      bind(user.gistsURL, 9)
      bind(user.starredURL, 10)
      bind(user.subscriptionsURL, 11)
      bind(user.organizationsURL, 12)
      bind(user.reposURL, 13)
      bind(user.eventsURL, 14)
      bind(user.receivedEventsURL, 15)
      bind(user.type, 16)
      bind(user.siteAdmin ? 1 : 0, 17)
      bind(user.name, 18)
      bind(user.company, 19)
      bind(user.blog, 20)
      bind(user.location, 21)
      bind(user.email, 22)
      bind(user.hireable.map { $0 ? 1 : 0 }, 23)
      bind(user.bio, 24)
      bind(Int64(user.publicRepos), 25)
      bind(Int64(user.publicGists), 26)
      bind(Int64(user.followers), 27)
      bind(Int64(user.following), 28)
      guard unsafe step(insert) == 101 else { throw PeerMismatch("SQLite does not insert") }
      _ = unsafe reset(insert)
    }
    _ = unsafe execute(database, "COMMIT", nil, nil, nil)
  }

  private func bind(_ text: String?, _ index: Int32) {
    guard let text else {
      _ = unsafe bindNull(insert, index)
      return
    }
    _ = unsafe bindText(insert, index, text, -1, transient)
  }

  private func bind(_ number: Int64?, _ index: Int32) {
    _ = unsafe number.map { unsafe bindInteger(insert, index, $0) } ?? bindNull(insert, index)
  }

  func users() -> [GitHubUser] { unsafe users(selectAll) }

  func user(_ id: Int64) -> GitHubUser? {
    _ = unsafe bindInteger(selectOne, 1, id)
    return unsafe users(selectOne).first
  }

  /// The hundred with the fewest followers.
  func topUsers() -> [GitHubUser] { unsafe users(selectTop) }

  func setFollowers(_ followers: Int, of id: Int64) {
    _ = unsafe bindInteger(update, 1, Int64(followers))
    _ = unsafe bindInteger(update, 2, id)
    _ = unsafe execute(database, "BEGIN", nil, nil, nil)
    _ = unsafe step(update)
    _ = unsafe reset(update)
    _ = unsafe execute(database, "COMMIT", nil, nil, nil)
  }

  /// Deletes all users, and takes that back.
  func deleteAndRollBack() {
    for sql in ["BEGIN", "DELETE FROM user WHERE id >= 0", "ROLLBACK"] {
      _ = unsafe execute(database, sql, nil, nil, nil)
    }
  }

  private func users(_ select: Handle?) -> [GitHubUser] {
    func text(_ index: Int32) -> String? {
      unsafe columnText(select, index).map { unsafe String(cString: $0) }
    }
    func number(_ index: Int32) -> Int? {
      unsafe columnType(select, index) == 5 ? nil : Int(columnInteger(select, index))
    }
    var users: [GitHubUser] = []
    while unsafe step(select) == 100 {
      let user = GitHubUser()
      user.id = unsafe columnInteger(select, 0)
      user.login = text(1) ?? ""
      user.avatarURL = text(2) ?? ""
      user.gravatarID = text(3) ?? ""
      user.url = text(4) ?? ""
      user.htmlURL = text(5) ?? ""
      user.followersURL = text(6) ?? ""
      user.followingURL = text(7) ?? ""
      user.gistsURL = text(8) ?? ""
      user.starredURL = text(9) ?? ""
      user.subscriptionsURL = text(10) ?? ""
      user.organizationsURL = text(11) ?? ""
      user.reposURL = text(12) ?? ""
      user.eventsURL = text(13) ?? ""
      user.receivedEventsURL = text(14) ?? ""
      user.type = text(15) ?? ""
      user.siteAdmin = number(16) != 0
      user.name = text(17)
      user.company = text(18)
      user.blog = text(19)
      user.location = text(20)
      user.email = text(21)
      user.hireable = number(22).map { $0 != 0 }
      user.bio = text(23)
      user.publicRepos = number(24) ?? 0
      user.publicGists = number(25) ?? 0
      user.followers = number(26) ?? 0
      user.following = number(27) ?? 0
      users.append(user)
    }
    _ = unsafe reset(select)
    return users
  }
}
