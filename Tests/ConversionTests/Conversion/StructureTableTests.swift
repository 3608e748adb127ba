import Foundation
import Peridot
import Testing

@testable import TestSupport

private enum Level: String, CaseIterable { case low, high }
private enum Rank: Int {
  case one = 1
  case two
}

private final class DateBox: Model, JSONSerializing {
  var value = Date(timeIntervalSince1970: 7)
}
private final class OptionalDateBox: Model, JSONSerializing {
  var value: Date? = Date(timeIntervalSince1970: 7)
}
private final class URLBox: Model, JSONSerializing { var value = URL(string: "http://old") }
private final class DataBox: Model, JSONSerializing { var value = Data([7]) }
private final class UUIDBox: Model, JSONSerializing { var value: UUID? }
private final class TimeZoneBox: Model, JSONSerializing { var value: TimeZone? }
private final class LocaleBox: Model, JSONSerializing { var value: Locale? }
private final class LevelBox: Model, JSONSerializing { var value = Level.low }
private final class OptionalLevelBox: Model, JSONSerializing { var value: Level? = .low }
private final class RankBox: Model, JSONSerializing { var value = Rank.one }
private final class LevelsBox: Model, JSONSerializing { var value: [Level] = [] }
private final class IntsBox: Model, JSONSerializing { var value = [7] }
private final class OptionalIntsBox: Model, JSONSerializing { var value: [Int]? = [7] }
private final class OptionalElementsBox: Model, JSONSerializing { var value: [Int?] = [] }
private final class NestedIntsBox: Model, JSONSerializing { var value: [[Int]] = [] }
private final class SetBox: Model, JSONSerializing { var value: Set<Int> = [7] }
private final class DictionaryBox: Model, JSONSerializing { var value = ["a": 7] }
private final class IntBox: Model, JSONSerializing { var value = 7 }
private final class ModelBox: Model, JSONSerializing { var value = IntBox() }
private final class OptionalModelBox: Model, JSONSerializing { var value: IntBox? = IntBox() }
private final class ModelsBox: Model, JSONSerializing { var value: [IntBox] = [] }
private final class AnyBox: Model, JSONSerializing { var value: Any? = 7 }

