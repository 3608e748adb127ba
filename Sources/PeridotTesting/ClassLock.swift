import Foundation
import Peridot

/// The files of one class in a lock: its facts, and samples that are numbered.
struct ClassLock {
  private let type: Model.Type
  private let folder: URL
  private let facts: ClassFacts

  init(_ type: Model.Type, in folder: URL) {
    self.type = type
    self.folder = folder
    facts = ClassFacts(of: type)
  }

  private var stem: String {
    String(type.archiveName.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
  }

  var factsFile: URL { folder.appending(path: stem + ".txt") }

  private func file(_ number: Int, _ door: Door) -> URL {
    folder.appending(path: "\(stem).\(number).\(door.rawValue)")
  }

  enum Door: String, CaseIterable {
    case json, archive

    var words: String { self == .json ? "JSON" : "archive" }
  }

  // MARK: Checking

  func check() throws -> (problems: [StoredFormat.Problem], changes: [String]) {
    guard let text = try? String(contentsOf: factsFile, encoding: .utf8),
      let old = ClassFacts(text: text)
    else {
      let cure = "Record the lock: record: true, or the environment variable PERIDOT_RECORD=1."
      return ([problem(nil, "JSON and archive", "there is no lock", cure: cure)], [])
    }
    let comparison = FactsComparison(from: old, to: facts)
    var problems = comparison.problems
    for number in numbers {
      for problem in try sampleProblems(number)
      where !problems.contains(where: {
        $0.propertyKey == problem.propertyKey && $0.door.contains(problem.door)
      }) {
        problems.append(problem)
      }
    }
    return (problems, comparison.changes)
  }

  /// The numbers of the samples.
  private var numbers: [Int] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let numbers = files.filter { $0.hasPrefix(stem + ".") }.compactMap { name in
      Int(name.dropFirst(stem.count + 1).prefix { $0 != "." })
    }
    return Set(numbers).sorted()
  }

  private func sampleProblems(_ number: Int) throws -> [StoredFormat.Problem] {
    var models: [Door: Model] = [:]
    var problems: [StoredFormat.Problem] = []
    for door in Door.allCases {
      let file = file(number, door)
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      let data = try Data(contentsOf: file)
      do {
        models[door] = try read(data, door)
      } catch {
        problems.append(unread(error, door))
      }
    }
    guard let json = models[.json], let archived = models[.archive] else { return problems }
    let initial = type.init()
    for difference in json.differences(from: archived) {
      guard case .property(let key)? = difference.path.first else {
        problems.append(
          problem(nil, "JSON", "\(difference)", cure: "See how each of the two reads the class."))
        continue
      }
      if facts.properties[key]?["json"] == nil || facts.properties[key]?["archive"] != nil {
        continue
      }
      problems.append(unlike(difference, key, json, archived, initial))
    }
    return problems
  }

  private func problem(
    _ key: String?, _ door: String, _ message: String, cure: String
  ) -> StoredFormat.Problem {
    StoredFormat.Problem(
      className: facts.name, propertyKey: key, door: door, message: message, cure: cure)
  }

  private func unread(_ error: any Error, _ door: Door) -> StoredFormat.Problem {
    let key = (error as? JSONAdapterError)?.propertyKey ?? (error as? ArchiveError)?.propertyKey
    let cure =
      door == .json
      ? "Give the property a default, a transformer that reads the old value, or another place to"
        + " read: .firstOf."
      : Self.migration
    return problem(key, door.words, "a sample is refused: \(error)", cure: cure)
  }

  /// A property that the two samples of one object read as unlike values: which of them is wrong,
  /// and what to do.
  private func unlike(
    _ difference: Difference, _ key: String, _ json: Model, _ archived: Model, _ initial: Model
  ) -> StoredFormat.Problem {
    func isLost(_ model: Model) -> Bool { !model.changedKeys(from: initial).contains(key) }
    let isUnread = isLost(json) || isLost(archived)
    let (door, cure) =
      if isLost(json) {
        ("JSON", "Read the old place, too: .firstOf, or formerly.")
      } else if isLost(archived) {
        ("archive", Self.migration)
      } else {
        (
          "JSON or archive",
          "Let the transformer read the old JSON as before. Or: \(Self.migration)"
        )
      }
    let message = isUnread ? "the value of a sample is not read" : "a sample reads as two values"
    return problem(key, door, "\(message) (archive → JSON: \(difference))", cure: cure)
  }

  private static let migration =
    "Raise modelVersion, and answer for the old versions in decodeValue."

  // MARK: Recording

  /// Writes the facts, and samples if the facts have changed.
  func record(dropsUnread: Bool) throws {
    if dropsUnread {
      for number in numbers where try !sampleProblems(number).isEmpty {
        for door in Door.allCases { try? FileManager.default.removeItem(at: file(number, door)) }
      }
    }
    let old = (try? String(contentsOf: factsFile, encoding: .utf8)).flatMap { ClassFacts(text: $0) }
    if old == facts, !numbers.isEmpty { return }
    try facts.text.write(to: factsFile, atomically: true, encoding: .utf8)
    let first = (numbers.last ?? 0) + 1
    let sample = Sampler(seed: first, [.json, .archive]).model(type)
    for (offset, model) in [sample, type.init()].enumerated() {
      // A new object that the class itself refuses is stored nowhere.
      if offset > 0, (try? model.validate()) == nil { continue }
      if let data = try? model.archivedData() {
        try data.write(to: file(first + offset, .archive))
      }
      if let data = try? written(model) {
        try data.write(to: file(first + offset, .json))
      }
      for problem in try sampleProblems(first + offset) {
        throw StoredFormat.Failure(problems: [problem])
      }
    }
  }

  private func written(_ model: Model) throws -> Data? {
    guard let model = model as? any JSONSerializing else { return nil }
    return try JSONAdapter.data(from: model, options: [.prettyPrinted, .sortedKeys])
  }

  private func read(_ data: Data, _ door: Door) throws -> Model? {
    func read<M: Model & JSONSerializing>(_ type: M.Type) throws -> Model {
      try JSONAdapter.model(of: type, from: data)
    }
    return switch door {
    case .archive: try type.unarchive(from: data)
    case .json: try (type as? any (Model & JSONSerializing).Type).map { try read($0) }
    }
  }
}
