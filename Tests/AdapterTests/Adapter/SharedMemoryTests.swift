import Foundation
import Testing

@testable import Peridot

private final class Plain: Model, JSONSerializing {
  var id = 0
  var name = ""
  var score = 0.0
  var isOpen = false
  var note: String?
  var count: Int?
}

/// Threads that read and write by one policy write to no memory that they share: no reference to what
/// they have in common is counted.
@Suite struct SharedMemoryTests {
  /// The word in which the runtime counts the references to an object.
  private static func count(of object: AnyObject) -> UInt {
    unsafe Unmanaged.passUnretained(object).toOpaque().load(fromByteOffset: 8, as: UInt.self)
  }

  // In a process of its own: other tests count references to what belongs to a policy.
  @Test func readingCountsNoReferences() async {
    await #expect(processExitsWith: .success) {
      for policy in [ConversionPolicy.strict, .lenient] {
        try Self.expectNoCounts(policy: policy)
      }
    }
  }

  private static func expectNoCounts(policy: ConversionPolicy) throws {
    let document = Data(
      #"{"id":1,"name":"some text of more bytes than fit","score":1.5,"isOpen":true,"note":null,"count":4}"#
        .utf8)
    let model = try JSONAdapter.model(of: Plain.self, from: document, policy: policy)
    _ = try JSONAdapter.data(from: model, policy: policy)
    let plans = PolicyPlans.of(policy)
    let mapping = try plans.plan(of: Plain.self)
    let shared: [AnyObject] = [plans, plans.policy, mapping, mapping.input, mapping.output]
    let before = shared.map(count)
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for _ in 0..<20_000 {
        let model = try? JSONAdapter.model(of: Plain.self, from: document, policy: policy)
        if let model { _ = try? JSONAdapter.data(from: model, policy: policy) }
      }
      end.signal()
    }
    var changes: Set<Int> = []
    repeat {
      for (index, object) in shared.enumerated() where count(of: object) != before[index] {
        changes.insert(index)
      }
    } while end.wait(timeout: .now()) == .timedOut
    precondition(changes.isEmpty, "References counted to shared objects \(changes.sorted()).")
  }
}
