import Foundation
import Peridot
import Synchronization
import Testing

private let alive = Mutex(0)

private final class CountedLeaf: Model {
  var name = "leaf"
  var parts: [CountedLeaf] = []
  weak var parent: CountedLeaf?

  override class var archiveName: String { "Tests.CountedLeaf" }

  required init() {
    super.init()
    alive.withLock { $0 += 1 }
  }

  deinit { alive.withLock { $0 -= 1 } }

  static func tree() -> CountedLeaf {
    let root = CountedLeaf()
    root.parts = [CountedLeaf(), CountedLeaf()]
    for part in root.parts { part.parent = root }
    return root
  }
}

/// Whoever reads an archive leaves nothing behind once its result is gone.
@Suite(.serialized) struct ArchiveReferenceCountTests {
  @Test func freesWhatTheOwnEngineReads() throws {
    for _ in 0..<10 {
      try autoreleasing {
        let restored = try CountedLeaf.unarchive(from: CountedLeaf.tree().archivedData())
        #expect(restored.parts.count == 2)
      }
    }
    #expect(alive.withLock { $0 } == 0)
  }

  @Test func freesWhatFailedHalfWay() throws {
    let data = try CountedLeaf.tree().archivedData()
    for index in data.indices {
      var damaged = data
      damaged[index] ^= 0xff
      autoreleasing { _ = try? CountedLeaf.unarchive(from: damaged) }
    }
    #expect(alive.withLock { $0 } == 0)
  }

  /// Runs `work` in an autorelease pool where there is such a thing.
  private func autoreleasing(_ work: () throws -> Void) rethrows {
    #if canImport(Darwin)
      try autoreleasepool { try work() }
    #else
      try work()
    #endif
  }
}
