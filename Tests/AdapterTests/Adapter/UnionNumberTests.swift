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
