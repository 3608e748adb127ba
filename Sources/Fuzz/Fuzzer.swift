import Foundation

/// Something that reads damaged bytes. Whatever they are, what was asked for must come out, or an
/// error of the right type, soon and in little memory.
public protocol Fuzzer {
  /// Reads the bytes that `seed` makes, and tells the kind of the error if they are refused.
  ///
  /// Any error that it throws is one that must not be.
  func read(seed: UInt64) throws -> String?
}

/// What came out of it.
public struct FuzzReport: Sendable {
  public internal(set) var accepted = 0
  public internal(set) var refused: [String: Int] = [:]
  /// Seeds of what took longer than it may.
  public internal(set) var slow: [UInt64] = []
  /// Seeds and errors of what threw something else than it may.
  public internal(set) var unexpected: [String] = []
  public internal(set) var slowest: Duration = .zero
  /// The most memory that the process had at any time, in megabytes; nil if that cannot be told.
  public internal(set) var megabytes: Int?

  /// Whether nothing was found.
  public var isClean: Bool {
    slow.isEmpty && unexpected.isEmpty && (megabytes ?? 0) < Self.mostMegabytes
  }

  static let mostMegabytes = 1_000

  public var lines: [String] {
    var lines = ["accepted \(accepted), slowest \(slowest), memory \(megabytes ?? 0) MB"]
    for (kind, number) in refused.sorted(by: { $0.key < $1.key }) {
      lines.append("refused as \(kind): \(number)")
    }
    for seed in slow { lines.append("too slow: seed \(seed)") }
    for error in unexpected { lines.append("unexpected: seed \(error)") }
    if let megabytes, megabytes >= Self.mostMegabytes { lines.append("too much memory") }
    return lines
  }
}

extension Fuzzer {
  /// Reads `count` times; each has a seed of its own, counted up from `seed`.
  public func run(
    count: Int, seed: UInt64, progress: (Int) -> Void = { _ in }
  ) -> FuzzReport {
    let watchdog = Watchdog()
    defer { watchdog.stop() }
    var report = FuzzReport()
    for index in 0..<count {
      let seed = seed &+ UInt64(index)
      // Of the process, so that it does not count what others do in between.
      let start = clock()
      watchdog.begin(seed)
      do {
        if let kind = try read(seed: seed) {
          report.refused[kind, default: 0] += 1
        } else {
          report.accepted += 1
        }
      } catch {
        report.unexpected.append("\(seed): \(error)")
      }
      let time = Duration.seconds(Double(clock() - start) / Double(CLOCKS_PER_SEC))
      report.slowest = max(report.slowest, time)
      if time > .seconds(2) { report.slow.append(seed) }
      progress(index + 1)
    }
    report.megabytes = PeakMemory.megabytes
    return report
  }
}
