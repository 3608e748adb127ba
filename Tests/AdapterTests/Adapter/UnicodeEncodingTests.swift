import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Note: Model, JSONSerializing {
  var id = 0
  var text = ""
  var raw = RawJSON()
  var inner: Note?
}

/// Documents that are not in UTF-8.
@Suite struct UnicodeEncodingTests {
  enum Encoding: String, CaseIterable, Sendable {
    case utf16BigEndian, utf16LittleEndian, utf32BigEndian, utf32LittleEndian

    func bytes(_ text: String, withMark: Bool = false) -> [UInt8] {
      let text = (withMark ? "\u{FEFF}" : "") + text
      switch self {
      case .utf16BigEndian: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      case .utf16LittleEndian: return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case .utf32BigEndian, .utf32LittleEndian:
        return text.unicodeScalars.flatMap { scalar -> [UInt8] in
          let bytes = (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
          return self == .utf32BigEndian ? bytes.reversed() : bytes
        }
      }
    }

    var isWide: Bool { self == .utf32BigEndian || self == .utf32LittleEndian }
  }

  static let cases = Encoding.allCases.flatMap { [($0, false), ($0, true)] }

  private static let text = #"{"id":5,"text":"é中😀\n","raw":{"a":"ü"},"inner":{"id":6}}"#

  private func expectNote(_ note: Note, _ comment: Comment? = nil) {
    #expect(note.id == 5, comment)
    #expect(note.text == "é中😀\n", comment)
    #expect(note.raw.description == #"{"a":"ü"}"#, comment)
    #expect(note.inner?.id == 6, comment)
  }

  @Test(arguments: cases)
  func isReadAtEveryDoor(_ encoding: Encoding, _ withMark: Bool) async throws {
    let bytes = encoding.bytes(Self.text, withMark: withMark)
    let list = encoding.bytes("[\(Self.text),\(Self.text)]", withMark: withMark)
    expectNote(try JSONAdapter.model(of: Note.self, from: bytes))
    expectNote(try JSONAdapter.model(of: Note.self, from: Data(bytes)))
    // Data whose indices don't begin with zero.
    expectNote(try JSONAdapter.model(of: Note.self, from: Data([1, 2, 3] + bytes)[3...]))
    expectNote(try JSONAdapter.model(of: Note.self, from: Data(bytes) as Any))
    for note in try JSONAdapter.models(of: Note.self, from: Data(list)) { expectNote(note) }
    expectNote(try JSONAdapter.model(of: Note.self, from: list, at: "[1]"))
    let note = Note()
    try JSONAdapter.update(note, from: Data(bytes))
    expectNote(note)
  }

  @Test(arguments: cases)
  func isReadAsItArrives(_ encoding: Encoding, _ withMark: Bool) async throws {
    for size in [1, 2, 3, 5, 64, 10_000] {
      for text in ["[\(Self.text), \(Self.text)]", "\(Self.text)\n\(Self.text)"] {
        let bytes = encoding.bytes(text, withMark: withMark)
        var count = 0
        for try await note in JSONAdapter.stream(of: Note.self, from: Self.chunks(bytes, size)) {
          expectNote(note, "\(size)")
          count += 1
        }
        #expect(count == 2, "\(size)")
      }
    }
  }

  private static func chunks(_ bytes: [UInt8], _ size: Int) -> AsyncStream<Data> {
    AsyncStream { chunks in
      for start in stride(from: 0, to: bytes.count, by: size) {
        chunks.yield(Data(bytes[start..<min(start + size, bytes.count)]))
      }
      chunks.finish()
    }
  }

  @Test(arguments: ["5", #""é""#, #""中""#, "[]", #"["😀"]"#])
  func isKnownByItsZeros(_ text: String) throws {
    for encoding in Encoding.allCases {
      let bytes = encoding.bytes(#"{"raw":\#(text)}"#)
      #expect(try JSONAdapter.model(of: Note.self, from: bytes).raw.description == text)
      // A document can be a value of any kind.
      let error = adapterError { try JSONAdapter.model(of: Note.self, from: encoding.bytes(text)) }
      #expect(
        error?.description
          == adapterMessage { try JSONAdapter.model(of: Note.self, from: Array(text.utf8)) })
    }
  }

  @Test(arguments: cases)
  func placesCountInItsText(_ encoding: Encoding, _ withMark: Bool) async throws {
    let text = "{\"text\": \"中\",\n \"id\": \"é\"}"
    let bytes = encoding.bytes(text, withMark: withMark)
    let expected = try #require(
      adapterError { try JSONAdapter.model(of: Note.self, from: Data(text.utf8)) })
    let error = try #require(adapterError { try JSONAdapter.model(of: Note.self, from: bytes) })
    #expect(error.description == expected.description)
    #expect(error.line == 2 && error.column == 8)
    #expect(error.byteOffset == expected.byteOffset)
    let streamed = await #expect(throws: JSONAdapterError.self) {
      for try await _ in JSONAdapter.stream(of: Note.self, from: Self.chunks(bytes, 3)) {}
    }
    #expect(streamed?.line == 2 && streamed?.column == 8)
    let syntax = adapterError {
      try JSONAdapter.model(of: Note.self, from: encoding.bytes("{\n\"é\": x}", withMark: withMark))
    }
    #expect(syntax?.kind == .invalidJSON)
    #expect(syntax?.line == 2 && syntax?.column == 6)
  }

