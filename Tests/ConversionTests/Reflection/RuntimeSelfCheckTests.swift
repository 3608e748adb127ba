import Foundation
import Testing

@testable import Peridot

@Suite struct RuntimeSelfCheckTests {
  private func fields(of object: AnyObject) -> [RuntimeFields.Field] {
    RuntimeFields.fields(of: type(of: object), below: NSObject.self).fields
  }

  private func changed(
    _ field: RuntimeFields.Field, name: String? = nil, type: Any.Type? = nil, offset: Int? = nil,
    isVariable: Bool? = nil, reference: RuntimeFields.Field.Reference? = nil,
    isCopyable: Bool? = nil
  ) -> RuntimeFields.Field {
    RuntimeFields.Field(
      name: name ?? field.name, type: type ?? field.type, offset: offset ?? field.offset,
      isVariable: isVariable ?? field.isVariable, reference: reference ?? field.reference,
      isCopyable: isCopyable ?? field.isCopyable, owner: field.owner)
  }

  @Test func findsWhatThereIs() {
    let probe = RuntimeSelfCheck.probe()
    #expect(
      fields(of: probe).map(\.name) == [
        "flag", "constant", "text", "link", "holder", "small", "fraction", "nothing", "element",
        "moved", "number",
      ])
    #expect(RuntimeSelfCheck.difference(of: fields(of: probe), in: probe) == nil)
  }

  @Test func tellsAnyDifference() throws {
    let probe = RuntimeSelfCheck.probe()
    let fields = fields(of: probe)
    func difference(_ name: String, _ change: (RuntimeFields.Field) -> RuntimeFields.Field) throws
      -> String?
    {
      let index = try #require(fields.firstIndex { $0.name == name })
      var changed = fields
      changed[index] = change(fields[index])
      return RuntimeSelfCheck.difference(of: changed, in: probe)
    }
    let kind = "is of another kind"
    let place = "does not lie at its offset, or is of another type"
    #expect(RuntimeSelfCheck.difference(of: [], in: probe)?.hasSuffix("are called []") == true)
    #expect(try difference("flag") { changed($0, name: "flags") }?.contains("flags") == true)
    #expect(
      try difference("constant") { changed($0, isVariable: true) } == "the field constant \(kind)")
    #expect(try difference("link") { changed($0, reference: .unowned) } == "the field link \(kind)")
    #expect(
      try difference("holder") { changed($0, reference: .weak) } == "the field holder \(kind)")
    #expect(try difference("moved") { changed($0, isCopyable: true) } == "the field moved \(kind)")
    #expect(
      try difference("number") { changed($0, offset: $0.offset - 8) }
        == "the field number \(place)")
    #expect(
      try difference("fraction") { changed($0, offset: $0.offset + 8) }
        == "the field fraction \(place)")
    #expect(try difference("small") { changed($0, type: Int.self) } == "the field small \(place)")
    #expect(
      try difference("number") { changed($0, offset: 4096) }
        == "the field number lies outside of its object")
    #expect(
      try difference("text") { changed($0, offset: 8) }
        == "the field text lies outside of its object")
  }
}
