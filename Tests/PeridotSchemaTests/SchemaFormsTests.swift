import Peridot
import PeridotSchema
import Testing

/// What stands in a schema for each form of a value and of a cluster.
@Suite struct SchemaFormsTests {
  private func definition<M: JSONSerializing>(
    _ type: M.Type, _ direction: JSONSchema.Direction = .reading
  ) throws -> Document {
    let schema = try JSONSchema(of: type, direction: direction)
    return try #require(Document(schema.string)["$defs"]?["\(type)"])
  }

  private func elements(_ document: Document?) -> [Document] {
    if case .array(let elements)? = document { elements } else { [] }
  }

  @Test func anIndexIsAPrefix() throws {
    let list = try definition(Indexed.self)["properties"]?["list"]
    let items = elements(list?["prefixItems"])
    #expect(items.count == 2)
    let id = items.first?["properties"]?["id"]
    #expect(id?["type"] == .array([.text("integer"), .text("null")]))
    #expect(items.last?["type"] == .text("string"))
  }

  @Test func eachElementIsAnItem() throws {
    let items = try definition(Each.self)["properties"]?["items"]?["items"]?["properties"]
    #expect(items?["id"]?["type"] == .array([.text("integer"), .text("null")]))
    #expect(items?["name"]?["type"] == .array([.text("string"), .text("null")]))
  }

  @Test func aSetIsDistinctWhereItHasToBe() throws {
    func set(_ direction: JSONSchema.Direction) throws -> Document? {
      try definition(Limited.self, direction)["properties"]?["set"]?["uniqueItems"]
    }
    #expect(try set(.reading) == nil)
    #expect(try set(.writing) == .boolean(true))
    let ids = try definition(Distinct.self)["properties"]?["ids"]
    #expect(ids?["uniqueItems"] == .boolean(true))
  }

  @Test func textWithJSONHasTheSchemaOfItsContent() throws {
    let properties = try definition(Embedded.self)["properties"]
    let point = properties?["point"]
    #expect(point?["type"] == .array([.text("string"), .text("null")]))
    #expect(point?["contentMediaType"] == .text("application/json"))
    #expect(point?["contentSchema"] == .object(["$ref": .text("#/$defs/Point")]))
    #expect(properties?["list"]?["contentSchema"]?["type"] == .text("array"))
  }

  @Test func aKeyedListIsAnObject() throws {
    let list = try definition(NamedElements.self)["properties"]?["list"]
    #expect(list?["type"] == .text("object"))
    #expect(list?["additionalProperties"]?["$ref"] != nil)
  }

  @Test func aUnionIsAnyOfItsForms() throws {
    let reference = try definition(Unions.self)["properties"]?["reference"]
    let forms = elements(reference?["anyOf"])
    #expect(
      forms.map { $0["type"] ?? $0["$ref"] } == [
        .text("integer"), .text("#/$defs/Point"), .text("array"), .text("null"),
      ])
  }

  // MARK: Clusters

  /// The parts of each choice behind its class.
  private func choices(_ document: Document, _ keyword: String) -> [Document] {
    elements(document[keyword]).compactMap { elements($0["allOf"]).last }
  }

  @Test func aTagInsideIsAConstantOfOneChoice() throws {
    #expect(
      try choices(definition(Animal.self), "oneOf").first
        == Document(#"{"type":"object","properties":{"type":{"const":"dog"}},"required":["type"]}"#)
    )
  }

  @Test func aTagBesideIsAConstantOfOneChoice() throws {
    #expect(
      try choices(definition(Message.self), "oneOf") == [
        Document(#"{"type":"object","properties":{"type":{"const":"push"}},"required":["type"]}"#),
        Document(#"{"type":"object","properties":{"type":{"const":"text"}},"required":["type"]}"#),
      ])
  }

  @Test func aTagAroundIsTheNameOfAMember() throws {
    #expect(
      try choices(definition(Figure.self), "anyOf") == [
        Document(#"{"type":"object","properties":{"circle":{}},"required":["circle"]}"#),
        Document(#"{"type":"object","properties":{"square":{}},"required":["square"]}"#),
      ])
  }

  @Test func aDeducedClassIsThatOfAMember() throws {
    #expect(
      try choices(definition(Measure.self), "anyOf") == [
        Document(#"{"type":"object","properties":{"meters":{}},"required":["meters"]}"#),
        Document(#"{"type":"object","properties":{"seconds":{}},"required":["seconds"]}"#),
      ])
  }

  @Test func aTagInTheHolderIsACondition() throws {
    let conditions = elements(try definition(Payment.self)["allOf"])
      .filter { $0["if"]?["properties"]?["kind"] != nil }
    #expect(
      conditions.map { $0["if"]?["properties"]?["kind"]?["enum"] }
        == [.array([.text("card")]), .array([.text("transfer")])])
    let links = conditions.map { elements($0["then"]?["properties"]?["details"]?["anyOf"]).first }
    #expect(
      links == [
        .object(["$ref": .text("#/$defs/Card")]), .object(["$ref": .text("#/$defs/Transfer")]),
      ])
  }
}
