// The code of Sources/PeridotSchema/Documentation.docc/Schemas.md
import Foundation
import Peridot
import PeridotSchema
import Testing

@Suite struct SchemasArticleTests {
  final class Booking: Model, JSONSerializing {
    var id = 0
    var guests = 1
    var note: String?

    override class var declaredProperties: [Property] {
      [
        property("id", \.id, isRequired: true),
        property("guests", \.guests, limits: .within(1...12), note: "how many people come"),
      ]
    }
  }

  @Test func hasTheClassesRules() throws {
    let schema = try JSONSchema(of: Booking.self)
    for limitation in schema.limitations {
      print(limitation.kind, limitation.place, limitation.reason)
    }
    #expect(schema.limitations.map(\.kind) == [.number])
    for words in [#""required": ["id"]"#, #""maximum": 12"#, #""how many people come""#] {
      #expect(schema.string.contains(words))
    }
  }

  @Test func hasExamples() throws {
    let booking = Booking()
    let schema = try JSONSchema(of: Booking.self, examples: [booking])
    #expect(schema.string.contains(#""examples": ["#))
  }

  @Test func tellsTheDialectsApart() throws {
    let answer = try JSONSchema(of: Booking.self, direction: .writing)
    #expect(answer.string.contains(#""required": ["id", "guests"]"#))
    let components = try JSONSchema(of: [Booking.self], dialect: .openAPI31)
    #expect(components.string.contains(#""components""#))
    let parameters = try JSONSchema(of: Booking.self, dialect: .toolParameters)
    #expect(parameters.string.contains(#""required": ["id", "guests", "note"]"#))
    let booking = try JSONAdapter.model(of: Booking.self, from: #"{"id":1,"guests":2,"note":null}"#)
    #expect(booking.guests == 2)
  }
}
