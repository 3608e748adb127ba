import Testing

@testable import Peridot
@testable import TestSupport

/// Text is copied in blocks that overlap, so every length and every place in it counts.
@Suite struct JSONWriterEscapeTests {
  private static let escapes: [(Character, String)] = [
    ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\n"#), ("\u{8}", #"\b"#), ("\u{1F}", #"\u001f"#),
    ("\u{0}", #"\u0000"#), ("/", "/"), ("!", "!"), ("\u{7F}", "\u{7F}"), ("é", "é"), ("💧", "💧"),
  ]

  @Test(arguments: 0...40)
  func escapesAtEveryPlace(length: Int) {
    let plain = String("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP".prefix(length))
    #expect(written(plain) == "\"\(plain)\"")
    for (character, escaped) in Self.escapes {
      for place in 0...length {
        let text = plain.prefix(place) + String(character) + plain.dropFirst(place)
        let expected = "\"\(plain.prefix(place))\(escaped)\(plain.dropFirst(place))\""
        #expect(written(String(text)) == expected, "\(escaped) at \(place) of \(length)")
        #expect(
          written(String(text), .escapeSlashes)
            == expected.replacing("/", with: #"\/"#), "\(escaped) at \(place) of \(length)")
      }
    }
  }

  @Test(arguments: 0...40)
  func escapesAllCharacters(length: Int) {
    let text = String(repeating: "\u{1}", count: length)
    #expect(written(text) == "\"" + String(repeating: #"\u0001"#, count: length) + "\"")
  }

  @Test func writesTextsOfAnArray() {
    var writer = JSONWriter()
    writer.strings(["", "a", "a \"longer\" text that has its own storage"])
    #expect(writer.string() == #"["","a","a \"longer\" text that has its own storage"]"#)
    var none = JSONWriter()
    none.strings([])
    #expect(none.string() == "[]")
  }

  private func written(_ text: String, _ options: JSONWritingOptions = []) -> String {
    var writer = JSONWriter(options: options, capacity: 1)
    writer.string(text)
    return writer.string()
  }
}
