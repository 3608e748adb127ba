import Foundation
import Peridot
import Testing

@testable import TestSupport

/// Two properties at one place.
private final class Twice: Model, JSONSerializing {
  var one: Int?
  var two: Int?
  var three: Int?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["one": "a.b", "two": "a.b", "three": .writeOnly("c")]
  }
}

private final class Indexed: Model, JSONSerializing {
  var one: Int?
  var two: Int?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["one": "a[0].b", "two": "a[0].b"]
  }
}

private final class Columns: Model, JSONSerializing {
  var one: [Int] = []
  var two: [Int] = []
  var others: [Int] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["one": "a[*].b", "two": "a[*].b", "others": "a[*].c"]
  }
}

/// Nil and a value at one place are as different as two values: both properties are read from there.
@Suite struct SharedPlaceTests {
  private static let pairs: [(Int?, Int?, String, String)] = [
    (1, nil, "two", "one"), (nil, 1, "one", "two"),
  ]

  @Test(arguments: 0..<2)
  func refusesNilAndAValue(_ index: Int) throws {
    let (one, two, key, other) = Self.pairs[index]
    let twice = Twice()
    (twice.one, twice.two) = (one, two)
    let message = """
      Twice.\(key): expected the value of "\(other)", found nil; make one of them .readOnly at $.a.b
      """
    #expect(adapterMessage { try JSONAdapter.string(from: twice) } == message)
    #expect(adapterMessage { try JSONAdapter.dictionary(from: twice) } == message)
    var issues: [String] = []
    #expect(
      try JSONAdapter.string(from: twice, policy: .lenient) {
        issues.append("\($0.action) \($0.path) \($0.propertyKey ?? "")")
      } == #"{"a":{"b":1}}"#)
    #expect(issues == ["skipped $.a.b \(key)"])
    // What is not written has no part in it.
    #expect(try JSONAdapter.string(from: twice, keys: [other]) == #"{"a":{"b":1}}"#)

    let indexed = Indexed()
    (indexed.one, indexed.two) = (one, two)
    let indexedMessage = """
      Indexed.\(key): expected the value of "\(other)", found nil; make one of them .readOnly at \
      $.a[0].b
      """
    #expect(adapterMessage { try JSONAdapter.string(from: indexed) } == indexedMessage)
    #expect(adapterMessage { try JSONAdapter.dictionary(from: indexed) } == indexedMessage)
  }

  @Test func writesOneValueAndNothing() throws {
    let twice = Twice()
    #expect(try JSONAdapter.string(from: twice) == "{}")
    (twice.one, twice.two) = (1, 1)
    #expect(try JSONAdapter.string(from: twice) == #"{"a":{"b":1}}"#)
    let read: Twice = try JSONAdapter.model(from: #"{"a":{"b":1}}"#)
    #expect(read == twice)
    let indexed = Indexed()
    #expect(try JSONAdapter.string(from: indexed) == "{}")
    (indexed.one, indexed.two) = (1, 1)
    #expect(try JSONAdapter.string(from: indexed) == #"{"a":[{"b":1}]}"#)
  }

  @Test(arguments: [
    ([1], [] as [Int]), ([], [1]), ([1], [1, 2]), ([1, 2], [1]), ([1, 2], [2, 1]),
  ])
  func refusesListsOfOtherElements(_ one: [Int], _ two: [Int]) throws {
    let columns = Columns()
    (columns.one, columns.two, columns.others) = (one, two, [5, 6, 7])
    let error = adapterError { try JSONAdapter.string(from: columns) }
    #expect(error?.path == "$.a[*].b" && error?.found == "another; make one of them .readOnly")
    #expect(error?.kind == .typeMismatch)
    // A property that is left out takes no part.
    #expect(
      try JSONAdapter.string(from: columns, keys: ["others"])
        == #"{"a":[{"c":5},{"c":6},{"c":7}]}"#)
  }

  @Test(arguments: [([], "{\"a\":[]}"), ([1, 2], #"{"a":[{"b":1},{"b":2}]}"#)])
  func writesOneListForTwoProperties(_ list: [Int], _ text: String) throws {
    let columns = Columns()
    (columns.one, columns.two) = (list, list)
    #expect(try JSONAdapter.string(from: columns) == text)
    let read: Columns = try JSONAdapter.model(from: text)
    #expect(read == columns)
  }
}
