public import Foundation
import Peridot

/// Reads damaged JSON, strictly and leniently.
public struct JSONFuzzer: Fuzzer {
  private struct Sample {
    let bytes: [UInt8]
    let read: (Data, ConversionPolicy) throws -> Void
  }

  private let samples: [Sample]

  /// - Parameters:
  ///   - user: a user of GitHub.
  ///   - weibo: a status of Weibo.
  ///   - twitter: a timeline of Twitter, if it is to be read too.
  public init(user: Data, weibo: Data, twitter: Data? = nil) throws {
    let one = Sample(bytes: Array(user)) { data, policy in
      _ = try JSONAdapter.model(of: FuzzUser.self, from: data, policy: policy)
    }
    let status = Sample(bytes: Array(weibo)) { data, policy in
      let status = try JSONAdapter.model(of: FuzzStatus.self, from: data, policy: policy)
      _ = try JSONAdapter.data(from: status, policy: policy)
    }
    let timeline = Sample(bytes: Array(twitter ?? Data())) { data, policy in
      _ = try JSONAdapter.model(of: FuzzTimeline.self, from: data, policy: policy)
    }
    // A large document takes hundreds of times as long as a small one.
    samples =
      Array(repeating: one, count: 30) + Array(repeating: status, count: 9)
      + (twitter == nil ? [] : [timeline])
    for sample in samples { try sample.read(Data(sample.bytes), .lenient) }
  }

  /// Reads the documents of the benchmarks.
  public init() throws {
    let resources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Benchmarks/Resources")
    try self.init(
      user: Data(contentsOf: resources.appending(path: "user.json")),
      weibo: Data(contentsOf: resources.appending(path: "weibo.json")),
      twitter: Data(contentsOf: resources.appending(path: "twitter.json")))
  }

  public func read(seed: UInt64) throws -> String? {
    let sample = samples[Int(seed % UInt64(samples.count))]
    var mutator = TextMutator(seed: seed, tokens: TextMutator.json)
    let data = Data(mutator.mutate(sample.bytes))
    var collecting = ConversionPolicy.strict
    collecting.collectsErrors = true
    let policies = [ConversionPolicy.strict, .lenient, collecting, .legacyYYModel]
    do {
      try sample.read(data, policies[Int(seed / UInt64(samples.count)) % policies.count])
      return nil
    } catch let error as JSONAdapterError {
      return "\(error.kind)"
    }
  }
}
