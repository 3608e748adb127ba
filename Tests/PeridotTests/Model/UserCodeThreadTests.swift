import Foundation
import Peridot
import Synchronization
import Testing

@testable import TestSupport

/// Where code of a user's ran, and whether it saw the task-local value of the call.
private final class Calls: Sendable {
  private struct Counts {
    var here = 0
    var elsewhere = 0
    var withoutValue = 0
  }

  @TaskLocal static var current: Calls?

  private let thread: UInt
  private let counts = Mutex(Counts())

  init() { thread = Self.thisThread }

  static var thisThread: UInt { UInt(pthread_self()) }

  func note() {
    let isHere = Self.thisThread == thread
    let hasValue = Self.current === self
    counts.withLock { counts in
      if isHere { counts.here += 1 } else { counts.elsewhere += 1 }
      if !hasValue { counts.withoutValue += 1 }
    }
  }

  var found: String {
    counts.withLock {
      "\($0.here) here, \($0.elsewhere) elsewhere, \($0.withoutValue) without value"
    }
  }
}

/// The calls that the objects of this test tell of: one test at a time.
private let calls = Mutex<Calls?>(nil)

private func note() { calls.withLock { $0 }?.note() }

/// Does `body` on a stack of that size, counting the user's calls; returns where they ran.
private func whereCallsRan(
  kilobytes: Int, _ body: @escaping () throws -> Void
) throws -> String {
  nonisolated(unsafe) var found = ""
  try onStack(kilobytes: kilobytes) {
    let made = Calls()
    calls.withLock { $0 = made }
    defer { calls.withLock { $0 = nil } }
    try Calls.$current.withValue(made) {
      try JSONAdapter.$userInfo.withValue(["name": "seen"]) { try body() }
    }
    found = made.found
  }
  return found
}

private class Told: Model {
  var number = 0
  var following: Told? {
    get { nil }
    set {}
  }

  deinit { note() }
}

private final class ToldLink: Told {
  var next: Told?
  override var following: Told? {
    get { next }
    set { next = newValue }
  }
}

private final class ToldList: Told {
  var next: [Told] = []
  override var following: Told? {
    get { next.first }
    set { next = newValue.map { [$0] } ?? [] }
  }
}

private final class ToldSet: Told {
  var next: Set<Told> = []
  override var following: Told? {
    get { next.first }
    set { next = newValue.map { [$0] } ?? [] }
  }
}

private final class ToldTable: Told {
  var next: [String: [Told?]] = [:]
  override var following: Told? {
    get { next["a"]?.first ?? nil }
    set { next = newValue.map { ["a": [$0]] } ?? [:] }
  }
}

private final class ToldAny: Told {
  var next: Any?
  override var following: Told? {
    get { (next as? [String: Any])?["a"] as? Told }
    set { next = newValue.map { ["a": $0] } }
  }
}

private final class ToldBox: Told {
  private var _box = Box()
  private struct Box {
    var inner: (number: Int, link: Told?) = (0, nil)
  }
  override var following: Told? {
    get { _box.inner.link }
    set { _box.inner.link = newValue }
  }
}

private let linkings: [Told.Type] = [
  ToldLink.self, ToldList.self, ToldSet.self, ToldTable.self, ToldAny.self, ToldBox.self,
]

private final class Chain {
  var first: Told?

  init(of type: Told.Type, count: Int, number: Int = 0) {
    for index in 0..<count {
      let link = type.init()
      link.number = number + index
      link.following = first
      first = link
    }
  }
}

/// Has equality and hash of its own, which leave the rest to the superclass.
private final class Asked: Model {
  var number = 0
  var all: Set<Asked> = []
  var list: [Asked] = []

  override func isEqual(_ object: Any?) -> Bool {
    note()
    return super.isEqual(object)
  }

  override var hash: Int {
    note()
    return super.hash
  }
}

/// Equal to its like by `==` of its own, in an `Any`.
private struct AskedValue: Hashable, Codable {
  var number = 0
  var next: [AskedValue] = []

  init(number: Int, next: [AskedValue] = []) {
    self.number = number
    self.next = next
  }

  static func == (first: Self, second: Self) -> Bool {
    note()
    return first.number == second.number && first.next == second.next
  }

  func hash(into hasher: inout Hasher) {
    note()
    hasher.combine(number)
  }

  init(from decoder: any Decoder) throws {
    note()
    #expect(JSONAdapter.userInfo["name"] as? String == "seen")
    let members = try decoder.container(keyedBy: CodingKeys.self)
    number = try members.decode(Int.self, forKey: .number)
    next = try members.decode([AskedValue].self, forKey: .next)
  }

  func encode(to encoder: any Encoder) throws {
    note()
    #expect(JSONAdapter.userInfo["name"] as? String == "seen")
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(number, forKey: .number)
    try members.encode(next, forKey: .next)
  }

