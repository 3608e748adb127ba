import Foundation
import Peridot
import Testing

private let planted = "plantedsecret"

/// A link of a chain, at the end of which something is wrong.
private final class Link: Model {
  var next: Link?
  var others: [Link] = []
  var number = 0
  var word = ""

  override class var archiveName: String { "ArchiveSecretTests.Link" }
  override class var declaredProperties: [Property] {
    [property("number", \.number, limits: .atMost(5))]
  }
}

private final class Holder: Model {
  var open: Link?
  var hidden: Link?
  var links: [Link] = []

  override class var archiveName: String { "ArchiveSecretTests.Holder" }
  override class var declaredProperties: [Property] {
    [property("hidden", \.hidden, isSecret: true), property("links", \.links, isSecret: true)]
  }
}

/// What was archived under the same names, with other values.
private final class TalkingLink: Model {
  var next: TalkingLink?
  var others: [TalkingLink] = []
  var number: Any = 0
  var word = ""

  override class var archiveName: String { "ArchiveSecretTests.Link" }
}
private final class TalkingHolder: Model {
  var open: TalkingLink?
  var hidden: TalkingLink?
  var links: [TalkingLink] = []

  override class var archiveName: String { "ArchiveSecretTests.Holder" }
}

/// A chain that cannot be archived at its end.
private final class Loud: Model {
  var next: Loud?
  var value: Any?

  override class var archiveName: String { "ArchiveSecretTests.Loud" }
}
private final class LoudHolder: Model {
  var hidden: Loud?

  override class var archiveName: String { "ArchiveSecretTests.LoudHolder" }
  override class var declaredProperties: [Property] {
    [property("hidden", \.hidden, isSecret: true)]
  }
}

/// Its text has what it holds.
private struct Talking: CustomStringConvertible, Sendable {
  var description: String { planted }
}

@Suite struct ArchiveSecretTests {
  private let classNames = [
    "ArchiveSecretTests.Holder": Holder.self as Model.Type, "ArchiveSecretTests.Link": Link.self,
  ]

  private func chain(_ count: Int, endingIn number: Any) -> TalkingLink {
    var link = TalkingLink()
    link.number = number
    for index in 1..<count {
      let outer = TalkingLink()
      if index.isMultiple(of: 7) { outer.others = [link] } else { outer.next = link }
      link = outer
    }
    return link
  }

  private func error(_ holder: TalkingHolder) throws -> ArchiveError {
    let data = try holder.archivedData()
    let error = #expect(throws: ArchiveError.self) {
      try Holder.unarchive(from: data, classNames: classNames)
    }
    return try #require(error)
  }

  private func expectHidden(
    _ error: ArchiveError, _ source: SourceLocation = #_sourceLocation
  ) {
    var texts = ["\(error)", error.localizedDescription, ""]
    dump(error, to: &texts[2])
    for text in texts {
      #expect(
        !text.contains(planted) && !text.contains("12345678"), "\(text)", sourceLocation: source)
      #expect(!text.contains("found a number"), sourceLocation: source)
    }
  }

  /// Models that lie deep are read when those around them have been: the error is made elsewhere.
  @Test(arguments: [1, 2, 47, 48, 49, 50, 120, 500])
  func readingHidesIt(_ depth: Int) throws {
    for wrong in [planted as Any, [planted], 12_345_678] {
      let holder = TalkingHolder()
      holder.hidden = chain(depth, endingIn: wrong)
      let hidden = try error(holder)
      expectHidden(hidden)
      #expect(hidden.path == "$.hidden")
      let list = TalkingHolder()
      list.links = [TalkingLink(), chain(depth, endingIn: wrong)]
      let listed = try error(list)
      expectHidden(listed)
      #expect(listed.path == "$.links")
      let open = TalkingHolder()
      open.open = chain(depth, endingIn: wrong)
      let shown = try error(open)
      #expect(shown.path.hasPrefix("$.open."))
      #expect("\(shown)".contains("expected"), "\(shown)")
    }
  }

  /// In a process of its own, because Foundation also prints the errors.
  @Test func foundationsReaderHidesIt() async {
    await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let tests = ArchiveSecretTests()
      for depth in [1, 2, 48, 60, 500] {
        let holder = TalkingHolder()
        holder.hidden = tests.chain(depth, endingIn: planted)
        let reader = try NSKeyedUnarchiver(forReadingFrom: holder.archivedData())
        for (name, type) in tests.classNames { reader.setClass(type, forClassName: name) }
        reader.decodingFailurePolicy = .setErrorAndReturn
        let read = reader.decodeObject(of: [Holder.self], forKey: NSKeyedArchiveRootObjectKey)
        #expect(read == nil)
        let text = "\(String(describing: reader.error))"
        #expect(reader.error != nil && !text.contains(planted), "\(text)")
      }
    }
  }

  @Test(arguments: [1, 2, 48, 60, 500]) func writingHidesIt(_ depth: Int) throws {
    var link = Loud()
    link.value = Talking()
    for _ in 1..<depth {
      let outer = Loud()
      outer.next = link
      link = outer
    }
    let holder = LoudHolder()
    holder.hidden = link
    let error = #expect(throws: ArchiveError.self) { try holder.archivedData() }
    expectHidden(try #require(error))
  }
}
