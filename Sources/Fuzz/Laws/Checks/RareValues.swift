import Foundation
import Peridot
import PeridotRecords

/// Of law 1, values of types that random properties don't have, and names that random JSON rarely has.
enum RareValues {
  /// A value that a door does not give back, or that it takes though it must not.
  static func finding(seed: UInt64) -> Finding? {
    var draw = Draw(seed: seed)
    return switch draw.below(4) {
    case 0: sampleFinding(&draw)
    case 1: textFinding(&draw)
    case 2: twinFinding(&draw)
    default: tagFinding(&draw)
    }
  }

  // MARK: Types

  /// Each property's type has been lost by a door once.
  final class Sample: Model, CodableModel {
    var any: Any?
    var grade = Grade.a
    var nothing = Nothing()
    var marks: [Int?] = []
    var lists: [[String?]?] = []
    var moment = Date(timeIntervalSinceReferenceDate: 0)

    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "moment" ? .date(format: "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'") : nil
    }
  }

  enum Grade: Character, CaseIterable {
    case a = "a"
    case e = "é"
    case smile = "😀"
  }

  /// It encodes nothing, and so is an empty object.
  struct Nothing: Codable, Hashable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
  }

  private static func sampleFinding(_ draw: inout Draw) -> Finding? {
    let sample = Sample()
    sample.any = draw.pick([nil, NSNull(), 5, "text", [NSNull()] as [Any]])
    sample.grade = draw.pick(Grade.allCases)
    sample.marks = (0..<draw.below(3)).map { draw.oneIn(2) ? nil : $0 }
    sample.lists = (0..<draw.below(3)).map { draw.oneIn(3) ? nil : [nil, "\($0)"] }
    sample.moment += Double(draw.below(1000)) / 1_000_000
    let doors: KeyValuePairs<String, () throws -> Sample> = [
      "archive": { try Sample.unarchive(from: sample.archivedData()) },
      "values": { try Sample(dictionary: sample.dictionaryValue) },
      "string": {
        try JSONAdapter.model(of: Sample.self, from: JSONAdapter.string(from: sample))
      },
      "coder": { try JSONDecoder().decode(Sample.self, from: JSONEncoder().encode(sample)) },
    ]
    let words = "\(sample)"
    if words.contains("Optional(") {
      return Finding("a description shows an Optional", ["description": words])
    }
    for (name, read) in doors {
      do {
        let found = try read()
        // JSON has one null for nil and NSNull, and a dictionary of values has NSNull for nil.
        if name != "archive", sample.any is NSNull || sample.any == nil { found.any = sample.any }
        if abs(found.moment.timeIntervalSince(sample.moment)) < 5e-7 {
          found.moment = sample.moment
        }
        if found == sample { continue }
        return Finding(
          "what \(name) writes does not read back", ["sample": words, "read": "\(found)"])
      } catch {
        return Finding("\(name) fails", ["sample": words, "error": "\(error)"])
      }
    }
    return nil
  }

  // MARK: Texts of numbers

  final class Priced: Model, JSONSerializing {
    var english = 0.0
    var german = 0.0

    override class func transformer(forKey key: String) -> ValueTransformer? {
      .number(locale: Locale(identifier: key == "german" ? "de_DE" : "en_US"))
    }
  }

  /// A number's digits in groups of any length, or with the signs of another language.
  private static func textFinding(_ draw: inout Draw) -> Finding? {
    let digits = { (draw: inout Draw, count: Int) in
      (0..<count).map { _ in "\(draw.number(in: 1...9))" }.joined()
    }
    let (key, group, point) = draw.pick([("english", ",", "."), ("german", ".", ",")])
    let last = draw.pick([1, 2, 4, 5])
    let text = draw.pick([
      digits(&draw, 1) + group + digits(&draw, last),
      digits(&draw, 1) + group + digits(&draw, last) + point + digits(&draw, 2),
      digits(&draw, 1) + point + digits(&draw, 3) + group + digits(&draw, 2),
      digits(&draw, 4) + group + digits(&draw, 3),
      digits(&draw, 1) + point + point + digits(&draw, 1),
    ])
    let json = JSON.object([JSON.Member(key, .string(text))]).text
    guard let priced = try? JSONAdapter.model(of: Priced.self, from: json) else { return nil }
    return Finding("text is taken for a number", ["document": json, "read": "\(priced)"])
  }

  // MARK: Names

  final class Named: Model, JSONSerializing, JSONExtrasKeeping {
    var jsonExtras: [String: Any] = [:]
    var counts: [String: Int] = [:]
    var any: Any?
    var text: [String: Int] = [:]

    override class var declaredProperties: [Property] {
      [property("text", \.text, by: .embeddedJSON)]
    }
  }

  /// A name that occurs again, or that String takes for another one, is taken in silence.
  private static func twinFinding(_ draw: inout Draw) -> Finding? {
    let (one, other) = draw.pick([("\u{e9}", "e\u{301}"), ("a", "a")])
    let twins = JSON.object([JSON.Member(one, .integer(1)), JSON.Member(other, .integer(2))])
    let document: JSON =
      switch draw.below(4) {
      case 0: .object([JSON.Member("counts", twins)])
      case 1: .object([JSON.Member("any", twins)])
      case 2: .object([JSON.Member("text", .string(twins.text))])
      default: twins
      }
    let policy = draw.pick([ConversionPolicy.strict, .lenient]).with { $0.repeatedKeys = .fail }
    let issues = IssueList()
    guard
      let named = try? JSONAdapter.model(
        of: Named.self, from: document.text, policy: policy, report: issues.add),
      issues.issues.isEmpty
    else { return nil }
    return Finding(
      "of two names one is kept in silence", ["document": "\(document)", "read": "\(named)"])
  }

  // MARK: Tags

  class Part: Model, CodableModel, RecordSerializing {
    var partSize = 1

    override class var cluster: Cluster? { cluster(tag: "part_kind", ["big_part": BigPart.self]) }
  }

  final class BigPart: Part {
    var loadCount = 2
  }

  class Shape: Model, JSONSerializing {
    var size = 1
  }

  final class Square: Shape {
    var side = 3
  }

  final class Holder: Model, RecordSerializing {
    var shape: Shape?

    override class func cluster(forKey key: String) -> Cluster? {
      key == "shape" ? Shape.cluster(tag: "shape_kind", ["square": Square.self]) : nil
    }
  }

  /// A model's class is lost.
  private static func tagFinding(_ draw: inout Draw) -> Finding? {
    do {
      if draw.oneIn(2) {
        let part = BigPart()
        (part.partSize, part.loadCount) = (draw.below(9), draw.below(9))
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let data = try encoder.encode(part)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let found = try decoder.decode(Part.self, from: data)
        if found == part { return nil }
        return Finding(
          "a coder loses the class",
          ["written": String(decoding: data, as: UTF8.self), "read": "\(found)"])
      }
      let holder = Holder()
      let square = Square()
      (square.size, square.side, holder.shape) = (draw.below(9), draw.below(9), square)
      let store = try RecordStore.inMemory()
      try store.save(holder)
      let found = try store.models(of: Holder.self)
      holder.shape = nil
      guard let shape = found.first?.shape as? Square, shape == square else {
        return Finding("a store loses the class", ["saved": "\(square)", "read": "\(found)"])
      }
      return nil
    } catch {
      return Finding("a tag is not written or read", ["error": "\(error)"])
    }
  }
}
