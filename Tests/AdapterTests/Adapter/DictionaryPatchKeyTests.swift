import Foundation
import Peridot
import Testing

private final class Numbered: Model, JSONSerializing {
  var names: [Int: String] = [1: "a"]
}

/// Names in a merge patch that are no keys of a dictionary.
@Suite struct DictionaryPatchKeyTests {
  @Test func areRemovedInVain() throws {
    let numbered = Numbered()
    try JSONAdapter.apply(mergePatch: #"{"names":{"a":null,"2":"b"}}"#, to: numbered)
    #expect(numbered.names == [1: "a", 2: "b"])
  }

  @Test func areRefusedWithAValue() throws {
    let numbered = Numbered()
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.apply(mergePatch: #"{"names":{"a":"b"}}"#, to: numbered)
    }
    #expect(error.path == "$.names.a" && error.expected == "Int as a member's name")
    // In an update, and in a new value, it is a mistake of the document.
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(numbered, from: #"{"names":{"a":null}}"#)
    }
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Numbered.self, from: #"{"names":{"a":null}}"#)
    }
    #expect(numbered.names == [1: "a"])
  }
}
