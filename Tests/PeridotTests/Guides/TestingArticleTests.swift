// The code of Sources/PeridotTesting/Documentation.docc/Testing.md
import Foundation
import Peridot
import PeridotTesting
import Testing

@Suite struct TestingArticleTests {
  final class Order: Model, CodableModel {
    var id = 0
    var note = ""
    override class var identityKey: String? { "id" }
    override class var archiveName: String { "Shop.Order" }
  }

  @Test func fillsAnObject() throws {
    let order = Order.sample(seed: 7)
    let (written, read) = (order, order.copied())
    #expect(read.differences(from: written).isEmpty)
    #expect(order.id != 0 && order.note != "")
    try roundTrips(order)
  }

  private let fixture = Data(#"{"id": 7, "note": "two parcels"}"#.utf8)

  @Test func readsTheFixture() {
    let comparison = JSONAdapter.compare(Order.self, with: fixture)
    #expect(comparison.isEmpty, "\(comparison)")
  }

  @Test func ordersComeBack() throws {
    try roundTrips(Order.self)
  }

  @Suite(.disabled("Nothing is recorded here.")) struct Locked {
    @Test func storedDataIsRead() throws {
      try StoredFormat.check([Order.self], in: "Stored")
    }
  }

  @Test func aLockIsAText() throws {
    #expect(throws: StoredFormat.Failure.self) {
      try StoredFormat.check([Order.self], in: "Stored", record: false)
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try StoredFormat.check([Order.self], in: folder.path, record: true)
    #expect(
      try String(contentsOf: folder.appending(path: "Shop.Order.txt"), encoding: .utf8) == """
        What Peridot stores of Shop.Order
        identity: id
        model version: 0

        id: Int | json id | default 0
        note: String | json note | default ""

        """)
  }
}
