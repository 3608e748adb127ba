import Foundation
import Peridot
import Testing

private enum Amount: JSONUnion {
  case whole(Int)
  case number(Double)
}

private final class Account: Model, JSONSerializing {
  var amount = Amount.whole(0)
  var amounts: [Amount] = []
  var inner: Account?

  convenience init(_ amount: Amount) {
    self.init()
    self.amount = amount
  }
}

/// A Double without a fraction is no whole number, at any door that tells them apart.
@Suite struct UnionNumberTests {
  static let amounts: [Double] = [1, -1, 0, -0.0, 1e20, 0.5]

  @Test(arguments: amounts) func comesBackFromADictionary(_ number: Double) throws {
    let account = Account(.number(number))
    account.amounts = [.number(number), .whole(1)]
    account.inner = Account(.number(number))
    let dictionary = try JSONAdapter.dictionary(from: account)
    #expect(try JSONAdapter.model(from: dictionary) == account)
    let values: [String: Any] = ["amount": number, "inner": ["amount": number]]
    let read: Account = try JSONAdapter.model(from: values)
    #expect(read.amount == .number(number))
    #expect(read.inner?.amount == .number(number))
  }

  @Test(arguments: amounts) func comesBackFromAPatch(_ number: Double) throws {
    let old = Account(.whole(5))
    let new = Account(.number(number))
    new.inner = Account(.number(number))
    new.amounts = [.number(number)]
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == new)
  }
}

private final class Optionals: Model, JSONSerializing {
  var one: Amount? = .whole(1)
  var list: [Amount?] = []
  var byName: [String: Amount?] = [:]
}

/// Empty text is null for numbers, and so for a union of them.
@Suite struct UnionBlankTests {
  @Test(arguments: ["", "  "]) func isNil(_ text: String) throws {
    var issues: [String] = []
    let model = try JSONAdapter.model(
      of: Optionals.self,
      from: #"{"one":"\#(text)","list":["\#(text)",2],"byName":{"a":"\#(text)"}}"#, policy: .lenient
    ) { issues.append("\($0.path): \($0.action)") }
    #expect(model.one == nil)
    #expect(model.list == [nil, .whole(2)])
    #expect(model.byName == ["a": nil])
    #expect(
      issues == ["$.one: becameNil", "$.list[0]: becameNil", "$.byName.a: becameNil"])
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Optionals.self, from: #"{"one":"\#(text)"}"#)
    }
  }
}

extension Amount: Equatable {}

private class Entry: Model, JSONSerializing {
  var amount = Amount.whole(0)

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["amount": "data.a"] }
  override class var cluster: Cluster? {
    cluster(tag: "type", content: "payload", ["one": One.self])
  }
}

private final class One: Entry {
  var list = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["list": "list[1].b"] }
}

private final class Book: Model, JSONSerializing {
  var entry: Entry?
}

private enum When: JSONUnion, Equatable {
  case date(Date)
  case number(Double)
  case text(String)
}

private final class Meeting: Model, JSONSerializing {
  var when = When.text("")
}

extension UnionNumberTests {
  /// A case is chosen strictly, but by the forms that the policy declares.
  @Test func choosesADateByThePolicysForm() throws {
    let seconds = ConversionPolicy.strict.with { $0.dateStrategy = .secondsSince1970 }
    let meeting = Meeting()
    meeting.when = .date(Date(timeIntervalSince1970: 5.5))
    #expect(try JSONAdapter.string(from: meeting, policy: seconds) == #"{"when":5.5}"#)
    let read: Meeting = try JSONAdapter.model(from: #"{"when":5.5}"#, policy: seconds)
    #expect(read.when == meeting.when)
    let strict: Meeting = try JSONAdapter.model(from: #"{"when":5.5}"#)
    #expect(strict.when == .number(5.5))
    meeting.when = .number(5.5)
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.string(from: meeting, policy: seconds)
    }
    #expect(error?.found == "number, which is read back as date")
  }

  @Test(arguments: amounts) func comesBackFromAssembledPlaces(_ number: Double) throws {
    let book = Book()
    book.entry = One()
    book.entry?.amount = .number(number)
    let text = try JSONAdapter.string(from: book)
    #expect(try JSONAdapter.model(from: text) == book, "\(text)")
    let patched = Book()
    let patch = try JSONAdapter.mergePatch(from: patched, to: book)
    try JSONAdapter.apply(mergePatch: patch, to: patched)
    #expect(patched == book, "\(String(decoding: patch, as: UTF8.self))")
  }
}

private final class Bill: Model, CodableModel {
  var amount = Amount.whole(0)
}

private final class FinishedBill: Model, CodableModel, JSONFinishing {
  var amount = Amount.whole(0)
  var bill: Bill?

