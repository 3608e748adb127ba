import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Sample: Model, CodableModel {
  var double = 7.5
  var float: Float = 7.5
  var graphic: CGFloat = 7.5
  var optional: Double?
  var optionalFloat: Float?
  var doubles: [Double] = []
  var floats: [Float] = []
  var rows: [[Double]] = []
  var byName: [String: Double] = [:]
  var set: Set<Float> = []
  var any: Any?
  var members: [String: Any] = [:]
  var number: NSNumber?
  var date = Date(timeIntervalSince1970: 7)
  var instant = Date(timeIntervalSince1970: 7)

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "instant" ? .epochSeconds : nil
  }
}

private final class Extra: Model, JSONSerializing, JSONExtrasKeeping {
  var name = ""
  var jsonExtras: [String: Any] = [:]
}

private final class Prepared: Model, JSONSerializing, JSONPreparing {
  var value = 7.5

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    var json = json
    json["other"] = nil
    return json
  }
}

private struct Plain: Codable, Equatable {
  var double = 0.5
  var float: Float = 0.5
}

private final class Holder: Model, JSONSerializing {
  var plain = Plain()
}

/// Numbers that are not zero, and of which zero is the nearest value of the property's type.
@Suite struct SmallNumberTests {
  private static let seconds = ConversionPolicy.strict.with { $0.dateStrategy = .secondsSince1970 }
  private static let lenientSeconds = ConversionPolicy.lenient.with {
    $0.dateStrategy = .secondsSince1970
  }

  private static let many = String(repeating: "1.5,", count: 20)

