import Foundation
import Peridot

/// The second half of law 10: reading a document takes at most twenty times its size beyond the model, the
/// errors and the issues that result. Linux only, as `PeakMemory` is.
struct MemoryRun {
  static let largestFactor = 20
  /// What the allocator takes in larger steps than it was asked for.
  private static let slack = 8 << 20

  func run() -> Int32 {
    var failures = 0
    var count = 0
    let doors: [WorkDoor] = [.string, .data, .update, .place]
    for shape in WorkShape.all {
      let parts = max(1, 1_000_000 / max(1, shape.document(1_000).utf8.count / 1_000))
      let text = shape.document(min(parts, 1_000_000))
      for door in doors {
        guard let work = door.work(on: text, shape.policy), PeakMemory.reset(),
          let before = PeakMemory.current
        else { continue }
        work()
        guard let peak = PeakMemory.peak else { continue }
        count += 1
        let result = resultSize(text, shape.policy)
        let most = result + text.utf8.count * Self.largestFactor + Self.slack
        if peak - before > most {
          failures += 1
          print(
            "law 10 (robustness): \(shape.name) by \(door): \((peak - before) >> 10) KB for"
              + " \(text.utf8.count >> 10) KB of JSON and \(result >> 10) KB of results")
        }
      }
    }
    print("\(count) doors on shapes, \(failures) failures of law 10 for memory")
    return failures == 0 ? 0 : 1
  }

  /// The memory of all that a document results in.
  private func resultSize(_ text: String, _ policy: ConversionPolicy) -> Int {
    guard let before = PeakMemory.current else { return 0 }
    var issues: [JSONIssue] = []
    let model = Result {
      try JSONAdapter.model(of: WorkRoot.self, from: text, policy: policy) { issues.append($0) }
    }
    return withExtendedLifetime((model, issues)) {
      max(0, (PeakMemory.current ?? before) - before)
    }
  }
}
