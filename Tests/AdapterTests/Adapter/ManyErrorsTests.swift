import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Line: Model, CodableModel {
  var number = 0
}

private final class Bill: Model, CodableModel {
  var lines: [Line] = []
}

private final class Wide: Model, CodableModel {
  var a = 0
  var b = 0
  var c = 0
}

@Suite struct ManyErrorsTests {
  private let bad = #"{"number":"x"}"#

  private func policy(_ maximum: Int = 100) -> ConversionPolicy {
    .strict.with {
      $0.collectsErrors = true
      $0.maximumErrors = maximum
    }
  }

  private func document(_ count: Int) -> String {
    #"{"lines":[\#(Array(repeating: bad, count: count).joined(separator: ","))]}"#
  }

  private func error(_ count: Int, _ policy: ConversionPolicy) throws -> JSONAdapterError {
    try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Bill.self, from: document(count), policy: policy)
    }
  }

  @Test func keepsTheFirstHundred() throws {
    #expect(ConversionPolicy.strict.maximumErrors == 100)
    #expect(ConversionPolicy.lenient.maximumErrors == 100)
    let error = try error(50_000, policy())
    #expect(error.kind == .multiple && error.errors.count == 100 && error.omittedErrors == 49_900)
    #expect(error.errors.map(\.path) == (0..<100).map { "$.lines[\($0)].number" })
    let lines = error.description.split(separator: "\n")
    #expect(lines.count == 102 && lines[0] == "50000 errors:" && lines[101] == "- and 49900 more")
    #expect(error.localizedDescription == error.description)
    let details = try #require(
      JSONSerialization.jsonObject(with: error.problemDetails.data) as? [String: Any])
    #expect((details["errors"] as? [Any])?.count == 100 && details["omitted"] as? Int == 49_900)
  }

  @Test func keepsAsManyAsThePolicySays() throws {
    let few = try error(3, policy())
    #expect(few.errors.count == 3 && few.omittedErrors == 0)
    #expect(few.description.hasPrefix("3 errors:\n- Line.number: expected Int, found string"))
    #expect(!String(decoding: few.problemDetails.data, as: UTF8.self).contains("omitted"))
    let two = try error(3, policy(2))
    #expect(two.errors.count == 2 && two.omittedErrors == 1)
    #expect(two.description.hasSuffix("\n- and 1 more"))
    let none = try error(3, policy(0))
    #expect(none.errors.count == 1 && none.omittedErrors == 2)
  }

  @Test func keepsAsManyUnderADecoder() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = policy(2)
    let thrown = try #require(throws: DecodingError.self) {
      try decoder.decode(Wide.self, from: Data(#"{"a":"x","b":"x","c":"x"}"#.utf8))
    }
    guard case .dataCorrupted(let context) = thrown,
      let error = context.underlyingError as? JSONAdapterError
    else {
      Issue.record("another error: \(thrown)")
      return
    }
    #expect(error.errors.count == 2 && error.omittedErrors == 1, "\(error)")
  }

  @Test func searchesForRepetitionsWithinTheAllowedDepth() throws {
    let deep = #"{"lines":5,"more":"# + String(repeating: "[", count: 1_000_000)
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Bill.self, from: deep)
    }
    #expect(error.kind == .typeMismatch || error.kind == .tooDeep)
  }
}
