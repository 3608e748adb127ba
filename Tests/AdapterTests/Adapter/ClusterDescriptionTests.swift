import Peridot
import Testing

private class Event: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(
      tag: "kind.name", ["push": Push.self, "shape": Shape.self], unknown: .kept(OtherEvent.self))
  }
}
private final class Push: Event {}
private final class OtherEvent: Event, JSONKeeping {
  var keptJSON = RawJSON()
}
private class Shape: Event {
  override class var cluster: Cluster? {
    cluster(tag: "side", content: "body", [1: Square.self, 2: Disc.self])
  }
}
private final class Square: Shape {}
private final class Disc: Shape {}

private class Wrap: Model, JSONSerializing {
  override class var cluster: Cluster? { cluster(around: ["w": Wrapped.self], unknown: .base) }
}
private final class Wrapped: Wrap {}

private class Guess: Model, JSONSerializing {
  override class var cluster: Cluster? { cluster(deducedFrom: ["a": GuessA.self]) }
}
private final class GuessA: Guess {
  var a = 0
}

private final class Letter: Model, JSONSerializing {
  var body: Guess?
  var other: Guess?
  override class func cluster(forKey key: String) -> Cluster? {
    key == "body" ? Guess.cluster(tag: "kind", [true: GuessA.self]) : nil
  }
}

@Suite struct ClusterDescriptionTests {
  @Test func describesTheClustersOfAClass() throws {
    let event = ClassDescription(of: Event.self)
    let cluster = try #require(event.clusters.first)
    #expect(event.clusters.count == 1)
    #expect(cluster.base == Event.self)
    #expect(cluster.form == .inside)
    #expect(cluster.tagPath == ["kind", "name"])
    #expect(cluster.contentPath == [])
    #expect(cluster.classes.map(\.tag) == [.text("push"), .text("shape")])
    #expect(cluster.classes.map { "\($0.type)" } == ["Push", "Shape"])
    guard case .kept(let kept) = cluster.unknown else {
      Issue.record("\(cluster.unknown)")
      return
    }
    #expect(kept == OtherEvent.self)
    #expect(event.subclasses.map { "\($0)" } == ["Push", "Shape", "Square", "Disc"])
    #expect(event.tags.isEmpty)
  }

  @Test func describesInnerClustersAndTags() throws {
    let disc = ClassDescription(of: Disc.self)
    #expect(disc.clusters.map(\.form) == [.inside, .beside])
    #expect(disc.clusters.map { "\($0.base)" } == ["Event", "Shape"])
    #expect(disc.clusters.last?.contentPath == ["body"])
    #expect(disc.tags.map(\.path) == [["kind", "name"], ["side"]])
    #expect(disc.tags.map(\.tag) == [.text("shape"), .integer(2)])
    #expect(disc.subclasses.isEmpty)
    #expect(
      ClassDescription(of: Shape.self).subclasses.map { "\($0)" } == ["Square", "Disc"])
  }

  @Test func describesTheOtherForms() {
    #expect(ClassDescription(of: Wrapped.self).clusters.map(\.form) == [.around])
    #expect(ClassDescription(of: Guess.self).clusters.map(\.form) == [.deduced])
    #expect(
      ClassDescription(of: Guess.self).clusters.first?.classes.map(\.tag) == [.text("a")])
    let letter = ClassDescription(of: Letter.self)
    #expect(letter.clusters.isEmpty)
    #expect(letter.property(forKey: "body")?.cluster?.tagPath == ["kind"])
    #expect(letter.property(forKey: "body")?.cluster?.classes.map(\.tag) == [.boolean(true)])
    #expect(letter.property(forKey: "other")?.cluster == nil)
  }
}
