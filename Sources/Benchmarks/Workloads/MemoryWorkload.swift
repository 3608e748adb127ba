import Foundation
import Peridot

/// The peak memory of reading 10,000 users and of writing them, each in a process of its own.
enum MemoryWorkload {
  /// The argument that makes this executable such a process.
  static let childArgument = "--memory-child"

  private static let jobs: [(job: String, names: [String])] = [
    ("users to models", ["Peridot", "JSONDecoder", "JSONSerialization"]),
    ("users to bytes", ["Peridot", "JSONEncoder"]),
    ("archive to users", ["Peridot"]),
  ]

  static func run(_ stopwatch: Stopwatch, _ results: inout Results) throws {
    guard ResidentMemory.peak != nil else { return }
    let document = FileManager.default.temporaryDirectory
      .appendingPathComponent("peridot-users-\(ProcessInfo.processInfo.processIdentifier).json")
    try UserArray.data(count: 10_000).write(to: document)
    let archive = document.deletingPathExtension().appendingPathExtension("plist")
    try JSONAdapter.models(of: GitHubUser.self, from: Data(contentsOf: document))
      .archive(to: archive)
    defer {
      for file in [document, archive] { try? FileManager.default.removeItem(at: file) }
    }
    for (job, names) in jobs {
      for name in names {
        let file = job.hasPrefix("archive") ? archive : document
        let data = try OwnProcess.output([childArgument, job, name, file.path])
        let numbers = String(decoding: data, as: UTF8.self).split(separator: " ").map { Int($0) }
        guard numbers.count == 3, let before = numbers[0], let peak = numbers[1] else {
          throw PeerMismatch("The process that reads users by \(name) failed.")
        }
        results.memory.append(
          MemoryUse(
            job: job, name: name, peak: peak, increase: peak - before, result: numbers[2],
            limit: job == "users to models" && name == "Peridot" ? 1.3 : nil))
      }
    }
  }

  /// Does one job and prints the bytes that were resident before, the peak, and how many the result
  /// takes.
  static func runChild(_ arguments: [String]) throws {
    guard arguments.count == 3 else { throw PeerMismatch("job, name and file are wanted") }
    let document = try Data(contentsOf: URL(fileURLWithPath: arguments[2]))
    let coders = PeerCoders.iso8601
    var work: () throws -> Any
    switch (arguments[0], arguments[1]) {
    case ("users to models", "Peridot"):
      work = { try JSONAdapter.models(of: GitHubUser.self, from: document) }
    case ("users to models", "JSONDecoder"):
      work = { try coders.decoder.decode([GitHubUserRecord].self, from: document) }
    case ("users to models", "JSONSerialization"):
      work = {
        let json = try SameJSON.parse(document) as? [[String: Any]] ?? []
        return json.map { GitHubUser(handwritten: $0) }
      }
    case ("users to bytes", "Peridot"):
      let models = try JSONAdapter.models(of: GitHubUser.self, from: document)
      work = { try JSONAdapter.data(from: models) }
    case ("archive to users", "Peridot"):
      work = { try [GitHubUser].unarchive(from: document) }
    case ("users to bytes", "JSONEncoder"):
      let records = try coders.decoder.decode([GitHubUserRecord].self, from: document)
      work = { try coders.encoder.encode(records) }
    default: throw PeerMismatch("no job \(arguments)")
    }
    let inUse = ResidentMemory.inUse
    ResidentMemory.resetPeak()
    let before = ResidentMemory.peak ?? 0
    let result = try work()
    let peak = ResidentMemory.peak ?? 0
    let size = inUse.flatMap { inUse in ResidentMemory.inUse.map { $0 - inUse } }
    consume(result)
    print(before, peak, size.map { "\($0)" } ?? "-", terminator: "")
  }
}