  func finish(_ json: inout [String: Any]) { json["isFinished"] = true }
}

private class PreparedBill: Model, JSONSerializing, JSONPreparing {
  var amount = Amount.whole(0)

  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
}

private final class PreparedBills: PreparedBill {
  var bill: PreparedBill?
  var other: PreparedBill?
  var all: [PreparedBill] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["other": .firstOf("a", "b"), "all": "items[*].b"]
  }
}

private final class PlacedBill: Model, CodableModel {
  var amount = Amount.whole(0)

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["amount": "list[0]"] }
}

private final class ListedBill: Model, CodableModel {
  var amounts = OneOrMany<Amount>.many([])
}

extension UnionNumberTests {
  /// A coder writes 5.0 as 5, in whatever way a union reaches it.
  @Test(arguments: [5, 0, -3.0]) func aCoderRefusesWhatItWouldWriteWhole(_ number: Double) throws {
    let (bill, finished, placed, listed) = (Bill(), FinishedBill(), PlacedBill(), ListedBill())
    (bill.amount, placed.amount) = (.number(number), .number(number))
    (finished.bill, listed.amounts) = (bill, .many([.whole(1), .number(number)]))
    for model in [bill, finished, placed, listed] as [any Encodable] {
      #expect("\(model)") {
        try JSONEncoder().encode(model)
      } throws: { error in
        "\(error)".contains("number, which a coder writes as a whole number")
      }
    }
    (bill.amount, placed.amount) = (.number(0.5), .number(0.5))
    listed.amounts = .many([.whole(1), .number(0.5)])
    func readBack<M: Model & Codable>(_ model: M) throws -> M {
      try JSONDecoder().decode(M.self, from: JSONEncoder().encode(model))
    }
    #expect(try readBack(bill) == bill)
    #expect(try readBack(finished) == finished)
    #expect(try readBack(placed) == placed)
    #expect(try readBack(listed) == listed)
  }

  /// A hook gets a dictionary, whose numbers have no text.
  @Test(arguments: amounts) func comesBackFromAHook(_ number: Double) throws {
    let model = FinishedBill()
    model.amount = .number(number)
    model.bill = Bill()
    model.bill?.amount = .number(number)
    for options in [[], .sortedKeys] as [JSONWritingOptions] {
      let text = try JSONAdapter.string(from: model, options: options)
      #expect(try JSONAdapter.model(from: text) == model, "\(text)")
    }
    let old = FinishedBill()
    let patch = try JSONAdapter.mergePatch(from: old, to: model)
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == model)
  }

  /// A hook within another one's dictionary gets the numbers as they are there.
  @Test(arguments: amounts + [9_007_199_254_740_992, -0.0])
  func comesBackFromHooksWithinHooks(_ number: Double) throws {
    func bill() -> PreparedBill { PreparedBill().with { $0.amount = .number(number) } }
    let bills = PreparedBills()
    bills.amount = .number(number)
    (bills.bill, bills.other, bills.all) = (bill(), bill(), [bill(), bill()])
    let text = try JSONAdapter.string(from: bills)
    #expect(try JSONAdapter.model(from: text) == bills, "\(text)")
    let whole = text.replacing(/:-?[0-9.e+]+/, with: ":7")
    let read = try JSONAdapter.model(of: PreparedBills.self, from: whole)
    #expect(read.all.map(\.amount) == [.whole(7), .whole(7)] && read.other?.amount == .whole(7))
  }

  @Test func aCodersErrorHasThePlaceWithinTheUnion() throws {
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(ListedBill.self, from: Data(#"{"amounts":[1,"a"]}"#.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("another error: \(error)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["amounts", "Index 1"])
    let inner = try #require(context.underlyingError as? JSONAdapterError)
    #expect(inner.path == "$.amounts[1]" && inner.line == nil)
  }
}
