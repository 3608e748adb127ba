import Foundation
import Peridot
import Testing

private final class Marks: Model, JSONSerializing {
  var indexes = IndexSet()
  var characters = CharacterSet()
  override class var archiveName: String { "Tests.Marks" }
}

/// Values on which Foundation's own decoding would end the process.
@Suite struct CheckedDecodingTests {
  @Test(arguments: [
    #"{"indexes": {"indexes": [{"location": 5, "length": -2}]}}"#,
    #"{"indexes": {"indexes": [{"location": 9223372036854775807, "length": 5}]}}"#,
    #"{"indexes": {"indexes": [{"location": -5, "length": 1}]}}"#,
    #"{"characters": {"bitmap": ""}}"#, #"{"characters": {"bitmap": "AAA="}}"#,
  ])
  func throwsForValuesThatWouldTrap(_ json: String) throws {
    let error = try #require(
      #expect(throws: JSONAdapterError.self) { try JSONAdapter.model(of: Marks.self, from: json) })
    #expect(error.kind == .typeMismatch)
  }

  @Test func takesAllOthers() throws {
    let marks = Marks()
    marks.indexes = [1, 2, 5]
    marks.characters = .letters
    #expect(try Marks.unarchive(from: marks.archivedData()) == marks)
    #expect(try JSONAdapter.model(of: Marks.self, from: JSONAdapter.data(from: marks)) == marks)
  }
}
