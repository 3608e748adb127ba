import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

/// Doubles as text, beside the C library for reading and the standard library for writing.
@Suite struct JSONDoubleTests {
  private static func read(_ text: String) throws -> Double? {
    // With text behind it, so that digits are read eight at a time.
    let padded = JSONBytes(text + String(repeating: " ", count: 40))
    let double = try padded.withReader { try $0.readDoubleIfPresent() }
    let atTheEnd = try JSONBytes(text).withReader { try $0.readDoubleIfPresent() }
    #expect(double?.bitPattern == atTheEnd?.bitPattern, "\(text)")
    return double
  }

  private static func expectNearest(_ text: String, _ comment: Comment? = nil) throws {
    // Only zero is zero.
    let nearest = strtod(text, nil) == 0 ? Double(nearestTo: text) : strtod(text, nil)
    #expect(try read(text)?.bitPattern == nearest.bitPattern, "\(text) \(comment ?? "")")
  }

  @Test(arguments: [
    // Halfway between two doubles, and next to that: to even.
    ("9007199254740993", 0x4340_0000_0000_0000 as UInt64),
    ("9007199254740993.0", 0x4340_0000_0000_0000), ("900719925474099.3e1", 0x4340_0000_0000_0000),
    ("90071992547409930000e-4", 0x4340_0000_0000_0000),
    ("9007199254740993.00000000000000000000001", 0x4340_0000_0000_0001),
    ("9007199254740992.99999999999999999999999", 0x4340_0000_0000_0000),
    ("9007199254740995", 0x4340_0000_0000_0002), ("4503599627370496.5", 0x4330_0000_0000_0000),
    ("4503599627370497.5", 0x4330_0000_0000_0002), ("2251799813685248.75", 0x4320_0000_0000_0002),
    ("2251799813685249.25", 0x4320_0000_0000_0002), ("18014398509481986", 0x4350_0000_0000_0000),
    // More digits than a word holds.
    ("18446744073709551615", 0x43F0_0000_0000_0000),
    ("18446744073709551616", 0x43F0_0000_0000_0000),
    ("123456789012345678901234567890", 0x45F8_EE90_FF6C_373E),
    ("0.1000000000000000055511151231257827021181583404541015625", 0x3FB9_9999_9999_999A),
    ("0.00000000000000000000000000000000000000001", 0x376B_E03D_0BF2_25C7),
    // The smallest, and the largest.
    ("5e-324", 1), ("2.4703282292062328e-324", 1),
    ("2.4703282292062327e-324", 0x7FF8_0000_0000_0000),
    ("1e-324", 0x7FF8_0000_0000_0000),
    ("7.4109846876186981e-324", 1), ("7.4109846876186982e-324", 2),
    ("2.2250738585072011e-308", 0x000F_FFFF_FFFF_FFFF),
    ("2.2250738585072012e-308", 0x0010_0000_0000_0000), ("2.2250738585072014e-308", 1 << 52),
    ("1.7976931348623157e308", 0x7FEF_FFFF_FFFF_FFFF),
    ("1.7976931348623158e308", 0x7FEF_FFFF_FFFF_FFFF),
    ("1.7976931348623159e308", 0x7FF0_0000_0000_0000), ("1e309", 0x7FF0_0000_0000_0000),
    ("1e308", 0x7FE1_CCF3_85EB_C8A0), ("17976931348623157000e289", 0x7FEF_FFFF_FFFF_FFFF),
    ("18446744073709551615e-343", 0x7FF8_0000_0000_0000), ("18446744073709551615e-342", 4),
    ("0e400", 0), ("0.0e-400", 0), ("1e99999999999999999999", 0x7FF0_0000_0000_0000),
    ("1e-99999999999999999999", 0x7FF8_0000_0000_0000),
    ("0.00000000000000000000001234567890123456789012345e-320", 0x7FF8_0000_0000_0000),
    ("0.000000000000000000000000000000000000000000000000000000e-4", 0),
  ])
  func readsTheNearest(_ text: String, _ bits: UInt64) throws {
    #expect(try Self.read(text)?.bitPattern == bits)
    #expect(try Self.read("-" + text)?.bitPattern == bits | 1 << 63)
    try Self.expectNearest(text)
  }

