import Foundation
import Peridot
import Testing

@testable import TestSupport

/// Alternatives that lead to each other: a null at the end of the way is null.
@Suite struct AlternativeOnTheWayTests {
  @Test func aNullHidesTheObjectOnTheWay() throws {
    let null = #"{"data":{"user":null,"name":"x"}}"#
    let account: Account = try JSONAdapter.model(from: null)
    #expect(account.user == nil)
    #expect(
      try JSONAdapter.model(of: Account.self, from: ["data": ["user": NSNull(), "name": "x"]]).user
        == nil)
    #expect(try JSONDecoder().decode(Account.self, from: Data(null.utf8)).user == nil)
    #expect(
      try JSONAdapter.model(of: Account.self, from: #"{"data":{"user":{"name":"a"}}}"#).user?.name
        == "a")
    #expect(
      try JSONAdapter.model(of: Account.self, from: #"{"data":{"name":"b"}}"#).user?.name == "b")
    // An alternative that is not on the way is none of it.
    #expect(
      try JSONAdapter.model(of: Account.self, from: #"{"data":{"user":null},"user":{"name":"c"}}"#)
        .user?.name == "c")
  }

  @Test func nilIsReadBack() throws {
    let account = Account()
    let policy = ConversionPolicy.strict.with { $0.nilOnExport = .null }
    let text = try JSONAdapter.string(from: account, policy: policy)
    #expect(text == #"{"data":{"user":null}}"#)
    let read: Account = try JSONAdapter.model(from: text)
    #expect(read.user == nil)
    account.user = User()
    try JSONAdapter.update(account, from: text)
    #expect(account.user == nil)
  }

  /// A value and the object on the way to it are no alternatives that differ.
  @Test func whatIsOnTheWayDoesNotDisagree() throws {
    let policy = ConversionPolicy.strict.with { $0.alternatives = .fail }
    let account = Account()
    account.user = User().with { $0.name = "a" }
    let text = try JSONAdapter.string(from: account, policy: policy)
    #expect(text == #"{"data":{"user":{"name":"a"}}}"#)
    let read: Account = try JSONAdapter.model(from: text, policy: policy)
    #expect(read == account)
    let error = adapterError {
      let text = #"{"data":{"user":{"name":"a"}},"user":{"name":"b"}}"#
      return try JSONAdapter.model(of: Account.self, from: text, policy: policy)
    }
    #expect(error?.kind == .typeMismatch && error?.expected == "the value at data.user")
  }

  @Test func anIdentityIsNull() throws {
    let list = Accounts()
    let first = Identified()
    first.id = "1"
    list.all = [first]
    try JSONAdapter.update(list, from: #"{"all":[{"key":{"id":null}}]}"#)
    #expect(list.all.map(\.id) == [nil])
    #expect(list.all[0] !== first)
  }
}

private final class User: Model, CodableModel {
  var name = ""
}

private final class Account: Model, CodableModel {
  var user: User?
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["user": .firstOf("data.user", "data", "user")]
  }
}

private final class Identified: Model, JSONSerializing {
  var id: String?
  override class var identityKey: String? { "id" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["id": .firstOf("key.id", "key")]
  }
}

private final class Accounts: Model, JSONSerializing {
  var all: [Identified] = []
}
