import Foundation
import Peridot
import Testing

private final class Pair: Model, JSONSerializing {
  var first = 0
  var second = ""
}

@Suite struct MemberLayoutTests {
  private static let spaces = ["", " ", "  ", "\n", "\t", "\r\n "]

  @Test func readsAnySpaceAroundAColon() throws {
    for before in Self.spaces {
      for after in Self.spaces {
        let colon = before + ":" + after
        let pair = try JSONAdapter.model(
          of: Pair.self, from: "{\"first\"\(colon)7,\"second\"\(colon)\"text\"}")
        #expect(pair.first == 7 && pair.second == "text")
      }
    }
  }

  @Test func refusesAnythingElseThanAColon() {
    for mistake in ["", " ", "::", ": :", ",", "=", " =", " ;", ";"] {
      for value in ["7", "7        "] {
        #expect(throws: JSONAdapterError.self) {
          try JSONAdapter.model(of: Pair.self, from: "{\"first\"\(mistake)\(value)}")
        }
      }
    }
  }

  @Test func readsAnyIndentation() throws {
    for count in 0...40 {
      for end in ["", "\n"] {
        let line = "\n" + String(repeating: " ", count: count)
        let pair = try JSONAdapter.model(
          of: Pair.self, from: "{\(line)\"first\": 7,\(line)\"second\" : \"text\"\(line)}\(end)")
        #expect(pair.first == 7 && pair.second == "text")
      }
    }
  }
}
