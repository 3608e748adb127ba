import Foundation

/// A program that reads and writes one object, whose size shows what Peridot adds to a program.
enum SmallProgram {
  static let row = "weight, a small program"

  private static let source = """
    import Peridot

    final class Part: Model, JSONSerializing { var title = "" }
    let part: Part = try JSONAdapter.model(from: #"{"title": "wheel"}"#)
    _ = try JSONAdapter.data(from: part)
    print(part.title)
    """

  /// Returns the bytes of the stripped program, linked from the object files beside this one.
  static func count() throws -> InstructionCount {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      throw PeerMismatch("This program has no place.")
    }
    let products = program.deletingLastPathComponent()
    let folder = products.appending(path: "ledger")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let main = folder.appending(path: "main.swift")
    let small = folder.appending(path: "SmallProgram")
    try source.write(to: main, atomically: true, encoding: .utf8)
    let folders = ["", "../PeridotExclusivity"].map { MachineCode.library.appending(path: $0).path }
    let sources = Set(
      folders.flatMap { FileManager.default.subpaths(atPath: $0) ?? [] }
        .map { "\(URL(filePath: $0).lastPathComponent).o" })
    let objects = try ["Peridot", "PeridotExclusivity"].flatMap { module in
      try FileManager.default.contentsOfDirectory(
        at: products.appending(path: "\(module).build"), includingPropertiesForKeys: nil
      )
      // A source that was removed leaves its object file.
      .filter { $0.pathExtension == "o" && sources.contains("\($0.lastPathComponent)") }.map(\.path)
    }
    let include = MachineCode.library.appending(path: "../PeridotExclusivity/include").path
    let arguments =
      [
        "swiftc", "-O", "-I", products.appending(path: "Modules").path, "-Xcc", "-I\(include)",
        "-Xlinker", "--gc-sections", "-Xlinker", "-s", "-o", small.path, main.path,
      ] + objects
    guard try Callgrind.run("/usr/bin/env", arguments) == 0 else {
      throw PeerMismatch("the small program can't be linked")
    }
    guard let size = try small.resourceValues(forKeys: [.fileSizeKey]).fileSize else {
      throw PeerMismatch("\(small.path) has no size")
    }
    return InstructionCount(total: size)
  }
}