  /// The bytes of a document with code units that are none, and the place of the mistake.
  static let broken: [(bytes: [UInt8], name: String, line: Int, column: Int)] = {
    var broken: [(bytes: [UInt8], name: String, line: Int, column: Int)] = []
    for encoding in Encoding.allCases {
      func unit(_ value: UInt32) -> [UInt8] {
        let bytes = (0..<(encoding.isWide ? 4 : 2)).map {
          UInt8(truncatingIfNeeded: value >> ($0 * 8))
        }
        switch encoding {
        case .utf16BigEndian, .utf32BigEndian: return bytes.reversed()
        case .utf16LittleEndian, .utf32LittleEndian: return bytes
        }
      }
      let start = encoding.bytes("{\"text\":\n\"é")
      let end = encoding.bytes("\"}")
      let name = encoding.isWide ? "UTF-32" : "UTF-16"
      let wrong: [[UInt8]] =
        [unit(0xD800), unit(0xDC00), unit(0xDC00) + unit(0xD800)]
        + (encoding.isWide ? [unit(0x110000), unit(0xFFFF_FFFF)] : [unit(0xD800) + unit(0xD800)])
      broken += wrong.map { (start + $0 + end, name, 2, 3) }
      broken.append((start + Array(end.dropLast()), name, 2, 4))
      broken.append((start + unit(0xD800), name, 2, 3))
      // In a member that no property has.
      let other = encoding.bytes("{\"x\":\"")
      broken.append((other + unit(0xDC00) + end, name, 1, 7))
    }
    return broken
  }()

  @Test(arguments: broken.indices)
  func refusesWhatIsNone(_ index: Int) async throws {
    let (bytes, name, line, column) = Self.broken[index]
    let error = adapterError { try JSONAdapter.model(of: Note.self, from: bytes) }
    #expect(error?.kind == .invalidJSON)
    #expect(error?.found == "invalid \(name)")
    #expect(error?.line == line && error?.column == column)
    #expect(adapterError { try JSONAdapter.model(of: Note.self, from: Data(bytes)) } != nil)
    for size in [1, 1000] {
      let streamed = await #expect(throws: JSONAdapterError.self) {
        for try await _ in JSONAdapter.stream(of: Note.self, from: Self.chunks(bytes, size)) {}
      }
      #expect(streamed?.found == "invalid \(name)")
      #expect(streamed?.line == line && streamed?.column == column)
    }
  }

  @Test func otherBytesStayUTF8() throws {
    for bytes in [
      [0xFE, 0x7B], [0xFF], [0xFE, 0xFE, 0, 0], [0x7B, 0x22, 0, 0x22], [0, 0, 0, 0],
    ]
      as [[UInt8]]
    {
      let error = adapterError { try JSONAdapter.model(of: Note.self, from: bytes) }
      #expect(error?.kind == .invalidJSON)
      #expect(error?.found.contains("UTF-16") == false)
    }
    let marked = Array("\u{FEFF}{\"id\":5}".utf8)
    #expect(try JSONAdapter.model(of: Note.self, from: marked).id == 5)
  }

  /// The bytes at the start of a stream don't wait for others once they show that it is UTF-8.
  @Test(arguments: ["7", "[]", "", " ", "\u{FEFF}[]", "[{\"id\":7}]"])
  func streamsOfFewBytesEnd(_ text: String) async {
    for size in [1, 2, 3] {
      let read: () async -> String = {
        do {
          var ids: [Int] = []
          let bytes = Array(text.utf8)
          for try await note in JSONAdapter.stream(of: Note.self, from: Self.chunks(bytes, size)) {
            ids.append(note.id)
          }
          return "\(ids)"
        } catch {
          return "\(error)"
        }
      }
      let outcome = await read()
      switch text {
      case "[]", "\u{FEFF}[]": #expect(outcome == "[]")
      case "7": #expect(outcome.contains("found number 7"))
      case "[{\"id\":7}]": #expect(outcome == "[7]")
      default: #expect(outcome.contains("document is empty"))
      }
    }
  }
}
