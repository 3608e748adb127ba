import Foundation
import Fuzz
import Testing

@testable import Peridot

@Suite struct HostileArchiveTests {
  @Test(arguments: [1, 1_000_000, 2_000_000] as [UInt64])
  func survivesDamagedArchives(_ seed: UInt64) throws {
    let report = try ArchiveFuzzer().run(count: 2_000, seed: seed)
    #expect(report.slow == [], "seed \(seed)")
    #expect(report.unexpected == [], "seed \(seed)")
    #expect(report.accepted > 0)
  }
}
