import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Item: Model, JSONSerializing {
  var id = 0
  var name = "initial"
  var items: [Item] = []
}

/// What a lenient policy went on without, in documents in which members occur twice.
@Suite struct RepairTests {
  private static let dropping = ConversionPolicy.strict.with { $0.badElement = .drop }

  private func read(
    _ document: String, _ policy: ConversionPolicy = dropping
  ) throws -> (Item, [JSONIssue]) {
    var issues: [JSONIssue] = []
    let item = try JSONAdapter.model(of: Item.self, from: document, policy: policy) {
      issues.append($0)
    }
    return (item, issues)
  }

  @Test func readsAnElementWhoseWrongMemberDoesNotCount() throws {
    let (item, issues) = try read(#"{"items":[{"id":"x","id":2},{"id":3}]}"#)
    #expect(item.items.map(\.id) == [2, 3])
    #expect(issues == [])
  }

  @Test func findsSuchMembersFurtherIn() throws {
    let (item, issues) = try read(
      #"{"items":[{"items":[{"id":"x"}],"items":[{"id":4}],"id":"y","id":2},{"id":"z"}]}"#)
    #expect(item.items.map(\.id) == [2])
    #expect(item.items.first?.items.map(\.id) == [4])
    #expect(issues.map(\.path) == ["$.items[1].id"])
  }

  @Test func dropsAnElementThatOnlyHasOtherMembersTwice() throws {
    let (item, issues) = try read(#"{"a":1,"items":[{"name":"n","id":"x"},{"id":3}],"a":2}"#)
    #expect(item.items.map(\.id) == [3])
    #expect(issues.map(\.path) == ["$.items[0].id"])
  }

  @Test func readsTheLastOfTwoValuesOfAnotherKind() throws {
    let (item, issues) = try read(#"{"id":[],"name":"n","id":5}"#, .lenient)
    #expect(item.id == 5)
    #expect(issues == [])
  }

  @Test func tellsPathsDuringTheCallAndAfterwards() throws {
    let document = #"{"id":[],"items":[{"id":1},{"name":{},"id":[1]}]}"#
    var kept: [JSONIssue] = []
    var seen: [String] = []
    for listens in [true, false] {
      _ = try JSONAdapter.model(of: Item.self, from: document, policy: .lenient) { issue in
        if listens { seen.append(issue.path) } else { kept.append(issue) }
      }
    }
    #expect(seen == ["$.id", "$.items[1].name", "$.items[1].id"])
    #expect(kept.map(\.path) == seen)
    let same = JSONIssue(
      action: kept[0].action, path: "$.id", modelClass: kept[0].modelClass, propertyKey: "id",
      expected: kept[0].expected, found: kept[0].found)
    #expect(kept[0] == same)
    #expect(kept[1] != same)
  }

  /// The bytes of a document are the caller's, and may be gone when an issue's path is asked for.
  @Test func keepsNoBytesOfTheCaller() throws {
    var issues: [JSONIssue] = []
    let document = Array(#"{"name":"n","items":[{"id":[]}]}"#.utf8)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: document.count, alignment: 1)
    copy.copyBytes(from: document)
    do {
      let data = Data(
        bytesNoCopy: try #require(copy.baseAddress), count: copy.count, deallocator: .none)
      _ = try JSONAdapter.model(of: Item.self, from: data, policy: .lenient) { issues.append($0) }
    }
    for index in copy.indices { copy[index] = 0 }
    copy.deallocate()
    #expect(issues.map(\.path) == ["$.items[0].id"])
  }
}
