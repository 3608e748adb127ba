import Foundation

/// The processor time of this process.
///
/// Unlike the wall clock it does not count the time in which other processes had the processor.
enum Clock {
  private static let ticksPerSecond = 1_000_000.0

  /// Seconds since the process began, to the microsecond.
  static var seconds: Double { Double(clock()) / ticksPerSecond }

  /// The seconds that `work` takes.
  static func time(_ work: () throws -> Void) rethrows -> Double {
    let start = seconds
    try work()
    return seconds - start
  }
}