  @Test(arguments: [
    (#""double":1e-400"#, "Double", "number 1e-400", "double"),
    (#""double":-1e-400"#, "Double", "number -1e-400", "double"),
    (
      #""double":0.00000000000000000001e-310"#, "Double", "number 0.00000000000000000001e-310",
      "double"
    ),
    (
      #""double":12345678901234567890123e-360"#, "Double", "number 12345678901234567890123e-360",
      "double"
    ),
    (#""double":2.4703282292062327e-324"#, "Double", "number 2.4703282292062327e-324", "double"),
    (#""float":1e-60"#, "Float", "number 1e-60", "float"),
    (#""float":1e-400"#, "Float", "number 1e-400", "float"),
    (#""graphic":1e-400"#, "Double", "number 1e-400", "graphic"),
    (#""optional":1e-400"#, "Double", "number 1e-400", "optional"),
    (#""optionalFloat":1e-60"#, "Float", "number 1e-60", "optionalFloat"),
    (#""doubles":[1.5,1e-400]"#, "Double", "number 1e-400", "doubles[1]"),
    (#""doubles":[\#(many)1e-400,\#(many)2]"#, "Double", "number 1e-400", "doubles[20]"),
    (#""floats":[1.5,1e-60]"#, "Float", "number 1e-60", "floats[1]"),
    (#""rows":[[],[1.5,1e-400]]"#, "Double", "number 1e-400", "rows[1][1]"),
    (#""byName":{"a":1e-400}"#, "Double", "number 1e-400", "byName.a"),
    (#""set":[1e-60]"#, "Float", "number 1e-60", "set[0]"),
    (#""any":1e-400"#, "a number that Double holds", "number 1e-400", "any"),
    (#""any":[1,{"a":-1e-400}]"#, "a number that Double holds", "number -1e-400", "any[1].a"),
    (
      #""members":{"a":{"b":1e-400}}"#, "a number that Double holds", "number 1e-400", "members.a.b"
    ),
    (#""number":1e-400"#, "a number that Double holds", "number 1e-400", "number"),
    (#""date":1e-400"#, "seconds since 1970", "number 1e-400", "date"),
    (#""instant":1e-400"#, "Double", "number 1e-400", "instant"),
  ])
  func isOutOfRangeUnderStrict(_ json: String, _ expected: String, _ found: String, _ path: String)
    async throws
  {
    let json = "{\(json)}"
    let errors = [
      adapterError { try JSONAdapter.model(of: Sample.self, from: json, policy: Self.seconds) },
      adapterError { try JSONAdapter.update(Sample(), from: json, policy: Self.seconds) },
      await #expect(throws: JSONAdapterError.self) {
        let chunks = AsyncStream { chunks in
          chunks.yield(Data("[\(json)]".utf8))
          chunks.finish()
        }
        for try await _ in JSONAdapter.stream(of: Sample.self, from: chunks, policy: Self.seconds) {
        }
      },
    ]
    for (index, error) in errors.enumerated() {
      #expect(error?.kind == .outOfRange, "\(index)")
      #expect(error?.expected == expected, "\(index)")
      #expect(error?.found == found, "\(index)")
      #expect(error?.path == (index == 2 ? "$[0].\(path)" : "$.\(path)"), "\(index)")
    }
  }

  @Test(arguments: [
    (#""double":1e-400"#, "double"), (#""float":1e-60"#, "float"),
    (#""graphic":1e-400"#, "graphic"),
    (#""optional":1e-400"#, "optional"), (#""doubles":[1.5,1e-400]"#, "doubles[1]"),
    (#""floats":[1.5,1e-60]"#, "floats[1]"), (#""byName":{"a":1e-400}"#, "byName.a"),
    (#""any":1e-400"#, "any"), (#""number":1e-400"#, "number"),
  ])
  func isOutOfRangeUnderADecoder(_ json: String, _ path: String) {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Sample.self, from: Data("{\(json)}".utf8))
    }
    guard case .dataCorrupted = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func isOutOfRangeInDictionaries() throws {
    let rows: [([String: Any], String)] = try [
      (["float": #require(Decimal(string: "1e-60"))], "float"),
      (["float": NSDecimalNumber(string: "-1e-60")], "float"), (["float": 1e-60], "float"),
      (["float": NSNumber(value: 1e-60)], "float"), (["floats": [1.5, 1e-60]], "floats[1]"),
      (["optionalFloat": Double.leastNonzeroMagnitude], "optionalFloat"),
      (["set": Set([1e-60])], "set[0]"),
    ]
    for (json, path) in rows {
      let errors = [
        adapterError { try JSONAdapter.model(of: Sample.self, from: json) },
        adapterError { try JSONAdapter.update(Sample(), from: json) },
      ]
      for error in errors {
        #expect(error?.kind == .outOfRange)
        #expect(error?.path == "$.\(path)")
      }
      let sample = try JSONAdapter.model(of: Sample.self, from: json, policy: .lenient)
      #expect(sample.float == (path == "float" ? 0 : 7.5))
      #expect(sample.optionalFloat == (path == "optionalFloat" ? 0 : nil))
      #expect(throws: ModelError.self) { try Sample(dictionary: json) }
    }
  }

  private func lenient(_ json: String) throws -> (Sample, [String]) {
    var issues: [String] = []
    let sample = try JSONAdapter.model(of: Sample.self, from: json, policy: Self.lenientSeconds) {
      issues.append($0.description)
    }
    return (sample, issues)
  }

  @Test func isAReportedZeroUnderLenient() throws {
    let (sample, issues) = try lenient(
      #"""
      {"double":-1e-400,"float":1e-60,"graphic":1e-400,"optional":"1e-400","optionalFloat":"-1e-60",
      "doubles":[1.5,1e-400,2],"floats":[1e-60,"1e-50"],"rows":[[1e-400]],"byName":{"a":1e-400},
      "set":[1e-60],"any":[1,{"a":-1e-400,"b":1e-401},"x"],"members":{"a":1e-400,"b":2},
      "number":"1e-400","date":1e-400,"instant":1e-400}
      """#)
    #expect(sample.double == 0 && sample.double.sign == .minus)
    #expect(sample.float == 0 && sample.graphic == 0)
    #expect(sample.optional == 0)
    #expect(sample.optionalFloat == 0 && sample.optionalFloat?.sign == .minus)
    #expect(sample.doubles == [1.5, 0, 2])
    #expect(sample.floats == [0, 0])
    #expect(sample.rows == [[0]])
    #expect(sample.byName == ["a": 0])
    #expect(sample.set == [0])
    #expect(sample.any as? NSArray == [1, ["a": 0, "b": 0], "x"])
    #expect(sample.members as NSDictionary == ["a": 0, "b": 2])
    #expect(sample.number == 0)
    #expect(sample.date == Date(timeIntervalSince1970: 0))
    #expect(sample.instant == Date(timeIntervalSince1970: 0))
    #expect(
      issues == [
        "$.double: took number -1e-400 as Double", "$.float: took number 1e-60 as Float",
        "$.graphic: took number 1e-400 as Double", "$.optional: took string \"1e-400\" as Double",
        "$.optionalFloat: took string \"-1e-60\" as Float",
        "$.doubles[1]: took number 1e-400 as Double", "$.floats[0]: took number 1e-60 as Float",
        "$.floats[1]: took string \"1e-50\" as Float", "$.rows[0][0]: took number 1e-400 as Double",
        "$.byName.a: took number 1e-400 as Double", "$.set[0]: took number 1e-60 as Float",
        "$.any[1].a: took number -1e-400 as a number that Double holds",
        "$.any[1].b: took number 1e-401 as a number that Double holds",
        "$.members.a: took number 1e-400 as a number that Double holds",
        "$.number: took string \"1e-400\" as a number that Double holds",
        "$.date: took number 1e-400 as seconds since 1970",
        "$.instant: took number 1e-400 as Double",
      ])
  }

  @Test func zeroIsZero() throws {
    let (sample, issues) = try lenient(
      #"{"double":0e-400,"float":-0.000e-99,"doubles":[0,0.0e-500],"any":0e-400,"optional":"0e-9"}"#
    )
    #expect(issues == [])
    #expect(sample.double == 0 && sample.float == 0 && sample.doubles == [0, 0])
    #expect(sample.optional == 0)
    let least = try JSONAdapter.model(
      of: Sample.self, from: #"{"double":5e-324,"float":1e-45,"any":5e-324}"#)
    #expect(least.double == .leastNonzeroMagnitude)
    #expect(least.float == .leastNonzeroMagnitude)
    #expect(least.any as? Double == .leastNonzeroMagnitude)
  }

  @Test func isReportedInMembersThatNoPropertyMaps() throws {
    let json = #"{"name":"a","x":[1e-400]}"#
    #expect(adapterError { try JSONAdapter.model(of: Extra.self, from: json) }?.path == "$.x[0]")
    var issues: [String] = []
    let extra = try JSONAdapter.model(of: Extra.self, from: json, policy: .lenient) {
      issues.append($0.description)
    }
    #expect(extra.jsonExtras as NSDictionary == ["x": [0]])
    #expect(issues == ["$.x[0]: took number 1e-400 as a number that Double holds"])
  }

  @Test func isReportedBeforeAHook() throws {
    let json = #"[{"value":1},{"value":1e-400}]"#
    #expect(
      adapterError { try JSONAdapter.models(of: Prepared.self, from: json) }?.path == "$[1].value")
    var issues: [String] = []
    let models = try JSONAdapter.models(of: Prepared.self, from: json, policy: .lenient) {
      issues.append($0.description)
    }
    #expect(models.map(\.value) == [1, 0])
    #expect(issues == ["$[1].value: took number 1e-400 as a number that Double holds"])
  }

  @Test func isNoValueOfACodableStructure() {
    for json in [
      #"{"plain":{"double":1e-400,"float":1}}"#, #"{"plain":{"double":1,"float":1e-60}}"#,
    ] {
      #expect(adapterError { try JSONAdapter.model(of: Holder.self, from: json) } != nil)
    }
  }

  @Test func isTrueAsABool() throws {
    let policy = ConversionPolicy.lenient
    final class Flag: Model, JSONSerializing { var isOn = false }
    for json in [#"{"isOn":1e-400}"#, #"{"isOn":"1e-400"}"#] {
      #expect(try JSONAdapter.model(of: Flag.self, from: json, policy: policy).isOn)
    }
  }

  @Test func isNoValueByKey() throws {
    let sample = Sample()
    #expect(throws: ModelError.self) { try sample.setValue(1e-60, forPropertyKey: "float") }
    try sample.setValue(0.1, forPropertyKey: "float")
    #expect(sample.float == 0.1)
  }
}
