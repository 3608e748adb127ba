// The code of Sources/Peridot/Documentation.docc/StatingFacts.md
import Foundation
import Peridot
import Testing

@Suite struct StatingFactsArticleTests {
  final class Reading: Model, JSONSerializing, JSONKeyStyling {
    var sensorName = "none"
    var measuredAt = Date.distantPast

    static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

    override class var declaredProperties: [Property] {
      [property("measuredAt", \.measuredAt, at: "time", by: .epochSeconds)]
    }
  }

  @Test func aPlaceCountsBeforeTheStyle() throws {
    let reading: Reading = try JSONAdapter.model(from: #"{"sensor_name": "a", "time": 5}"#)
    #expect(reading.sensorName == "a" && reading.measuredAt == Date(timeIntervalSince1970: 5))
    let table = try JSONAdapter.explain(Reading.self)
    #expect(table.contains("sensor_name") && table.contains("time"))
  }

  final class Torn: Model, JSONSerializing {
    var a = 0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["a": "x"] }
    override class var declaredProperties: [Property] { [property("a", \.a, at: "y")] }
  }

  final class Defaults: Model, JSONSerializing {
    var a = 1

    override class var declaredProperties: [Property] { [property("a", \.a, default: 2)] }
  }

  @Test func twoAnswersAreAMistake() throws {
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Torn.self) }
    #expect(try JSONAdapter.model(of: Defaults.self, from: "{}").a == 2)
    #expect(try JSONAdapter.model(of: Defaults.self, from: #"{"a": 3}"#).a == 3)
  }
}
