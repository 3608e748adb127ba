import Foundation
import Peridot

/// Of law 1, values of types that random properties don't have.
struct RareValues {
  /// Each property's type has been lost by a door once.
  final class Sample: Model, CodableModel {
    var any: Any?
    var grade = Grade.a
    var nothing = Nothing()
    var marks: [Int?] = []
    var lists: [[String?]?] = []
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

  /// A value that a door does not give back, or a description with the word Optional.
  static func finding(seed: UInt64) -> Finding? {
    var draw = Draw(seed: seed)
    let sample = Sample()
    sample.any = draw.pick([nil, NSNull(), 5, "text", [NSNull()] as [Any]])
    sample.grade = draw.pick(Grade.allCases)
    sample.marks = (0..<draw.below(3)).map { draw.oneIn(2) ? nil : $0 }
    sample.lists = (0..<draw.below(3)).map { draw.oneIn(3) ? nil : [nil, "\($0)"] }
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
        if found == sample { continue }
        return Finding(
          "what \(name) writes does not read back", ["sample": words, "read": "\(found)"])
      } catch {
        return Finding("\(name) fails", ["sample": words, "error": "\(error)"])
      }
    }
    return nil
  }
}
