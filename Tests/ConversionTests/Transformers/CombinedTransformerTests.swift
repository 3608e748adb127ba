import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

private struct Money: Equatable {
  var cents: Int
}

@Suite struct CombinedTransformerTests {
  private let money = ValueTransformer.closure(
    forward: { (cents: Int) in Money(cents: cents) },
    reverse: { (money: Money) in money.cents })

  @Test func callsTypedClosures() throws {
    #expect(try money.forward(boxed("5"), as: Money.self) == Money(cents: 5))
    #expect(try money.reverse(Money(cents: 5), as: Int.self) == 5)
    #expect(try money.forward(nil) == nil)
    #expect(try money.reverse(nil) == nil)
    expectError("expected an integer, found true") { try money.forward(boxed("true")) }
    expectError("expected a Money, found number 5") { try money.reverse(5) }
  }

  @Test func passesNilToClosuresThatTakeIt() throws {
    let transformer = ValueTransformer.closure(
      forward: { (text: String?) -> Int? in text.map { Int($0) } ?? 0 },
      reverse: { (number: Int?) -> String? in number.map { "\($0)" } ?? "none" })
    #expect(try transformer.forward(nil, as: Int.self) == 0)
    #expect(try transformer.forward(NSNull(), as: Int.self) == 0)
    #expect(try transformer.forward("5", as: Int.self) == 5)
    #expect(try transformer.forward("x") == nil)
    #expect(try transformer.reverse(nil, as: String.self) == "none")
    #expect(try transformer.reverse(5, as: String.self) == "5")
    #expect(try transformer.reverse(Int?.none as Any, as: String.self) == "none")
    expectError("expected text, found number 5") { try transformer.forward(5) }
  }

  @Test func takesClosuresOfAnyValue() throws {
    let describing = ValueTransformer.closure(forward: { (value: Any?) -> Any? in
      value.map { "\($0)" }
    })
    #expect(try describing.forward(5, as: String.self) == "5")
    #expect(try describing.forward(nil) == nil)
    #expect(try describing.forward(NSNull()) == nil)
  }

  @Test func passesTheClosuresErrorOn() {
    let transformer = ValueTransformer.closure(forward: { (_: Int) -> Int in
      throw CocoaError(.formatting)
    })
    #expect(throws: CocoaError.self) { try transformer.forward(5) }
    #expect(transformer.transformedValue(5) == nil)
  }

  @Test func goesOneWayWithOneClosure() {
    let transformer = ValueTransformer.closure(forward: { (number: Int) in number + 1 })
    #expect(!transformer.canReverse)
    #expect(!type(of: transformer).allowsReverseTransformation())
    expectError("the transformer goes one way only, so number 5 cannot be reversed") {
      try transformer.reverse(5)
    }
    #expect(transformer.reverseTransformedValue(5) == nil)
  }

  @Test func looksIntoOptionals() throws {
    #expect(try ValueTransformer.uuid.forward(String?.none as Any) == nil)
    #expect(try money.forward(Int?.some(5) as Any, as: Money.self) == Money(cents: 5))
    expectError("expected an integer, found string \"x\"") {
      try money.forward(String?.some("x") as Any)
    }
  }

  @Test func chains() throws {
    let transformer = ValueTransformer.chained(
      .string(trimmed: true),
      .closure(
        forward: { (text: String) in text.count }, reverse: { (count: Int) in "\(count)" }),
      money)
    #expect(try transformer.forward("  abc ", as: Money.self) == Money(cents: 3))
    #expect(try transformer.reverse(Money(cents: 3), as: String.self) == "3")
    #expect(try transformer.forward(nil) == nil)
    #expect(transformer.canReverse)
  }

  @Test func saysWhichTypeAChainExpected() {
    let transformer = ValueTransformer.chained(.string(trimmed: true), money)
    expectError("expected text, found number 5") { try transformer.forward(5) }
    expectError("expected an integer, found string \"abc\"") { try transformer.forward("abc") }
    expectError("expected a Money, found string \"abc\"") { try transformer.reverse("abc") }
  }

  @Test func chainsOneWayIfOneStepDoes() {
    let transformer = ValueTransformer.chained(
      .url, .closure(forward: { (url: URL) in url.host() }))
    #expect(!transformer.canReverse)
    expectError("the transformer goes one way only, so \"x\" cannot be reversed") {
      try transformer.reverse("x")
    }
  }

  @Test func inverts() throws {
    let inverted = ValueTransformer.uuid.inverted()
    let uuid = UUID()
    #expect(try inverted.forward(uuid, as: String.self) == uuid.uuidString)
    #expect(try inverted.reverse(uuid.uuidString, as: UUID.self) == uuid)
    #expect(try inverted.forward(nil) == nil)
    #expect(inverted.canReverse)
    expectError("expected a UUID, found string \"x\"") { try inverted.forward("x") }
  }

  @Test func invertsTwice() throws {
    let twice = ValueTransformer.uuid.inverted().inverted()
    let uuid = UUID()
    #expect(try twice.forward(uuid.uuidString, as: UUID.self) == uuid)
    #expect(try twice.reverse(uuid, as: String.self) == uuid.uuidString)
    #expect(twice === ValueTransformer.uuid)
  }

  @Test func throwsIfAOneWayTransformerIsInverted() throws {
    let inverted = ValueTransformer.closure(forward: { (number: Int) in number + 1 }).inverted()
    #expect(throws: TransformerError.self) { try inverted.forward(3, as: Int.self) }
    #expect(try inverted.reverse(3, as: Int.self) == 4)
  }

  @Test func transformsTypedValuesWithoutBoxing() throws {
    let url = try #require(ValueTransformer.url as? TypedTransformer<String, URL>)
    #expect(try url.transformTyped("http://a").absoluteString == "http://a")
    let typed = try #require(money as? any TypedTransforming)
    #expect(typed.inputType is Int.Type)
    #expect(typed.outputType is Money.Type)
    let closure = try #require(money as? TypedTransformer<Int, Money>)
    #expect(try closure.transformTyped(5) == Money(cents: 5))
    #expect(try closure.reverseTyped(Money(cents: 5)) == 5)
  }
}
