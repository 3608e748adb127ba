import Foundation
import Peridot

class Item: Model, CodableModel {
  var isNew = true
  var raw = RawJSON()
  var at: Date?
  var link: URL?
  var owner: Owner?

  override class var declaredProperties: [Property] {
    [property("at", \.at, at: "created_at", by: .iso8601Date)]
  }
}

final class Owner: Model, JSONSerializing {
  var name = ""
}

@main
struct Whole {
  static func main() async throws {
    let item = Item()
    (item.at, item.owner) = (Date(timeIntervalSince1970: 5), Owner())
    let json = try JSONEncoder().encode([item])
    let decoded = try JSONDecoder().decode([Item].self, from: json)
    let list = try PropertyListEncoder().encode(item)
    let listed = try PropertyListDecoder().decode(Item.self, from: list)
    precondition(decoded == [item] && listed == item)
    var count = 0
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in json { continuation.yield(byte) }
      continuation.finish()
    }
    for try await streamed in JSONAdapter.stream(of: Item.self, from: bytes) {
      precondition(streamed == item)
      count += 1
    }
    precondition(count == 1)
    let foundation = try NSKeyedArchiver.archivedData(
      withRootObject: item, requiringSecureCoding: true)
    for data in [foundation, try item.archivedData()] {
      let archived = try Item.unarchive(from: data)
      precondition(archived == item)
    }
    let copy = item.with { $0.isNew = false }
    let patch = try JSONAdapter.mergePatch(from: item, to: copy)
    try JSONAdapter.update(item, from: patch, policy: .lenient)
    precondition(item == copy)
    precondition(item.differences(from: copy).isEmpty && item.differences(from: Item()).count == 3)
  }
}
