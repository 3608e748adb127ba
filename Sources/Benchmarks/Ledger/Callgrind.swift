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
  ///
  /// Each operation has a process of its own: what others left in the heap would change its count by up to 5 %.
  func counts(of operations: [CountedOperation]) throws -> [String: InstructionCount] {
    var counts: [String: InstructionCount] = [:]
    let library = operations.contains(where: \.hasConformances) ? try conformances() : nil
    // Several processes at a time, one for each processor.
    var running: [(process: Process, operation: CountedOperation, profile: URL)] = []
    func finish() throws {
      let (process, operation, profile) = running.removeFirst()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw PeerMismatch("The process that counts \(operation.name) failed.")
      }
      let text = try String(contentsOf: profile.appendingPathExtension("1"), encoding: .utf8)
      counts[operation.name] = InstructionCount(profile: text, runs: operation.runs)
    }
    for (index, operation) in operations.enumerated() {
      if running.count == ProcessInfo.processInfo.activeProcessorCount { try finish() }
      let profile = folder.appending(path: "\(index)")
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "valgrind", "--tool=callgrind", "--instr-atstart=no", "--dump-line=no", "-q",
        "--callgrind-out-file=\(profile.path)", executable.path, CountingChild.argument,
        operation.name,
      ]
      if operation.hasConformances, let library { process.arguments?.append(library) }
      // Hashes, and so the ways through dictionaries, are the same each time.
      process.environment = ProcessInfo.processInfo.environment.merging([
        "SWIFT_DETERMINISTIC_HASHING": "1"
      ]) { $1 }
      process.standardError = FileHandle.nullDevice
      try process.run()
      running.append((process, operation, profile))
    }
    while !running.isEmpty { try finish() }
    return counts
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
