import Foundation
import Peridot
import Testing

private final class Child: Model {
  var value = 0
}

private final class Fresh<Marker>: Model, JSONSerializing {
  var id = 0
  var child: Child?
  var again: Fresh<Marker>?
  var date = Date(timeIntervalSince1970: 0)

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["date": "meta.date"] }
}

@Suite struct ConcurrencyTests {
  /// Each instantiation of the class is one that no plan was made of yet.
  @Test func makesAPlanOnceForAHundredTasks() async throws {
    try await race(Int.self)
    try await race(String.self)
    try await race([Int].self)
  }

  private func race<Marker>(_: Marker.Type) async throws {
    let text = """
      {"id":1,"child":{"value":2},"again":{"id":3},"meta":{"date":"1970-01-01T00:00:07Z"}}
      """
    let results = try await withThrowingTaskGroup(of: String.self) { group in
      for index in 0..<100 {
        group.addTask {
          var policy = ConversionPolicy.strict
          policy.maximumDepth = 100 + index % 3
          let model: Fresh<Marker> = try JSONAdapter.model(from: text, policy: policy)
          return try JSONAdapter.string(from: model)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let expected = """
      {"id":1,"child":{"value":2},"again":{"id":3,"meta":{"date":"1970-01-01T00:00:00Z"}},\
      "meta":{"date":"1970-01-01T00:00:07Z"}}
      """
    #expect(results == Array(repeating: expected, count: 100))
  }

  @Test func sendsAModelFromATask() async throws {
    func load() async throws -> sending Fresh<Bool> {
      try JSONAdapter.model(from: #"{"id":5}"#)
    }
    let model = try await load()
    #expect(model.id == 5)
  }
}
