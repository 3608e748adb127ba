import Testing

@testable import Peridot
@testable import TestSupport

/// Text that is nothing but `\u` escapes.
@Suite struct JSONUnicodeEscapeTests {
  private static func escapes(_ text: some Sequence<UInt16>) -> String {
    text.map { unit in
      let digits = String(unit, radix: 16, uppercase: unit.isMultiple(of: 3))
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  private static func read(_ contents: String) throws -> String? {
    try JSONBytes("\"\(contents)\"").withReader { try $0.readStringIfPresent() }
  }

  @Test func readsEachCharacter() throws {
    for plane in 0...0x10 as ClosedRange<UInt32> {
      // All characters of the first plane, some of each of the others.
      let values = stride(from: plane << 16, to: (plane + 1) << 16, by: plane == 0 ? 1 : 977)
      let text = String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
      let escaped = Self.escapes(text.utf16)
      #expect(try Self.read(escaped) == text, "plane \(plane)")
      #expect(try Self.read("a\(escaped)é") == "a\(text)é", "plane \(plane)")
    }
  }

  @Test func readsEscapesAmongOtherTextAtRandom() throws {
    let pieces = ["a", "long text without escapes", "é", "日", "😀", #"\n"#, #"\""#, #"\\"#]
    let values = ["a", "long text without escapes", "é", "日", "😀", "\n", "\"", "\\"]
    for seed in 1...2_000 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      var (escaped, text) = ("", "")
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        if Bool.random(using: &random) {
          let index = Int.random(in: 0..<pieces.count, using: &random)
          escaped += pieces[index]
          text += values[index]
        } else {
          let limit: UInt32 = [0x7F, 0x7FF, 0xFFFF, 0x10FFFF].randomElement(using: &random) ?? 0
          guard let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &random)) else {
            continue
          }
          escaped += Self.escapes(Character(scalar).utf16)
          text.unicodeScalars.append(scalar)
        }
      }
      let read = try Self.read(escaped)
      #expect(read == text, "seed \(seed)")
      #expect(read.map { Array($0.utf8) } == Array(text.utf8), "seed \(seed)")
    }
  }

  @Test func refusesEachByteThatIsNoDigit() {
    for byte in 0...0xFF as ClosedRange<UInt8> {
      for place in 0..<4 {
        var digits = Array("01f9".utf8)
        digits[place] = byte
        let document = Array(#""\u00e9\u"#.utf8) + digits + Array(#"\u00e9""#.utf8)
        let error = JSONBytes(document).withReader { reader in
          do {
            _ = try reader.readStringIfPresent()
            return nil as JSONSyntaxError?
          } catch {
            return error as? JSONSyntaxError
          }
        }
        if Unicode.Scalar(byte).properties.isASCIIHexDigit {
          #expect(error == nil, "\(byte) at \(place)")
        } else {
          #expect(error?.kind == .invalidUnicodeEscape, "\(byte) at \(place)")
          #expect(error?.byteOffset == 7, "\(byte) at \(place)")
        }
        #expect(skipError(document) == error, "\(byte) at \(place)")
      }
    }
  }

  @Test(arguments: [
    (#""\ud800""#, JSONSyntaxError.Kind.loneSurrogate(0xD800), 1),
    (#""\u00e9\ud800\u0041""#, .loneSurrogate(0xD800), 7),
    (#""\udc00\ud800""#, .loneSurrogate(0xDC00), 1),
    (#""\ud800\ud800\udc00""#, .loneSurrogate(0xD800), 1),
    (#""\ud83d\ude0""#, .loneSurrogate(0xD83D), 1), (#""\u00e"#, .invalidUnicodeEscape, 1),
    (#""\u00e9"#, .unterminatedString, 0), (#""\u00e9\u00e"#, .invalidUnicodeEscape, 7),
    (#""\u00e9\"#, .unterminatedString, 0), (#""\u00e9\x""#, .invalidEscape("x"), 7),
    (#""\u00e9\u"12345""#, .invalidUnicodeEscape, 7),
  ])
  func tellsWhereAnEscapeIsWrong(
    _ document: String, _ reason: JSONSyntaxError.Kind, _ offset: Int
  ) {
    for error in [readError(Array(document.utf8)), skipError(Array(document.utf8))] {
      #expect(error?.kind == reason)
      #expect(error?.byteOffset == offset)
    }
  }

  @Test func findsTheEndBehindBackslashes() throws {
    for length in 0...36 {
      for backslashes in 0...5 {
        // A quotation mark ends the text behind an even number of them.
        let text =
          String(repeating: "x", count: length) + String(repeating: "\\", count: backslashes)
        let escaped = text.replacing("\\", with: #"\\"#)
        #expect(try Self.read(#"\u0041\#(escaped)"#) == "A\(text)")
        #expect(try Self.read(#"\u0041\#(escaped)\"\#(escaped)"#) == "A\(text)\"\(text)")
        #expect(try Self.read(#"\u0041\#(escaped)","b\\"#) == "A\(text)")
      }
    }
  }

  @Test func refusesTextThatDoesNotEnd() {
    for length in 0...36 {
      let text = #""\u00e9"# + String(repeating: "x", count: length)
      for (end, reason) in [
        ("", .unterminatedString), (#"\""#, .unterminatedString), ("\n\"", .controlCharacter(10)),
        ("\\", .unterminatedString),
      ] as [(String, JSONSyntaxError.Kind)] {
        #expect(readError(Array((text + end).utf8))?.kind == reason, "\(text + end)")
      }
    }
  }
}
