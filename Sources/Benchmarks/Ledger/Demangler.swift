import Foundation

/// Functions' names as people read them.
enum Demangler {
  /// Gives the functions that matter in `counts` their names in Swift.
  static func demangle(_ counts: inout [String: InstructionCount]) {
    let mangled = Set(counts.values.flatMap { $0.functions.keys }).sorted()
    guard let plain = try? names(mangled), plain.count == mangled.count else { return }
    let byMangled = Dictionary(uniqueKeysWithValues: zip(mangled, plain))
    for (row, count) in counts {
      var functions: [String: Int] = [:]
      for (name, cost) in count.functions { functions[byMangled[name] ?? name, default: 0] += cost }
      counts[row]?.functions = functions
    }
  }

  private static func names(_ mangled: [String]) throws -> [String] {
    let list = FileManager.default.temporaryDirectory
      .appending(path: "functions-\(ProcessInfo.processInfo.processIdentifier)")
    // Callgrind marks recursion by an apostrophe and a number.
    let plain = mangled.map { $0.split(separator: "'").first.map(String.init) ?? $0 }
    try plain.joined(separator: "\n").write(to: list, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: list) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "demangle", "--simplified"]
    process.standardInput = try FileHandle(forReadingFrom: list)
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
      String((line.components(separatedBy: " ---> ").last ?? String(line)).prefix(120))
    }
  }
}
