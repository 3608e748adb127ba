import Foundation
import Peridot
import Testing

/// Some keys of a model: what is kept from call to call, beside what is worked out each time.
@Suite struct NarrowedWritingTests {
  private class Page: Model, JSONSerializing {
    var id = 1
    var title = "T"
    var note: String?
    var city = "B"
    var street = "S"
    var first = "same"
    var second = "same"
    var child: Page?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "city": "address.city", "street": "address.street", "first": "both", "second": "both",
      ]
    }
  }

  private final class LongPage: Page {
    var length = 9
  }

  private final class Tagged: Model, JSONSerializing {
    var id = 1
    var tag = "a"

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["tag": "tags[0]"] }
  }

  private final class Leaving: JSONAdapter, @unchecked Sendable {
    var asked = 0
    var left: Set<String> = ["title", "city"]

    override func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<String> {
      asked += 1
      return keys.subtracting(left)
    }
  }

  private func page() -> Page {
    let page = Page()
    page.child = Page()
    return page
  }

  private static let whole =
    #"{"id":1,"title":"T","address":{"city":"B","street":"S"},"both":"same"}"#

  @Test(arguments: [
    ([], "{}"),
    (["id"], #"{"id":1}"#),
    (["title", "id", "title"], #"{"id":1,"title":"T"}"#),
    (["note"], "{}"),
    (["street"], #"{"address":{"street":"S"}}"#),
    (["second"], #"{"both":"same"}"#),
    (["first", "second"], #"{"both":"same"}"#),
    (["child"], #"{"child":\#(whole)}"#),
    (["child.id", "id"], #"{"id":1,"child":{"id":1}}"#),
    (["child", "child.id"], #"{"child":\#(whole)}"#),
  ])
  func writesTheKeysAskedFor(_ keys: [String], _ expected: String) throws {
    // The second time what the first has made is used.
    for _ in 0..<2 {
      #expect(try JSONAdapter.string(from: page(), keys: keys) == expected)
      #expect(
        try JSONAdapter.string(from: [page(), page()], keys: keys) == "[\(expected),\(expected)]")
      #expect(try JSONAdapter().string(from: page(), keys: keys) == expected)
      let dictionary = try JSONAdapter.dictionary(from: page(), keys: keys) as NSDictionary
      let parsed = try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? NSDictionary
      #expect(dictionary == parsed)
    }
  }

  private final class Choosing: JSONAdapter, @unchecked Sendable {
    var kept: Set<String> = []

    override func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<String> {
      kept
    }
  }

  @Test func writesTheKeysThatAnAdapterLeavesThisTime() throws {
    let adapter = Choosing()
    let page = page()
    for kept in [
      ["id", "title"], ["id", "city"], ["id"], ["title"], [], ["street", "title", "id"],
    ] {
      for _ in 0..<2 {
        adapter.kept = Set(kept)
        #expect(try adapter.string(from: page) == JSONAdapter.string(from: page, keys: kept))
      }
    }
  }

  @Test func writesNullsOfTheKeysAskedFor() throws {
    var policy = ConversionPolicy.strict
    policy.nilOnExport = .null
    #expect(
      try JSONAdapter.string(from: page(), keys: ["id", "note"], policy: policy)
        == #"{"id":1,"note":null}"#)
    #expect(try JSONAdapter.string(from: page(), keys: ["id"], policy: policy) == #"{"id":1}"#)
  }

  @Test func looksAtAllThatAreWrittenToOneMember() throws {
    let page = page()
    page.second = "other"
    #expect(try JSONAdapter.string(from: page, keys: ["second"]) == #"{"both":"other"}"#)
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.string(from: page, keys: ["first", "second"])
    }
  }

  @Test func ordersMembersWhereThatIsAskedFor() throws {
    #expect(
      try JSONAdapter.string(from: page(), keys: ["title", "id", "city"], options: .sortedKeys)
        == #"{"address":{"city":"B"},"id":1,"title":"T"}"#)
  }

  @Test func writesModelsOfSeveralClasses() throws {
    let models = [Page(), LongPage()]
    #expect(try JSONAdapter.string(from: models, keys: ["id"]) == #"[{"id":1},{"id":1}]"#)
    #expect(
      try JSONAdapter.string(from: models, keys: ["id", "length"])
        == #"[{"id":1},{"id":1,"length":9}]"#)
    #expect(try JSONAdapter.string(from: LongPage(), keys: ["length"]) == #"{"length":9}"#)
  }

  @Test func putsObjectsTogetherUnderKeys() throws {
    #expect(try JSONAdapter.string(from: Tagged(), keys: ["tag"]) == #"{"tags":["a"]}"#)
    #expect(try JSONAdapter.string(from: Tagged(), keys: ["id"]) == #"{"id":1}"#)
  }

  @Test func refusesKeysThatAreNoProperties() throws {
    for keys in [["id", "nothing"], ["nothing"], ["child.nothing"]] {
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.string(from: page(), keys: keys)
      }
    }
  }

  @Test func goesOnWhenMoreSetsOfKeysAreAskedForThanAreKept() throws {
    let all = ["id", "title", "city", "street", "first", "second"]
    for _ in 0..<2 {
      for mask in 0..<64 {
        let keys = all.indices.filter { mask & 1 << $0 != 0 }.map { all[$0] }
        let expected = try JSONAdapter.string(from: page(), keys: keys + ["child.id"])
        let found = try JSONAdapter.string(from: page(), keys: keys)
        #expect(
          found
            == expected.replacing(#","child":{"id":1}"#, with: "").replacing(
              #""child":{"id":1}"#, with: ""))
      }
    }
  }

  @Test func leavesOutWhatAnAdapterLeavesOut() throws {
    let adapter = Leaving()
    let expected = #"{"id":1,"address":{"street":"S"},"both":"same"}"#
    for _ in 0..<2 {
      adapter.asked = 0
      #expect(try adapter.string(from: Page()) == expected)
      // Once for each model.
      #expect(adapter.asked == 1)
    }
    adapter.left = ["title", "city", "note"]
    #expect(
      try adapter.string(from: page())
        == #"{"id":1,"address":{"street":"S"},"both":"same","child":\#(expected)}"#)
    adapter.left = []
    #expect(try adapter.string(from: Page()) == Self.whole)
    #expect(
      try adapter.string(from: page(), keys: ["id", "child.title"])
        == #"{"id":1,"child":{"title":"T"}}"#)
  }

  @Test func findsAModelThatContainsItself() throws {
    let page = Page()
    page.child = page
    #expect(try JSONAdapter.string(from: page, keys: ["id"]) == #"{"id":1}"#)
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: page, keys: ["child"]) }
  }

  @Test func servesSeveralThreadsAtFirstUse() async {
    final class Fresh: Model, JSONSerializing {
      var a = 1
      var b = 2
      var c = 3
      var d = 4
    }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<16 {
        group.addTask {
          let all = ["a", "b", "c", "d"]
          let keys = all.indices.filter { task & 1 << $0 != 0 }.map { all[$0] }
          let members = all.indices.filter { task & 1 << $0 != 0 }.map {
            "\"\(all[$0])\":\($0 + 1)"
          }
          let expected = "{\(members.joined(separator: ","))}"
          return (0..<50).count { _ in
            (try? JSONAdapter.string(from: Fresh(), keys: keys)) != expected
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
