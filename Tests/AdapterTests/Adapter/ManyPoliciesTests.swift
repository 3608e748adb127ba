import Foundation
import Peridot
import Synchronization
import Testing

@testable import TestSupport

/// How many transformers there are: plans hold them.
private let transformerCount = Mutex(0)

/// Calls an adapter when it ends, as a class's own code may.
private final class CountedTransformer: ValueTransformer, @unchecked Sendable {
  override init() {
    super.init()
    transformerCount.withLock { $0 += 1 }
  }

  override func transformedValue(_ value: Any?) -> Any? { (value as? Int).map { "#\($0)" } }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? String).flatMap { Int($0.dropFirst()) }
  }

  deinit {
    transformerCount.withLock { $0 -= 1 }
    let point = try? JSONAdapter.model(of: Point.self, from: #"{"x":1}"#, policy: policy(1 << 20))
    #expect(point?.x == 1)
  }
}

/// One of many policies. Those of odd numbers read numbers from texts, the others do not.
private func policy(_ number: Int) -> ConversionPolicy {
  .strict.with {
    $0.maximumDepth = 1_000 + number
    $0.acceptsNumericStrings = number % 2 == 1
  }
}

private final class Point: Model, JSONSerializing {
  var x = 0
}

private class Shape: Model, JSONSerializing {
  var kind = ""
  var origin: Point?

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    switch json["kind"] as? String {
    case "circle": Circle.self
    case "group": Group.self
    default: self
    }
  }
}

private final class Circle: Shape {
  var radius = 0
}

private final class Group: Shape {
  var shapes: [Shape] = []
}

private final class Layer: Model, JSONSerializing {
  var name: String?
  var shapes: [Shape] = []
  var byName: [String: Shape] = [:]
  var points: Set<Point> = []
  var own: Point?
  var held: Shape?
  var below: Layer?
  var first: Layer?
  var second: Layer?
  var day: Date?
  var note: Any?
  var notes: [Any] = []
  var tag: AnyHashable?

  override class func classForParsing(_ json: JSONObject, forKey key: String) -> Model.Type? {
    key == "held" ? Circle.self : nil
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "name" ? CountedTransformer() : nil
  }

  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    var policy = policy
    // The one leads from each policy to another, the other back.
    if key == "own" { policy.acceptsNumbersAsBools.toggle() }
    if key == "first" { policy.acceptsZeroAndOneAsBools = true }
    if key == "second" { policy.acceptsZeroAndOneAsBools = false }
    return policy
  }

  /// Uses so many other policies that the plans at hand would be forgotten, if they were not held.
  override func didLoad(from source: ModelSource) throws {
    guard let count = JSONAdapter.userInfo["others"] as? Int else { return }
    try JSONAdapter.$userInfo.withValue([:]) {
      for number in 0..<count {
        let policy = policy(1 << 16 + number)
        try #require(try JSONAdapter.model(of: Layer.self, from: "{}", policy: policy) == Layer())
      }
    }
  }
}

