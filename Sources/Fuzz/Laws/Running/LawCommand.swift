import Foundation

/// The command `Fuzz laws`.
///
/// Trials run in processes of some thousand: what the library keeps of classes goes with them, and
/// a crash is told by its trial.
struct LawCommand {
  private var seed: UInt64 = 1
  /// How many trials of the laws are made; in a process of a part, how many numbers are looked at.
  private var trials: UInt64 = 100_000
  private var first: UInt64 = 0
  private var jobs = 1
  private var failureLimit = 5
  /// Where a process of a part leaves its summary.
  private var output: String?
  private var isTraced = false
  private var goesOn = false
  /// Whether laws ask the reference, too.
  private var asksReference = true
  private var runsMutants = false
  private var countsWork = false
  private var measuresMemory = false
  /// The part of the shapes whose work this process does.
  private var workPart: Int?
  /// The beginning of the names of the doors whose work is counted; empty for all.
  private var doors = ""
  private var mutantNames: [String] = []
  /// A file of the numbers of trials that are known to fail, which are left out.
  private var known: String?
  private var shrinks = true
  /// The laws to try; empty for all.
  private var laws: [UInt64] = []
  private var focus = Focus()

  static let usage = """
    usage: Fuzz laws [--seed SEED] [--trials COUNT] [--jobs PROCESSES] [--failures COUNT] [--go-on]
                     [--laws NUMBER,NUMBER…] [--focus FEATURE,SETTING=VALUE…] [--no-reference]
                     [--no-shrinking] [--known FILE]
           Fuzz laws --seed SEED --trial NUMBER [--focus …]
           Fuzz laws --work [--doors PREFIX] [--jobs PROCESSES]
           Fuzz laws --memory
           Fuzz laws --mutants [NAME…] [--seed SEED] [--trials COUNT] [--jobs PROCESSES]
    """
  private static let trialsPerProcess: UInt64 = 5_000

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--mutants": runsMutants = true
      case "--work": countsWork = true
      case "--memory": measuresMemory = true
      case "--trace": isTraced = true
      case "--go-on": goesOn = true
      case "--no-reference": asksReference = false
      case "--no-shrinking": shrinks = false
      case "--laws":
        guard let value = rest.popFirst() else { return nil }
        laws = value.split(separator: ",").compactMap { UInt64($0) }
        guard !laws.isEmpty else { return nil }
      case "--focus":
        guard let focus = rest.popFirst().flatMap({ Focus(words: $0) }) else { return nil }
        self.focus = focus
      case "--output", "--known", "--doors":
        guard let path = rest.popFirst() else { return nil }
        switch option {
        case "--doors": doors = path
        case "--output": output = path
        default: known = path
        }
      case "--seed", "--trials", "--trial", "--first", "--jobs", "--failures",
        "--work-part":
        guard let value = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
        switch option {
        case "--seed": seed = value
        case "--trials": trials = value
        case "--first": first = value
        case "--jobs": jobs = max(Int(value), 1)
        case "--work-part": workPart = Int(value)
        case "--failures": failureLimit = max(Int(value), 1)
        default: (first, trials) = (value, 1)
        }
      default:
        guard runsMutants, !option.hasPrefix("-") else { return nil }
        mutantNames.append(option)
      }
    }
  }

  /// Runs what makes no trials, and returns the exit code; nil if it is to make some.
  func runSynchronously() -> Int32? {
    if runsMutants {
      return MutantRun(seed: seed, trials: trials, names: mutantNames, jobs: jobs).run()
    }
    if countsWork { return WorkRun(jobs: jobs, doors: doors).run() }
    if measuresMemory { return MemoryRun().run() }
    guard let workPart, let output else { return nil }
    return WorkRun.runPart(workPart, of: jobs, doors, names: output)
  }

  /// Runs the trials, and returns the exit code.
  func run() async -> Int32 {
    await ReferenceSwitch.$isOn.withValue(asksReference) {
      await Focus.$current.withValue(focus) { await runTrials() }
    }
  }

  private func runTrials() async -> Int32 {
    if let output { return await runPart(output) }
    if trials == 1 { return report(await LawRun(seed: seed, numbers: first..<first + 1).run()) }
    return report(await runProcesses())
  }

  /// A part in this process.
  private func runPart(_ output: String) async -> Int32 {
    let run = LawRun(
      seed: seed, numbers: first..<first + trials, failureLimit: failureLimit, goesOn: goesOn,
      laws: Set(laws.compactMap { Law(rawValue: Int($0)) }), known: knownTrials, shrinks: shrinks,
      begin: isTraced ? { Self.show("\($0)") } : { _ in })
    let summary = await run.run()
    guard let data = try? JSONEncoder().encode(summary) else { return 2 }
    return FileManager.default.createFile(atPath: output, contents: data) ? 0 : 2
  }

  private var knownTrials: Set<UInt64> {
    guard let known, let text = try? String(contentsOfFile: known, encoding: .utf8) else {
      return []
    }
    return Set(text.split(separator: "\n").compactMap { UInt64($0) })
  }

  private func runProcesses() async -> LawRun.Summary {
    await withTaskGroup(of: LawRun.Summary.self) { group in
      var sum = LawRun.Summary()
      var start = first
      func addPart() {
        // Of all laws, each number is a trial.
        let left = laws.isEmpty ? first + trials - start : Self.trialsPerProcess
        let count = min(left, Self.trialsPerProcess)
        if count == 0 { return }
        group.addTask { [start] in part(from: start, count: count) }
        start += count
      }
      for _ in 0..<jobs { addPart() }
      for await summary in group {
        sum.add(summary)
        for failure in summary.failures { Self.show("\(failure)\n") }
        let isEnough = sum.failures.count >= failureLimit && !goesOn
        if !isEnough, sum.trials < trials { addPart() }
      }
      return sum
    }
  }

  /// Runs the trials from one on in a process of their own.
  private func part(from start: UInt64, count: UInt64) -> LawRun.Summary {
    let file = FileManager.default.temporaryDirectory.appending(path: "laws-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    var arguments = [
      "laws", "--seed", "\(seed)", "--first", "\(start)", "--trials", "\(count)", "--failures",
      "\(failureLimit)", "--output", file.path,
    ]
    if goesOn { arguments.append("--go-on") }
    if !asksReference { arguments.append("--no-reference") }
    if !shrinks { arguments.append("--no-shrinking") }
    if !laws.isEmpty { arguments += ["--laws", laws.map { "\($0)" }.joined(separator: ",")] }
    arguments += focus.arguments
    if let known { arguments += ["--known", known] }
    _ = Self.launch(arguments)
    if let data = try? Data(contentsOf: file),
      let summary = try? JSONDecoder().decode(LawRun.Summary.self, from: data)
    {
      return summary
    }
    // The same again, to learn which trial ended the process.
    let trace = Self.launch(arguments + ["--trace"])
    let last = trace.split(separator: "\n").last { Int($0) != nil } ?? "?"
    var summary = LawRun.Summary()
    let command = FailureReport.command(seed: seed, trial: String(last), focus)
    summary.failures = ["law 10 (robustness): the process ended\n  again: \(command)"]
    return summary
  }

  /// Runs this program and returns what it prints.
  private static func launch(_ arguments: [String]) -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return "" }
    let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// Prints a line at once, also into a file.
  private static func show(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private func report(_ summary: LawRun.Summary) -> Int32 {
    if trials == 1 { for failure in summary.failures { print(failure) } }
    let laws = summary.trialsByLaw.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    print("\(summary.trials) trials of seed \(seed); of each law: \(laws.joined(separator: ", "))")
    if trials > 1 { print("\(summary.pairs.words)\n\(summary.reference.words)") }
    print("\(summary.failures.count + summary.otherFailures) failures")
    return summary.failures.isEmpty && hasEachPair(summary) ? 0 : 1
  }
}

