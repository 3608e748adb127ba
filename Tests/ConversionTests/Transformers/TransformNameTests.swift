import Foundation
import Peridot
import Testing

@testable import TestSupport

private enum Size: String { case small, large }

private final class Part: Model, JSONSerializing {
  var value = 0
}

/// Declares a property by each transformer.
private final class Everything: Model, JSONSerializing {
  var twitter: Date?
  var lenient = Date()
  var either: Date?
  var buddhist = Date()
  var count: Int? = 0
  var size = 0.5
  var price: Decimal = 0
  var bits: [Bool] = []
  var moreBits: [Bool]?
  var dates: [String: Date]? = [:]
  var shape: Size? = .large
  var form = Size.large
  var mapped: Size?
  var link: URL?
  var label: String? = ""
  var number = 0
  var part = Part()
  var spare: Part?
  var parts: [Part] = []
  var spares: [Part]?

  override class var declaredProperties: [Property] {
    [
      property("twitter", \.twitter, by: .twitterDate),
      property("lenient", \.lenient, by: .lenientDate),
      property("either", \.either, by: .date(oneOf: ["yyyy-MM-dd", "dd.MM.yyyy"])),
      property(
        "buddhist", \.buddhist,
        by: .date(format: "yyyy-MM-dd", calendar: Calendar(identifier: .buddhist))),
      property("count", \.count, by: .number()),
      property("size", \.size, by: .number(locale: Locale(identifier: "de_DE"))),
      property("price", \.price, by: .number()),
      property("bits", \.bits, by: .lossyArray(of: .boolean)),
      property("moreBits", \.moreBits, by: .lossyArray(of: .boolean)),
      property("dates", \.dates, by: .dictionary(of: .epochSeconds)),
      property("shape", \.shape, by: .rawValue(fallback: .small)),
      property("form", \.form, by: .rawValue()),
      property(
        "mapped", \.mapped,
        by: .mapping(["s": .small, "S": .small, "l": .large], reverse: [.small: "S"])),
      property("link", \.link, by: .chained(.string(), .url)),
      property("label", \.label, by: .validating(String.self)),
      property("number", \.number, by: .validating(Int.self)),
      property("part", \.part, by: .model()),
      property("spare", \.spare, by: .model(policy: .lenient)),
      property("parts", \.parts, by: .models()),
      property("spares", \.spares, by: .models(Part.self)),
    ]
  }
}

/// The names of transformers in declarations.
@Suite struct TransformNameTests {
  @Test func readsAndWritesByEach() throws {
    let text =
      #"{"twitter":"Wed Sep 16 04:20:09 +0000 2015","lenient":"2015-09-16T04:20:09Z","#
      + #""either":"2015-09-16","buddhist":"2558-09-16","count":"1,234","size":"1.234,5","#
      + #""price":"0.1","bits":[true,false],"moreBits":[true],"dates":{"a":5},"shape":"small","#
      + #""form":"small","mapped":"S","link":"https://a.b","label":"x","number":5,"#
      + #""part":{"value":1},"spare":{"value":2},"parts":[{"value":3}],"spares":[{"value":4}]}"#
    try JSONAdapter.check(Everything.self)
    let read = try JSONAdapter.model(of: Everything.self, from: text)
    #expect(read.either == read.buddhist)
    #expect(read.count == 1234 && read.size == 1234.5)
    #expect(read.bits == [true, false] && read.shape == .small && read.mapped == .small)
    #expect(read.part.value == 1 && read.spares?.map(\.value) == [4])
    #expect(try JSONAdapter.string(from: read) == text)
    let other = try JSONAdapter.model(
      of: Everything.self,
      from: #"""
        {"bits": [1, "x", null], "shape": "huge", "mapped": "s", "link": " https://c.d ",
         "spare": {"value": "7"}, "either": "17.09.2015"}
        """#)
    #expect(other.bits == [true] && other.shape == .small && other.mapped == .small)
    #expect(other.link?.host == "c.d" && other.spare?.value == 7 && other.either != nil)
  }

  /// A name, or a parameter, that only one of the two types has.
  @Test func hasEveryNameOfValueTransformer() throws {
    let lines = try String(contentsOf: Self.publicAPI, encoding: .utf8).split(separator: "\n")
    func members(of type: String) -> [String: Set<Substring>] {
      var members: [String: Set<Substring>] = [:]
      for line in lines where line.hasPrefix("Peridot.\(type).") && line.contains(": static ") {
        let isTransformer =
          line.contains("-> ValueTransformer") || line.contains("var ") || type == "Transform"
        guard isTransformer, let end = line.range(of: ": static ") else { continue }
        let name = line[..<end.lowerBound].dropFirst("Peridot.\(type).".count)
        let parts = name.split(whereSeparator: { "(:)".contains($0) })
        guard let base = parts.first else { continue }
        members[String(base), default: []].formUnion(parts.dropFirst())
      }
      return members
    }
    let all = members(of: "ValueTransformer")
    let own = members(of: "Transform")
    #expect(all.count > 20)
    // The property's type says of what.
    let implied: Set<Substring> = ["of", "to"]
    for (name, labels) in all {
      #expect(own[name] != nil, "Transform has no \(name)")
      let missing = labels.subtracting(own[name] ?? []).subtracting(implied)
      #expect(missing.isEmpty, "Transform.\(name) has no \(missing)")
    }
  }

  private static let publicAPI = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Docs/PublicAPI.txt")
}