@Suite struct StructureTableTests {
  @Test(arguments: [
    PolicyRow(
      #""2014-05-06T07:08:09Z""#, "1399360089000ms", "1399360089000ms", yy: "1399360089000ms",
      jm: "1399360089000ms"),
    PolicyRow(
      #""2014-05-06t07:08:09.123456789z""#, "1399360089123ms", "1399360089123ms", yy: "7000ms!",
      jm: "7000ms!"),
    PolicyRow(
      #""2014-05-06T09:08:09+0200""#, "1399360089000ms", "1399360089000ms", yy: "1399360089000ms",
      jm: "1399360089000ms"),
    PolicyRow(
      #""2014-05-06T09:08:09+02:00""#, "1399360089000ms", "1399360089000ms", yy: "1399360089000ms",
      jm: "1399360089000ms"),
    PolicyRow(
      #""2014-05-06T07:08:09.500Z""#, "1399360089500ms", "1399360089500ms", yy: "1399360089500ms",
      jm: "7000ms!"),
    PolicyRow(
      #""2014-05-06T07:08:09.500+0000""#, "1399360089500ms", "1399360089500ms",
      yy: "1399360089500ms", jm: "7000ms!"),
    PolicyRow(
      #""2014-05-06T07:08:09.500+00:00""#, "1399360089500ms", "1399360089500ms",
      yy: "1399360089500ms", jm: "7000ms!"),
    PolicyRow(
      #""2014-05-06T07:08:09.50Z""#, "1399360089500ms", "1399360089500ms", yy: "7000ms!"),
    PolicyRow(#""2014-05-06""#, "1399334400000ms", "THROW", yy: "1399334400000ms", jm: "7000ms!"),
    PolicyRow(
      #""2014-05-06 07:08:09""#, "1399360089000ms", "THROW", yy: "1399360089000ms", jm: "7000ms!"),
    PolicyRow(
      #""2014-05-06T07:08:09""#, "1399360089000ms", "THROW", yy: "1399360089000ms", jm: "7000ms!"),
    PolicyRow(
      #""2014-05-06 07:08:09.500""#, "1399360089500ms", "THROW", yy: "1399360089500ms",
      jm: "7000ms!"),
    PolicyRow(
      #""2014-05-06T07:08:09.500""#, "1399360089500ms", "THROW", yy: "1399360089500ms",
      jm: "7000ms!"),
    PolicyRow(
      #""Tue May 06 07:08:09 +0000 2014""#, "1399360089000ms", "THROW", yy: "1399360089000ms",
      jm: "7000ms!"),
    PolicyRow(
      #""Tue May 06 07:08:09.500 +0000 2014""#, "1399360089500ms", "THROW", yy: "1399360089500ms"),
    PolicyRow(
      #""Tue, 06 May 2014 07:08:09 GMT""#, "1399360089000ms", "THROW", yy: "7000ms!", jm: "7000ms!"),
    PolicyRow(
      #""/Date(1399360089000)/""#, "1399360089000ms", "THROW", yy: "7000ms!", jm: "7000ms!"),
    PolicyRow(#""/Date(1399360089000+0200)/""#, "1399360089000ms", "THROW"),
    PolicyRow("1399360089", "1399360089000ms", "THROW", yy: "7000ms!", jm: "1399360089000ms"),
    PolicyRow(
      "1399360089123", "1399360089123ms", "THROW", yy: "7000ms!", jm: "1399360089123000ms"),
    PolicyRow("1e400", "7000ms!", "THROW"),
    PolicyRow("18446744073709551615", "18446744073710ms", "THROW"),
    PolicyRow("1399360089.5", "1399360089500ms", "THROW", jm: "1399360089500ms"),
    PolicyRow(#""1401234567""#, "1401234567000ms", "THROW", yy: "7000ms!", jm: "7000ms!"),
    PolicyRow(#""1401234567123""#, "1401234567123ms", "THROW", yy: "7000ms!", jm: "7000ms!"),
    PolicyRow(#""12345678""#, "7000ms!", "THROW", yy: "7000ms!", jm: "7000ms!"),
    PolicyRow(#""yesterday""#, "7000ms!", "THROW", yy: "7000ms!", jm: "7000ms!"),
    PolicyRow(#""2014-13-06T07:08:09Z""#, "7000ms!", "THROW", yy: "7000ms!", jm: "7000ms!"),
    PolicyRow("true", "7000ms!", "THROW", yy: "7000ms!", jm: "THROW"),
    PolicyRow("[]", "7000ms!", "THROW", yy: "7000ms!", jm: "THROW"),
    PolicyRow(#""""#, "7000ms!", "THROW", yy: "7000ms!", jm: "7000ms!"),
  ])
  func readsDates(_ row: PolicyRow) {
    #expect(row.deviations(of: DateBox.self) == [])
  }

  @Test func readsOptionalDates() {
    #expect(
      PolicyRow(#""soon""#, "7000ms!", "THROW", yy: "nil!", jm: "nil!")
        .deviations(of: OptionalDateBox.self) == [])
    #expect(
      PolicyRow(#"" ""#, "nil!", "THROW", yy: "nil!", jm: "nil!")
        .deviations(of: OptionalDateBox.self) == [])
    #expect(
      PolicyRow("5", "5000ms", "THROW", yy: "7000ms!", jm: "5000ms")
        .deviations(of: OptionalDateBox.self) == [])
    #expect(
      PolicyRow("{}", "7000ms!", "THROW", yy: "7000ms!", jm: "THROW")
        .deviations(of: OptionalDateBox.self) == [])
  }

  @Test func readsDatesByTheirStrategy() {
    func read(_ json: String, _ dates: ConversionPolicy.DateStrategy) -> String {
      PolicyRow.outcome(
        of: DateBox.self, "{\"value\": \(json)}", .strict.with { $0.dateStrategy = dates })
    }
    #expect(read("5", .secondsSince1970) == "5000ms")
    #expect(read("5", .millisecondsSince1970) == "5ms")
    #expect(read("5", .iso8601) == "THROW")
    #expect(read("5", .text) == "THROW")
    #expect(read(#""5""#, .secondsSince1970) == "THROW")
    #expect(read(#""Sun, 06 Nov 1994 08:49:37 GMT""#, .rfc1123) == "784111777000ms")
    #expect(read(#""Wed Sep 16 12:20:09 +0800 2015""#, .twitter) == "1442377209000ms")
    #expect(read(#""2014-05-06""#, .text) == "1399334400000ms")
    #expect(read(#""06/05/2014 07:08""#, .format("dd/MM/yyyy HH:mm")) == "1399360080000ms")
    #expect(read(#""2014-05-06""#, .format("dd/MM/yyyy HH:mm")) == "THROW")
    #expect(read("5", .format("dd/MM/yyyy HH:mm")) == "THROW")
  }

  @Test(arguments: [
    PolicyRow(#""http://x""#, "http://x", "http://x", yy: "http://x", jm: "http://x"),
    PolicyRow(#"" http://x ""#, "http://x", "THROW", yy: "http://x", jm: "nil!"),
    PolicyRow(#""""#, "nil!", "THROW", yy: "nil!", jm: "nil!"),
    PolicyRow(
      #""http://x/a b/個""#, "http://x/a%20b/%E5%80%8B!", "http://x/a%20b/%E5%80%8B!", yy: "nil!",
      jm: "nil!"),
    PolicyRow(#""a b""#, "a%20b!", "a%20b!", yy: "nil!", jm: "nil!"),
    PolicyRow(#""http://a b/c""#, "http://old!", "THROW", yy: "nil!", jm: "nil!"),
    PolicyRow("5", "http://old!", "THROW", yy: "http://old!", jm: "THROW"),
  ])
  func readsURLs(_ row: PolicyRow) {
    #expect(row.deviations(of: URLBox.self) == [])
  }

  @Test(arguments: [
    "https://x.y/ä", "a b", "http://a b/c", " http://a", "http://a ", "", " ", "\t", "http://[",
    "%zz", "http://x/%zz", "http://a:99999999", "x:y z", "http://ä.de/", "a\nb", "x", "//", "#",
  ])
  func readsTheURLsThatJSONDecoderReads(_ text: String) throws {
    let json = try JSONEncoder().encode(["value": text])
    let decoded = try? JSONDecoder().decode([String: URL].self, from: json)["value"]
    let read = try? JSONAdapter.model(of: URLBox.self, from: json).value
    #expect(read == decoded)
    let object = try? JSONAdapter.model(of: URLBox.self, from: ["value": text]).value
    #expect(object == decoded)
  }

  @Test(arguments: [
    PolicyRow(#""AQI=""#, "[1, 2]", "[1, 2]", yy: "[65, 81, 73, 61]", jm: "THROW"),
    PolicyRow(#""né!""#, "[7]!", "THROW", yy: "[110, 195, 169, 33]", jm: "THROW"),
    PolicyRow("[1]", "[7]!", "THROW", yy: "[7]!", jm: "THROW"),
  ])
  func readsData(_ row: PolicyRow) {
    #expect(row.deviations(of: DataBox.self) == [])
  }

  @Test func readsIdentifiers() {
    let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    #expect(PolicyRow("\"\(uuid)\"", uuid, uuid).deviations(of: UUIDBox.self) == [])
    #expect(PolicyRow(#""x""#, "nil!", "THROW").deviations(of: UUIDBox.self) == [])
    let zone = PolicyRow.outcome(of: TimeZoneBox.self, #"{"value": "Europe/Paris"}"#, .strict)
    #expect(zone.contains("Europe/Paris"))
    #expect(PolicyRow(#""Moon/Far""#, "nil!", "THROW").deviations(of: TimeZoneBox.self) == [])
    #expect(
      PolicyRow.outcome(of: LocaleBox.self, #"{"value": "de_DE"}"#, .strict).contains("de_DE"))
  }

  @Test func readsEnums() {
    #expect(PolicyRow(#""high""#, "high", "high").deviations(of: LevelBox.self) == [])
    #expect(PolicyRow(#""mid""#, "low!", "THROW").deviations(of: LevelBox.self) == [])
    #expect(PolicyRow(#""mid""#, "nil!", "THROW").deviations(of: OptionalLevelBox.self) == [])
    #expect(PolicyRow("5", "nil!", "THROW").deviations(of: OptionalLevelBox.self) == [])
    #expect(PolicyRow(#""2""#, "two", "THROW").deviations(of: RankBox.self) == [])
    #expect(PolicyRow("2.0", "two", "two").deviations(of: RankBox.self) == [])
    #expect(PolicyRow("9", "one!", "THROW").deviations(of: RankBox.self) == [])
    #expect(
      PolicyRow(#"["low", "mid", "high"]"#, "\([Level.low, .high])!", "THROW")
        .deviations(of: LevelsBox.self) == [])
  }

  @Test(arguments: [
    PolicyRow("[1, 2]", "[1, 2]", "[1, 2]", yy: "[1, 2]", jm: "[1, 2]"),
    PolicyRow("[]", "[]", "[]"),
    PolicyRow(#"[1, null, "x", "3"]"#, "[1, 3]!!", "THROW"),
    PolicyRow("5", "[7]!", "THROW", yy: "[7]!", jm: "THROW"),
    PolicyRow(#""""#, "[7]!", "THROW", yy: "[7]!", jm: "THROW"),
    PolicyRow("{}", "[7]!", "THROW", yy: "[7]!", jm: "THROW"),
    PolicyRow("[[1], [2, 3]]", "[1, 2, 3]!!", "THROW", yy: "[]!!", jm: "[1, 2, 3]!!"),
    PolicyRow("null", "[7]!", "THROW", yy: "[]!"),
  ])
  func readsArrays(_ row: PolicyRow) {
    #expect(row.deviations(of: IntsBox.self) == [])
  }

  @Test func readsOtherArrays() {
    #expect(PolicyRow(#""""#, "nil!", "THROW").deviations(of: OptionalIntsBox.self) == [])
    #expect(PolicyRow("{}", "[7]!", "THROW").deviations(of: OptionalIntsBox.self) == [])
    #expect(
      PolicyRow("[1, null]", "\([Int?.some(1), nil])", "\([Int?.some(1), nil])")
        .deviations(of: OptionalElementsBox.self) == [])
    #expect(
      PolicyRow("[[1], 2, [3]]", "[[1], [3]]!", "THROW").deviations(of: NestedIntsBox.self) == [])
  }

  @Test func wrapsASingleValue() {
    let wrap = ConversionPolicy.strict.with { $0.wrapsSingleValues = true }
    #expect(PolicyRow.outcome(of: IntsBox.self, #"{"value": 5}"#, wrap) == "[5]")
    #expect(PolicyRow.outcome(of: SetBox.self, #"{"value": 5}"#, wrap) == "[5]")
    #expect(PolicyRow.outcome(of: ModelsBox.self, #"{"value": {"value": 3}}"#, wrap) == "[{3}]")
    #expect(PolicyRow.outcome(of: IntsBox.self, #"{"value": "x"}"#, wrap) == "THROW")
    #expect(PolicyRow.outcome(of: IntsBox.self, #"{"value": null}"#, wrap) == "THROW")
  }

  @Test(arguments: [
    PolicyRow("[2, 1]", "[1, 2]", "[1, 2]"),
    PolicyRow("[1, 1, 2]", "[1, 2]!", "[1, 2]!", yy: "[1, 2]!", jm: "[1, 2]!"),
    PolicyRow("5", "[7]!", "THROW", yy: "[]!", jm: "THROW"),
  ])
  func readsSets(_ row: PolicyRow) {
    #expect(row.deviations(of: SetBox.self) == [])
  }

  @Test(arguments: [
    PolicyRow(#"{"b": 2, "a": 1}"#, "[1, 2]", "[1, 2]", yy: "[1, 2]"),
    PolicyRow(#"{"a": "x", "b": "2"}"#, "[2]!", "THROW"),
    PolicyRow(#"{"a": [], "b": 2}"#, "[2]!", "THROW", yy: "[2]!", jm: "THROW"),
    PolicyRow("[]", "[]!", "THROW", yy: "[7]!", jm: "[]!"),
    PolicyRow("[1]", "[7]!", "THROW", yy: "[7]!", jm: "THROW"),
    PolicyRow(#""""#, "[7]!", "THROW"),
  ])
  func readsDictionaries(_ row: PolicyRow) {
    #expect(row.deviations(of: DictionaryBox.self) == [])
  }

  @Test(arguments: [
    PolicyRow(#"{"value": 1}"#, "{1}", "{1}", yy: "{1}", jm: "{1}"),
    PolicyRow(#""{\"value\": \"2\"}""#, "{2}", "THROW", yy: "{7}!", jm: "THROW"),
    PolicyRow(#""{\"value\"""#, "{7}!", "THROW"),
    PolicyRow(#""text""#, "{7}!", "THROW"),
    PolicyRow("[]", "{7}!", "THROW", yy: "{7}!", jm: "THROW"),
    PolicyRow("[1]", "{7}!", "THROW"),
    PolicyRow(#""""#, "{7}!", "THROW"),
    PolicyRow("null", "{7}!", "THROW"),
  ])
  func readsModels(_ row: PolicyRow) {
    #expect(row.deviations(of: ModelBox.self) == [])
  }

  @Test func takesEmptiesForNoModel() {
    for row in [
      PolicyRow("[]", "nil!", "THROW", yy: "{7}!", jm: "{7}!"),
      PolicyRow(#""""#, "nil!", "THROW", yy: "{7}!", jm: "{7}!"),
      PolicyRow("5", "{7}!", "THROW", yy: "{7}!", jm: "{7}!"),
      PolicyRow("{}", "{7}", "{7}", yy: "{7}", jm: "{7}!"),
      PolicyRow(#"{"value": []}"#, "{7}!", "THROW", yy: "{0}!", jm: "{7}!"),
    ] {
      #expect(row.deviations(of: OptionalModelBox.self) == [])
    }
  }

  @Test(arguments: [
    PolicyRow(#"[{"value": 1}, {"value": 2}]"#, "[{1}, {2}]", "[{1}, {2}]"),
    PolicyRow(
      #"[{"value": 1}, null, 5, {"value": 2}]"#, "[{1}, {2}]!!", "THROW", yy: "[{1}, {2}]!!",
      jm: "[{1}, {2}]!!"),
    PolicyRow(#"[{"value": 1}, {}]"#, "[{1}, {7}]", "[{1}, {7}]", jm: "THROW"),
    PolicyRow(#"[{"value": 1}, {"value": []}]"#, "[{1}, {7}]!", "THROW", jm: "THROW"),
    PolicyRow(
      #"[[{"value": 1}], {"value": 2}]"#, "[{1}, {2}]!", "THROW", yy: "[{2}]!", jm: "[{1}, {2}]!"),
  ])
  func readsArraysOfModels(_ row: PolicyRow) {
    #expect(row.deviations(of: ModelsBox.self) == [])
  }

  @Test func readsAnything() {
    #expect(PolicyRow("null", "nil", "nil").deviations(of: AnyBox.self) == [])
    #expect(PolicyRow(#""x""#, "x", "x").deviations(of: AnyBox.self) == [])
  }
}
