import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class IntBox: Model, JSONSerializing { var value = 7 }
private final class OptionalIntBox: Model, JSONSerializing { var value: Int? = 7 }
private final class Int8Box: Model, JSONSerializing { var value: Int8 = 7 }
private final class UInt8Box: Model, JSONSerializing { var value: UInt8 = 7 }
private final class UInt64Box: Model, JSONSerializing { var value: UInt64 = 7 }
private final class Int64Box: Model, JSONSerializing { var value: Int64 = 7 }
private final class DoubleBox: Model, JSONSerializing { var value = 7.5 }
private final class FloatBox: Model, JSONSerializing { var value: Float = 7.5 }
private final class BoolBox: Model, JSONSerializing { var value = true }
private final class OptionalBoolBox: Model, JSONSerializing { var value: Bool? = true }
private final class StringBox: Model, JSONSerializing { var value = "old" }
private final class OptionalStringBox: Model, JSONSerializing { var value: String? = "old" }
private final class DecimalBox: Model, JSONSerializing { var value: Decimal = 7 }
private final class OptionalDecimalBox: Model, JSONSerializing { var value: Decimal? = 7 }
private final class CharacterBox: Model, JSONSerializing { var value: Character = "x" }
private final class NumberBox: Model, JSONSerializing { var value: NSNumber? = 7 }

