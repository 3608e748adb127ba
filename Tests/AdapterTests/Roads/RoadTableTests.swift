import Foundation
import Peridot
import Testing

@testable import TestSupport

private let policies: [(name: String, policy: ConversionPolicy)] = [
  ("strict", .strict), ("lenient", .lenient),
  // A coder has a form of its own for data.
  ("legacyYYModel", .legacyYYModel.with { $0.dataStrategy = .base64 }),
  (
    "legacyJSONModel",
    .legacyJSONModel.with {
      $0.absentKeys = .ignore
      // Or each document would have something wrong beside what is put in.
      $0.legacyRules[.refusesDecimalNumbers] = false
      $0.dataStrategy = .base64
    }
  ),
  ("unknown keys", .strict.with { $0.unknownKeys = .fail }),
]

/// What stands in a member's stead, one at a time.
private let pool = [
  nil, "null", "true", "false", "0", "1", "-1", "1.0", "1.5", "300", "1e3", "12345678901234567890",
  "227634670821788.59", "1e400", #""""#, #"" ""#, #""x""#, #""12""#, #""1.5""#, #""yes""#,
  #""null""#,
  #""2014-05-06T07:08:09Z""#, #""http://example.org/x""#, #""http://x y|z""#, "[]", "[1]",
  "[null]", #"["x"]"#, "[[1]]", "[{}]", "{}", #"{"a":1}"#, #"{"id":"x"}"#, #"{"id":5}"#,
  #"{"b":1}"#, #"{"b":null}"#, #"{"b":{"c":null}}"#, #"{"y":null}"#, #"{"y":1}"#,
  #"[{"n":"x"}]"#, #"[{"n":1},5]"#, #"[{"id":null}]"#, #"{"a":[{"id":"x"}]}"#,
]

/// The table of roads: bytes, dictionaries, live values, places, arrays, updates, streams and coders
/// come to the same values, errors and issues, whatever stands in a member's stead.
@Suite struct RoadTableTests {
  @Test(.notSanitized, arguments: RoadClass.all, policies.indices)
  func everyRoadSaysTheSame(_ kind: RoadClass, _ index: Int) async {
    let (name, policy) = policies[index]
    var differences: [String] = []
    func compare<M: CodableModel>(_ type: M.Type, _ document: Document, _ roads: [Road]) async {
      guard let expected = await RoadTable.outcome(type, document.json, .bytes, policy) else {
        return
      }
      for road in roads where !hasOwnRule(road, kind, document) {
        guard var found = await RoadTable.outcome(type, document.json, road, policy) else {
          continue
        }
        // A coder's caller hears of no issues; what is no element is dropped where elements may be.
        if road.isCoder { found.issues = expected.issues }
        if road.hasElements && policy.badElement == .drop && !expected.error.isEmpty {
          if found.value == "none" { continue }
        }
        if found != expected {
          differences.append("\(road) \(document.json)\n  bytes \(expected)\n  found \(found)")
        }
      }
    }
    // The legacy presets take every third document, the roads that differ least every fourth.
    let documents = documents(of: kind).enumerated().filter {
      index < 2 || $0.offset % 3 == index % 3
    }
    for (index, document) in documents {
      let roads = Road.allCases.filter {
        $0 != .bytes && (!$0.isNear || index % 4 == 0)
      }
      await compare(kind.type, document, roads)
    }
    #expect(
      differences.isEmpty,
      "\(name): \(differences.count) differences:\n\(differences.joined(separator: "\n"))")
  }

  private struct Document {
    let json: String
    /// The member that is not as in the document that is right, and its value.
    var member = ""
    var value = ""
  }

  private func documents(of kind: RoadClass) -> [Document] {
    func text(_ members: [(name: String, json: String)]) -> String {
      "{" + members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
    }
    var documents = [
      Document(json: text(kind.members)),
      Document(json: text(kind.members + [("unheardOf", "1")])),
    ]
    for index in kind.members.indices {
      for value in pool {
        var members = kind.members
        if let value { members[index].json = value } else { members.remove(at: index) }
        documents.append(
          Document(json: text(members), member: kind.members[index].name, value: value ?? ""))
      }
    }
    return documents
  }

  /// What a road does differently by design.
  private func hasOwnRule(_ road: Road, _ kind: RoadClass, _ document: Document) -> Bool {
    switch road {
    // An update merges into what is there, and null takes a member away, as RFC 7396 says.
    case .update: document.value.contains("null") || document.value.hasPrefix("{")
    // A coder converts by its own rules before a policy is asked, and shows no number beyond Double.
    // The digits of a number that is asked for by no type are those that the coder has.
    case .jsonDecoder, .propertyListDecoder:
      kind.codersOwn.contains(document.member) || document.value == "1e400"
        || document.value == "227634670821788.59"
        // Codable itself reads a dictionary by enums, from an array.
        || document.member == "bySuit" && document.value.hasPrefix("[")
    // A number of 17 digits is a Decimal in a dictionary; where a double belongs it stays one.
    case .dictionary, .live, .placeInDictionary:
      document.value == "227634670821788.59" && document.member != "decimal"
    case .bytes, .place, .array, .byKey, .stream, .lines: false
    }
  }
}
