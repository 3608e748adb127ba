import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

@Suite struct JSONSyntaxTests {
  @Test(arguments: [
    "{}", "[]", "0", "-0", "null", "true", "false", "\"\"", " \t\r\n1 \t\r\n", "[1,2]", "[[],{}]",
    #"{"a":1}"#, #"{ "a" : [ null , true , false ] }"#, #"{"":0}"#, #"{"a":1,"a":2}"#,
    "1.5", "-1.5e10", "1E+2", "1e-2", "0.0", "0e0", "123456789012345678901234567890",
    #""\"\\\/\b\f\n\r\t\u0041""#, #""\ud83d\ude00""#, #""\uD83D\uDE00""#, #""\u0000""#,
    "\"\u{7F}\"", "\"\u{80}\"", "\"\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"", "\"\u{2028}\"",
    "\"é\"", "\"日本語\"", "\"😀\"", "[\"é\",\"日\",\"😀\"]",
  ])
  func accepts(_ document: String) throws {
    let bytes = Array(document.utf8)
    #expect(skipError(bytes) == nil)
    #expect(readError(bytes) == nil)
  }

  @Test(arguments: [
    ("", "document is empty at line 1, column 1 (byte 0)"),
    (" \n ", "document is empty at line 2, column 2 (byte 3)"),
    ("{", "unexpected end of document at line 1, column 2 (byte 1)"),
    ("[", "unexpected end of document at line 1, column 2 (byte 1)"),
    ("[1", "unexpected end of document at line 1, column 3 (byte 2)"),
    ("[1,", "unexpected end of document at line 1, column 4 (byte 3)"),
    (#"{"a""#, "unexpected end of document at line 1, column 5 (byte 4)"),
    (#"{"a":"#, "unexpected end of document at line 1, column 6 (byte 5)"),
    (#"{"a":1"#, "unexpected end of document at line 1, column 7 (byte 6)"),
    (#"{"a":1,"#, "unexpected end of document at line 1, column 8 (byte 7)"),
    (#"{"a":1,}"#, "unexpected character '}' at line 1, column 8 (byte 7)"),
    ("[1,]", "unexpected character ']' at line 1, column 4 (byte 3)"),
    ("[,1]", "unexpected character ',' at line 1, column 2 (byte 1)"),
    ("[1,,2]", "unexpected character ',' at line 1, column 4 (byte 3)"),
    ("{,}", "unexpected character ',' at line 1, column 2 (byte 1)"),
    ("[1}", "unexpected character '}' at line 1, column 3 (byte 2)"),
    (#"{"a":1]"#, "unexpected character ']' at line 1, column 7 (byte 6)"),
    (#"{"a" 1}"#, "unexpected character '1' at line 1, column 6 (byte 5)"),
    (#"{"a":}"#, "unexpected character '}' at line 1, column 6 (byte 5)"),
    ("{a:1}", "unexpected character 'a' at line 1, column 2 (byte 1)"),
    ("{1:1}", "unexpected character '1' at line 1, column 2 (byte 1)"),
    (#"{[1,23,4],"123":123,}"#, "unexpected character '[' at line 1, column 2 (byte 1)"),
    ("[1 2]", "unexpected character '2' at line 1, column 4 (byte 3)"),
    ("]", "unexpected character ']' at line 1, column 1 (byte 0)"),
    ("\n\n  x", "unexpected character 'x' at line 3, column 3 (byte 4)"),
    ("nul", "unexpected end of document at line 1, column 4 (byte 3)"),
    ("nulL", "unexpected character 'L' at line 1, column 4 (byte 3)"),
    ("tru e", "unexpected character ' ' at line 1, column 4 (byte 3)"),
    ("truee", "text after the document at line 1, column 5 (byte 4)"),
    ("True", "unexpected character 'T' at line 1, column 1 (byte 0)"),
    ("NaN", "unexpected character 'N' at line 1, column 1 (byte 0)"),
    ("-Infinity", "number lacks a digit at line 1, column 2 (byte 1)"),
    ("'a'", "unexpected character ''' at line 1, column 1 (byte 0)"),
    ("{}{}", "text after the document at line 1, column 3 (byte 2)"),
    ("1 2", "text after the document at line 1, column 3 (byte 2)"),
    ("[1]//", "text after the document at line 1, column 4 (byte 3)"),
    ("/* */1", "unexpected character '/' at line 1, column 1 (byte 0)"),
    ("\u{A0}1", "unexpected character U+00A0 at line 1, column 1 (byte 0)"),
    ("\u{0}", "unexpected character U+0000 at line 1, column 1 (byte 0)"),
    ("[1,\u{1}]", "unexpected character U+0001 at line 1, column 4 (byte 3)"),
    ("é", "unexpected character 'é' at line 1, column 1 (byte 0)"),
    ("012", "number has a leading zero at line 1, column 1 (byte 0)"),
    ("-012", "number has a leading zero at line 1, column 2 (byte 1)"),
    ("00", "number has a leading zero at line 1, column 1 (byte 0)"),
    ("-", "number lacks a digit at line 1, column 2 (byte 1)"),
    ("[-]", "number lacks a digit at line 1, column 3 (byte 2)"),
    ("1.", "number lacks a digit at line 1, column 3 (byte 2)"),
    ("[0.]", "number lacks a digit at line 1, column 4 (byte 3)"),
    ("1.e1", "number lacks a digit at line 1, column 3 (byte 2)"),
    ("1e", "number lacks a digit at line 1, column 3 (byte 2)"),
    ("1e+", "number lacks a digit at line 1, column 4 (byte 3)"),
    (".5", "unexpected character '.' at line 1, column 1 (byte 0)"),
    ("+1", "unexpected character '+' at line 1, column 1 (byte 0)"),
    ("0x10", "text after the document at line 1, column 2 (byte 1)"),
    ("1.5.5", "text after the document at line 1, column 4 (byte 3)"),
    (#""abc"#, "unterminated string at line 1, column 1 (byte 0)"),
    (#""abcdefghijkl"#, "unterminated string at line 1, column 1 (byte 0)"),
    (#"["\"#, "unterminated string at line 1, column 2 (byte 1)"),
    (#""\""#, "unterminated string at line 1, column 1 (byte 0)"),
    ("\"a\nb\"", "control character U+000A in a string at line 1, column 3 (byte 2)"),
    ("\"abcdefgh\u{1F}\"", "control character U+001F in a string at line 1, column 10 (byte 9)"),
    ("{\"\u{1}\":1}", "control character U+0001 in a string at line 1, column 3 (byte 2)"),
    (#""\x""#, #"invalid escape \ before 'x' at line 1, column 2 (byte 1)"#),
    (#""\U0041""#, #"invalid escape \ before 'U' at line 1, column 2 (byte 1)"#),
    (#""\u12G4""#, #"\u without four hexadecimal digits at line 1, column 2 (byte 1)"#),
    (#""\u12""#, #"\u without four hexadecimal digits at line 1, column 2 (byte 1)"#),
    (#""é\ud800""#, #"lone surrogate \ud800 at line 1, column 3 (byte 3)"#),
    (#""\udc00\ud800""#, #"lone surrogate \udc00 at line 1, column 2 (byte 1)"#),
    (#""\ud800\u0041""#, #"lone surrogate \ud800 at line 1, column 2 (byte 1)"#),
    (#""\ud800x""#, #"lone surrogate \ud800 at line 1, column 2 (byte 1)"#),
    (#"{"\udfff":1}"#, #"lone surrogate \udfff at line 1, column 3 (byte 2)"#),
  ])
  func rejects(_ document: String, _ message: String) {
    let bytes = Array(document.utf8)
    #expect(skipError(bytes)?.description == message)
    #expect(readError(bytes)?.description == message)
  }

  @Test(
    arguments: [
      ([0x80], 1), ([0xBF], 1), ([0xC0, 0x80], 1), ([0xC1, 0xBF], 1), ([0xC2], 1),
      ([0xC2, 0x41], 1),
      ([0xE0, 0x80, 0x80], 1), ([0xE0, 0x9F, 0xBF], 1), ([0xED, 0xA0, 0x80], 1),
      ([0xED, 0xBF, 0xBF], 1), ([0xE3, 0x81], 1), ([0xE3, 0x81, 0x41], 1),
      ([0xF0, 0x80, 0x80, 0x80], 1), ([0xF0, 0x8F, 0xBF, 0xBF], 1), ([0xF4, 0x90, 0x80, 0x80], 1),
      ([0xF5, 0x80, 0x80, 0x80], 1), ([0xF0, 0x9F, 0x98], 1), ([0xFE], 1), ([0xFF], 1),
      ([0x61, 0x62, 0xC3, 0xA9, 0x80], 5), ([0xC3, 0x5C, 0x6E], 1),
      ([0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xFF], 10),
    ] as [([UInt8], Int)])
  func rejectsWhatIsNoUTF8(_ contents: [UInt8], _ offset: Int) {
    for padding in [[], Array("         ".utf8)] {
      let document = [0x22] + contents + [0x22] + padding
      #expect(skipError(document)?.kind == .invalidUTF8)
      #expect(skipError(document)?.byteOffset == offset)
      #expect(readError(document) == skipError(document))
      let object = [0x7B] + document + Array(":0}".utf8)
      #expect(skipError(object)?.kind == .invalidUTF8)
      #expect(readError(object) == skipError(object))
      let error = JSONBytes(object).withReader { reader in
        do {
          _ = try reader.beginObject()
          _ = try reader.nextKey(in: JSONKeyTable(["a"]), expecting: 0)
          return nil as JSONSyntaxError?
        } catch {
          return error as? JSONSyntaxError
        }
      }
      #expect(error == skipError(object))
      #expect(throws: JSONSyntaxError.self) {
        try JSONBytes(document).withReader { try $0.withStringBytesIfPresent { $0.count } }
      }
    }
    #expect(skipError([0x5B] + contents + [0x5D])?.kind != nil)
  }

  @Test func acceptsEveryScalar() throws {
    for plane in stride(from: 0, to: 0x11_0000, by: 0x800) {
      let scalars = (plane..<plane + 0x800).compactMap { Unicode.Scalar(UInt32($0)) }
        .filter { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      let document = "\"" + String(text) + "\""
      #expect(skipError(Array(document.utf8)) == nil)
      let escaped =
        "\""
        + scalars.map { scalar in
          UTF16.encode(scalar).map {
            $0.map { "\\u" + String(format: "%04x", $0) }.joined()
          } ?? ""
        }.joined() + "\""
      let read = try readDocument(escaped) as? String
      #expect(read.map { Array($0.utf8) } == Array(String(text).utf8))
      #expect(skipError(Array(escaped.utf8)) == nil)
    }
  }

  @Test func limitsTheDepth() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(skipError(nested(512)) == nil)
    #expect(readError(nested(512)) == nil)
    let message = "nesting deeper than 512 at line 1, column 513 (byte 512)"
    #expect(skipError(nested(513))?.description == message)
    #expect(readError(nested(513))?.description == message)
    #expect(skipError(nested(1_000_000))?.description == message)
    #expect(skipError(nested(3), maximumDepth: 2)?.byteOffset == 2)
    #expect(skipError(nested(100_000), maximumDepth: 100_000) == nil)
    #expect(skipError(Array(String(repeating: "[", count: 512).utf8))?.kind == .unexpectedEnd)
    let objects = String(repeating: #"{"a":"#, count: 600)
    #expect(skipError(Array(objects.utf8))?.kind == .tooDeep(limit: 512))
    #expect(readError(Array(objects.utf8)) == skipError(Array(objects.utf8)))
  }

  @Test func remembersTheKindsOfManyOpenContainers() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<200 {
      let depth = Int.random(in: 1...300, using: &random)
      let kinds = (0..<depth).map { _ in Bool.random(using: &random) }
      let opening = kinds.map { $0 ? #"{"k":"# : "[1,[],{}," }.joined()
      let closing = kinds.reversed().map { $0 ? #","l":{}}"# : ",2]" }.joined()
      let document = Array((opening + "0" + closing).utf8)
      #expect(skipError(document) == nil)
      #expect(readError(document) == nil)
      var broken = document
      if let last = broken.lastIndex(of: UInt8(ascii: "]")) {
        broken[last] = UInt8(ascii: "}")
        #expect(skipError(broken)?.byteOffset == last)
      }
    }
  }

  @Test func skipsAByteOrderMarkAtTheStartOnly() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(skipError(mark + Array("[1]".utf8)) == nil)
    #expect(readError(mark + Array("[1]".utf8)) == nil)
    #expect(
      skipError(mark + Array("[x".utf8))?.description
        == "unexpected character 'x' at line 1, column 2 (byte 4)")
    #expect(
      skipError(mark)?.description == "document is empty at line 1, column 1 (byte 3)")
    #expect(
      skipError(Array("[".utf8) + mark)?.description
        == "unexpected character U+FEFF at line 1, column 2 (byte 1)")
    #expect(JSONBytes(mark + Array("[{\"a\":1}]".utf8)).path(to: 9).text == "$[0].a")
  }

  @Test func anErrorIsSmall() {
    #expect(MemoryLayout<JSONSyntaxError>.size <= 32)
  }
}
