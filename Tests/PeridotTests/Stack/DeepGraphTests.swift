import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Deep: Model, JSONSerializing {
  var number = 0

  override class var archiveName: String { "Deep" }

  /// A document of `count` nested models or values.
  class func document(_ count: Int) -> String { "{}" }

  static func nested(_ open: String, _ innermost: String, _ close: String, _ count: Int) -> String {
    String(repeating: open, count: count - 1) + innermost
      + String(repeating: close, count: count - 1)
  }
}

private final class DeepLink: Deep {
  var next: DeepLink?

  override class var archiveName: String { "DeepLink" }
  override class func document(_ count: Int) -> String { nested(#"{"next":"#, "{}", "}", count) }
}

private final class DeepList: Deep {
  var next: [DeepList] = []

  override class var archiveName: String { "DeepList" }
  override class func document(_ count: Int) -> String {
    nested(#"{"next":["#, "{}", "]}", count / 2)
  }
}

private final class DeepSet: Deep {
  var next: Set<DeepSet> = []

  override class var archiveName: String { "DeepSet" }
  override class func document(_ count: Int) -> String {
    nested(#"{"next":["#, "{}", "]}", count / 2)
  }
}

private final class DeepTable: Deep {
  var next: [String: DeepTable] = [:]

  override class var archiveName: String { "DeepTable" }
  override class func document(_ count: Int) -> String {
    nested(#"{"next":{"a":"#, "{}", "}}", count / 2)
  }
}

/// Has rules of its own for what Peridot does by itself otherwise.
private final class DeepRules: Deep {
  var next: DeepRules?

  override class var archiveName: String { "DeepRules" }
  override class func document(_ count: Int) -> String { nested(#"{"next":"#, "{}", "}", count) }

  override func mergeValue(forKey key: String, from other: Model) {
    super.mergeValue(forKey: key, from: other)
  }

  override func validate(_ value: inout Any?, forKey key: String) throws {
    try (value as? DeepRules)?.validate()
  }
}

private final class DeepEquality: Deep {
  var next: Set<DeepEquality> = []

  override class var archiveName: String { "DeepEquality" }
  override class func document(_ count: Int) -> String {
    nested(#"{"next":["#, "{}", "]}", count / 2)
  }

  override func isEqual(_ object: Any?) -> Bool { super.isEqual(object) }
}

private final class DeepArrays: Deep {
  var next: Any?

  override class var archiveName: String { "DeepArrays" }
  override class func document(_ count: Int) -> String {
    #"{"next":"# + nested("[", "[1]", "]", count - 1) + "}"
  }
}

private final class DeepObjects: Deep {
  var next: Any?

  override class var archiveName: String { "DeepObjects" }
  override class func document(_ count: Int) -> String {
    #"{"next":"# + nested(#"{"a":"#, "{}", "}", count - 1) + "}"
  }
}

private struct DeepTree: Codable, Hashable {
  var next: [DeepTree]
}

private final class DeepCodable: Deep {
  var next: DeepTree?

  override class var archiveName: String { "DeepCodable" }
  override class func document(_ count: Int) -> String {
    #"{"next":"# + nested(#"{"next":["#, #"{"next":[]}"#, "]}", count / 2 - 1) + "}"
  }
}

private final class Pair<M: Deep> {
  var one: M?
  var other: M?
}

/// As many models as no stack here has room for, however little the optimizer lets a level take.
private let deepest = 20_000

/// Ends the process, with a failure, if `condition` does not hold.
private func check(_ condition: Bool, line: Int = #line) {
  if condition { return }
  print("line \(line)")
  exit(1)
}

/// Runs `body`, which may find that a rule of a class calls itself deeper than the stack allows.
private func validating(_ body: () throws -> Void) throws {
  do { try body() } catch {
    let words = "DeepRules: validation goes deeper than the stack of this thread has room for"
    guard "\(error)".contains(words) else { throw error }
  }
}

/// Reads two documents on a large stack, and does all that models do on one as small as Apple's
/// secondary threads have.
private func work<M: Deep>(on type: M.Type) throws {
  let pair = Pair<M>()
  try onStack(kilobytes: 64 << 10) {
    pair.one = try JSONAdapter.model(of: M.self, from: M.document(512))
    pair.other = try JSONAdapter.model(of: M.self, from: M.document(512))
  }
  try onStack(kilobytes: 512) {
    guard let one = pair.one, let other = pair.other else { exit(2) }
    check(one == other)
    check(one.hash == other.hash)
    check(one.changedKeys(from: other).isEmpty)
    check(!one.description.isEmpty && !one.debugDescription.isEmpty)
    check(one.dictionaryValue.count == 2)
    try validating { try one.validate() }
    check(one.with { $0.number = 1 } != one)
    let copy = one.deeplyCopied()
    check(copy == one)
    copy.mergeValues(from: other)
    // A rule of the user's calls itself for each level.
    if M.self != DeepRules.self {
      copy.mergeValues(from: one.deeplyCopied(), rule: [.deep, .skipNil])
    }
    check(copy == one)
    try validating { check(try M(dictionary: one.dictionaryValue) == one) }
    do {
      let data = try one.archivedData()
      try validating {
        let read = try M.unarchive(from: data)
        check(read == one)
      }
    } catch let error as ArchiveError {
      check(error.kind == .tooDeep || "\(error)".contains("deep"))
    }
    do {
      _ = try JSONAdapter.data(from: one)
    } catch let error as JSONAdapterError {
      check(error.kind == .tooDeep)
    }
  }
  try onStack(kilobytes: 64 << 10) {
    guard let one = pair.one else { exit(2) }
    _ = try NSKeyedArchiver.archivedData(withRootObject: one, requiringSecureCoding: true)
  }
  try onStack(kilobytes: 512) { (pair.one, pair.other) = (nil, nil) }
}

/// What was read where the stack is large may be used, and released, where it is small: all that
/// cannot throw works from lists, but for what calls itself by Foundation's or the user's code. Each
/// test is in a process of its own, so that a crash is a failed test.
@Suite(.notSanitized) struct DeepGraphTests {
  @Test func followsModelsInVariables() async {
    await #expect(processExitsWith: .success) { try work(on: DeepLink.self) }
  }

  @Test func followsModelsInArrays() async {
    await #expect(processExitsWith: .success) { try work(on: DeepList.self) }
  }

  @Test func followsModelsInSets() async {
    await #expect(processExitsWith: .success) { try work(on: DeepSet.self) }
  }

  @Test func followsModelsInDictionaries() async {
    await #expect(processExitsWith: .success) { try work(on: DeepTable.self) }
  }

  @Test func followsRulesOfAClass() async {
    await #expect(processExitsWith: .success) { try work(on: DeepRules.self) }
  }

  @Test func followsPlainValues() async {
    await #expect(processExitsWith: .success) {
      try work(on: DeepArrays.self)
      try work(on: DeepObjects.self)
    }
  }

  @Test func followsCodableValues() async {
    await #expect(processExitsWith: .success) { try work(on: DeepCodable.self) }
  }

  @Test func refusesKeysThatLeadTooDeep() async {
    await #expect(processExitsWith: .success) {
      let key = Array(repeating: "next", count: deepest).joined(separator: ".")
      try onStack(kilobytes: 512) {
        do {
          _ = try JSONAdapter.data(from: DeepLink(), keys: ["number", key])
          exit(2)
        } catch let error as JSONAdapterError {
          check(error.kind == .tooDeep && error.found.hasPrefix("keys: nesting deeper than "))
        }
        let keys = ["next.next.number"]
        let link = DeepLink().with { $0.next = DeepLink().with { $0.next = DeepLink() } }
        let text = #"{"next":{"next":{"number":0}}}"#
        check(try JSONAdapter.string(from: link, keys: keys) == text)
      }
    }
  }

  @Test func throwsWhereARuleOfValidationCallsItself() async {
    await #expect(processExitsWith: .success) {
      let links = Links()
      try onStack(kilobytes: 512) {
        links.make(DeepRules.self, count: deepest)
        guard let first = links.first else { exit(2) }
        let words = "validation goes deeper than the stack of this thread has room for"
        do {
          try first.validate()
          exit(3)
        } catch let error as ModelError {
          check(error.kind == .validationFailed && error.propertyKey == nil)
          check(error.description == "DeepRules: \(words)")
        }
        do {
          _ = try DeepRules.unarchive(from: first.archivedData())
          exit(4)
        } catch let error as ArchiveError {
          check(error.kind == .validationFailed && error.message.description.contains(words))
        }
        do {
          _ = try DeepRules(dictionary: ["next": first])
          exit(5)
        } catch let error as ModelError {
          check(error.kind == .validationFailed && error.description == "DeepRules: \(words)")
        }
        links.first = nil
      }
    }
  }

  /// Sets whose models have equality of their own, which calls itself through `==` of the set.
  @Test func endsInWordsWhereEqualityCallsItself() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (one, other) = (Links(), Links())
      try onStack(kilobytes: 64 << 10) {
        one.make(DeepEquality.self, count: deepest)
        other.make(DeepEquality.self, count: deepest)
      }
      try onStack(kilobytes: 256) { check(one.first == other.first) }
    }
    expect(result, "== of models goes deeper than the stack of this thread has room for")
  }

  @Test func endsInWordsWhereARuleOfMergingCallsItself() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (one, other) = (Links(), Links())
      try onStack(kilobytes: 64 << 10) {
        one.make(DeepRules.self, count: deepest)
        other.first = one.first?.deeplyCopied()
      }
      try onStack(kilobytes: 256) {
        guard let one = one.first, let other = other.first else { exit(0) }
        one.mergeValues(from: other, rule: .deep)
      }
    }
    expect(result, "a deep merge goes deeper than the stack of this thread has room for")
  }

  @Test func endsInWordsWhereFoundationsArchiverCallsItself() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let links = Links()
      try onStack(kilobytes: 512) {
        links.make(DeepLink.self, count: deepest)
        guard let first = links.first else { exit(0) }
        _ = try NSKeyedArchiver.archivedData(withRootObject: first, requiringSecureCoding: true)
      }
    }
    expect(result, "a coder of Foundation's goes deeper than the stack of this thread has room for")
  }

  private func expect(_ result: ExitTest.Result?, _ words: String) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(words), "\(text.prefix(400))")
  }

  /// An archive links models to any length, and sets of models as deep as its limit.
  @Test func releasesWhatAnArchiveHolds() async {
    await #expect(processExitsWith: .success) {
      let pair = Pair<DeepList>()
      let sets = Pair<DeepSet>()
      try onStack(kilobytes: 64 << 10) {
        var list = DeepList()
        for number in 0..<100_000 {
          let next = DeepList()
          (next.number, next.next) = (number, [list])
          list = next
        }
        pair.one = try DeepList.unarchive(from: list.archivedData())
        var set = DeepSet()
        for number in 0..<60 {
          let next = DeepSet()
          (next.number, next.next) = (number, [set])
          set = next
        }
        let data = try set.archivedData()
        sets.one = try DeepSet.unarchive(from: data)
        sets.other = try DeepSet.unarchive(from: data)
      }
      try onStack(kilobytes: 512) {
        check(sets.one == sets.other)
        (sets.one, sets.other, pair.one) = (nil, nil, nil)
      }
    }
  }

  @Test(arguments: [DeepList.self, DeepSet.self, DeepTable.self, DeepLink.self] as [Model.Type])
  func releasesAllOfALongChain(_ type: Model.Type) async throws {
    let links = Links()
    try onStack(kilobytes: 512) { links.make(type, count: 100_000) }
    #expect(links.last != nil)
    try onStack(kilobytes: 512) { links.first = nil }
    #expect(links.last == nil)
  }
}

private final class Links {
  var first: Model?
  weak var last: Model?

  func make(_ type: Model.Type, count: Int) {
    for number in 0..<count {
      let link = type.init()
      last = number == 0 ? link : last
      switch (link, first) {
      case (let link as DeepList, let next as DeepList): link.next = [next]
      case (let link as DeepSet, let next as DeepSet): link.next = [next]
      case (let link as DeepTable, let next as DeepTable): link.next = ["a": next]
      case (let link as DeepLink, let next as DeepLink): link.next = next
      case (let link as DeepRules, let next as DeepRules): link.next = next
      case (let link as DeepEquality, let next as DeepEquality): link.next = [next]
      default: break
      }
      first = link
    }
  }
}
