import Foundation
import Peridot
import Testing

private class First<Value: Sendable>: Model, JSONSerializing {
  var number = 0
  var text: String?
  var list: [Int] = []
}

private final class Second<Value: Sendable>: First<Value> {
  var child: First<Value>?

  override func validate(_ value: inout Any?, forKey key: String) throws {
    if key == "text", value == nil { value = "v" }
  }
}

private func use<Value: Sendable>(_: Value.Type, _ number: Int) throws -> Bool {
  let model = try Second<Value>(dictionary: ["number": number, "list": [1]])
  let read: Second<Value> = try JSONAdapter.model(
    from: #"{"number": \#(number), "list": [1], "child": {"text": "c"}}"#)
  guard model.text == "v", read.child?.text == "c" else { return false }
  read.child = nil
  return read == model && read.hash == model.hash && read.deeplyCopied() == read
    && Second<Value>.propertyKeys == ["number", "text", "list", "child"]
}

@Suite struct ModelConcurrencyTests {
  @Test(.timeLimit(.minutes(60))) func sharesAClassBetweenTasksFromItsFirstUse() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<400 {
        group.addTask {
          switch number % 4 {
          case 0: try use(Int.self, number)
          case 1: try use(String.self, number)
          case 2: try use([Int].self, number)
          default: try use(Double?.self, number)
          }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
