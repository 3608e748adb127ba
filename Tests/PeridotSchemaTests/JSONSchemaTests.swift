import Foundation
import Peridot
import PeridotSchema
import Testing

/// The text of schemas, and their dialects.
@Suite struct JSONSchemaTests {
  // MARK: As a value

  @Test func writesMembersInOrder() throws {
    #expect(
      try JSONSchema(of: Small.self).string == #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "$comment": "numbers that are too small or too large for their type aren't refused",
          "$ref": "#/$defs/Small",
          "$defs": {
            "Small": {
              "type": "object",
              "properties": {
                "id": {
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 127
                },
                "user": {
                  "type": ["object", "null"],
                  "properties": {
                    "name": {
                      "type": ["string", "null"],
                      "description": "the name of a person"
                    }
                  }
                },
                "next": {
                  "anyOf": [
                    {
                      "$ref": "#/$defs/Small"
                    },
                    {
                      "type": "null"
                    }
                  ]
                },
                "isOn": {
                  "type": "boolean",
                  "default": false
                }
              },
              "required": ["id"]
            }
          }
        }
        """#)
  }

  @Test func isTheSameEachTime() throws {
    for sample in Sample.all {
      func same<M: JSONSerializing>(_ type: M.Type) throws {
        let first = try JSONSchema(of: type)
        #expect(try JSONSchema(of: type) == first)
        #expect(try JSONSchema(of: type).data == first.data)
        #expect(try Document(first.string) == Document(String(decoding: first.data, as: UTF8.self)))
        #expect(
          try Document(String(decoding: JSONEncoder().encode(first), as: UTF8.self))
            == Document(first.string))
      }
      try same(sample.type)
    }
  }

  @Test func hidesSecrets() throws {
    let model = Noted()
    model.login = "eve"
    let schema = try JSONSchema(of: Noted.self, examples: [model])
    #expect(!schema.string.contains("secret"))
    let password = try Document(schema.string)["$defs"]?["Noted"]?["properties"]?["password"]
    #expect(try password == Document(#"{"type":"string","format":"password"}"#))
    let token = model.token.uuidString
    #expect(
      try Document(schema.string)["examples"]
        == Document(#"[{"login":"eve","age":0,"token":"\#(token)"}]"#))
  }

  @Test func writesDefaultsThatAreTheSameEachTime() throws {
    let properties = try Document(JSONSchema(of: Noted.self).string)["$defs"]?["Noted"]?[
      "properties"]
    #expect(properties?["login"]?["default"] == .text("ada"))
    #expect(properties?["age"]?["default"] == .number("18"))
    #expect(properties?["token"]?["default"] == nil)
  }

  @Test func describesClassesAndTransformers() throws {
    let noticed = try Document(JSONSchema(of: Noticed.self).string)["$defs"]?["Noticed"]
    #expect(noticed?["description"] == .text("what \"people\" see / read"))
    #expect(
      try noticed?["properties"]?["at"]
        == Document(
          #"{"type":["string","null"],"format":"date-time","default":"1970-01-01T00:00:00Z","#
            + #""$comment":"a transformer decides about the value"}"#))
    let tool = try Document(JSONSchema(of: Weather.self, dialect: .toolParameters).string)
    #expect(tool["description"] == .text("a question about the weather"))
  }

  @Test func marksEachLimitation() throws {
    for sample in Sample.all {
      func marks<M: JSONSerializing>(_ type: M.Type) throws {
        let schema = try JSONSchema(of: type)
        for limitation in schema.limitations {
          #expect(schema.string.contains(limitation.reason), "\(type) \(limitation)")
        }
      }
      try marks(sample.type)
    }
  }

  @Test func namesWhatItCannotSay() throws {
    let limitations = try JSONSchema(of: Limited.self).limitations.map { "\($0.kind) \($0)" }
    #expect(
      limitations == [
        "number $: numbers that are too small or too large for their type aren't refused",
        "limit Limited.name: a count of 1 to 5", "limit Limited.set: a count of 1 to 2",
        "limit Limited.even: an even number",
      ])
  }

  @Test func throwsTheMistakesOfAMapping() {
    #expect(throws: JSONAdapterError.self) { try JSONSchema(of: Mistaken.self) }
  }

  @Test func followsAPolicy() throws {
    let open = try JSONSchema(of: Point.self)
    #expect(!open.string.contains("additionalProperties"))
    let closed = try JSONSchema(of: Point.self, policy: .strict.with { $0.unknownKeys = .fail })
    let point = try Document(closed.string)["$defs"]?["Point"]
    #expect(point?["additionalProperties"] == .boolean(false))
    // A class under two policies has two definitions.
    let both = try Document(JSONSchema(of: OneLoose.self).string)["$defs"]
    #expect(
      both?["Point"]?["properties"]?["x"]?["type"] == .array([.text("number"), .text("string")]))
  }

  // MARK: Reading and writing

  @Test func tellsReadingFromWriting() throws {
    func members(_ direction: JSONSchema.Direction) throws -> Document? {
      let schema = try JSONSchema(of: TwoPlaces.self, direction: direction)
      return try Document(schema.string)["$defs"]?["TwoPlaces"]
    }
    let reading = try members(.reading)
    #expect(reading?["properties"]?["user_age"]?["type"] == .text("integer"))
    #expect(reading?["properties"]?["age"] == .object([:]))
    #expect(reading?["properties"]?["created"]?["readOnly"] == .boolean(true))
    #expect(reading?["properties"]?["secret"] == .object([:]))
    let writing = try members(.writing)
    #expect(writing?["properties"]?["age"]?["type"] == .text("integer"))
    #expect(writing?["properties"]?["user_age"] == nil)
    #expect(writing?["properties"]?["created"] == nil)
    #expect(writing?["properties"]?["secret"]?["writeOnly"] == .boolean(true))
    #expect(writing?["required"] == .array([.text("age"), .text("secret")]))
  }

  // MARK: OpenAPI

  @Test func makesComponents() throws {
    let schema = try JSONSchema(of: [Animal.self, Small.self])
    let components = try Document(schema.string)["components"]?["schemas"]
    let animal = components?["Animal"]
    #expect(
      try animal?["discriminator"]
        == Document(
          """
          {"propertyName":"type","mapping":{"dog":"#/components/schemas/Dog",
          "cat":"#/components/schemas/Cat","puppy":"#/components/schemas/Puppy"}}
          """))
    guard case .array(let choices)? = animal?["oneOf"] else { return #expect(Bool(false)) }
    #expect(choices.count == 3)
    #expect(components?["Small"]?["type"] == .text("object"))
  }

  // MARK: Tools

  @Test func makesToolParameters() throws {
    let schema = try JSONSchema(of: Weather.self, dialect: .toolParameters)
    #expect(
      try Document(schema.string)
        == Document(
          """
          {"type":"object","description":"a question about the weather","properties":{
            "city":{"type":"string","description":"the city"},
            "unit":{"type":["string","null"],"enum":["small","large",null]},
            "days":{"type":"integer","minimum":1,"maximum":7},
            "at":{"anyOf":[{"$ref":"#/$defs/Point"},{"type":"null"}]},
            "tags":{"type":"array","items":{"type":"string"}}},
           "required":["city","unit","days","at","tags"],"additionalProperties":false,
           "$defs":{"Point":{"type":"object","properties":{
             "x":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},
             "y":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}},
             "required":["x","y"],"additionalProperties":false}}}
          """))
    // What a model answers is read.
    let answer = #"{"city":"Rome","unit":null,"days":3,"at":{"x":1,"y":2},"tags":[]}"#
    #expect(try SchemaValidator(schema.string).accepts(Document(answer)))
    #expect(try JSONAdapter.model(of: Weather.self, from: answer).days == 3)
  }

  @Test func followsTheRulesOfAProvider() throws {
    var rules = JSONSchema.ToolRules()
    rules.allowsLimits = false
    rules.requiresEveryMember = false
    let schema = try JSONSchema(of: Weather.self, dialect: .toolParameters(rules))
    let document = try Document(schema.string)
    #expect(document["properties"]?["days"] == .object(["type": .text("integer")]))
    #expect(document["required"] == .array([.text("city"), .text("days"), .text("tags")]))
    rules.allowsRecursion = false
    #expect(throws: JSONSchema.UnsupportedError.self) {
      try JSONSchema(of: Tree.self, dialect: .toolParameters(rules))
    }
  }

  @Test(
    arguments: [
      (Maps.self, "Maps.scores: a dictionary"),
      (Anything.self, "Anything.any: any JSON: give it a type"),
      (Indexed.self, "Indexed.list: a place in an array by its number"),
      (Payment.self, "Payment.details: a tag in the holder of a model"),
      (Embedded.self, "Embedded.point: JSON in a text"),
      (Animal.self, "Animal: the parameters of a tool are one object, which these choices aren't"),
    ] as [(any JSONSerializing.Type, String)])
  func refusesWhatToolsCannotTake(_ type: any JSONSerializing.Type, _ message: String) {
    func schema<M: JSONSerializing>(_ type: M.Type) throws -> JSONSchema {
      try JSONSchema(of: type, dialect: .toolParameters)
    }
    let error = #expect(throws: JSONSchema.UnsupportedError.self) { try schema(type) }
    #expect(error?.description == message)
  }

  @Test func takesAClusterWithinToolParameters() throws {
    let schema = try JSONSchema(of: Shelter.self, dialect: .toolParameters)
    let document = try Document(schema.string)
    #expect(
      document["$defs"]?["Cat"]?["properties"]?["type"] == .object(["const": .text("cat")]))
    let answer = #"{"animal":{"type":"cat","name":"a","lives":null}}"#
    #expect(try SchemaValidator(schema.string).accepts(Document(answer)))
    #expect(try JSONAdapter.model(of: Shelter.self, from: answer).animal is Cat)
  }
}

private final class Small: Model, JSONSerializing {
  var id: Int8 = 1
  var name: String?
  var next: Small?
  var isOn = false

  override class var declaredProperties: [Property] {
    [
      property("id", \.id, limits: .atLeast(1), isRequired: true),
      property("name", \.name, at: "user.name", note: "the name of a person"),
    ]
  }
}

private final class Noticed: Model, JSONSerializing {
  var at = Date(timeIntervalSince1970: 0)

  override class var declaredProperties: [Property] {
    [property("at", \.at, by: .iso8601Date)]
  }
  override class var modelNote: String? { "what \"people\" see / read" }
}

private final class Mistaken: Model, JSONSerializing {
  var id = 0
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["idd": "id"] }
}

private final class Weather: Model, JSONSerializing {
  var city = ""
  var unit: Size?
  var days = 1
  var at: Point?
  var tags: [String] = []

  override class var declaredProperties: [Property] {
    [
      property("city", \.city, note: "the city"), property("days", \.days, limits: .within(1...7)),
    ]
  }
  override class var modelNote: String? { "a question about the weather" }
}

private final class Shelter: Model, JSONSerializing {
  var animal = Animal()
}