  enum CodingKeys: CodingKey { case number, next }
}

private final class Coded: Model, JSONSerializing {
  var value: AskedValue?
  var any: Any?

  override class var archiveName: String { "Coded" }
}

/// Code of the user's runs on the thread, and in the task, of the call that it belongs to.
@Suite(.serialized, .notSanitized) struct UserCodeThreadTests {
  @Test(arguments: linkings.indices, [512, 8192])
  func releasesOnTheSameThread(_ index: Int, _ kilobytes: Int) throws {
    let count = 40_000
    let found = try whereCallsRan(kilobytes: kilobytes) {
      let chain = Chain(of: linkings[index], count: count)
      chain.first = nil
    }
    #expect(found == "\(count) here, 0 elsewhere, 0 without value", "\(linkings[index])")
  }

  @Test(arguments: linkings.indices)
  func releasesWhatAnotherThreadMade(_ index: Int) throws {
    let chain = Chain(of: linkings[index], count: 40_000)
    let found = try whereCallsRan(kilobytes: 512) { chain.first = nil }
    #expect(found == "40000 here, 0 elsewhere, 0 without value")
  }

  @Test(
    arguments: [
      ToldLink.self, ToldList.self, ToldSet.self, ToldTable.self, ToldAny.self, ToldBox.self,
    ] as [Model.Type])
  func comparesHashesCopiesAndMergesOnASmallStack(_ type: Model.Type) throws {
    let type = try #require(type as? Told.Type)
    let (one, other) = (Chain(of: type, count: 5_000), Chain(of: type, count: 5_000))
    let third = Chain(of: type, count: 5_000, number: 1)
    try onStack(kilobytes: 512) {
      #expect(one.first == other.first)
      #expect(one.first?.hash == other.first?.hash)
      #expect(one.first != third.first)
      let copy = one.first?.deeplyCopied()
      #expect(copy == one.first)
      #expect(copy?.description.isEmpty == false)
      if let copy, let source = third.first { copy.mergeValues(from: source, rule: .deep) }
      #expect(copy == third.first)
    }
    try onStack(kilobytes: 512) { (one.first, other.first, third.first) = (nil, nil, nil) }
  }

  private func nested(_ levels: Int) -> Asked {
    let asked = Asked()
    asked.number = levels
    guard levels > 0 else { return asked }
    asked.all = [nested(levels - 1), Asked()]
    asked.list = [nested(0)]
    return asked
  }

  @Test func asksForEqualityAndHashOnTheSameThread() throws {
    let (one, other) = (nested(60), nested(60))
    let found = try whereCallsRan(kilobytes: 512) {
      #expect(one == other)
      #expect(one.deeplyCopied() == other)
      _ = Set([one, other])
      one.mergeValues(from: other.deeplyCopied(), rule: .deep)
    }
    #expect(found.hasSuffix("here, 0 elsewhere, 0 without value"))
    #expect(!found.hasPrefix("0 "))
  }

  @Test func codesOnTheSameThread() throws {
    func value(_ levels: Int) -> AskedValue {
      (0..<levels).reduce(AskedValue(number: 0)) { AskedValue(number: $1, next: [$0]) }
    }
    let model = Coded()
    model.value = value(10)
    model.any = (0..<200).reduce(value(1) as Any) { inner, _ in [inner] }
    let found = try whereCallsRan(kilobytes: 512) {
      #expect(model == model.deeplyCopied())
      _ = model.hash
      _ = model.description
      model.any = nil
      let copy: Coded = try JSONAdapter.model(from: JSONAdapter.data(from: model))
      #expect(copy == model)
      #expect(try Coded.unarchive(from: model.archivedData()) == model)
      let members = try JSONAdapter.dictionary(from: model)
      #expect(try JSONAdapter.model(of: Coded.self, from: members) == model)
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: model, requiringSecureCoding: true)
      #expect(!data.isEmpty)
    }
    #expect(found.hasSuffix("here, 0 elsewhere, 0 without value"))
    #expect(!found.hasPrefix("0 "))
  }

  @Test func refusesToCodeWhatTheStackHasNoRoomFor() throws {
    let model = Coded()
    model.value = (0..<20_000).reduce(AskedValue(number: 0)) { AskedValue(number: $1, next: [$0]) }
    defer {
      // Swift releases nested arrays by recursion.
      while let inner = model.value?.next.first { model.value = inner }
    }
    _ = try whereCallsRan(kilobytes: 512) {
      let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.data(from: model) }
      #expect(error?.kind == .tooDeep)
      #expect(error?.path == "$.value")
      #expect(error?.found == "nesting deeper than the stack of this thread has room for")
      let refused = #expect(throws: ArchiveError.self) { try model.archivedData() }
      #expect(refused?.kind == .tooDeep)
    }
  }
}
