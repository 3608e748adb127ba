import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Plain: Model {
  var text = "text of more than fifteen bytes"
  var note: String?
  var int = -1
  var long: Int64 = 2
  var short: Int16 = 3
  var isNew = true
  var size = 1.5
  var count: Int? = 4
  var nested: Int?? = .some(nil)
  var tags: [String] = ["a"]
  var date = Date(timeIntervalSince1970: 0)
  var plain: Plain?
  var any: Any = 5
}

private final class Getting: Model {
  var count = 0
  var next: Int {
    count += 1
    return count
  }

  override class var declaredProperties: [Property] {
    [property("next", readOnly: \.next)]
  }
}

private final class Weak: Model {
  var id = 1
  weak var owner: Weak?
}

@Suite struct DictionaryMakingTests {
  private func kinds(_ values: [String: Any]) -> [String: String] {
    values.mapValues { "\(type(of: $0))" }
  }

  @Test func leavesValuesTheirTypes() {
    let expected = [
      "text": "String", "note": "NSNull", "int": "Int", "long": "Int64", "short": "Int16",
      "isNew": "Bool", "size": "Double", "count": "Int", "nested": "NSNull",
      "tags": "Array<String>", "date": "Date", "plain": "NSNull", "any": "Int",
    ]
    let first = Plain()
    #expect(kinds(first.dictionaryValue) == expected)
    let second = Plain().with {
      $0.note = "n"
      $0.count = nil
      $0.nested = 5
      $0.plain = first
      $0.any = "a"
    }
    let others = [
      "note": "String", "count": "NSNull", "nested": "Int", "plain": "Plain", "any": "String",
    ]
    #expect(kinds(second.dictionaryValue) == expected.merging(others) { $1 })
    #expect(second.dictionaryValue["plain"] as? Plain === first)
    #expect(kinds(first.dictionaryValue) == expected)
  }

  @Test func takesTheValuesOfEachModel() {
    let models = (0..<3).map { index in
      Plain().with {
        $0.text = "text of more than fifteen bytes \(index)"
        $0.int = index
      }
    }
    for (index, values) in models.map(\.dictionaryValue).enumerated() {
      #expect(values["text"] as? String == "text of more than fifteen bytes \(index)")
      #expect(values["int"] as? Int == index)
    }
  }

  @Test func asksGettersInTheOrderOfTheProperties() {
    let model = Getting()
    #expect(model.dictionaryValue as? [String: Int] == ["count": 0, "next": 1])
    #expect(model.dictionaryValue as? [String: Int] == ["count": 1, "next": 2])
  }

  @Test func hasWeakProperties() {
    let owner = Weak()
    let model = Weak().with { $0.owner = owner }
    #expect(model.dictionaryValue["owner"] as? Weak === owner)
    #expect(owner.dictionaryValue["owner"] is NSNull)
  }
}
