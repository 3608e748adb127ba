import Foundation
import Peridot
import Testing

private class Base: Model {
  var number = 0
  var ratio = 0.0
  var text: String?
}

private final class Derived: Base {}

private final class Link: Model {
  var name = ""
  var next: Link?
  var others: [Link] = []
  var members: [String: Link] = [:]
  var unordered: Set<Link> = []
  var anything: Any?
}

private struct Plain {
  var a = 1
  var b: [Double] = [.nan]
  var link: Link?
}

private enum Mixed: CustomStringConvertible {
  case one, two
  case value(Plain)
  var description: String { "same" }
}

private final class Odd: Model {
  var plain = Plain()
  var mixed = Mixed.one
  var list: [Plain] = []
  var mixedList: [Mixed] = []
  var floats: [String: [Float?]] = [:]
  var pair = (1, "a")
  var types: [Any.Type] = []
  var any: Any = 0
  var object: NSObject?
  var decimal: Decimal = 1
}

@Suite struct ModelEqualityTests {
  @Test func needsExactlyTheSameClass() {
    #expect(Base() == Base())
    #expect(Base() as Model != Derived() as Model)
    #expect(Derived() as Model != Base() as Model)
    #expect(!Base().isEqual(nil))
    #expect(!Base().isEqual("x"))
    let base = Base()
    #expect(base.isEqual(base))
  }

  @Test func comparesEveryValue() throws {
    for (key, value) in ["number": 1, "ratio": 2.0, "text": "t"] as [String: Any] {
      let other = try Base(dictionary: [key: value])
      #expect(other != Base())
      #expect(other.hash != Base().hash)
      let same = try Base(dictionary: [key: value])
      #expect(same == other)
      #expect(same.hash == other.hash)
    }
  }

  @Test func takesNotANumberAsItself() throws {
    let (one, two) = (Base(), Base())
    one.ratio = .nan
    two.ratio = -Double.nan
    #expect(one == two)
    #expect(one.hash == two.hash)
    one.ratio = 0
    two.ratio = -0.0
    #expect(one == two)
    #expect(one.hash == two.hash)
    let (odd, other) = (Odd(), Odd())
    odd.floats = ["a": [.nan, nil]]
    other.floats = ["a": [.nan, nil]]
    #expect(odd == other)
    #expect(odd.hash == other.hash)
    odd.any = Double.nan
    other.any = Double.nan
    #expect(odd == other)
  }

  @Test func comparesTypesWithoutEqualityByTheirParts() {
    func check(_ change: (Odd) -> Void, _ sourceLocation: SourceLocation = #_sourceLocation) {
      let (one, two) = (Odd(), Odd())
      change(one)
      #expect(one != two, sourceLocation: sourceLocation)
      change(two)
      #expect(one == two, sourceLocation: sourceLocation)
      #expect(one.hash == two.hash, sourceLocation: sourceLocation)
      #expect(one.changedKeys(from: two) == [], sourceLocation: sourceLocation)
    }
    check { $0.plain.a = 2 }
    check { $0.plain.link = Link() }
    check { $0.mixed = .two }
    check { $0.mixed = .value(Plain(a: 5)) }
    check { $0.list = [Plain(a: 3), Plain()] }
    check { $0.mixedList = [.two, .one, .value(Plain())] }
    check { $0.pair = (1, "b") }
    check { $0.types = [Int.self, String.self] }
    check { $0.any = ["a": [1, "b", NSNull()] as [Any]] as [String: Any] }
    check { $0.any = Plain(a: 7) }
    check { $0.object = "text" as NSString }
    check { $0.decimal = Decimal(string: "0.1") ?? 0 }
  }

  @Test func tellsTrueFromOneInAny() {
    let (one, two) = (Odd(), Odd())
    one.any = true
    two.any = 1
    #expect(one != two)
    one.any = 1.0
    #expect(one == two)
    #expect(one.hash == two.hash)
  }

  @Test func endsOnCycles() {
    func ring(_ count: Int, last: String = "") -> Link {
      let links = (0..<count).map { _ in Link() }
      for (index, link) in links.enumerated() {
        link.next = links[(index + 1) % count]
        link.others = [link, links[0]]
        link.anything = link
      }
      links[count - 1].name = last
      return links[0]
    }
    #expect(ring(3) == ring(3))
    #expect(ring(3).hash == ring(3).hash)
    #expect(ring(3, last: "x") != ring(3, last: "y"))
    #expect(ring(1) == ring(2))
    #expect(ring(1).hash == ring(2).hash)
    #expect(ring(2, last: "x") != ring(3, last: "x"))
  }

  @Test func comparesSetsOfModels() {
    func tree(_ names: [String]) -> Link {
      let root = Link()
      root.unordered = Set(
        names.map { name in
          let link = Link()
          link.name = name
          link.next = link
          return link
        })
      return root
    }
    #expect(tree(["a", "b", "c"]) == tree(["c", "b", "a"]))
    #expect(tree(["a", "b", "c"]) != tree(["a", "b", "d"]))
  }

  /// Elements whose hashes are equal are told apart by comparing them, which may start from
  /// assumptions that do not hold.
  @Test func forgetsWhatAFailedComparisonAssumed() {
    func link(_ name: String, _ next: Link?) -> Link {
      let link = Link()
      link.name = name
      link.next = next
      return link
    }
    // They differ four links away, where no hash looks.
    func chain(_ end: String) -> Link {
      link("a", link("b", link("c", link("d", link(end, nil)))))
    }
    func holder(_ ends: [String]) -> Link {
      let holder = Link()
      holder.unordered = Set(ends.map(chain))
      return holder
    }
    #expect(holder(["x", "y", "z"]) == holder(["z", "x", "y"]))
    #expect(holder(["x", "y", "z"]) != holder(["x", "y", "w"]))
    #expect(holder(["x", "y"]).hash == holder(["y", "x"]).hash)
  }

  @Test(.timeLimit(.minutes(60))) func isQuickOnWideSharing() {
    func tower(_ leaf: String) -> Link {
      var link = Link()
      link.name = leaf
      for _ in 0..<60 {
        let above = Link()
        above.others = [link, link, link]
        above.members = ["a": link, "b": link]
        above.next = link
        link = above
      }
      return link
    }
    let (one, two, other) = (tower("x"), tower("x"), tower("y"))
    #expect(one == two)
    #expect(one != other)
    #expect(one.hash == two.hash)
    #expect(one.changedKeys(from: two) == [])
    #expect(one.deeplyCopied() == two)
    #expect(one.description.count < 100_000)
    one.mergeValues(from: other, rule: .deep)
    #expect(one == other)
  }
}
