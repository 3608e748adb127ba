import Foundation

/// What the kernel says of this process's memory. Linux only.
enum ResidentMemory {
  /// The most bytes that were resident at one time, or nil where there is no /proc.
  static var peak: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = line.split(separator: " ").dropFirst().first
        ?? line.split(separator: "\t").last,
      let number = Int(kilobytes.filter(\.isNumber))
    else { return nil }
    return number * 1024
  }

  /// Makes what is resident now the peak. Where the kernel refuses, the peak stays.
  static func resetPeak() {
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
    try? file.write(contentsOf: Data("5".utf8))
    try? file.close()
  }
}
