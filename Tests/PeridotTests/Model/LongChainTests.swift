import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Link: Model {
  var number = 0
  var next: Link?

  override class var archiveName: String { "Link" }

  var following: Link? {
    get { next }
    set { next = newValue }
  }
}

private final class ListLink: Link {
  var list: [Link] = []
  override var following: Link? {
    get { list.first }
    set { list = newValue.map { [$0] } ?? [] }
  }
}

private final class NamedLink: Link {
  var byName: [String: Link?] = [:]
  override var following: Link? {
    get { byName["next"] ?? nil }
    set { byName = newValue.map { ["next": $0] } ?? [:] }
  }
}

private final class AnyLink: Link {
  var anything: Any?
  override var following: Link? {
    get { anything as? Link }
    set { anything = newValue }
  }
}

private final class BoxedLink: Link {
  private var box = Box()
  private struct Box {
    var link: Link?
  }
  override var following: Link? {
    get { box.link }
    set { box.link = newValue }
  }
}

/// A chain of 100,000 models, whichever way they are linked, is worked on like any other graph.
@Suite(.notSanitized) struct LongChainTests {
  /// A chain that is taken apart from the front in the end: Swift releases one by recursion.
  private final class Chain {
    private(set) var all: [Link]
    var first: Link { all[0] }

    init(of type: Link.Type, count: Int = 100_000) {
      all = (0..<count).map { number in
        let link = type.init()
        link.number = number
        return link
      }
      for index in 0..<count - 1 { all[index].following = all[index + 1] }
    }

    init(from first: Link) {
      all = [first]
      while let next = all[all.count - 1].following, next !== first { all.append(next) }
    }

    deinit {
      for link in all { link.following = nil }
    }
  }

  @Test(arguments: [Link.self, ListLink.self, NamedLink.self, AnyLink.self, BoxedLink.self])
  func isComparedToItsEnd(_ type: Model.Type) throws {
    let type = try #require(type as? Link.Type)
    let (one, other) = (Chain(of: type), Chain(of: type))
    #expect(one.first == other.first)
    #expect(one.first.hash == other.first.hash)
    other.all[99_999].number = -1
    #expect(one.first != other.first)
    #expect(one.first.changedKeys(from: other.first).count == 1)
    #expect(one.first.changedKeys(from: one.all[1]).first == "number")
  }

  @Test(arguments: [Link.self, ListLink.self, NamedLink.self, AnyLink.self, BoxedLink.self])
  func isCopied(_ type: Model.Type) throws {
    let chain = Chain(of: try #require(type as? Link.Type))
    #expect(chain.first.with { _ in } == chain.first)
    let copy = Chain(from: chain.first.deeplyCopied())
    #expect(copy.all.map(\.number) == Array(0..<100_000))
    #expect(copy.all[99_999] !== chain.all[99_999])
    #expect(copy.first == chain.first)
  }

  @Test(arguments: [Link.self, AnyLink.self, NamedLink.self])
  func isMergedToItsEnd(_ type: Model.Type) throws {
    let type = try #require(type as? Link.Type)
    let (one, other) = (Chain(of: type), Chain(of: type, count: 100_001))
    for link in other.all { link.number += 1 }
    one.first.mergeValues(from: other.first, rule: [.deep, .skipNil])
    let merged = Chain(from: one.first)
    #expect(merged.all.map(\.number) == Array(1...100_001))
    #expect(merged.all[99_999] === one.all[99_999])
    #expect(merged.all[100_000] === other.all[100_000])
  }

  @Test func isDescribedInPart() {
    let chain = Chain(of: Link.self)
    #expect(chain.first.description.count < 10_000)
    #expect(chain.first.debugDescription.count < 20_000)
  }

  @Test func isArchived() throws {
    let chain = Chain(of: ArchivedLink.self)
    let copy = Chain(from: try ArchivedLink.unarchive(from: chain.first.archivedData()))
    #expect(copy.all.count == 100_000)
    #expect(copy.first == chain.first)
  }

  @Test func mayCloseToARing() {
    let (one, other) = (Chain(of: Link.self, count: 1_000), Chain(of: Link.self, count: 500))
    for (index, link) in one.all.enumerated() { link.number = index % 500 }
    one.all[999].next = one.first
    other.all[499].next = other.first
    #expect(one.first == other.first)
    let copy = Chain(from: one.first.deeplyCopied())
    #expect(copy.all.count == 1_000)
    #expect(copy.all[999].next === copy.first)
    #expect(copy.first == other.first)
    copy.first.mergeValues(from: one.first, rule: .deep)
    #expect(copy.all[999].next === copy.first)
    other.all[499].number = -1
    #expect(one.first != other.first)
  }

  @Test func isAskedWhereItHasAnEqualityOfItsOwn() {
    let (one, other) = (Chain(of: Link.self, count: 100), Chain(of: Link.self, count: 100))
    let (loose, twin) = (LooseLink(), LooseLink())
    loose.number = 1
    twin.number = 2
    one.all[99].next = loose
    other.all[99].next = twin
    #expect(one.first == other.first)
    twin.text = "other"
    #expect(one.first != other.first)
  }
}

private final class ArchivedLink: Link {
  override class var archiveName: String { "ArchivedLink" }
}

private final class LooseLink: Link {
  var text = ""

  override func isEqual(_ object: Any?) -> Bool {
    (object as? LooseLink)?.text == text
  }

  override var hash: Int { text.hashValue }
}
