import Foundation

/// Law 9: counts the instructions of each door on each shape, for a document and one of twice the
/// size, in processes under valgrind.
struct WorkRun {
  /// How much more work a document of twice the size may take.
  static let largestRatio = 2.3
  let jobs: Int
  /// The beginning of the names of the doors to count.
  let doors: String

  /// Runs all, prints those that take too much, and returns the exit code.
  func run() -> Int32 {
    guard Self.launch(["valgrind", "--version"]) == 0 else {
      print("law 9 counts instructions by valgrind, which is not installed here")
      return 0
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "work-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let counts = try counts(in: folder)
      let bad = counts.filter { Double($0.twice) > Double($0.once) * Self.largestRatio }
      for count in bad {
        let ratio = Double(count.twice) / Double(max(count.once, 1))
        print(
          "law 9 (work): \(count.name): \(count.once) instructions, \(count.twice) for twice as"
            + " much, \((ratio * 100).rounded() / 100) times as many")
      }
      print("\(counts.count) doors on shapes, \(bad.count) failures of law 9")
      return bad.isEmpty && !counts.isEmpty ? 0 : 1
    } catch {
      print("\(error)")
      return 2
    }
  }

  private struct Count {
    var name: String
    var once: Int
    var twice: Int
  }

  private func counts(in folder: URL) throws -> [Count] {
    // Valgrind ends on some compilers' debug information.
    let program = folder.appending(path: "Fuzz").path
    let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    guard Self.launch(["strip", "-g", "-o", program, own]) == 0 else { return [] }
    var processes: [Process] = []
    for part in 0..<jobs {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "valgrind", "--tool=callgrind", "-q", "--dump-line=no",
        "--zero-before=*beginCount*", "--dump-before=*endCount*",
        "--callgrind-out-file=\(folder.path)/counts\(part)", program, "laws", "--work-part",
        "\(part)", "--jobs", "\(jobs)", "--doors", doors, "--output",
        folder.appending(path: "names\(part)").path,
      ]
      process.environment = ProcessInfo.processInfo.environment.merging([
        "SWIFT_DETERMINISTIC_HASHING": "1"
      ]) { $1 }
      process.standardError = FileHandle.nullDevice
      try process.run()
      processes.append(process)
    }
    var counts: [Count] = []
    for (part, process) in processes.enumerated() {
      process.waitUntilExit()
      let names = try String(contentsOf: folder.appending(path: "names\(part)"), encoding: .utf8)
        .split(separator: "\n").map(String.init)
      if process.terminationStatus != 0 {
        print("law 9 (work): the process ended after \(names.last ?? "nothing")")
      }
      for (index, name) in names.enumerated() {
        let totals = try (1...2).map {
          try Self.total(folder.appending(path: "counts\(part).\(index * 2 + $0)"))
        }
        counts.append(Count(name: name, once: totals[0], twice: totals[1]))
      }
    }
    return counts
  }

  /// The instructions that a file of callgrind's tells.
  private static func total(_ file: URL) throws -> Int {
    let text = try String(contentsOf: file, encoding: .utf8)
    let line = text.split(separator: "\n").first {
      $0.hasPrefix("summary: ") || $0.hasPrefix("totals: ")
    }
    try? FileManager.default.removeItem(at: file)
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  private static func launch(_ arguments: [String]) -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// What a process under valgrind does: a part of the shapes, and the names of what it counted.
  static func runPart(
    _ part: Int, of parts: Int, _ doors: String, names file: String
  ) -> Int32 {
    var names = ""
    let mark = WorkMark()
    for (index, shape) in WorkShape.all.enumerated() where index % parts == part {
      for door in WorkDoor.allCases where door.rawValue.hasPrefix(doors) {
        // What a process does once, such as plans of classes, is done before anything is counted.
        guard let first = door.work(on: shape.document(2 * door.size), shape.policy),
          let once = door.work(on: shape.document(door.size), shape.policy),
          let twice = door.work(on: shape.document(2 * door.size), shape.policy)
        else { continue }
        first()
        for work in [once, twice] {
          mark.beginCount()
          work()
          mark.endCount(of: shape.name)
        }
        names += "\(shape.name) by \(door)\n"
      }
    }
    let isWritten = FileManager.default.createFile(atPath: file, contents: Data(names.utf8))
    return isWritten && mark.count == mark.names.count ? 0 : 2
  }
}

/// Calls by which valgrind knows where counting begins and ends. They do different things: the
/// compiler makes one function of two that are alike.
private final class WorkMark {
  private(set) var count = 0
  private(set) var names: [String] = []

  @inline(never)
  func beginCount() { count += 1 }

  @inline(never)
  func endCount(of name: String) { names.append(name) }
}
