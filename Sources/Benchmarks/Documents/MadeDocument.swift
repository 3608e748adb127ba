import Foundation

/// Documents that are made when the benchmarks run: the same ones in every run.
enum MadeDocument {
  /// Nodes within nodes.
  static func deep(levels: Int) -> Data {
    var text = ""
    for level in 1...levels { text += #"{"name":"node \#(level)","level":\#(level),"child":"# }
    return Data((text + "null" + String(repeating: "}", count: levels)).utf8)
  }

  /// An object with a member for each property of a class with `properties` of them.
  static func wide(properties: Int) -> Data {
    var random = SeededRandom(seed: UInt64(properties))
    return Data(object(properties: properties, &random).utf8)
  }

  /// An array of such objects.
  static func array(count: Int, properties: Int) -> Data {
    var random = SeededRandom(seed: UInt64(count))
    let objects = (0..<count).map { _ in object(properties: properties, &random) }
    return Data("[\(objects.joined(separator: ","))]".utf8)
  }

  /// Lines of which every few characters are escaped, some of them surrogate pairs.
  static func escapedText(lines: Int) -> Data {
    let line = #""\"Caf\u00e9\"\n\ttab \\ \u4f60\u597d \ud83d\ude00 back\\slash\r\nend""#
    let all = Array(repeating: line, count: lines).joined(separator: ",")
    return Data(#"{"title":"\u0045scapes","lines":[\#(all)]}"#.utf8)
  }

  /// Lines most of whose characters are escapes of six bytes, or of twelve.
  static func unicodeEscapes(lines: Int) -> Data {
    var random = SeededRandom(seed: 6)
    let texts = (0..<lines).map { _ in
      let characters = (0..<60).map { _ in
        switch Int.random(in: 0..<10, using: &random) {
        case 0: " "
        case 1..<6: String(format: "\\u%04x", Int.random(in: 0x0410...0x044F, using: &random))
        case 6..<9: String(format: "\\u%04x", Int.random(in: 0x4E00...0x9FFF, using: &random))
        default:
          String(format: "\\ud83d\\u%04x", Int.random(in: 0xDE00...0xDE4F, using: &random))
        }
      }
      return "\"\(characters.joined())\""
    }
    return Data(#"{"title":"escapes","lines":[\#(texts.joined(separator: ","))]}"#.utf8)
  }

  /// Numbers of eight digits.
  static func shortDoubles(count: Int) -> Data {
    var random = SeededRandom(seed: 7)
    let values = (0..<count).map { _ in
      Double(Int.random(in: 10_000_000...99_999_999, using: &random))
        / pow(10, Double(Int.random(in: 1...6, using: &random)))
    }
    return Data(#"{"values":\#(values)}"#.utf8)
  }

  /// Numbers of 16 and 17 digits.
  static func longDoubles(count: Int) -> Data {
    var random = SeededRandom(seed: 8)
    let values = (0..<count).map { _ in
      Double.random(in: -1...1, using: &random)
        * pow(10, Double.random(in: -2...8, using: &random))
    }
    return Data(#"{"values":\#(values)}"#.utf8)
  }

  /// Outlines of regions, two megabytes: points of two numbers, each of 15 to 17 digits.
  static func outlines(regions: Int = 4, rings: Int = 105, points: Int = 120) -> Data {
    var random = SeededRandom(seed: 9)
    func coordinate(_ limit: Double) -> String {
      let number = Double.random(in: -limit...limit, using: &random)
      return Bool.random(using: &random) ? "\(number)" : String(format: "%.13f", number)
    }
    let outlines = (0..<regions).map { region in
      let rings = (0..<rings).map { _ in
        let points = (0..<points).map { _ in "[\(coordinate(180)),\(coordinate(90))]" }
        return "[\(points.joined(separator: ","))]"
      }
      return #"{"name":"region \#(region)","rings":[\#(rings.joined(separator: ","))]}"#
    }
    return Data(#"{"name":"map","outlines":[\#(outlines.joined(separator: ","))]}"#.utf8)
  }

  static func numbers(count: Int) -> Data {
    var random = SeededRandom(seed: 3)
    let integers = (0..<count).map { _ in
      Int.random(in: Int.min...Int.max, using: &random) >> Int.random(in: 0...62, using: &random)
    }
    let prices = (0..<count).map { _ in Double(Int.random(in: 0...99_999, using: &random)) / 100 }
    let measures = (0..<count).map { _ in
      Double.random(in: -1...1, using: &random)
        * pow(10, Double.random(in: -20...10, using: &random))
    }
    return Data(
      #"{"integers":\#(integers),"prices":\#(prices),"measures":\#(measures)}"#.utf8)
  }

  static func dates(count: Int) -> Data {
    var random = SeededRandom(seed: 4)
    let dates = (0..<count).map { _ in
      let seconds = Double(Int.random(in: 0...2_000_000_000, using: &random))
      return "\"" + Date(timeIntervalSince1970: seconds).ISO8601Format() + "\""
    }
    return Data(#"{"moments":[\#(dates.joined(separator: ","))]}"#.utf8)
  }

  static func shapes(count: Int) -> Data {
    var random = SeededRandom(seed: 5)
    let shapes = (0..<count).map { index in
      let size = Double(Int.random(in: 1...9_999, using: &random)) / 10
      let (kind, member) = Bool.random(using: &random) ? ("circle", "radius") : ("square", "side")
      return
        #"{"kind":"\#(kind)","name":"shape \#(index)","color":"teal","area":\#(size * size),"\#(member)":\#(size)}"#
    }
    return Data("[\(shapes.joined(separator: ","))]".utf8)
  }

  private static func object(properties: Int, _ random: inout SeededRandom) -> String {
    let members = (1...properties).map { index in
      let number = Int.random(in: 0...999_999, using: &random)
      let value =
        switch index % 4 {
        case 0: "\"text \(number)\""
        case 1: "\(number)"
        case 2: "\(Double(number) / 64)"
        default: number.isMultiple(of: 2) ? "true" : "false"
        }
      return "\"value\(index)\":\(value)"
    }
    return "{\(members.joined(separator: ","))}"
  }
}