private let document = #"""
  {"name":7,"shapes":[{"kind":"circle","radius":1,"origin":{"x":2}},{"kind":"group",
  "shapes":[{"kind":"circle","radius":3},{"kind":"none"}]}],"byName":{"a":{"kind":"circle",
  "radius":4}},"points":[{"x":5}],"own":{"x":8},"held":{"kind":"none","radius":9},
  "below":{"name":10,"below":{"name":11,"own":{"x":12}}},
  "first":{"second":{"first":{"own":{"x":13}}}},"second":{"name":14}}
  """#

/// Does under one policy all that adapters do, and looks at what comes out.
private func work(_ number: Int, _ expected: String) async throws {
  let policy = policy(number)
  let layer = try JSONAdapter.model(of: Layer.self, from: document, policy: policy)
  let text = try JSONAdapter.string(from: layer, policy: policy, options: .sortedKeys)
  try #require(text == expected)
  let dictionary = try JSONAdapter.dictionary(from: layer, policy: policy)
  let again = try JSONAdapter.model(of: Layer.self, from: dictionary, policy: policy)
  try #require(again == layer)
  try JSONAdapter.update(
    again, from: #"{"name":1,"own":{"x":2},"shapes":[{"kind":"circle"}]}"#, policy: policy)
  try #require(again.name == "#1" && again.own?.x == 2 && again.shapes.first is Circle)
  let patch = try JSONAdapter.mergePatch(from: layer, to: again, policy: policy)
  try JSONAdapter.apply(mergePatch: patch, to: layer, policy: policy)
  try #require(layer.name == "#1")

  let adapter = JSONAdapter(policy: policy)
  let points = try adapter.models(of: Point.self, from: #"[{"x":1},{"x":2}]"#)
  try #require(points.map(\.x) == [1, 2])
  try #require(try adapter.string(from: points) == #"[{"x":1},{"x":2}]"#)
  try #require(try adapter.modelsByKey(of: Point.self, from: #"{"a":{"x":3}}"#)["a"]?.x == 3)
  let isRead = (try? adapter.model(of: Point.self, from: #"{"x":"4"}"#))?.x == 4
  try #require(isRead == (number % 2 == 1))
  var names: [String?] = []
  let bytes = AsyncStream<UInt8> { continuation in
    for byte in (document + "\n" + #"{"name":2}"#).utf8 where byte != UInt8(ascii: "\n") {
      continuation.yield(byte)
    }
    continuation.finish()
  }
  for try await layer in JSONAdapter.stream(of: Layer.self, from: bytes, policy: policy) {
    names.append(layer.name)
  }
  try #require(names == ["#7", "#2"])
}

/// The text that `work` expects of the document.
private func expectedText() throws -> String {
  let layer = try JSONAdapter.model(of: Layer.self, from: document)
  return try JSONAdapter.string(from: layer, options: .sortedKeys)
}

#if os(Linux)
  private func residentBytes() throws -> Int {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
      separator: " ")
    return try #require(words.dropFirst().first.flatMap { Int($0) }) * Int(getpagesize())
  }
#endif

/// Any number of policies may be used with any number of classes: the plans under the first ones are
/// kept, those under others while they are used.
@Suite(.serialized) struct ManyPoliciesTests {
  @Test func isReadWhileThePlansAreForgotten() async throws {
    let expected = try expectedText()
    // The plans under the first ones are kept.
    for number in 0..<70 {
      _ = try JSONAdapter.model(of: Point.self, from: "{}", policy: policy(number))
    }
    for number in 100..<102 {
      try await JSONAdapter.$userInfo.withValue(["others": 17]) {
        try await work(number, expected)
      }
    }
  }

  @Test func isReadInManyTasksWhilePlansAreForgotten() async throws {
    let expected = try expectedText()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<30 { try await work(200 + (task * 7 + round * 3) % 40, expected) }
        }
      }
      try await group.waitForAll()
    }
  }

  /// In a process of its own, as the other tests make transformers too.
  @Test func keepsFewTransformers() async {
    await #expect(processExitsWith: .success) {
      let expected = try expectedText()
      // The plans under the first policies are kept for ever.
      for number in 0..<100 { try await work(number, expected) }
      let before = transformerCount.withLock { $0 }
      for number in 100..<200 { try await work(number, expected) }
      if transformerCount.withLock({ $0 }) > before + 20 { exit(1) }
    }
  }

  #if os(Linux)
    @Test(.notSanitized) func takesNoMoreMemoryForMorePolicies() async {
      await #expect(processExitsWith: .success) {
        let expected = try expectedText()
        for number in 0..<100 { try await work(number, expected) }
        let before = try residentBytes()
        for number in 100..<500 { try await work(number, expected) }
        let grown = try residentBytes() - before
        print("grown by \(grown >> 10) KB")
        if grown > 4 << 20 { exit(1) }
      }
    }

    /// As a program does that makes a policy for each call.
    @Test(.notSanitized) func takesNoMoreMemoryForAPolicyMadeForEachCall() async {
      await #expect(processExitsWith: .success) {
        func read(_ number: Int) throws {
          let policy = ConversionPolicy.strict.with { policy in
            policy.maximumDepth = 1_000 + number
            policy.dateStrategy = .format("yyyy-MM-dd'/\(number % 300)'")
          }
          let text = #"{"name":1,"own":{"x":2},"day":"2020-01-02/\#(number % 300)"}"#
          let layer = try JSONAdapter.model(of: Layer.self, from: text, policy: policy)
          if layer.own?.x != 2 || layer.day == nil { exit(2) }
        }
        for number in 0..<500 { try read(number) }
        let before = try residentBytes()
        for number in 500..<1_500 { try read(number) }
        let grown = try residentBytes() - before
        print("grown by \(grown >> 10) KB")
        if grown > 4 << 20 { exit(1) }
      }
    }
  #endif
}