  @Test func readsTheNearestAtRandom() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      for _ in 0..<4_000 {
        let double = Double(bitPattern: random.next() & ~(1 << 63))
        guard double.isFinite else { continue }
        let places = Int.random(in: 0...24, using: &random)
        let word = random.next() >> UInt64.random(in: 0...63, using: &random)
        let scale = Int.random(in: -360...320, using: &random)
        let odd = word >> 10 | 1
        for text in [
          double.description, String(format: "%.17g", double),
          String(format: "%.\(places)e", double),
          "\(word)e\(scale)", "\(word)e\(scale / 12)", "\(word).\(odd)", "0.\(word)", "0.000\(odd)",
          "\(odd).5", "\(odd)0e-1", "\(odd).25", "\(odd).50000000000000000000000000000000001",
        ] { try Self.expectNearest(text, "seed \(seed)") }
        #expect(try Self.read(double.description) == double, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    "01.5", "-01.5", "1.", "1.e5", "-", "-.5", ".5", "1e", "1e+", "1.5e", "-x", "1..5", "00.5",
  ])
  func refusesWhatIsNoNumber(_ text: String) {
    for text in [text, text + String(repeating: " ", count: 40)] {
      #expect(readError(Array(text.utf8)) != nil, "\(text)")
      #expect(
        JSONBytes(text).withReader { reader in
          do {
            guard try reader.readDoubleIfPresent() != nil else { return true }
            try reader.endDocument()
            return false
          } catch {
            return true
          }
        }, "\(text)")
    }
  }

  /// The text of `description`, without a fraction of zero.
  private static func expected(_ description: String) -> String {
    description.hasSuffix(".0") ? String(description.dropLast(2)) : description
  }

  private static func expectDescription(_ value: Double, _ comment: Comment? = nil) {
    var writer = JSONWriter()
    let isWritten = writer.double(value)
    #expect(isWritten == value.isFinite)
    #expect(
      writer.string() == (value.isFinite ? expected(value.description) : ""),
      "\(value.bitPattern) \(comment ?? "")")
  }

  private static func expectDescription(_ value: Float, _ comment: Comment? = nil) {
    var writer = JSONWriter()
    let isWritten = writer.float(value)
    #expect(isWritten == value.isFinite)
    #expect(
      writer.string() == (value.isFinite ? expected(value.description) : ""),
      "\(value.bitPattern) \(comment ?? "")")
  }

  @Test(
    arguments: [
      (0.0, "0"), (-0.0, "-0"), (5, "5"), (0.1, "0.1"), (-2.5, "-2.5"), (0.0001, "0.0001"),
      (0.00012345, "0.00012345"), (0.00001, "1e-05"), (0.000012, "1.2e-05"),
      (1e15, "1000000000000000"),
      (9_007_199_254_740_992, "9007199254740992"), (9_007_199_254_740_994, "9.007199254740994e+15"),
      (1e16, "1e+16"), (1e22, "1e+22"), (1e23, "1e+23"), (Double(bitPattern: 19), "9.4e-323"),
      (Double(bitPattern: 1), "5e-324"), (2.2250738585072014e-308, "2.2250738585072014e-308"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (123456.789, "123456.789"),
      (65.613616999999977, "65.61361699999998"), (2251799813685248.5, "2251799813685248.5"),
      (0.30000000000000004, "0.30000000000000004"), (1e100, "1e+100"), (4.35, "4.35"),
    ] as [(Double, String)])
  func writesTheShortest(_ value: Double, _ text: String) {
    var writer = JSONWriter()
    let isWritten = writer.double(value)
    #expect(isWritten)
    #expect(writer.string() == text)
    Self.expectDescription(value)
  }

  @Test func writesAsDescriptionDoes() {
    // All powers of two, where the neighbors are not equally far away, and what is next to them.
    for exponent in 0...0x7FE as ClosedRange<UInt64> {
      for fraction in [0, 1, 2, 1 << 51, (1 << 52) - 1] as [UInt64] {
        Self.expectDescription(Double(bitPattern: exponent << 52 | fraction))
      }
    }
    for exponent in 0...0xFE as ClosedRange<UInt32> {
      for fraction in [0, 1, 2, 1 << 22, (1 << 23) - 1] as [UInt32] {
        Self.expectDescription(Float(bitPattern: exponent << 23 | fraction))
      }
    }
    for value in [Double.infinity, -.infinity, .nan] {
      Self.expectDescription(value)
      Self.expectDescription(Float(value))
    }
  }

  @Test func writesAsDescriptionDoesAtRandom() {
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      for _ in 0..<4_000 {
        let bits = random.next()
        let places = Double(Int.random(in: 0...18, using: &random))
        Self.expectDescription(Double(bitPattern: bits), "seed \(seed)")
        Self.expectDescription(
          Double(Int64(bitPattern: bits) >> 20) / pow(10, places), "seed \(seed)")
        Self.expectDescription(Double.random(in: -1_000...1_000, using: &random), "seed \(seed)")
        Self.expectDescription(Float(bitPattern: UInt32(truncatingIfNeeded: bits)), "seed \(seed)")
        Self.expectDescription(Float.random(in: -1_000...1_000, using: &random), "seed \(seed)")
      }
    }
  }

  /// Numbers of an array, read by an adapter and written again.
  private final class Measures: Model, JSONSerializing {
    var values: [Double] = []
    var points: [[Double]] = []
  }

  private static func readValues(_ array: String) throws -> [Double] {
    try JSONAdapter.model(of: Measures.self, from: #"{"values":\#(array)}"#).values
  }

  @Test func readsArraysAtRandom() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let texts = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        let value =
          Double.random(in: -1...1, using: &random)
          * pow(10, Double(Int.random(in: -6...18, using: &random)))
        let places = Int.random(in: 0...20, using: &random)
        return Bool.random(using: &random)
          ? value.description : String(format: "%.\(places)f", value)
      }
      for separator in [",", ", ", " ,", ",\n  ", "\t,\r\n"] {
        let text = texts.joined(separator: separator)
        for array in [
          "[\(text)]", "[ \(text) ]", "[\(text)\n]\(String(repeating: " ", count: 40))",
        ] {
          let values = try Self.readValues(array)
          #expect(
            values.map(\.bitPattern) == texts.map { strtod($0, nil).bitPattern },
            "seed \(seed) \(array)")
        }
      }
    }
  }

  @Test(arguments: [
    "[1.5,2.5,]", "[1.5,,2.5]", "[1.5 2.5]", "[1.5,2.5", "[1.5,02.5]", "[1.5,2.]", "[1.5,-]",
    "[1.5,2.5e]", "[,1.5]", "[1.5.5]", "[1.5,1.23456789012345678901.5]", "[1.5,12345678.]",
  ])
  func refusesArraysThatAreNone(_ array: String) {
    for padding in ["", String(repeating: " ", count: 40)] {
      let document = #"{"values":\#(array)\#(padding)"#
      let expected = skipError(Array(document.utf8))
      let error = #expect(throws: JSONAdapterError.self, "\(document)") {
        try JSONAdapter.model(of: Measures.self, from: document)
      }
      #expect(error?.kind == .invalidJSON, "\(document)")
      #expect(expected != nil && error?.byteOffset == expected?.byteOffset, "\(document)")
    }
  }

  @Test(arguments: [[], .prettyPrinted] as [JSONWritingOptions])
  func writesArrays(_ options: JSONWritingOptions) throws {
    for seed in 1...50 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let model = Measures()
      model.values = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        let scale = pow(10, Double(Int.random(in: -8...20, using: &random)))
        return Bool.random(using: &random)
          ? Double.random(in: -1...1, using: &random) * scale
          : Double(Int.random(in: -1_000...1_000, using: &random)) / 8
      }
      model.points = [Array(model.values.prefix(2)), [], Array(model.values.suffix(3))]
      let text = try JSONAdapter.string(from: model, options: options)
      func array(_ values: [String], _ indentation: String) -> String {
        if options.isEmpty || values.isEmpty { return "[\(values.joined(separator: ","))]" }
        let lines = values.map { "\n\(indentation)  \($0)" }
        return "[\(lines.joined(separator: ","))\n\(indentation)]"
      }
      let isPretty = !options.isEmpty
      let values = model.values.map { Self.expected($0.description) }
      let points = model.points.map { array($0.map { Self.expected($0.description) }, "    ") }
      #expect(
        text
          == (isPretty
            ? "{\n  \"values\": \(array(values, "  ")),\n  \"points\": \(array(points, "  "))\n}"
            : #"{"values":\#(array(values, "")),"points":\#(array(points, ""))}"#),
        "seed \(seed)")
    }
  }
}