@Suite struct ScalarTableTests {
  @Test func tellsWhatDeviatesFromARow() {
    #expect(
      PolicyRow("12.5", "12", "12", yy: "12!", jm: "13").deviations(of: IntBox.self) == [
        "lenient: 12.5 gave 12!, expected 12", "strict: 12.5 gave THROW, expected 12",
        "JSONModel: 12.5 gave 12!, expected 13",
      ])
  }

  @Test func keepsTheDefaultOfAnAbsentMember() {
    for policy in [ConversionPolicy.lenient, .strict, .legacyYYModel] {
      #expect(PolicyRow.outcome(of: IntBox.self, "{}", policy) == "7")
      #expect(PolicyRow.outcome(of: OptionalIntBox.self, "{}", policy) == "7")
    }
    #expect(PolicyRow.outcome(of: IntBox.self, "{}", .legacyJSONModel) == "THROW")
    #expect(PolicyRow.outcome(of: OptionalIntBox.self, "{}", .legacyJSONModel) == "7")
  }

  @Test func nullIsNilForAnOptional() {
    let row = PolicyRow("null", "nil", "nil", yy: "nil", jm: "7")
    #expect(row.deviations(of: OptionalIntBox.self) == [])
    #expect(row.deviations(of: OptionalDecimalBox.self) == [])
    #expect(
      PolicyRow("null", "nil", "nil", yy: "nil", jm: "old").deviations(of: OptionalStringBox.self)
        == [])
  }

  @Test func nullIsNoValueOfAnyOther() {
    #expect(
      PolicyRow("null", "7!", "THROW", yy: "0!", jm: "THROW").deviations(of: IntBox.self) == [])
    #expect(
      PolicyRow("null", "true!", "THROW", yy: "false!", jm: "THROW")
        .deviations(of: BoolBox.self) == [])
    #expect(
      PolicyRow("null", "old!", "THROW", yy: "!", jm: "THROW").deviations(of: StringBox.self) == [])
  }

  @Test(arguments: [
    PolicyRow("12", "12", "12", yy: "12", jm: "12"),
    PolicyRow("-0", "0", "0", yy: "0", jm: "0"),
    PolicyRow("9223372036854775807", "9223372036854775807", "9223372036854775807"),
    PolicyRow(
      "9223372036854775808", "7!", "THROW", yy: "-9223372036854775808!",
      jm: "-9223372036854775808!"),
    PolicyRow("1e400", "7!", "THROW", yy: "0!", jm: "THROW"),
    PolicyRow("1.0", "1", "1", yy: "1", jm: "1"),
    PolicyRow("1e3", "1000", "1000", yy: "1000", jm: "1000"),
    PolicyRow("1.5", "1!", "THROW", yy: "1!", jm: "1!"),
    PolicyRow("-1.5", "-1!", "THROW", yy: "-1!", jm: "-1!"),
    PolicyRow("true", "1", "THROW", yy: "1", jm: "1"),
    PolicyRow("false", "0", "THROW", yy: "0", jm: "0"),
    PolicyRow(#""12""#, "12", "THROW", yy: "12", jm: "12"),
    PolicyRow(#"" 12 ""#, "12", "THROW", yy: "12", jm: "12"),
    PolicyRow(#""+12""#, "12", "THROW", yy: "12", jm: "12"),
    PolicyRow(#""-7""#, "-7", "THROW", yy: "-7", jm: "-7"),
    PolicyRow(#""007""#, "7", "THROW", yy: "7", jm: "7"),
    PolicyRow(#""12.7""#, "12!", "THROW", yy: "12!", jm: "12!"),
    PolicyRow(#""1e3""#, "1000", "THROW", yy: "1!", jm: "1!"),
    PolicyRow(#""1.5e3""#, "1500", "THROW", yy: "1500"),
    PolicyRow(#"".5""#, "0!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#""12abc""#, "7!", "THROW", yy: "12!", jm: "12!"),
    PolicyRow(#""40个""#, "7!", "THROW", yy: "40!", jm: "40!"),
    PolicyRow(#""1,234""#, "7!", "THROW", yy: "1!", jm: "1!"),
    PolicyRow(#""abc""#, "7!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#""-""#, "7!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#"".""#, "7!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#""""#, "7!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#""true""#, "1", "THROW", yy: "1", jm: "0!"),
    PolicyRow(#""YES""#, "1", "THROW", yy: "1", jm: "0!"),
    PolicyRow(#""False""#, "0", "THROW", yy: "0", jm: "0!"),
    PolicyRow(#""no""#, "0", "THROW", yy: "0", jm: "0!"),
    PolicyRow(#""tRUE""#, "1", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#""on""#, "1", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#""null""#, "7!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#""nil""#, "7!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#""(null)""#, "7!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#""<null>""#, "7!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#""0x10""#, "7!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow("[1]", "7!", "THROW", yy: "0!", jm: "THROW"),
    PolicyRow("{}", "7!", "THROW", yy: "0!", jm: "THROW"),
  ])
  func readsIntegers(_ row: PolicyRow) {
    #expect(row.deviations(of: IntBox.self) == [])
  }

  @Test(arguments: [
    PolicyRow(#""""#, "nil!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#""  ""#, "nil!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow(#""nil""#, "nil!", "THROW", yy: "nil!", jm: "0!"),
    PolicyRow(#""<NULL>""#, "nil!", "THROW", yy: "nil!", jm: "0!"),
    PolicyRow(#""abc""#, "7!", "THROW", yy: "0!", jm: "0!"),
    PolicyRow("[]", "7!", "THROW", yy: "nil!", jm: "THROW"),
    PolicyRow("1.5", "1!", "THROW"),
  ])
  func readsOptionalIntegers(_ row: PolicyRow) {
    #expect(row.deviations(of: OptionalIntBox.self) == [])
  }

  @Test(arguments: [
    PolicyRow("127", "127", "127", yy: "127"), PolicyRow("-128", "-128", "-128"),
    PolicyRow("128", "7!", "THROW", yy: "-128!", jm: "-128!"),
    PolicyRow("-129", "7!", "THROW", yy: "127!", jm: "127!"),
    PolicyRow(#""300""#, "7!", "THROW", yy: "44!", jm: "44!"),
    PolicyRow("300.7", "7!", "THROW", yy: "44!", jm: "44!"),
    PolicyRow("1e9", "7!", "THROW", yy: "0!", jm: "0!"),
  ])
  func keepsIntegersInRange(_ row: PolicyRow) {
    #expect(row.deviations(of: Int8Box.self) == [])
  }

  @Test func takesNoLetterForANumber() {
    #expect(
      PolicyRow(#""A""#, "7!", "THROW", yy: "0!", jm: "0!").deviations(of: UInt8Box.self) == [])
    #expect(
      PolicyRow("-1", "7!", "THROW", yy: "255!", jm: "255!").deviations(of: UInt8Box.self) == [])
    #expect(PolicyRow("-1.5", "7!", "THROW").deviations(of: UInt8Box.self) == [])
  }

  @Test func readsLongNumeralsExactly() {
    let most = "9223372036854775807"
    #expect(
      PolicyRow("\"\(most)\"", most, "THROW", yy: most, jm: most).deviations(of: Int64Box.self)
        == [])
    #expect(
      PolicyRow(#""9223372036854775808""#, "7!", "THROW", yy: most + "!", jm: most + "!")
        .deviations(of: Int64Box.self) == [])
    #expect(
      PolicyRow(
        #""-99999999999999999999""#, "7!", "THROW", yy: "-9223372036854775808!",
        jm: "-9223372036854775808!"
      ).deviations(of: Int64Box.self) == [])
    #expect(
      PolicyRow(
        #""18446744073709551615""#, "18446744073709551615", "THROW", yy: most + "!", jm: most + "!"
      ).deviations(of: UInt64Box.self) == [])
    let number = "18446744073709551615"
    #expect(PolicyRow(number, number, number).deviations(of: UInt64Box.self) == [])
    #expect(
      PolicyRow("\"18446744073709551616\"", "7!", "THROW").deviations(of: UInt64Box.self) == [])
  }

  @Test(arguments: [
    ("1e3", 1000), ("18446744073709551615", 1.8446744073709552e19), ("12", 12), ("-1.5x", -1.5),
    ("abc", 0), ("1e3x", 1000),
  ])
  func readsFoundationNumbersAsJSONModelDoes(_ text: String, _ expected: Double) throws {
    let json = #"{"value": "\#(text)"}"#
    let box = try JSONAdapter.model(of: NumberBox.self, from: json, policy: .legacyJSONModel)
    #expect(box.value == NSNumber(value: expected))
    #expect(box.value?.doubleValue == expected)
  }

  /// The whole of the text is tried before its beginning, but not where C does otherwise.
  @Test func readsThePrefixOfNumeralsAsAFallback() {
    func prefixes(_ policy: inout ConversionPolicy) { policy.acceptsNumericPrefixes = true }
    let most = "18446744073709551615"
    #expect(
      PolicyRow("\"\(most)\"", most, most, yy: "9223372036854775807!", jm: "9223372036854775807!")
        .deviations(of: UInt64Box.self, prefixes) == [])
    #expect(
      PolicyRow("\"\(most)abc\"", most + "!", most + "!", yy: "9223372036854775807!")
        .deviations(of: UInt64Box.self, prefixes) == [])
    #expect(
      PolicyRow(#""1e3""#, "1000", "1000", yy: "1!", jm: "1!").deviations(of: IntBox.self, prefixes)
        == [])
    // Cut twice, and one issue.
    #expect(
      PolicyRow(#""12.7abc""#, "12!", "THROW", yy: "12!", jm: "12!")
        .deviations(of: IntBox.self, prefixes) == [])
    #expect(
      PolicyRow(#""300.7abc""#, "7!", "THROW", yy: "44!", jm: "44!")
        .deviations(of: Int8Box.self, prefixes) == [])
    #expect(
      PolicyRow(#""999abc""#, "7!", "THROW", yy: "-25!", jm: "-25!")
        .deviations(of: Int8Box.self, prefixes) == [])
  }

  @Test(arguments: [
    PolicyRow("1", "1.0", "1.0", yy: "1.0", jm: "1.0"),
    PolicyRow("662.81", "662.81", "662.81", yy: "662.81", jm: "662.81"),
    PolicyRow(#""662.81""#, "662.81", "THROW", yy: "662.81", jm: "662.81"),
    PolicyRow(#"" -1e-3 ""#, "-0.001", "THROW", yy: "-0.001", jm: "-0.001"),
    PolicyRow(#"".5""#, "0.5", "THROW", yy: "0.5", jm: "0.5"),
    PolicyRow(#""5.""#, "5.0", "THROW", yy: "5.0", jm: "5.0"),
    PolicyRow(#""1.5x""#, "7.5!", "THROW", yy: "1.5!", jm: "1.5!"),
    PolicyRow(#""1e""#, "7.5!", "THROW", yy: "1.0!", jm: "1.0!"),
    PolicyRow(#""1,5""#, "7.5!", "THROW", yy: "1.0!", jm: "1.0!"),
    PolicyRow(#""""#, "7.5!", "THROW", yy: "0.0!", jm: "0.0!"),
    PolicyRow(#""nan""#, "7.5!", "THROW", yy: "0.0!", jm: "nan"),
    PolicyRow(#""inf""#, "7.5!", "THROW", yy: "0.0!", jm: "inf"),
    PolicyRow(#""-Infinity""#, "7.5!", "THROW", yy: "0.0!", jm: "-inf"),
    PolicyRow(#""1e999""#, "7.5!", "THROW", yy: "0.0!", jm: "inf"),
    PolicyRow("1e999", "7.5!", "THROW", yy: "0.0!", jm: "THROW"),
    PolicyRow("true", "1.0", "THROW", yy: "1.0", jm: "1.0"),
    PolicyRow("{}", "7.5!", "THROW", yy: "0.0!", jm: "THROW"),
  ])
  func readsFloatingPoint(_ row: PolicyRow) {
    #expect(row.deviations(of: DoubleBox.self) == [])
    #expect(row.deviations(of: FloatBox.self) == [])
  }

  @Test func readsNoDoubleBeyondFloat() {
    #expect(
      PolicyRow("1e39", "7.5!", "THROW", yy: "0.0!", jm: "THROW").deviations(of: FloatBox.self)
        == [])
    #expect(PolicyRow(#""1e39""#, "7.5!", "THROW", yy: "0.0!").deviations(of: FloatBox.self) == [])
  }

  @Test(arguments: [
    PolicyRow("true", "true", "true", yy: "true", jm: "true"),
    PolicyRow("false", "false", "false", yy: "false", jm: "false"),
    PolicyRow("0", "false", "THROW", yy: "false", jm: "false"),
    PolicyRow("1", "true", "THROW", yy: "true", jm: "true"),
    PolicyRow("-2", "true!", "THROW", yy: "true!", jm: "true!"),
    PolicyRow("0.1", "true!", "THROW", yy: "true!", jm: "true!"),
    PolicyRow("0e9", "false", "THROW", yy: "false", jm: "false"),
    PolicyRow("1e999", "true!", "THROW", yy: "false!", jm: "THROW"),
    PolicyRow(#""TRUE""#, "true", "THROW", yy: "true", jm: "true"),
    PolicyRow(#""True""#, "true", "THROW", yy: "true", jm: "true"),
    PolicyRow(#""tRuE""#, "true", "THROW", yy: "false!", jm: "true"),
    PolicyRow(#""yes""#, "true", "THROW", yy: "true", jm: "true"),
    PolicyRow(#""y""#, "true", "THROW", yy: "false!", jm: "true"),
    PolicyRow(#""On""#, "true", "THROW", yy: "false!", jm: "false"),
    PolicyRow(#""t""#, "true", "THROW", yy: "false!", jm: "true"),
    PolicyRow(#""No""#, "false", "THROW", yy: "false", jm: "false"),
    PolicyRow(#""false""#, "false", "THROW", yy: "false", jm: "false"),
    PolicyRow(#""n""#, "false", "THROW", yy: "false!", jm: "false"),
    PolicyRow(#""f""#, "false", "THROW", yy: "false!", jm: "false"),
    PolicyRow(#""off""#, "false", "THROW", yy: "false!", jm: "false"),
    PolicyRow(#""1""#, "true", "THROW", yy: "true", jm: "true"),
    PolicyRow(#""0""#, "false", "THROW", yy: "false", jm: "false"),
    PolicyRow(#""2""#, "true!", "THROW", yy: "true!", jm: "true"),
    PolicyRow(#""0.0""#, "false", "THROW", yy: "false", jm: "false"),
    PolicyRow(#""-007""#, "true!", "THROW", yy: "true!", jm: "true"),
    PolicyRow(#""1e999""#, "true!", "THROW", yy: "true!", jm: "true"),
    PolicyRow(#""yr Joking""#, "true!", "THROW", yy: "false!", jm: "true"),
    PolicyRow(#""""#, "true!", "THROW", yy: "false!", jm: "false"),
    PolicyRow("[]", "true!", "THROW", yy: "false!", jm: "THROW"),
  ])
  func readsBools(_ row: PolicyRow) {
    #expect(row.deviations(of: BoolBox.self) == [])
  }

  @Test func readsOptionalBools() {
    #expect(PolicyRow(#""""#, "nil!", "THROW").deviations(of: OptionalBoolBox.self) == [])
    #expect(PolicyRow("0", "false", "THROW").deviations(of: OptionalBoolBox.self) == [])
  }

  @Test(arguments: [
    PolicyRow(#"" as is ""#, " as is ", " as is ", yy: " as is ", jm: " as is "),
    PolicyRow(#""null""#, "null", "null", yy: "null", jm: "null"),
    PolicyRow(#""""#, "", "", yy: "", jm: ""),
    PolicyRow("5", "5", "THROW", yy: "5", jm: "5"),
    PolicyRow("5.0", "5", "THROW", yy: "5", jm: "5"), PolicyRow("0.1", "0.1", "THROW"),
    PolicyRow("1.50", "1.5", "THROW"), PolicyRow("1e21", "1e+21", "THROW"),
    PolicyRow("662.80999999999995", "662.81", "THROW", yy: "662.81", jm: "662.81"),
    PolicyRow("1234567890123456.0", "1234567890123456", "THROW"),
    PolicyRow("0.12345678901234567890", "0.12345678901234567890", "THROW"),
    PolicyRow("1e999", "1e999", "THROW"),
    PolicyRow("12345678901234567890", "12345678901234567890", "THROW"),
    PolicyRow("true", "true", "THROW", yy: "1", jm: "1"),
    PolicyRow("false", "false", "THROW", yy: "0", jm: "0"),
    PolicyRow("{}", "old!", "THROW", yy: "old!", jm: "THROW"),
    PolicyRow(#"["a"]"#, "old!", "THROW", yy: "old!", jm: "THROW"),
  ])
  func readsStrings(_ row: PolicyRow) {
    #expect(row.deviations(of: StringBox.self) == [])
    #expect(row.deviations(of: OptionalStringBox.self) == [])
  }

  @Test(arguments: [
    PolicyRow("662.81", "662.81", "662.81", yy: "662.81", jm: "THROW"),
    PolicyRow(
      "0.1234567890123456789012345678", "0.1234567890123456789012345678",
      "0.1234567890123456789012345678"),
    PolicyRow(#""12.50""#, "12.5", "THROW", yy: "12.5", jm: "12.5"),
    PolicyRow(#""12.50€""#, "7!", "THROW", yy: "12.5!", jm: "12.5!"),
    PolicyRow(#""NaN""#, "7!", "THROW", yy: "7!", jm: "NaN"),
    PolicyRow("true", "1", "THROW", yy: "1", jm: "THROW"),
    PolicyRow("{}", "7!", "THROW", yy: "7!", jm: "THROW"),
  ])
  func readsDecimals(_ row: PolicyRow) {
    #expect(row.deviations(of: DecimalBox.self) == [])
  }

  @Test func readsNoDecimalWithoutDigits() {
    #expect(
      PolicyRow(#""abc""#, "7!", "THROW", yy: "nil!").deviations(of: OptionalDecimalBox.self) == [])
    #expect(PolicyRow(#""""#, "nil!", "THROW").deviations(of: OptionalDecimalBox.self) == [])
  }

  @Test(arguments: [
    PolicyRow(#""A""#, "A", "A"), PolicyRow(#""é""#, "é", "é"),
    PolicyRow(#""AB""#, "x!", "THROW"), PolicyRow(#""""#, "x!", "THROW"),
    PolicyRow("65", "x!", "THROW"),
  ])
  func readsOneCharacter(_ row: PolicyRow) {
    #expect(row.deviations(of: CharacterBox.self) == [])
  }

  @Test(arguments: [
    PolicyRow("12", "12", "12", yy: "12"), PolicyRow(#""12""#, "12", "THROW", yy: "12"),
    PolicyRow("12.5", "12.5", "12.5", yy: "12.5"),
    PolicyRow(#""12.5""#, "12.5", "THROW", yy: "12.5"),
    PolicyRow(#""abc""#, "7!", "THROW", yy: "0!"),
    PolicyRow(#""null""#, "nil!", "THROW", yy: "nil!"),
    PolicyRow("[]", "7!", "THROW", yy: "nil!"),
  ])
  func readsFoundationNumbers(_ row: PolicyRow) {
    #expect(row.deviations(of: NumberBox.self) == [])
  }

  // MARK: The switches that no preset turns on

  @Test func clampsAndWraps() {
    let clamp = ConversionPolicy.strict.with { $0.overflow = .clamp }
    #expect(PolicyRow.outcome(of: Int8Box.self, #"{"value": 300}"#, clamp) == "127!")
    #expect(PolicyRow.outcome(of: Int8Box.self, #"{"value": -1e500}"#, clamp) == "-128!")
    #expect(PolicyRow.outcome(of: UInt8Box.self, #"{"value": -1}"#, clamp) == "0!")
    let wrap = ConversionPolicy.strict.with { $0.overflow = .wrap }
    #expect(PolicyRow.outcome(of: UInt8Box.self, #"{"value": -1}"#, wrap) == "255!")
    #expect(PolicyRow.outcome(of: Int8Box.self, #"{"value": 200}"#, wrap) == "-56!")
  }

  @Test(arguments: [
    ("en_US", "1,234", "1234"), ("en_US", "1,234.5", "1234.5"), ("en_US", "12,34", "7.5!"),
    ("en_US", "1.5", "1.5"), ("de_DE", "1.234", "1234"), ("de_DE", "1.234,5", "1234.5"),
    ("de_DE", "1,5", "1.5"), ("de_DE", "1.5", "7.5!"), ("fr_FR", "1 234,5", "1234.5"),
    ("en_US", "1,2345", "7.5!"), ("en_US", ",234", "7.5!"), ("en_US", "-1,234", "-1234"),
  ])
  func readsNumbersOfALocale(_ locale: String, _ text: String, _ expected: String) {
    let policy = ConversionPolicy.lenient.with { $0.numberLocale = Locale(identifier: locale) }
    let found = PolicyRow.outcome(of: DoubleBox.self, "{\"value\": \"\(text)\"}", policy)
    #expect(found == (Double(expected).map { "\($0)" } ?? expected))
  }

  @Test func takesZeroAndOneForBools() {
    let policy = ConversionPolicy.strict.with { $0.acceptsZeroAndOneAsBools = true }
    #expect(PolicyRow.outcome(of: BoolBox.self, #"{"value": 0}"#, policy) == "false")
    #expect(PolicyRow.outcome(of: BoolBox.self, #"{"value": 1}"#, policy) == "true")
    #expect(PolicyRow.outcome(of: BoolBox.self, #"{"value": 2}"#, policy) == "THROW")
    #expect(PolicyRow.outcome(of: BoolBox.self, #"{"value": "1"}"#, policy) == "THROW")
  }

  @Test func resetsAndSkips() {
    let reset = ConversionPolicy.strict.with { $0.mismatch = .reset }
    #expect(PolicyRow.outcome(of: StringBox.self, #"{"value": []}"#, reset) == "!")
    #expect(PolicyRow.outcome(of: OptionalStringBox.self, #"{"value": []}"#, reset) == "nil!")
    let skip = ConversionPolicy.strict.with { $0.null = .skip }
    #expect(PolicyRow.outcome(of: OptionalIntBox.self, #"{"value": null}"#, skip) == "7")
    #expect(PolicyRow.outcome(of: IntBox.self, #"{"value": null}"#, skip) == "7")
  }
}
