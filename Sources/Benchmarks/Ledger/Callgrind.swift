import Foundation

/// Counts instructions in processes under valgrind.
struct Callgrind {
  private let folder: URL
  private let executable: URL

  /// Nil, after a message, if valgrind is not there.
  init?() throws {
    guard try Self.run("/usr/bin/env", ["valgrind", "--version"]) == 0 else {
      print("Counting instructions takes valgrind, which is not installed here.")
      return nil
    }
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return nil }
    folder = program.deletingLastPathComponent().appending(path: "ledger")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Beside the original, whose resources it reads. Valgrind 3.19 ends on the compiler's debug information.
    executable = program.deletingLastPathComponent().appending(path: "Benchmarks-counted")
    let arguments = ["strip", "-g", "-o", executable.path, program.path]
    guard try Self.run("/usr/bin/env", arguments) == 0 else {
      throw PeerMismatch("\(program.path) can't be stripped")
    }
  }

  /// Returns the counts of the operations, by their names.
  func counts(of operations: [CountedOperation]) throws -> [String: InstructionCount] {
    var counts: [String: InstructionCount] = [:]
    let warm = operations.filter { !$0.isFirst }
    // Several processes at a time, one for each processor.
    var groups = operations.filter(\.isFirst).map { [$0] }
    let size = max(1, (warm.count + 7) / 8)
    groups += stride(from: 0, to: warm.count, by: size).map { start in
      Array(warm[start..<min(start + size, warm.count)])
    }
    let library = operations.contains(where: \.hasConformances) ? try conformances() : nil
    var running: [(process: Process, group: [CountedOperation], index: Int)] = []
    func finish() throws {
      let (process, group, index) = running.removeFirst()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw PeerMismatch("The process that counts \(group[0].name) failed.")
      }
      for (name, count) in try profiles(index, group) { counts[name] = count }
    }
    for (index, group) in groups.enumerated() {
      if running.count == ProcessInfo.processInfo.activeProcessorCount { try finish() }
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments =
        [
          "valgrind", "--tool=callgrind", "--instr-atstart=no", "--dump-line=no", "-q",
          "--callgrind-out-file=\(folder.path)/\(index)", executable.path, CountingChild.argument,
        ] + (group[0].hasConformances ? [library].compactMap { $0 } : []) + group.map(\.name)
      // Hashes, and so the ways through dictionaries, are the same each time.
      process.environment = ProcessInfo.processInfo.environment.merging([
        "SWIFT_DETERMINISTIC_HASHING": "1"
      ]) { $1 }
      process.standardError = FileHandle.nullDevice
      try process.run()
      running.append((process, group, index))
    }
    while !running.isEmpty { try finish() }
    return counts
  }

  /// The files that one process wrote, one for each operation, which it names.
  private func profiles(
    _ index: Int, _ group: [CountedOperation]
  ) throws -> [(String, InstructionCount)] {
    var found: [(String, InstructionCount)] = []
    for number in 1...group.count {
      let file = folder.appending(path: "\(index).\(number)")
      let text = try String(contentsOf: file, encoding: .utf8)
      let mark = "desc: Trigger: Client Request: "
      guard let start = text.range(of: mark)?.upperBound,
        let operation = group.first(where: { $0.name == text[start...].prefix { $0 != "\n" } })
      else { throw PeerMismatch("\(file.path) names no operation") }
      found.append((operation.name, InstructionCount(profile: text, runs: operation.runs)))
    }
    return found
  }

  /// Compiles a library with 5,000 conformances, which the runtime searches as those of a program.
  private func conformances() throws -> String {
    let source = folder.appending(path: "Conformances.swift")
    var text = "protocol Counted {}\n"
    for number in 0..<5_000 { text += "struct S\(number): Counted {}\n" }
    try text.write(to: source, atomically: true, encoding: .utf8)
    let library = folder.appending(path: "Conformances.so").path
    let arguments = [
      "swiftc", "-Onone", "-parse-as-library", "-emit-library", "-o", library, source.path,
    ]
    guard try Self.run("/usr/bin/env", arguments) == 0 else {
      throw PeerMismatch("the library of conformances can't be compiled")
    }
    return library
  }

  /// Runs a command without its output, and returns its status.
  static func run(_ command: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: command)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
