import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Plain: Model, JSONSerializing {
  var next: Plain?
}

private final class Listing: Model, JSONSerializing {
  var next: [Listing] = []
}

private final class Prepared: Model, JSONSerializing, JSONPreparing {
  var next: Prepared?

  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
}

private final class Finished: Model, JSONSerializing, JSONFinishing {
  var next: Finished?

  func finish(_ json: inout [String: Any]) throws {}
}

private final class Transformed: Model, JSONSerializing {
  var next: Transformed?

  override class func transformer(forKey key: String) -> ValueTransformer? {
    .model(Transformed.self)
  }
}

private final class Free: Model, JSONSerializing {
  var next: Any?
}

private struct Work: @unchecked Sendable {
  // Sendable: one thread runs it while the other waits.
  let run: () -> String
}

/// What a thread makes of a document: the kind of the adapter's error, or "done".
private func outcome(stackSize: Int, _ body: @escaping () throws -> Void) -> String {
  nonisolated(unsafe) var result = ""
  let work = Work {
    do {
      try body()
      return "done"
    } catch {
      return (error as? JSONAdapterError).map { "\($0.kind)" } ?? "\(error)"
    }
  }
  let end = DispatchSemaphore(value: 0)
  let thread = Thread {
    result = work.run()
    end.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  end.wait()
  return result
}

private func chain(_ count: Int) -> String {
  String(repeating: #"{"next":"#, count: count - 1) + "{}"
    + String(repeating: "}", count: count - 1)
}

private func listChain(_ count: Int) -> String {
  String(repeating: #"{"next":["#, count: count - 1) + "{}"
    + String(repeating: "]}", count: count - 1)
}

private func roundTrip<M: JSONSerializing>(_ type: M.Type, _ text: String) throws {
  let model: M = try JSONAdapter.model(from: text)
  try JSONAdapter.update(model, from: text)
  let data = try JSONAdapter.data(from: model)
  let object = try JSONAdapter.dictionary(from: model)
  let again: M = try JSONAdapter.model(from: object)
  #expect(again == model)
  _ = model.description
  again.mergeValues(from: model.deeplyCopied(), rule: .deep)
  let patched = M()
  try JSONAdapter.apply(
    mergePatch: try JSONAdapter.mergePatch(from: patched, to: model), to: patched)
  #expect(patched == model)
  try JSONAdapter.apply(mergePatch: text, to: patched)
  #expect(patched == model)
  #expect(try JSONAdapter.data(from: again) == data)
}

private let work: [@Sendable (Int) throws -> Void] = [
  { try roundTrip(Plain.self, chain($0)) },
  { try roundTrip(Listing.self, listChain($0)) },
  { try roundTrip(Prepared.self, chain($0)) },
  { try roundTrip(Finished.self, chain($0)) },
  { try roundTrip(Transformed.self, chain($0)) },
  { try roundTrip(Free.self, chain($0)) },
]

/// A thread's stack is no limit that a document can break: where it is too small for the depth that
/// the policy allows, less is allowed.
@Suite(.notSanitized) struct SmallStackTests {
  /// A number without a JSON form beside values that are nested deeper than the stack has room for.
  @Test(arguments: [256, 512])
  func findsANumberBesideDeepValues(_ kilobytes: Int) throws {
    try onStack(kilobytes: kilobytes) {
      var deep: Any = 1
      for _ in 0..<1_500 { deep = ["x": deep] }
      for key in ["a", "z"] {
        let json: [String: Any] = ["next": [key: Double.nan, "m": deep]]
        let error = adapterError { try JSONAdapter.model(of: Free.self, from: json) }
        #expect(error?.kind == .invalidJSON || error?.kind == .tooDeep)
        #expect(error?.path == "$.next.\(key)" || error?.kind == .tooDeep)
      }
      let live = adapterError {
        try JSONAdapter.model(of: Free.self, from: ["next": [1: deep]])
      }
      #expect(live?.kind == .invalidJSON || live?.kind == .tooDeep)
    }
  }

  @Test(arguments: work.indices, [512, 1024])
  func refusesWhatTheStackHasNoRoomFor(_ index: Int, _ kilobytes: Int) {
    for count in [100, 200, 300, 512] {
      let outcome = outcome(stackSize: kilobytes << 10) { try work[index](count) }
      #expect(["done", "tooDeep"].contains(outcome), "\(count) levels")
    }
  }

  @Test(arguments: work.indices)
  func readsUsualDocumentsOnASmallStack(_ index: Int) {
    #expect(outcome(stackSize: 512 << 10) { try work[index](20) } == "done")
  }

  @Test func saysHowDeepADocumentMayBe() throws {
    nonisolated(unsafe) var found = ""
    _ = outcome(stackSize: 512 << 10) {
      do {
        _ = try JSONAdapter.model(of: Plain.self, from: chain(512))
      } catch let error as JSONAdapterError {
        found = error.found
      }
    }
    let last = try #require(found.split(separator: " ").last)
    let limit = try #require(Int(last))
    #expect(found == "nesting deeper than \(limit)")
    // The C library may give a thread the stack of one that has ended, of up to four times the size.
    #expect((32...240).contains(limit))
  }

  @Test func readsAsDeepAsThePolicyAllowsOnALargeStack() {
    for index in work.indices where index != 1 {
      #expect(outcome(stackSize: 16 << 20) { try work[index](500) } == "done")
    }
    #expect(outcome(stackSize: 16 << 20) { try work[1](256) } == "done")
  }
}
