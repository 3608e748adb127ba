import Foundation
import Peridot
import Testing

final class UnionArchivePerson: Model, JSONSerializing {
  var id = ""
  var friend: UnionArchivePerson?
}

enum UnionArchiveValue: JSONUnion {
  case date(Date)
  case text(String)
  case whole(Int)
  case number(exact: Double)
  case person(UnionArchivePerson)
  case list(of: [UnionArchiveValue])
  case null
}

final class UnionArchiveHolder: Model, JSONSerializing {
  var value = UnionArchiveValue.null
  var other: OneOrMany<String>?
  var values: [UnionArchiveValue] = []
  var byName: [String: UnionArchiveValue] = [:]
}

/// Unions in Peridot's archives and in Foundation's.
@Suite struct UnionArchiveTests {
  private func holder() -> UnionArchiveHolder {
    let holder = UnionArchiveHolder()
    let person = UnionArchivePerson()
    person.id = "a"
    person.friend = UnionArchivePerson()
    holder.value = .person(person)
    holder.other = .many(["x"])
    // As JSON, the text would be read as a date, the first number as a whole one, the second not at
    // all, and the date as another one.
    holder.values = [
      .text("2024-01-02T03:04:05Z"), .number(exact: 1), .number(exact: .infinity), .whole(1), .null,
      .date(Date(timeIntervalSinceReferenceDate: 0.1)), .list(of: [.null, .list(of: [])]),
    ]
    holder.byName = ["b": .text(""), "c": .null]
    return holder
  }

  private func restores(_ copy: UnionArchiveHolder) {
    let holder = holder()
    #expect(copy == holder)
    #expect(copy.changedKeys(from: holder) == [])
  }

  @Test func peridotReadsItsOwn() throws {
    let data = try holder().archivedData()
    #expect(data.contains(Data("number(exact:)".utf8)))
    restores(try UnionArchiveHolder.unarchive(from: data))
  }

  @Test func foundationReadsItsOwn() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: holder(), requiringSecureCoding: true)
    restores(
      try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: UnionArchiveHolder.self, from: data)))
    restores(try UnionArchiveHolder.unarchive(from: data))
  }

  @Test func foundationReadsPeridots() throws {
    restores(
      try #require(
        try NSKeyedUnarchiver.unarchivedObject(
          ofClass: UnionArchiveHolder.self, from: holder().archivedData())))
  }
}
