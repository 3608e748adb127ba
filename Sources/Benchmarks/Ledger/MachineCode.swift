import Foundation

/// The machine code of the library, by its rooms.
enum MachineCode {
  static let prefix = "machine code, "

  /// The folder of the library's sources.
  static let library = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Peridot").standardizedFileURL

  /// The rows of the ledger, in order: each room, and all of them.
  static var rows: [String] {
    (try? rooms().map { prefix + $0 } + [prefix + "all"]) ?? []
  }

  private static func rooms() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: library.path)
      .filter { !$0.contains(".") }.sorted()
  }

  /// Returns the bytes of each row, from the object files beside this program.
  static func counts() throws -> [String: InstructionCount] {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return [:] }
    let objects = program.deletingLastPathComponent().appending(path: "Peridot.build")
    var counts: [String: InstructionCount] = [:]
    var all = 0
    for room in try rooms() {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: library.appending(path: room).path
      )
      .filter { $0.hasSuffix(".swift") }
      .map { objects.appending(path: "\($0).o").path }
      let bytes = try text(of: files)
      counts[prefix + room] = InstructionCount(total: bytes)
      all += bytes
    }
    counts[prefix + "all"] = InstructionCount(total: all)
    return counts
  }

  /// The bytes of code in object files.
  private static func text(of files: [String]) throws -> Int {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["size", "-A"] + files.filter { FileManager.default.fileExists(atPath: $0) }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    var bytes = 0
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix(".text") {
      bytes += line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return bytes
  }
}
