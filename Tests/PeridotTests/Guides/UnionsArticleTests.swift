// The code of Sources/Peridot/Documentation.docc/Unions.md
import Foundation
import Peridot
import Testing

@Suite struct UnionsArticleTests {
  enum Customer: JSONUnion {
    case id(String)
    case object(Person)
  }

  final class Person: Model, JSONSerializing {
    var id = ""
    var name: String?

    override class var identityKey: String? { "id" }
  }

  final class Charge: Model, JSONSerializing {
    var amount = 0
    var customer = Customer.id("")
    var tags = OneOrMany<String>.many([])
  }

  enum Expandable<Object: Model>: JSONUnion {
    case id(String)
    case object(Object)
  }

  final class Invoice: Model, JSONSerializing {
    var payer = Expandable<Person>.id("")
    var charges: [Expandable<Charge>] = []
  }

  @Test(arguments: [
    #"{"amount":5,"customer":"u1","tags":"new"}"#,
    #"{"amount":5,"customer":{"id":"u1","name":"Ada"},"tags":["new","paid"]}"#,
  ])
  func writesTheFormThatCame(_ json: String) throws {
    let charge: Charge = try JSONAdapter.model(from: json)
    #expect(try JSONAdapter.string(from: charge) == json)
  }

  @Test func readsAnyExpandableObject() throws {
    let json =
      #"{"payer":{"id":"u1"},"charges":["c1",{"amount":5,"customer":{"id":"u2"},"tags":"new"}]}"#
    let invoice: Invoice = try JSONAdapter.model(from: json)
    #expect(try JSONAdapter.string(from: invoice) == json)
    try JSONAdapter.check(Invoice.self)
  }

  @Test func keepsTheObjectInAnUpdate() throws {
    let charge: Charge = try JSONAdapter.model(from: #"{"customer":{"id":"u1","name":"Ada"}}"#)
    guard case .object(let person) = charge.customer else {
      Issue.record("no object")
      return
    }
    try JSONAdapter.update(charge, from: #"{"customer":{"id":"u1","name":"Eve"}}"#)
    try JSONAdapter.update(charge, from: #"{"customer":"u1"}"#)
    guard case .object(let same) = charge.customer else {
      Issue.record("no object")
      return
    }
    #expect(same === person && person.name == "Eve")
  }
}
