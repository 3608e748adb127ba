import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

@Suite struct JSONWriterTests {
  private func sample(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key(JSONWriter.Key.of("name"))
    writer.string("Ann")
    writer.key("tags")
    writer.beginArray()
    for tag in ["a", "b"] {
      writer.element()
      writer.string(tag)
    }
    writer.endArray()
    writer.key(JSONWriter.Key.of("empty"))
    writer.beginObject()
    writer.endObject()
    writer.key("none")
    writer.beginArray()
    writer.endArray()
    writer.key(JSONWriter.Key.of("nested/é\"\n"))
    writer.beginArray()
    writer.beginArray()
    writer.integer(1)
    writer.null()
    writer.endArray()
    writer.beginObject()
    writer.key("k")
    writer.bool(false)
    writer.endObject()
    writer.endArray()
    writer.endObject()
  }

  @Test func writesCommasItself() {
    #expect(
      written { sample(&$0) }
        == #"{"name":"Ann","tags":["a","b"],"empty":{},"none":[],"nested/é\"\n":[[1,null],{"k":false}]}"#
    )
  }

  @Test func indents() {
    #expect(
      written([.prettyPrinted, .escapeSlashes]) { sample(&$0) } == #"""
        {
          "name": "Ann",
          "tags": [
            "a",
            "b"
          ],
          "empty": {},
          "none": [],
          "nested\/é\"\n": [
            [
              1,
              null
            ],
            {
              "k": false
            }
          ]
        }
        """#)
  }

  @Test func handsOverItsText() {
    for count in [0, 1, 100, 5000, 100_000] {
      var writer = JSONWriter()
      writer.string(String(repeating: "x", count: count))
      let expected = "\"" + String(repeating: "x", count: count) + "\""
      #expect(writer.string() == expected)
      #expect(writer.bytes() == Array(expected.utf8))
      #expect(writer.finish() == Data(expected.utf8))
    }
  }

  @Test func takesBack() {
    for options in [[], .prettyPrinted] as [JSONWritingOptions] {
      var writer = JSONWriter(options: options)
      writer.beginObject()
      let first = writer.mark
      writer.key("a")
      writer.beginObject()
      #expect(writer.depth == 2)
      writer.rewind(to: first)
      #expect(writer.depth == 1)
      writer.key("b")
      writer.integer(1)
      let second = writer.mark
      writer.key("c")
      writer.beginArray()
      writer.rewind(to: second)
      writer.key("d")
      writer.integer(2)
      writer.endObject()
      let expected = options.isEmpty ? #"{"b":1,"d":2}"# : "{\n  \"b\": 1,\n  \"d\": 2\n}"
      #expect(writer.string() == expected)
    }
  }

  @Test func tellsTheFirstMemberWhereObjectsWereTakenBack() {
    let key = JSONWriter.Key.of("name")
    var writer = JSONWriter()
    writer.beginObject()
    let first = writer.mark
    writer.key(key)
    writer.beginObject()
    writer.rewind(to: first)
    writer.member(key, 1)
    let second = writer.mark
    writer.key(key)
    writer.beginObject()
    let length = writer.count
    writer.rewind(to: second)
    // As long as the text was within the object that was taken back.
    writer.member(key, 7)
    #expect(writer.count == length)
    writer.member(key, 8)
    writer.key(key)
    writer.beginObject()
    writer.member(key, 9)
    writer.endObject()
    writer.endObject()
    #expect(writer.string() == #"{"name":1,"name":7,"name":8,"name":{"name":9}}"#)
  }

  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), ("\"\\/", #""\"\\/""#),
    ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
    ("\u{0}\u{1}\u{1F}\u{7F}", "\"\\u0000\\u0001\\u001f\u{7F}\""),
    ("é日😀\u{2028}", "\"é日😀\u{2028}\""),
    ("exactly8", #""exactly8""#), ("12345678\"", #""12345678\"""#),
    ("1234567\"9", #""1234567\"9""#),
    (
      "a rather long text with a \n break and a \u{1} in it",
      #""a rather long text with a \n break and a \u0001 in it""#
    ),
  ])
  func escapes(_ string: String, _ text: String) {
    #expect(written { $0.string(string) } == text)
  }

  @Test func escapesSlashesIfAsked() {
    #expect(written(.escapeSlashes) { $0.string("</a>/1234567/890") } == #""<\/a>\/1234567\/890""#)
    let key = written(.escapeSlashes) { writer in
      writer.beginObject()
      writer.key("a/b")
      writer.null()
      writer.endObject()
    }
    #expect(key == #"{"a\/b":null}"#)
  }

  @Test func escapesAtEveryPlace() throws {
    for length in 0..<40 {
      for place in 0..<max(length, 1) where length > 0 {
        for character in ["\"", "\\", "\n", "\u{2}", "/", "é", "😀"] {
          var parts = Array(repeating: "x", count: length)
          parts[place] = character
          let string = parts.joined()
          for options in [[], .escapeSlashes] as [JSONWritingOptions] {
            let text = written(options) { $0.string(string) }
            #expect(try readDocument(text) as? String == string)
          }
        }
      }
    }
  }

  @Test func growsWithEscapes() throws {
    let string = String(repeating: "\u{1}", count: 10_000)
    let text = written { $0.string(string) }
    #expect(text.utf8.count == 60_002)
    #expect(try readDocument(text) as? String == string)
  }

  @Test func writesIntegers() {
    func check<T: FixedWidthInteger>(_ value: T) {
      #expect(written { $0.integer(value) } == "\(value)")
    }
    check(0)
    check(Int.max)
    check(Int.min)
    check(UInt64.max)
    check(Int8.min)
    check(UInt8.max)
    check(Int16.min)
    check(Int32.min)
    check(Int128.min)
    check(UInt128.max)
    var power: UInt64 = 1
    for _ in 0..<19 {
      for offset in [-1, 0, 1] as [Int64] {
        check(UInt64(bitPattern: Int64(bitPattern: power) &+ offset))
      }
      power &*= 10
    }
    for value in 0..<2000 { check(value) }
    var random = SeededRandom(seed: 3)
    for _ in 0..<2000 { check(random.next() >> UInt64.random(in: 0..<64, using: &random)) }
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "-0"), (5.0, "5"), (-5.0, "-5"), (0.1, "0.1"), (1.5e10, "15000000000"),
    (1e15, "1000000000000000"),
    (1e16, "1e+16"), (1e22, "1e+22"), (1e-5, "1e-05"), (9_007_199_254_740_991, "9007199254740991"),
    (9_007_199_254_740_992, "9007199254740992"), (.leastNonzeroMagnitude, "5e-324"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (1.0 / 3, "0.3333333333333333"),
    (1e2, "100"), (123_456.75, "123456.75"), (0.00001234, "1.234e-05"), (662.81, "662.81"),
    (99.99, "99.99"),
  ])
  func writesDoubles(_ value: Double, _ text: String) {
    #expect(written { $0.double(value) } == text)
  }

  @Test func writesDoublesAsTheyDescribeThemselves() {
    func check(_ value: Double) {
      guard value.isFinite else { return }
      let description = value.description
      let expected = description.hasSuffix(".0") ? String(description.dropLast(2)) : description
      #expect(written { $0.double(value) } == expected)
    }
    var random = SeededRandom(seed: 8)
    for _ in 0..<20_000 {
      check(Double(bitPattern: random.next()))
      let digits = Double(Int64.random(in: -999_999_999...999_999_999, using: &random))
      let powers = [1, 10, 100, 1000, 10_000, 1e5, 1e6, 1e7, 1e8, 1e9, 1e12]
      check(digits / (powers.randomElement(using: &random) ?? 1))
      check(Double.random(in: -1000...1000, using: &random))
      check(Double(random.next() >> UInt64.random(in: 0..<64, using: &random)))
    }
  }

  @Test func writesFloats() {
    #expect(written { $0.float(0.1) } == "0.1")
    #expect(written { $0.float(16_777_216) } == "16777216")
    #expect(written { $0.float(-0.0) } == "-0")
    #expect(written { $0.float(3.4028235e38) } == "3.4028235e+38")
  }

  @Test func writesNothingForWhatIsNotFinite() {
    var writer = JSONWriter()
    for value in [Double.nan, .infinity, -.infinity] {
      let isWritten = writer.double(value)
      #expect(!isWritten)
    }
    let isWritten = writer.float(.infinity)
    #expect(!isWritten)
    #expect(writer.string() == "")
  }

  @Test func takesReadyText() {
    let text = written { writer in
      writer.beginArray()
      writer.rawNumber("1.50")
      writer.raw(Array("{\"a\":1}".utf8))
      writer.asciiString([0x3736_3534_3332_3130, 0x3938, 0, 0], count: 10)
      writer.asciiString(SIMD4(repeating: 0x4141_4141_4141_4141), count: 32)
      writer.asciiString([0, 0, 0, 0], count: 0)
      writer.endArray()
    }
    #expect(
      text == #"[1.50,{"a":1},"0123456789",""# + String(repeating: "A", count: 32) + #"",""]"#)
  }

  @Test func writesArraysOfIntegers() {
    func text<T: FixedWidthInteger>(_ values: [T], _ options: JSONWritingOptions = []) -> String {
      written(options) { $0.integers(values) }
    }
    #expect(text([] as [Int]) == "[]")
    #expect(
      text([.min, -1, 0, 9, 10, 99_999_999, 100_000_000, .max] as [Int])
        == "[-9223372036854775808,-1,0,9,10,99999999,100000000,9223372036854775807]")
    #expect(text([.min, .max] as [Int8]) == "[-128,127]")
    #expect(text([0, 1_000_000_000, .max] as [UInt64]) == "[0,1000000000,18446744073709551615]")
    #expect(
      text([-5, 12_345_678_901_234_567] as [Int], .prettyPrinted)
        == "[\n  -5,\n  12345678901234567\n]")
  }
}
