import Foundation
import Peridot
import Testing

@testable import TestSupport

/// What a coder gets for nil: the JSON that `JSONAdapter` writes.
@Suite struct CodableModelNullTests: FoundationJSONCoding {
  private final class Patch: Model, CodableModel {
    var absent: Int??
    var null: Int?? = .some(nil)
    var text: String?
    var any: Any??
    var nullAny: Any?? = .some(nil)
    var within: Int??
    var length: Int??
    var date: Date??

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["within": "a.b"] }

    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "length"
        ? .closure(forward: { (text: String) in text.count }, reverse: { "\($0)" }) : nil
    }

    override class var conversionPolicy: ConversionPolicy? {
      .strict.with { $0.nilOnExport = .null }
    }
  }

  private class Body: Model, JSONSerializing {
    var id = 0
  }

  private final class Card: Body {}

  private final class Holder: Model, CodableModel {
    var body: Body?
    var others: [Body] = []

    override class func cluster(forKey key: String) -> Cluster? {
      switch key {
      case "body": Body.cluster(tag: "type", ["card": Card.self], unknown: .base)
      case "others": Body.cluster(tag: "meta.type", ["card": Card.self], unknown: .base)
      default: nil
      }
    }

    override class var conversionPolicy: ConversionPolicy? {
      .strict.with { $0.nilOnExport = .null }
    }
  }

  @Test func anAbsentDoubleOptionalIsLeftOut() throws {
    let patch = Patch()
    #expect(try Self.text(patch) == #"{"null":null,"nullAny":null,"text":null}"#)
    #expect(try Self.text(patch) == Self.adapterText(patch))
    patch.within = .some(nil)
    patch.length = .some(nil)
    patch.date = .some(nil)
    #expect(
      try Self.text(patch)
        == #"{"a":{"b":null},"date":null,"length":null,"null":null,"nullAny":null,"text":null}"#)
    #expect(try Self.text(patch) == Self.adapterText(patch))
    let read = try Self.decode(Patch.self, Self.text(patch))
    #expect(read.changedKeys(from: patch) == [])
  }

  @Test func aTagThatIsNotThereIsLeftOut() throws {
    let holder = Holder()
    holder.body = Body()
    holder.others = [Body()]
    #expect(try Self.text(holder) == #"{"body":{"id":0},"others":[{"id":0}]}"#)
    #expect(try Self.text(holder) == Self.adapterText(holder))
    holder.body = Card()
    holder.others = []
    #expect(try Self.text(holder) == #"{"body":{"id":0},"others":[],"type":"card"}"#)
    #expect(try Self.text(Holder()) == #"{"body":null,"others":[]}"#)
    #expect(try Self.text(Holder()) == Self.adapterText(Holder()))
  }

  private static func adapterText(_ model: some JSONSerializing & CodableModel) throws -> String {
    try JSONAdapter.string(
      from: model, policy: type(of: model).conversionPolicy, options: .sortedKeys)
  }
}
