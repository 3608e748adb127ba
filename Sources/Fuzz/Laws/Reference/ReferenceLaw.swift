import Peridot
import Synchronization

/// Law 2, the second half: what a door reads or writes is what the reference says.
enum ReferenceLaw {
  /// How many results the reference was asked for, and of how many it said why it does not know
  /// them.
  struct Coverage: Codable, Sendable {
    var asked = 0
    var unknown: [String: Int] = [:]

    mutating func add(_ other: Coverage) {
      asked += other.asked
      unknown.merge(other.unknown, uniquingKeysWith: +)
    }
  }

  private static let coverage = Mutex(Coverage())

  /// What was asked since the last call.
  static func takeCoverage() -> Coverage {
    coverage.withLock { coverage in
      defer { coverage = Coverage() }
      return coverage
    }
  }

  private static func note(_ error: any Error) {
    let what = (error as? Reference.Uncovered)?.what ?? "\(error)"
    coverage.withLock { $0.unknown[what, default: 0] += 1 }
  }

  /// Compares a reading with the reference's; nil where they agree, and where the reference does
  /// not cover the trial.
  static func finding(in trial: Trial, _ library: Outcome) -> Finding? {
    coverage.withLock { $0.asked += 1 }
    guard let reference = try? Reference(trial.family, trial.leavesPolicy ? nil : trial.policy)
    else {
      note(Reference.Uncovered(what: "rules without a switch"))
      return nil
    }
    do {
      let value = try reference.read(trial.document)
      let issues = Set(reference.issues.map(words))
      let agrees =
        library.value?.comparable == value.comparable
        && (!reference.knowsIssues || issues == Set(library.issues.map(\.path)))
      return agrees
        ? nil
        : differing(library, "\(value)\n      issues at \(issues.sorted { "\($0)" < "\($1)" })")
    } catch let failure as Reference.Failure {
      guard case .error(let errors) = library.result else {
        return differing(library, describe(failure.faults))
      }
      // Without `collectsErrors` the library stops at any of them.
      let known = errors.allSatisfy { error in failure.faults.contains { $0.agrees(with: error) } }
      let count = min(Set(failure.faults.map(\.path)).count, reference.policy.maximumErrors)
      let isComplete = !reference.policy.collectsErrors || errors.count >= count
      return known && isComplete ? nil : differing(library, describe(failure.faults))
    } catch {
      note(error)
      return nil
    }
  }

  /// Compares what is written for a value of the root class with what the reference writes.
  static func finding(in trial: Trial, writing value: Plain, _ written: Result<JSON, any Error>)
    -> Finding?
  {
    guard case .model(let model) = value else { return nil }
    coverage.withLock { $0.asked += 1 }
    guard let reference = try? Reference(trial.family, trial.leavesPolicy ? nil : trial.policy)
    else {
      note(Reference.Uncovered(what: "rules without a switch"))
      return nil
    }
    do {
      let json = try reference.write(model)
      if case .success(let text) = written, text.isEquivalent(to: json) { return nil }
      return differing("\(written)", "\(json)")
    } catch let failure as Reference.Failure {
      guard case .failure(let error as JSONAdapterError) = written else {
        return differing("\(written)", describe(failure.faults))
      }
      let facts = ErrorFacts(error, without: 0)
      let isKnown = failure.faults.contains {
        "\($0.kind)" == facts.kind && words($0.path) == facts.path
      }
      return isKnown ? nil : differing("\(facts)", describe(failure.faults))
    } catch {
      note(error)
      return nil
    }
  }

  private static func differing(_ library: Outcome, _ reference: String) -> Finding {
    differing("\(library)", reference)
  }

  private static func differing(_ library: String, _ reference: String) -> Finding {
    Finding("the reference disagrees", ["library": library, "reference": reference])
  }

  private static func describe(_ faults: [Reference.Fault]) -> String {
    "error "
      + faults.map { "\($0.kind) of \($0.keys.sorted()) at $\(words($0.path))" }
      .joined(separator: " or ")
  }

  /// A path as the runner has it.
  fileprivate static func words(_ path: Reference.Path) -> [String] {
    path.map { step in
      switch step {
      case .key(let name): name
      case .index(let index): "[\(index)]"
      case .each: "[*]"
      }
    }
  }
}

extension Reference.Fault {
  fileprivate func agrees(with error: ErrorFacts) -> Bool {
    guard "\(kind)" == error.kind, ReferenceLaw.words(path) == error.path else { return false }
    // Several missing keys belong to no single property.
    if kind == .missingKeys, keys.count > 1 { return error.key == nil }
    return error.key.map { keys.contains($0) } ?? keys.isEmpty
  }
}
