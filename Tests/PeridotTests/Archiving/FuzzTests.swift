import Foundation
import Fuzz
import Testing

@testable import TestSupport

/// Short runs of what `swift run -c release Fuzz` does at length. Each is in a process of its own, so
/// that a crash is a failed test.
@Suite struct FuzzTests {
  @Test func survivesDamagedArchives() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      for seed in [1, 1_000_000, 2_000_000] as [UInt64] {
        let report = try ArchiveFuzzer().run(count: 400, seed: seed)
        for line in report.lines { print(line) }
        if !report.isClean || report.accepted == 0 || report.refused.isEmpty { exit(1) }
      }
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }

  @Test func survivesDamagedJSON() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let fuzzer = try JSONFuzzer(
        user: fixture("user.json"), weibo: fixture("weibo.json"))
      let report = fuzzer.run(count: 800, seed: 1)
      for line in report.lines { print(line) }
      if !report.isClean || report.accepted == 0 || report.refused.isEmpty { exit(1) }
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }
}
