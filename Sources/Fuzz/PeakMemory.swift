import Foundation

/// The kernel's figures about this process's memory. Linux only.
enum PeakMemory {
  static var megabytes: Int? { peak.map { $0 >> 20 } }

  /// The most bytes since the process began, or since the last reset.
  static var peak: Int? { bytes("VmHWM:") }

  /// The bytes that are in memory.
  static var current: Int? { bytes("VmRSS:") }

  /// Begins anew with the bytes that are in memory now.
  static func reset() -> Bool {
    (try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)) != nil
  }

  private static func bytes(_ name: String) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let kilobytes = Int(line.filter(\.isNumber))
    else { return nil }
    return kilobytes << 10
  }
}