extension LawCommand {
  /// Whether each pair of features met in a hundred of a million trials. It says nothing of fewer
  /// trials, and of some laws alone.
  private func hasEachPair(_ summary: LawRun.Summary) -> Bool {
    guard laws.isEmpty, focus.isEmpty, summary.trials >= 500_000 else { return true }
    let least = summary.trials / 10_000
    let rare = summary.pairs.pairs.count { $0.count < least }
    if rare > 0 { print("\(rare) pairs of features met in fewer than \(least) trials") }
    return rare == 0
  }
}

extension PairTable {
  /// The rarest pairs, and how often each feature occurred.
  var words: String {
    let pairs = pairs
    let rarest = pairs.prefix(20).map { "  \($0.one) and \($0.other): \($0.count)" }
    let features = Feature.allCases.map { "\($0) \(count($0, $0))" }
    return "features: \(features.joined(separator: ", "))\n"
      + "\(pairs.count) pairs of features; the rarest:\n" + rarest.joined(separator: "\n")
      + "\npairs that never meet:\n"
      + apart.map { "  \($0.pairs): \($0.reason)" }.joined(separator: "\n")
  }
}

extension ReferenceLaw.Coverage {
  /// How often the reference said something, and why it did not.
  fileprivate var words: String {
    let answered = asked - unknown.values.reduce(0, +)
    let reasons = unknown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(20)
    return "the reference says something of \(answered) of \(asked) results; it doesn't know:\n"
      + reasons.map { "  \($0.key): \($0.value)" }.joined(separator: "\n")
  }
}
