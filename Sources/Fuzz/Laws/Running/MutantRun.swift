import Foundation

/// Shows that the laws find each fault that was mended: puts it back into a copy of the sources,
/// builds that, and runs the trials until one fails.
struct MutantRun {
  let seed: UInt64
  let trials: UInt64
  /// The beginnings of the names of those to run; empty for all.
  let names: [String]
  private let root = URL(filePath: FileManager.default.currentDirectoryPath)
  private var scratch: URL { root.appending(path: ".build/mutants") }

  init(seed: UInt64, trials: UInt64, names: [String]) {
    self.seed = seed
    self.names = names
    self.trials = trials == 100_000 ? 200_000 : trials
  }

  /// Runs all mutants, prints a table, and returns the exit code.
  func run() -> Int32 {
    do {
      let mutants = try Mutant.all(in: root.appending(path: "Tests/LawTests/Mutants"))
        .filter { name, _ in names.isEmpty || names.contains(where: name.hasPrefix) }
      var lost = 0
      for (name, mutant) in mutants {
        let result = try mutant.map(outcome) ?? "no mutant: see Docs/Laws.md for the form"
        if !result.hasPrefix("found") { lost += 1 }
        FileHandle.standardOutput.write(Data("\(name): \(result)\n".utf8))
      }
      print("\(mutants.count) mutants, \(lost) not found")
      return lost == 0 ? 0 : 1
    } catch {
      print("\(error)")
      return 2
    }
  }

  private func outcome(of mutant: Mutant) throws -> String {
    if let mistake = mutant.mistake(below: root) { return mistake }
    try copySources()
    try mutant.apply(below: scratch)
    let (status, log) = Self.launch(
      [
        "swift", "build", "-c", "release", "--package-path", scratch.path, "--product", "Fuzz",
      ])
    guard status == 0 else { return "does not build: \(log.suffix(300))" }
    let start = ContinuousClock.now
    let (_, output) = Self.launch([
      scratch.appending(path: ".build/release/Fuzz").path, "laws", "--seed", "\(seed)", "--trials",
      "\(trials)", "--jobs", "2", "--failures", "1",
    ])
    let lines = output.split(separator: "\n").map(String.init)
    guard let law = lines.first(where: { $0.hasPrefix("law ") }),
      let again = lines.first(where: { $0.contains("--trial ") }),
      let number = again.split(separator: " ").last
    else { return "NOT FOUND in \(trials) trials" }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return "found by trial \(number) in \(Int(seconds)) s: \(law)"
  }

  /// Brings the copy to the state of the sources. Files that are equal keep their dates, so that
  /// little is built anew.
  private func copySources() throws {
    let files = FileManager.default
    for folder in ["Sources/Peridot", "Sources/PeridotExclusivity", "Sources/Fuzz"] {
      let source = root.appending(path: folder)
      guard let paths = files.enumerator(atPath: source.path) else { continue }
      for case let path as String in paths {
        let from = source.appending(path: path)
        let to = scratch.appending(path: folder).appending(path: path)
        if try from.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true { continue }
        let data = try Data(contentsOf: from)
        if (try? Data(contentsOf: to)) == data { continue }
        try files.createDirectory(
          at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: to)
      }
    }
    let manifest = scratch.appending(path: "Package.swift")
    if (try? String(contentsOf: manifest, encoding: .utf8)) != Self.manifest {
      try Self.manifest.write(to: manifest, atomically: true, encoding: .utf8)
    }
  }

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let features: [SwiftSetting] = [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]

    let package = Package(
      name: "Peridot",
      platforms: [.macOS(.v15)],
      targets: [
        .target(name: "PeridotExclusivity"),
        .target(name: "Peridot", dependencies: ["PeridotExclusivity"], swiftSettings: features),
        .executableTarget(name: "Fuzz", dependencies: ["Peridot"], swiftSettings: features),
      ],
      swiftLanguageModes: [.v6]
    )

    """

  private static func launch(_ arguments: [String]) -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    guard (try? process.run()) != nil else { return (-1, "") }
    let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
