import Foundation
import Peridot
import Testing

private struct Pair: Codable, Hashable, Sendable {
  var left = 0
  var right = ""
}

private final class Pairs: Model, JSONSerializing, JSONPresenceKeeping {
  var pairs: Set<Pair> = [
    Pair(left: 1), Pair(left: 2), Pair(left: 3), Pair(left: 4, right: "], ["),
  ]
  var inner: [Set<Set<Pair>>] = []
  var jsonPresence = JSONPresence()
}

/// Objects that are assembled, and one that is finished by a hook.
private final class Placed: Model, JSONSerializing, JSONFinishing {
  var pairs: Set<Pair> = [Pair(left: 1), Pair(left: 2), Pair(left: 3)]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["pairs": "a[1]"] }

  func finish(_ json: inout [String: Any]) throws { json["version"] = 2 }
}

private final class Holder: Model, JSONSerializing, JSONPresenceKeeping {
  var placed = Placed()
  var jsonPresence = JSONPresence()
}

@Suite struct SetOrderTests {
  @Test func sortsElementsThatHaveNoOrderByTheirTextWhereKeysAreSorted() throws {
    let model = Pairs()
    model.pairs.insert(Pair(left: 5, right: "\"{"))
    model.inner = [[[Pair(left: 2), Pair(left: 1)], [Pair(left: 0)]], []]
    #expect(
      try JSONAdapter.string(from: model, options: [.sortedKeys])
        == #"{"inner":[[[{"left":0,"right":""}],[{"left":1,"right":""},{"left":2,"right":""}]],[]],"#
        + #""pairs":[{"left":1,"right":""},{"left":2,"right":""},{"left":3,"right":""},"#
        + #"{"left":4,"right":"], ["},{"left":5,"right":"\"{"}]}"#)
    let pretty = try JSONAdapter.string(
      from: model, keys: ["inner"], options: [.sortedKeys, .prettyPrinted])
    #expect(
      pretty == """
        {
          "inner": [
            [
              [
                {
                  "left": 0,
                  "right": ""
                }
              ],
              [
                {
                  "left": 1,
                  "right": ""
                },
                {
                  "left": 2,
                  "right": ""
                }
              ]
            ],
            []
          ]
        }
        """)
    let back: Pairs = try JSONAdapter.model(from: pretty)
    #expect(back.inner == model.inner)
  }

  @Test func knowsASetThatAbsenceLeft() throws {
    for _ in 0..<20 {
      let model: Pairs = try JSONAdapter.model(from: "{}")
      #expect(try JSONAdapter.string(from: model) == "{}")
      // Equal sets can have different orders.
      model.pairs = Set(Array(model.pairs).shuffled())
      #expect(try JSONAdapter.string(from: model) == "{}")
      model.pairs.remove(Pair(left: 1))
      let text = try JSONAdapter.string(from: model)
      let read: Pairs = try JSONAdapter.model(from: text)
      #expect(read.pairs == model.pairs)
    }
  }

  @Test func sortsThemWithinAnAssembledObject() throws {
    for _ in 0..<20 {
      let holder: Holder = try JSONAdapter.model(from: "{}")
      holder.placed.pairs = Set(Array(holder.placed.pairs).shuffled())
      #expect(try JSONAdapter.string(from: holder) == "{}")
      #expect(
        try JSONAdapter.string(from: holder.placed, options: [.sortedKeys])
          == #"{"a":[null,[{"left":1,"right":""},{"left":2,"right":""},{"left":3,"right":""}]],"#
          + #""version":2}"#)
    }
  }
}
