import PeridotSchema
import Testing

/// A schema never refuses what the class reads; what it accepts beyond that is a limitation.
@Suite struct AgreementTests {
  /// The library takes some thirty times as long in debug builds.
  private static var count: Int {
    #if DEBUG
      300
    #else
      1_000
    #endif
  }

  @Test(arguments: Sample.all) func agreesWithTheReader(_ sample: Sample) throws {
    let agreement = try Agreement(sample, count: Self.count, seed: 1)
    #expect(agreement.refused == [])
    #expect(agreement.unnamed == [])
    #expect(agreement.unwritten == [])
    #expect(agreement.accepted * 10 >= agreement.count * 3)
  }

  @Test func knowsManyClasses() {
    #expect(Sample.all.count >= 40)
  }

  /// The validator refuses what the schema refuses, or the agreement would say nothing.
  @Test(arguments: [
    (#"{"type":"integer"}"#, "1.5"), (#"{"type":["string","null"]}"#, "1"),
    (#"{"enum":["a",null]}"#, #""b""#), (#"{"const":1}"#, "2"), (#"{"minimum":1}"#, "0"),
    (#"{"maximum":18446744073709551615}"#, "18446744073709551616"),
    (#"{"required":["a"]}"#, "{}"), (#"{"additionalProperties":false}"#, #"{"a":1}"#),
    (#"{"properties":{"a":{"type":"null"}}}"#, #"{"a":1}"#),
    (#"{"propertyNames":{"pattern":"^a$"}}"#, #"{"b":1}"#), (#"{"pattern":"^a+$"}"#, #""ab""#),
    (#"{"items":{"type":"null"}}"#, "[1]"), (#"{"uniqueItems":true}"#, "[1,1.0]"),
    (#"{"prefixItems":[{"type":"null"}]}"#, "[1]"), (#"{"minItems":2}"#, "[1]"),
    (#"{"maxItems":0}"#, "[1]"), (#"{"minLength":2}"#, #""a""#), (#"{"maxLength":1}"#, #""ab""#),
    (#"{"not":{}}"#, "1"), (#"{"oneOf":[{},{}]}"#, "1"), (#"{"anyOf":[{"type":"null"}]}"#, "1"),
    (#"{"allOf":[{},{"type":"null"}]}"#, "1"),
    (#"{"if":{"type":"number"},"then":{"type":"null"}}"#, "1"),
    (##"{"$ref":"#/$defs/A","$defs":{"A":{"type":"null"}}}"##, "1"),
    (#"{"minProperties":1}"#, "{}"), (#"{"maxProperties":0}"#, #"{"a":1}"#),
  ])
  func validates(_ schema: String, _ document: String) throws {
    #expect(try !SchemaValidator(schema).accepts(Document(document)))
  }
}
