import Foundation
import Peridot
import Testing

@testable import TestSupport

private struct Amount: Codable, Equatable {
  var value: Decimal
}

private class Priced: Model, JSONSerializing {
  var price: Decimal = 0
  var other: Decimal?
  var list: [Decimal] = []
  var set: Set<Decimal> = []
  var table: [String: Decimal] = [:]
  var nested: [[Decimal]] = []
  var deep: Decimal = 0
  var indexed: Decimal = 0
  var amount: Amount?
  var object: NSDecimalNumber?
  var children: [Priced] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["deep": "a.b.c", "indexed": "row[1]"]
  }

  override class var archiveName: String { "DecimalDigitsTests.\(Self.self)" }
}

private final class FinishedPriced: Priced, JSONFinishing {
  func finish(_ json: inout [String: Any]) throws { json["finished"] = true }
}

private final class RootPriced: Model, JSONSerializing {
  var price: Decimal = 0
  var priced: Priced?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["priced": .root] }
}

@Suite struct DecimalDigitsTests {
  /// Decimals of 16 to 19 digits.
  private static func decimals(_ count: Int, seed: UInt64) -> [Decimal] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      let digits = Int.random(in: 16...19, using: &random)
      var text = "\(Int.random(in: 1...9, using: &random))"
      for _ in 1..<digits { text += "\(Int.random(in: 0...9, using: &random))" }
      let point = text.index(text.startIndex, offsetBy: Int.random(in: 1..<digits, using: &random))
      text.insert(".", at: point)
      return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? 0
    }
  }

  private func fill(_ priced: Priced, with number: Decimal) {
    priced.price = number
    priced.other = number
    priced.list = [number, -number]
    priced.set = [number]
    priced.table = ["x": number]
    priced.nested = [[number], [-number]]
    priced.deep = number
    priced.indexed = number
    priced.amount = Amount(value: number)
    priced.object = NSDecimalNumber(decimal: number)
  }

  private func expectKept<M: Priced>(_ type: M.Type, _ number: Decimal) throws {
    let priced = M()
    fill(priced, with: number)
    let child = Priced()
    fill(child, with: number)
    priced.children = [child]
    func expect(_ read: Priced, _ road: String) {
      #expect(read == priced, "\(number) by \(road)")
    }
    expect(try JSONAdapter.model(of: M.self, from: JSONAdapter.data(from: priced)), "bytes")
    let dictionary = try JSONAdapter.dictionary(from: priced)
    expect(try JSONAdapter.model(of: M.self, from: dictionary), "dictionary")
    let text = try JSONSerialization.data(withJSONObject: ["price": dictionary["price"] as Any])
    #expect(try JSONDecoder().decode([String: Decimal].self, from: text)["price"] == number)
    let array = try JSONAdapter.array(from: [priced])
    expect(try JSONAdapter.models(of: M.self, from: array)[0], "array")
    let updated = M()
    try JSONAdapter.update(updated, from: dictionary)
    expect(updated, "update")
    let patch = try JSONAdapter.mergePatch(from: M(), to: priced)
    let patched = M()
    try JSONAdapter.apply(mergePatch: patch, to: patched)
    expect(patched, "patch")
    expect(try M.unarchive(from: priced.archivedData()), "archive")
    expect(try M(dictionary: priced.dictionaryValue), "values")
  }

  @Test func keepsTheDigitsByEveryRoad() throws {
    let known = [
      "227634670821788.59", "662.80999999999995", "0.1000000000000000055511151231257827",
    ]
    let fixed = known.compactMap { Decimal(string: $0) }
    for number in fixed + Self.decimals(150, seed: 4) {
      try expectKept(Priced.self, number)
      try expectKept(FinishedPriced.self, number)
    }
  }

  @Test func keepsTheDigitsOfManyDecimals() throws {
    for number in Self.decimals(20_000, seed: 19) {
      let priced = Priced()
      priced.price = number
      let dictionary = try JSONAdapter.dictionary(from: priced)
      let read = try JSONAdapter.model(of: Priced.self, from: dictionary)
      #expect(read.price == number)
    }
  }

  @Test func keepsTheDigitsOfTwoModelsInOneObject() throws {
    let root = RootPriced()
    let inner = Priced()
    let number = try #require(Decimal(string: "227634670821788.59"))
    fill(inner, with: number)
    root.priced = inner
    root.price = number
    let dictionary = try JSONAdapter.dictionary(from: root)
    #expect(try JSONAdapter.model(of: RootPriced.self, from: dictionary) == root)
  }
}
