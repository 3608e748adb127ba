import Foundation
import Peridot
import Testing

private class Item: Model {
  var name = ""
  var count: Int?
  var parts: [Item] = []
  var byName: [String: Int] = [:]
  var tags: Set<String> = []
  var data = Data([1, 2, 3])
  var date = Date(timeIntervalSince1970: 0)
  weak var owner: Item?
}

private struct Wrapper {
  var item: Item?
}

private final class Knot: Model {
  var next: Knot?
  var set: Set<Knot> = []
  var wrapped: [KnotBox] = []
  var any: Any?
}

private struct KnotBox {
  var knot: Knot?
}

@Suite struct ModelDescriptionTests {
  private func head(_ model: Model) -> String {
    "<\(type(of: model)): 0x\(String(UInt(bitPattern: ObjectIdentifier(model)), radix: 16))>"
  }

  @Test func isOneLine() {
    let (item, part) = (Item(), Item())
    item.name = "a \"b\""
    item.parts = [part]
    item.byName = ["y": 2, "x": 1]
    item.tags = ["t", "s"]
    item.owner = part
    part.count = 3
    #expect(
      item.description == """
        \(head(item)) {name: "a \\"b\\"", count: nil, parts: [\(head(part)) {name: "", count: 3, \
        parts: [], byName: [:], tags: [], data: 3 bytes, date: 1970-01-01T00:00:00Z}], \
        byName: ["x": 1, "y": 2], tags: ["s", "t"], data: 3 bytes, date: 1970-01-01T00:00:00Z}
        """)
  }

  @Test func isOneLineAPropertyForDebugging() {
    let item = Item()
    item.byName = ["x": 1]
    item.tags = ["t"]
    #expect(
      item.debugDescription == """
        \(head(item)) {
          name: "",
          count: nil,
          parts: [],
          byName: [
            "x": 1
          ],
          tags: [
            "t"
          ],
          data: 3 bytes,
          date: 1970-01-01T00:00:00Z,
          owner: nil
        }
        """)
  }

  @Test func namesARepeatedModelOnly() {
    let item = Item()
    item.parts = [item]
    #expect(
      item.description.hasPrefix("\(head(item)) {name: \"\", count: nil, parts: [\(head(item))],"))
  }

  @Test(.timeLimit(.minutes(60))) func endsOnCyclesThroughAnything() {
    let (one, two) = (Knot(), Knot())
    one.next = two
    two.next = one
    one.wrapped = [KnotBox(knot: two), KnotBox(knot: one)]
    two.any = [one, KnotBox(knot: one), (one, two)] as [Any]
    two.set = [one]
    one.set = [two]
    for text in [one.description, two.debugDescription, "\([one, two])", "\(KnotBox(knot: one))"] {
      #expect(text.count < 5_000)
    }
    #expect(one.description.hasPrefix("\(head(one)) {next: \(head(two)) {next: \(head(one)), "))
  }

  @Test func staysShortOnALongChain() {
    let first = Knot()
    var last = first
    for _ in 0..<500 {
      let next = Knot()
      last.set = [next]
      last = next
    }
    #expect(first.description.count < 20_000)
  }

  private final class Gaps: Model {
    var numbers: [Int?] = [1, nil]
    var byName: [String: Double?] = ["a": 0.5, "b": nil]
    var nested: [[Int?]?] = [[2], nil]
    var double: [Int??] = [3, .some(nil)]
    var any: Any? = [Optional(true), nil] as [Bool?]
  }

  @Test func elementsAreShownWithoutTheirOptionals() {
    let gaps = Gaps()
    #expect(
      gaps.description == """
        \(head(gaps)) {numbers: [1, nil], byName: ["a": 0.5, "b": nil], nested: [[2], nil], \
        double: [3, nil], any: [true, nil]}
        """)
  }
}
