import Foundation
import Peridot
import TestSupport
import Testing

private final class Part: Model, CodableModel {
  var id: Int?
  var detail: Int?
  var at: Int?
  var counts: [String: Int]?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["at": "meta.at"] }
}

/// Has members of the same object as the model that it spreads over it.
private final class Whole: Model, CodableModel {
  var id: Int?
  var name: String?
  var by: String?
  var counts: [String: Int]?
  var part = Part()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["by": "meta.by", "part": .root]
  }
}

@Suite struct SpreadModelTests {
  private func whole(_ json: String) throws -> Whole { try JSONAdapter.model(from: json) }

  private func message(_ model: Whole) -> String {
    do {
      return try JSONAdapter.string(from: model)
    } catch {
      return "\(error)"
    }
  }

  @Test func agreesWithTheObject() throws {
    let text = #"{"id":1,"name":"n","meta":{"by":"b","at":2},"detail":3}"#
    #expect(message(try whole(text)) == text)
  }

  @Test func isRefusedWhereItHasAValueAndTheObjectNil() throws {
    let model = try whole(#"{"id":1}"#)
    model.id = nil
    #expect(
      message(model)
        == #"Whole.id: expected the value of "part", found nil; make one of them .readOnly at $.id"#
    )
  }

  @Test func isRefusedWhereItHasNilAndTheObjectAValue() throws {
    let model = try whole(#"{"id":1}"#)
    model.part.id = nil
    #expect(
      message(model)
        == "Whole.part: expected the value that another property writes here, found another; "
        + "make one of them .readOnly at $.id")
  }

  @Test func isRefusedWhereItHasAnotherDictionary() throws {
    let model = try whole(#"{"counts":{"a":1}}"#)
    #expect(message(model) == #"{"counts":{"a":1}}"#)
    model.part.counts?["b"] = 2
    #expect(
      message(model)
        == "Whole.part: expected the value that another property writes here, found another; "
        + "make one of them .readOnly at $.counts")
  }

  @Test func mayHaveNilAsTheObject() throws {
    #expect(message(try whole(#"{"name":"n"}"#)) == #"{"name":"n"}"#)
  }

  @Test func sharesAnInnerObjectUnderACoder() throws {
    let model = try whole(#"{"meta":{"by":"b","at":2}}"#)
    let decoded = try JSONDecoder().decode(Whole.self, from: JSONEncoder().encode(model))
    #expect(decoded.by == "b")
    #expect(decoded.part.at == 2)
  }
}
