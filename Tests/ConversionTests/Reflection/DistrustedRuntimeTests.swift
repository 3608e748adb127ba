import Foundation
import Peridot
import PeridotExclusivity
import Testing

private final class Counter: Model, JSONSerializing {
  var count = 1
  var items = [1]
}

@inline(never)
private func change<Value>(_ value: inout Value, _ body: () throws -> Void) rethrows {
  let old = value
  try body()
  value = old
}

/// With a runtime that cannot tell which accesses a thread has, every access is checked.
@Suite struct DistrustedRuntimeTests {
  @Test func readsAndWrites() async {
    await #expect(processExitsWith: .success) {
      PeridotDistrustAccesses()
      #expect(PeridotHasAccesses())
      let (model, other) = (Counter(), Counter())
      try change(&model.items) {
        try model.setValue(2, forPropertyKey: "count")
        try JSONAdapter.update(model, from: #"{"count":3}"#)
        #expect(try JSONAdapter.string(from: other) == #"{"count":1,"items":[1]}"#)
        other.mergeValues(from: Counter())
      }
      #expect(model.count == 3)
    }
  }

  @Test func trapsAsSwiftDoes() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      PeridotDistrustAccesses()
      let model = Counter()
      try change(&model.items) { try model.setValue([7], forPropertyKey: "items") }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.hasPrefix("Simultaneous accesses to 0x"), "\(message)")
  }
}
