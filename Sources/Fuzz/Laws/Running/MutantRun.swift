import Foundation

/// Shows that the laws find each fault that was mended: puts it back into a copy of the sources,
/// builds that, and runs the trials until one fails that holds without it.
struct MutantRun {
  let seed: UInt64
  let trials: UInt64
  /// The beginnings of the names of those to run; empty for all.
  let names: [String]
  let jobs: Int
  private let root = URL(filePath: FileManager.default.currentDirectoryPath)
  private var scratch: URL { root.appending(path: ".build/mutants") }

  init(seed: UInt64, trials: UInt64, names: [String], jobs: Int) {
    self.seed = seed
    self.names = names
    self.jobs = jobs
    self.trials = trials == 100_000 ? 200_000 : trials
  }

  /// What became of a mutant.
  private struct Row {
    var isFound = false
    /// The law and the trial, or why there is none.
    var words: String
    var building = 0
    var running = 0
  }

  /// Runs all mutants, prints a table, and returns the exit code.
  func run() -> Int32 {
    do {
      let mutants = try Mutant.all(in: root.appending(path: "Tests/LawTests/Mutants"))
        .filter { name, _ in names.isEmpty || names.contains(where: name.hasPrefix) }
      try buildUnchanged()
      show("| Mutant | Found by | Build | Trials |\n|---|---|---|---|")
      var lost = 0
      for (name, mutant) in mutants {
        let row = try mutant.map(outcome) ?? Row(words: "no mutant: see Docs/Laws.md for the form")
        if !row.isFound { lost += 1 }
        show("| \(name) | \(row.words) | \(row.building) s | \(row.running) s |")
      }
      print("\(mutants.count) mutants, \(lost) not found")
      return lost == 0 ? 0 : 1
    } catch {
      print("\(error)")
      return 2
    }
  }

  /// Builds the program without a mutant, which tells whether a trial fails because of one.
  private func buildUnchanged() throws {
    try copySources()
    let (status, log) = build()
    guard status == 0 else { throw Failure(description: "does not build: \(log.suffix(300))") }
    try? FileManager.default.removeItem(atPath: unchanged)
    try FileManager.default.copyItem(atPath: program, toPath: unchanged)
  }

  /// Prints at once, also into a file.
  private func show(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  private struct Failure: Error, CustomStringConvertible { let description: String }

  private func outcome(of mutant: Mutant) throws -> Row {
    if let mistake = mutant.mistake(below: root) { return Row(words: mistake) }
    let start = ContinuousClock.now
    try copySources()
    try mutant.apply(below: scratch)
    let (status, log) = build()
    guard status == 0 else { return Row(words: "does not build: \(log.suffix(300))") }
    let built = ContinuousClock.now
    var row = Row(words: "NOT FOUND in \(trials) trials")
    row.building = Int((built - start) / .seconds(1))
    if let (law, trial) = try failure(of: mutant) {
      row.isFound = true
      row.words = trial.map { "\(law), trial \($0)" } ?? law
    }
    row.running = Int((ContinuousClock.now - built) / .seconds(1))
    return row
  }

  /// The first law that does not hold, and the number of its trial; nil if all hold.
  private func failure(of mutant: Mutant) throws -> (law: String, trial: String?)? {
    if mutant.laws == [Law.work.rawValue] {
      return countWork().split(separator: "\n").first { $0.hasPrefix("law ") }
        .map { (String($0), nil) }
    }
    let focus = mutant.focus.isEmpty ? [] : ["--focus", mutant.focus]
    var known: [String] = []
    while true {
      try known.joined(separator: "\n").write(to: knownTrials, atomically: true, encoding: .utf8)
      let lines = runTrials(of: mutant.laws, focus + ["--known", knownTrials.path])
        .split(separator: "\n")
      guard let law = lines.first(where: { $0.hasPrefix("law ") }),
        let command = lines.first(where: { $0.contains("--trial ") })?.split(separator: " "),
        let trial = command.drop(while: { $0 != "--trial" }).dropFirst().first.map(String.init)
      else { return nil }
      let again = ["laws", "--seed", "\(seed)", "--trial", trial, "--no-shrinking"]
      if Self.launch([unchanged] + again + focus).status == 0 { return (String(law), trial) }
      known.append(trial)
    }
  }

  /// Builds the copy, optimized, but each file by itself: a file that changes takes a fifth of the
  /// time that the whole takes.
  private func build() -> (status: Int32, output: String) {
    let flags = ["-no-whole-module-optimization", "-enable-batch-mode", "-incremental"]
    return Self.launch(
      ["swift", "build", "-c", "release", "--package-path", scratch.path, "--product", "Fuzz"]
        + flags.flatMap { ["-Xswiftc", $0] })
  }

  /// Law 9, which makes no trials.
  private func countWork() -> String {
    Self.launch([program, "laws", "--work", "--doors", "string", "--jobs", "\(jobs)"]).output
  }

  private var program: String { scratch.appending(path: ".build/release/Fuzz").path }
  private var unchanged: String { scratch.appending(path: "unchanged").path }
  /// The numbers of trials that fail without the mutant.
  private var knownTrials: URL { scratch.appending(path: "known") }

  /// - Parameter laws: The laws to try; empty for all.
  private func runTrials(of laws: [Int], _ options: [String]) -> String {
    let list = laws.map { "\($0)" }.joined(separator: ",")
    return Self.launch(
      [
        program, "laws", "--seed", "\(seed)", "--trials", "\(trials)", "--jobs", "\(jobs)",
        "--failures", "1", "--no-shrinking",
      ] + (list.isEmpty ? [] : ["--laws", list]) + options
    ).output
  }

  /// Brings the copy to the state of the sources. Files that are equal keep their dates, so that
  /// little is built anew.
  private func copySources() throws {
    let files = FileManager.default
    for folder in ["Peridot", "PeridotExclusivity", "PeridotRecords", "Fuzz"].map({
      "Sources/\($0)"
    }) {
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
        .target(name: "PeridotRecords", dependencies: ["Peridot"], swiftSettings: features),
        .executableTarget(
          name: "Fuzz", dependencies: ["Peridot", "PeridotRecords"], swiftSettings: features),
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
