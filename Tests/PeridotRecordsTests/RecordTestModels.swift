import Foundation
import Peridot
import PeridotRecords
import Testing

final class Label: Model, RecordSerializing {
  var name = ""
  var color: String?

  override class var declaredProperties: [Property] {
    [property("name", \.name, isIdentity: true)]
  }
}

final class Person: Model, RecordSerializing {
  var login = ""
  var age = 0

  override class var declaredProperties: [Property] {
    [property("login", \.login, isIdentity: true)]
  }

  convenience init(_ login: String, age: Int = 0) {
    self.init()
    self.login = login
    self.age = age
  }
}

final class Comment: Model, RecordSerializing {
  var id = 0
  var body = ""
  var author: Person?
  weak var issue: Issue?

  override class var identityKey: String? { "id" }
}

final class Issue: Model, RecordSerializing {
  enum State: String { case open, closed }

  var number = 0
  var title = ""
  var state = State.open
  var stars = 0
  var createdAt = Date(timeIntervalSinceReferenceDate: 0)
  var assignee: Person?
  var labels: [Label] = []
  var watchers: Set<Person> = []
  var comments: [Comment]?
  var duplicateOf: Issue?

  override class var declaredProperties: [Property] {
    [
      property("number", \.number, isIdentity: true),
      property("createdAt", \.createdAt, facets: .column("created_at")),
    ]
  }

  convenience init(_ number: Int, _ title: String = "", stars: Int = 0) {
    self.init()
    self.number = number
    self.title = title
    self.stars = stars
  }
}

/// A file that is gone, with what SQLite puts beside it, when the test ends.
final class TemporaryDatabase {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("records-\(UUID().uuidString).sqlite")

  deinit {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
  }
}

/// The error that `body` throws, in words; nil for none.
func message(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips tests where the system has no SQLite that a store could use.
  static var needsSQLite: Self {
    .enabled(if: (try? RecordStore.inMemory()) != nil, "needs SQLite 3.35 or later")
  }
}
