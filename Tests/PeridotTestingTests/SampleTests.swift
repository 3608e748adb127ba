import Foundation
import Peridot
import PeridotTesting
import Testing

enum SampleColor: String, Codable {
  case red, green, blue
}

private struct Size: Codable, Equatable {
  var width = 0
  var unit: String?
  var inner: [Int] = []
}

private enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case square(Int, String)
}

private enum Body: JSONUnion, Equatable {
  case text(String)
  case list([Int])
}

private final class Part: Model, JSONSerializing {
  var name = ""
  var whole: Whole?
  override class var archiveName: String { "SamplePart" }
}

private final class Whole: Model, JSONSerializing {
  var flag = true
  var byte: Int8 = 0
  var number: UInt64 = 0
  var float: Float = 0
  var decimal = Decimal(0)
  var text = ""
  var character = Character("x")
  var date = Date(timeIntervalSince1970: 0)
  var url: URL?
  var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000000")
  var data = Data()
  var color = SampleColor.red
  var colors: [SampleColor: Int] = [:]
  var deep: [[Int?]] = []
  var size = Size()
  var shape = Shape.circle(radius: 0)
  var body = Body.text("")
  var any: Any = 0
  var set: Set<String> = []
  var double: Int??
  var raw: RawJSON?
  var part = Part()
  var parts: [String: Part] = [:]
  weak var parent: Whole?
  override class var archiveName: String { "SampleWhole" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["raw": "the.raw"] }
}

private final class Limited: Model {
  var age = 0
  var ratio = 0.0
  var code = ""
  var level = 0
  var tags: [String] = []
  var mail = ""
  var even = 1
  var day = Date(timeIntervalSinceReferenceDate: 0)
  var own = "initial"

  override class var declaredProperties: [Property] {
    [
      property("age", \Limited.age, limits: .within(18...21)),
      property("ratio", \Limited.ratio, limits: .within(0.5...0.75)),
      property("code", \Limited.code, limits: .count(3...3)),
      property("level", \Limited.level, limits: .oneOf([3, 5])),
      property("tags", \Limited.tags, limits: .count(4...9)),
      property("mail", \Limited.mail, limits: .matching("[a-z]+@[a-z.]+")),
      property("own", \Limited.own, limits: .matching("initial|only this one!")),
    ]
  }

  override func validate(_ value: inout Any?, forKey key: String) throws {
    struct Odd: Error {}
    if key == "even", let number = value as? Int, !number.isMultiple(of: 2) { throw Odd() }
  }
}

private final class Widest: Model {
  var all = 0
  var most = 0
  var least = 0

  override class var declaredProperties: [Property] {
    [
      property("all", \Widest.all, limits: .within(Int.min...Int.max)),
      property("most", \Widest.most, limits: .atLeast(.max - 1)),
      property("least", \Widest.least, limits: .atMost(.min + 1)),
    ]
  }
}

@Suite struct SampleTests {
  @Test func findsNumbersAtTheEndsOfAType() {
    let sample = Widest.sample(seed: 3)
    #expect(sample.most >= .max - 1 && sample.least <= .min + 1 && sample.all != 0)
  }

  @Test func fillsEachProperty() {
    let sample = Whole.sample(seed: 7)
    let changed = Set(sample.changedKeys(from: Whole()))
    #expect(changed == Set(Whole.propertyKeys).subtracting(["parent"]))
    #expect(sample == Whole.sample(seed: 7))
    #expect(sample != Whole.sample(seed: 8))
    #expect(sample.deep.count == 2 && sample.deep[0].count == 2 && sample.deep[0][0] != nil)
    #expect(sample.set.count == 2 && sample.parts.count == 2)
    #expect(sample.size.width != 0 && sample.size.unit != nil && sample.size.inner.count == 2)
  }

  @Test func endsWhereModelsHoldEachOther() {
    let sample = Whole.sample()
    #expect(sample.part.whole?.part.whole == nil)
    #expect(sample.part.whole?.part.name != "")
  }

  @Test(arguments: 1...20)
  func keepsToTheLimits(_ seed: Int) throws {
    let sample = Limited.sample(seed: seed)
    try sample.validate()
    #expect((18...21).contains(sample.age) && (0.5...0.75).contains(sample.ratio))
    #expect(sample.code.count == 3 && [3, 5].contains(sample.level))
    #expect(sample.tags.count == 4 && sample.mail == "user@example.org")
    #expect(sample.even.isMultiple(of: 2) && sample.own == "initial")
  }
}
