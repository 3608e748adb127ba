import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Moment: Model, JSONSerializing {
  var at: Date?
  var transformed: Date?

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "transformed" ? .epochMilliseconds : nil
  }
}

private struct PlainMoment: Decodable {
  var at: Date
}

@Suite struct EpochDateTests {
  private static let seconds: [ConversionPolicy.DateStrategy] = [
    .secondsSince1970, .automatic, .legacyJSONModel,
  ]

  private func policy(_ strategy: ConversionPolicy.DateStrategy) -> ConversionPolicy {
    var policy = ConversionPolicy.strict
    policy.dateStrategy = strategy
    return policy
  }

  @Test(arguments: [ConversionPolicy.DateStrategy.millisecondsSince1970, .automatic])
  func readsMillisecondsAsJSONDecoderDoes(_ strategy: ConversionPolicy.DateStrategy) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    var random = SeededRandom(seed: 1970)
    for _ in 0..<2_000 {
      // Numbers that the automatic strategy takes for milliseconds.
      let number = Int.random(in: 100_000_000_000...4_000_000_000_000, using: &random)
      let json = #"{"at": \#(number), "transformed": \#(number)}"#
      let expected = try decoder.decode(PlainMoment.self, from: Data(json.utf8)).at
      let policy = policy(strategy)
      let model = try JSONAdapter.model(of: Moment.self, from: json, policy: policy)
      #expect(model.at == expected, "\(number)")
      #expect(model.transformed == expected, "\(number)")
      let members: [String: Any] = ["at": number]
      let live = try JSONAdapter.model(of: Moment.self, from: members, policy: policy)
      #expect(live.at == expected, "\(number)")
      let text = #"{"at": "/Date(\#(number))/"}"#
      let legacy = try JSONAdapter.model(of: Moment.self, from: text, policy: .lenient)
      #expect(legacy.at == expected, "\(number)")
    }
  }

  @Test(arguments: seconds)
  func readsSecondsUnchanged(_ strategy: ConversionPolicy.DateStrategy) throws {
    var random = SeededRandom(seed: 71)
    for _ in 0..<500 {
      let number = Double.random(in: -9e9...9e9, using: &random)
      let model = try JSONAdapter.model(
        of: Moment.self, from: #"{"at": \#(number)}"#, policy: policy(strategy))
      #expect(model.at == Date(timeIntervalSince1970: number), "\(number)")
    }
  }
}
