import Testing

@testable import Peridot
@testable import TestSupport

private final class Entry: Model, JSONSerializing {
  var id = 0
  var title = ""
  var isOpen = false
  var score = 0.0
  var note: String?
}

/// Members in any order, after documents of other orders.
@Suite struct MemberOrderTests {
  @Test(arguments: 0..<50 as Range<UInt64>)
  func readsMembersInEachOrder(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let id = Int.random(in: 0...99, using: &random)
      let members = [
        "\"id\":\(id)", "\"title\":\"number \(id)\"", "\"isOpen\":true",
        "\"score\":\(id).5", "\"note\":\"a\"", "\"unknown\":[{\"id\":-1}]",
      ]
      let names = members.indices.shuffled(using: &random).prefix(
        Int.random(in: 0...members.count, using: &random))
      let document = "{\(names.map { members[$0] }.joined(separator: ","))}"
      let entry = try JSONAdapter.model(of: Entry.self, from: document)
      let comment = Comment(rawValue: "seed \(seed): \(document)")
      #expect(entry.id == (names.contains(0) ? id : 0), comment)
      #expect(entry.title == (names.contains(1) ? "number \(id)" : ""), comment)
      #expect(entry.isOpen == names.contains(2), comment)
      #expect(entry.score == (names.contains(3) ? Double(id) + 0.5 : 0), comment)
      #expect(entry.note == (names.contains(4) ? "a" : nil), comment)
    }
  }

  @Test func learnsAnOrderAndStaysWithIt() {
    let table = JSONKeyTable(["a", "b", "c"])
    #expect((-1...2).map { table.follower(of: $0) } == [0, 1, 2, 3])
    table.learn(2, after: -1)
    table.learn(0, after: 2)
    #expect((-1...2).map { table.follower(of: $0) } == [2, 1, 2, 0])
    // Eight changes, so that threads do not go on writing.
    for next in [2, 1, 2, 1, 2, 1, 2, 0, 1, 2, 1] { table.learn(next, after: 0) }
    #expect((-1...2).map { table.follower(of: $0) } == [2, 0, 2, 0])
  }
}
