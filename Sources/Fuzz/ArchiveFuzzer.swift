import Foundation
import Peridot

/// Reads damaged archives by the thousand. Whatever the bytes are, a model or an `ArchiveError`
/// must come out, soon.
public struct ArchiveFuzzer {
  /// What came out of it.
  public struct Report: Sendable {
    public var accepted = 0
    public var refused: [String: Int] = [:]
    /// Seeds of what took longer than it may.
    public var slow: [UInt64] = []
    /// Seeds and errors of what threw something else than it may.
    public var unexpected: [String] = []
    public var slowest: Duration = .zero
  }

  private let corpus: [[UInt8]]

  public init() throws {
    let tree = FuzzItem.tree()
    corpus = [
      Array(try tree.archivedData()),
      Array(try FuzzItem.tree(depth: 0).archivedData()),
      Array(
        try NSKeyedArchiver.archivedData(withRootObject: tree, requiringSecureCoding: true)),
      Array(try [tree, FuzzItem()].archivedData()),
    ]
    // Undamaged ones must be accepted.
    for bytes in corpus.dropLast() { _ = try FuzzItem.unarchive(from: Data(bytes)) }
    _ = try [FuzzItem].unarchive(from: Data(corpus[3]))
  }

  /// Reads `count` damaged archives; each has a seed of its own, counted up from `seed`.
  public func run(count: Int, seed: UInt64, progress: (Int) -> Void = { _ in }) -> Report {
    var report = Report()
    for index in 0..<count {
      read(seed: seed &+ UInt64(index), into: &report)
      progress(index + 1)
    }
    return report
  }

  private func read(seed: UInt64, into report: inout Report) {
    var mutator = ArchiveMutator(seed: seed)
    let number = Int(seed % UInt64(corpus.count))
    let data = Data(mutator.mutate(corpus[number]))
    let start = ContinuousClock.now
    do {
      if number == 3 {
        _ = try [FuzzItem].unarchive(from: data)
      } else {
        _ = try FuzzItem.unarchive(from: data)
      }
      report.accepted += 1
    } catch let error as ArchiveError {
      report.refused["\(error.kind)", default: 0] += 1
    } catch {
      report.unexpected.append("\(seed): \(error)")
    }
    let time = ContinuousClock.now - start
    report.slowest = max(report.slowest, time)
    if time > .seconds(2) { report.slow.append(seed) }
  }
}
