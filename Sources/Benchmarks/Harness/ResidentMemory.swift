import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The kernel's figures about this process's memory. Linux only.
enum ResidentMemory {
  /// The most bytes that were resident at one time, or nil without /proc.
  static var peak: Int? { kilobytes(of: "VmHWM:").map { $0 * 1024 } }

  /// The bytes that are resident now, after what was freed has gone back to the kernel; nil if
  /// /proc or a way to give memory back is missing.
  static var inUse: Int? {
    #if canImport(Glibc)
      _ = trim(0)
      return kilobytes(of: "VmRSS:").map { $0 * 1024 }
    #else
      return nil
    #endif
  }

  /// Makes what is resident now the peak. Where the kernel refuses, the peak stays.
  static func resetPeak() {
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
    try? file.write(contentsOf: Data("5".utf8))
    try? file.close()
  }

  private static func kilobytes(of field: String) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(field) })
    else { return nil }
    return Int(line.filter(\.isNumber))
  }
}

#if canImport(Glibc)
  // Glibc's header shows it to C sources only. A word in and an integer out are passed alike.
  @_silgen_name("malloc_trim")
  private func trim(_ padding: Int) -> CInt
#endif
