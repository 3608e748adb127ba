import Foundation

/// The kernel's figures about this process's memory. Linux only.
enum PeakMemory {
  static var megabytes: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = Int(line.filter(\.isNumber))
    else { return nil }
    return kilobytes / 1024
  }
}
