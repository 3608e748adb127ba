import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

@Suite struct JSONWriterAnyTests {
  private func text(_ value: Any, _ options: JSONWritingOptions = []) throws -> String {
    try written(options) { try $0.any(value) }
  }

  @Test func writesScalars() throws {
    #expect(try text("a\"") == #""a\"""#)
    #expect(try text(1) == "1")
    #expect(try text(true) == "true")
    #expect(try text(1.5) == "1.5")
    #expect(try text(2.0) == "2")
    #expect(try text(NSNull()) == "null")
    #expect(try text(Optional<Int>.none as Any) == "null")
    #expect(try text(Optional<Int>.some(3) as Any) == "3")
    #expect(try text(Optional<Int?>.some(nil) as Any) == "null")
    #expect(try text(Int8(1)) == "1")
    #expect(try text(UInt8(1)) == "1")
    #expect(try text(UInt64.max) == "18446744073709551615")
    #expect(try text(Int128.max) == "170141183460469231731687303715884105727")
    #expect(try text(Float(0.1)) == "0.1")
    #expect(try text(CGFloat(0.5)) == "0.5")
    #expect(
      try text(Decimal(string: "12345678901234567890.123") as Any) == "12345678901234567890.123")
    #expect(try text("x" as NSString) == #""x""#)
  }

  @Test func tellsNumbersFromTruthValues() throws {
    #expect(try text(NSNumber(value: true)) == "true")
    #expect(try text(NSNumber(value: false)) == "false")
    #expect(try text(NSNumber(value: 1)) == "1")
    #expect(try text(NSNumber(value: 0)) == "0")
    #expect(try text(NSNumber(value: Int8(1))) == "1")
    #expect(try text(NSNumber(value: 1.0)) == "1")
    #expect(try text(NSNumber(value: Float(0.1))) == "0.1")
    #expect(try text(NSNumber(value: UInt64.max)) == "18446744073709551615")
    #expect(try text(NSNumber(value: Int64.min)) == "-9223372036854775808")
    #expect(try text(NSDecimalNumber(string: "0.1")) == "0.1")
    #expect(
      try text(JSONSerialization.jsonObject(with: Data("[true,1,1.5,0,false]".utf8)))
        == "[true,1,1.5,0,false]")
  }

  @Test func writesContainers() throws {
    #expect(
      try text([1, "a", [Any](), [String: Any](), NSNull()] as [Any]) == #"[1,"a",[],{},null]"#)
    #expect(try text([1, 2]) == "[1,2]")
    #expect(try text(["a": [1.5: 1].values.map { $0 }]) == #"{"a":[1]}"#)
    #expect(try text(["a": Optional<Int>.none, "b": 1], .sortedKeys) == #"{"a":null,"b":1}"#)
    #expect(
      try text(["b": 1, "a": ["d": 1, "c": 2]] as [String: Any], .sortedKeys)
        == #"{"a":{"c":2,"d":1},"b":1}"#)
    #expect(try text(NSArray(array: [1, "a"])) == #"[1,"a"]"#)
    #expect(try text(NSDictionary(dictionary: ["a": 1])) == #"{"a":1}"#)
    #expect(try text(["k": [1]], .prettyPrinted) == "{\n  \"k\": [\n    1\n  ]\n}")
  }

  @Test func tellsWhatHasNoForm() throws {
    let date = Date(timeIntervalSince1970: 0)
    let error = #expect(throws: JSONValueError.self) {
      try text(["items": [1, ["a.b": date]]] as [String: Any])
    }
    #expect(error?.path == #"$.items[1]["a.b"]"#)
    #expect(error?.description == #"$.items[1]["a.b"] is a Date, which has no JSON form"#)
    #expect(error?.kind == .unsupportedType("Date"))
    for value in [
      Double.nan, Float.infinity, CGFloat.nan, NSNumber(value: Double.infinity), Decimal.nan,
      NSDecimalNumber.notANumber,
    ] as [Any] {
      let error = #expect(throws: JSONValueError.self) { try text([value]) }
      #expect(error?.path == "$[0]")
      guard case .notFinite = error?.kind else {
        Issue.record("\(value): \(String(describing: error))")
        continue
      }
    }
    let keyed = #expect(throws: JSONValueError.self) { try text([1: 2]) }
    #expect(keyed?.description == "$ has a key of type Int, and JSON names members by strings")
  }

  @Test func refusesWhatIsTooDeep() throws {
    var value: Any = 1
    for _ in 0..<600 { value = [value] }
    let error = #expect(throws: JSONValueError.self) { try text(value) }
    #expect(error?.kind == .tooDeep(limit: 512))
    var optional: Any = 1
    for _ in 0..<100 { optional = Optional<Any>.some(optional) as Any }
    #expect(try text(optional) == "1")
  }
}
