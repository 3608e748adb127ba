import Foundation
import Peridot
import Testing

private struct Size: Equatable {
  var width = 1
  var height = 2
}

private enum Shape: Equatable {
  case circle(radius: Int)
  case square
}

private enum Body: JSONUnion, Equatable {
  case text(String)
  case size(Size)
  case note(Note)
}

extension Size: Codable {}

private class Item: Model {
  var id = 0
  var name = ""
  var price = 0.0
  override class var identityKey: String? { "id" }

  convenience init(_ id: Int, _ name: String = "", price: Double = 0) {
    self.init()
    (self.id, self.name, self.price) = (id, name, price)
  }
}

private final class Offer: Item {
  var until = ""
}

private final class Note: Model {
  var text = ""
  var next: Note?

  convenience init(_ text: String) {
    self.init()
    self.text = text
  }
}

private final class Cart: Model {
  var items: [Item] = []
  var notes: [Note] = []
  var numbers: [Int] = []
  var tags: Set<String> = []
  var members: [String: Int] = [:]
  var size = Size()
  var shape = Shape.square
  var body = Body.text("")
  var any: Any = 1
  var data = Data()
  var text = ""
  var owner: Model?
  var sub: Cart?
  var absent: Int??
  var anything: Any??
  var password = ""
  weak var weakOwner: Note?

  override class var declaredProperties: [Property] {
    [property("password", \Cart.password, isSecret: true)]
  }
}

@Suite struct DifferencesTests {
  private func text(_ old: (Cart) -> Void, _ new: (Cart) -> Void) -> String {
    let (first, second) = (Cart(), Cart())
    old(first)
    new(second)
    #expect((first == second) == second.differences(from: first).isEmpty)
    return second.differences(from: first).description
  }

  @Test func ofEqualModelsThereAreNone() {
    #expect(text({ $0.items = [Item(1)] }, { $0.items = [Item(1)] }) == "no differences")
  }

  @Test func namesModelsByIdentity() {
    let words = text {
      $0.items = [Item(1), Item(2, price: 9.5), Item(3, "three")]
    } _: {
      $0.items = [Item(1), Item(2, price: 10), Item(4, "four", price: 2)]
    }
    #expect(
      words == """
        Cart differs in 3 places
          items[id: 3]: removed Item(id: 3, name: "three", price: 0.0)
          items[id: 2].price: 9.5 → 10.0
          items[id: 4]: added Item(id: 4, name: "four", price: 2.0)
        """)
  }

  @Test func tellsTheOrderOfModels() {
    let words = text {
      $0.items = [Item(1), Item(2), Item(3)]
    } _: {
      $0.items = [Item(3), Item(2), Item(1)]
    }
    #expect(words == "Cart.items: order 1, 2, 3 → 3, 2, 1")
  }

  @Test func findsTheFewestEdits() {
    let words = text {
      $0.numbers = [1, 2, 3, 4, 5]
    } _: {
      $0.numbers = [1, 3, 9, 5, 6]
    }
    #expect(
      words == """
        Cart differs in 3 places
          numbers[1]: removed 2
          numbers[2]: 4 → 9
          numbers[4]: added 6
        """)
  }

  @Test func findsModelsWithoutIdentity() {
    let words = text {
      $0.notes = [Note("a"), Note("b"), Note("c")]
    } _: {
      $0.notes = [Note("b"), Note("d")]
    }
    #expect(
      words == """
        Cart differs in 2 places
          notes[0]: removed Note(text: "a")
          notes[1].text: "c" → "d"
        """)
  }

  @Test func tellsMembersOfSetsAndDictionaries() {
    let words = text {
      $0.tags = ["a", "b"]
      $0.members = ["a": 1, "b": 2]
    } _: {
      $0.tags = ["b", "c"]
      $0.members = ["b": 3, "c": 4]
    }
    #expect(
      words == """
        Cart differs in 5 places
          tags: removed "a"
          tags: added "c"
          members["a"]: removed 1
          members["b"]: 2 → 3
          members["c"]: added 4
        """)
  }

  @Test func tellsFieldsAndCases() {
    let words = text {
      $0.shape = .circle(radius: 1)
    } _: {
      $0.shape = .circle(radius: 2)
      $0.size.height = 5
    }
    #expect(
      words == """
        Cart differs in 2 places
          size.height: 2 → 5
          shape.circle.radius: 1 → 2
        """)
    #expect(
      text { _ in
      } _: {
        $0.shape = .circle(radius: 2)
      } == "Cart.shape: .square → .circle(radius: 2)")
  }

  @Test func tellsTheFormsOfUnions() {
    #expect(
      text {
        $0.body = .size(Size(width: 1, height: 2))
      } _: {
        $0.body = .size(Size(width: 3, height: 2))
      } == "Cart.body.size.width: 1 → 3")
    #expect(
      text {
        $0.body = .note(Note("a"))
      } _: {
        $0.body = .note(Note("b"))
      } == #"Cart.body.note.text: "a" → "b""#)
    #expect(
      text {
        $0.body = .text("a")
      } _: {
        $0.body = .size(Size())
      } == #"Cart.body: .text("a") → .size(Size(width: 1, height: 2))"#)
  }

  @Test func tellsTheNilsOfDoubleOptionals() {
    for (old, new) in [(nil, .some(nil)), (.some(nil), nil)] as [(Int??, Int??)] {
      #expect(
        text {
          ($0.absent, $0.anything) = (old, old.map { $0 })
        } _: {
          ($0.absent, $0.anything) = (new, new.map { $0 })
        } == """
          Cart differs in 2 places
            absent: differs, though both are described as nil
            anything: differs, though both are described as nil
          """)
    }
  }

  @Test func tellsTypesInAny() {
    #expect(
      text {
        $0.any = ["a": [1, 2]]
      } _: {
        $0.any = ["a": [1, 3]]
      } == #"Cart.any["a"][1]: 2 → 3"#)
    #expect(
      text {
        $0.any = "1"
      } _: {
        $0.any = 1
      } == #"Cart.any: "1" → 1"#)
  }

  @Test func tellsTheFirstByteThatDiffers() {
    #expect(
      text {
        $0.data = Data([1, 2, 3])
      } _: {
        $0.data = Data([1, 3, 3, 4])
      }
        == "Cart.data: 3 bytes → 4, different from byte 1")
  }

  @Test func showsThePartOfALongTextThatDiffers() {
    let filler = String(repeating: "lorem ipsum ", count: 10)
    let words = text {
      $0.text = filler + "dolor" + filler
    } _: {
      $0.text = filler + "dolores" + filler
    }
    let old = #"…" ipsum dolorlorem ipsum "…"#
    let new = #"…" ipsum doloreslorem ipsum "…"#
    #expect(words == "Cart.text: \(old) → \(new) (from character 125 of 245)")
  }

  @Test func hidesSecrets() {
    let words = text {
      $0.password = "one"
    } _: {
      $0.password = "two"
    }
    #expect(words == "Cart.password: differs (hidden)")
    let added = text { _ in
    } _: { cart in
      cart.sub = Cart()
      cart.sub?.password = "two"
    }
    #expect(!added.contains("two"))
  }

  @Test func tellsAnotherClass() {
    #expect(
      text {
        $0.owner = Note("a")
      } _: {
        $0.owner = Item(1)
      } == "Cart.owner: Note → Item (another class)")
    #expect(
      Item(1).differences(from: Note("a")).description
        == "Item: the model: Note → Item (another class)")
  }

  @Test func tellsNullFromAbsence() {
    let words = text {
      $0.absent = nil
    } _: {
      $0.absent = .some(nil)
    }
    #expect(words == "Cart.absent: differs, though both are described as nil")
  }

  @Test func leavesWeakPropertiesOut() {
    let note = Note("a")
    #expect(
      text { _ in
      } _: {
        $0.weakOwner = note
      } == "no differences")
  }

  @Test func visitsCyclesOnce() {
    func ring(_ last: String) -> Note {
      let (first, second) = (Note("a"), Note(last))
      (first.next, second.next) = (second, first)
      return first
    }
    let (old, new) = (ring("b"), ring("c"))
    #expect(new.differences(from: old).description == #"Note.next.text: "b" → "c""#)
    #expect(ring("b").differences(from: old).isEmpty)
    for note in [old, new] { note.next?.next = nil }
  }

  @Test func visitsSharedObjectsOnce() {
    func cart(_ name: String) -> Cart {
      let (cart, shared) = (Cart(), Note(name))
      (cart.notes, cart.owner) = ([shared], shared)
      return cart
    }
    #expect(
      cart("b").differences(from: cart("a")).description == #"Cart.notes[0].text: "a" → "b""#)
    #expect(cart("a").differences(from: cart("a")).isEmpty)
    // Of two objects that were one, only one has changed.
    let parted = cart("a")
    parted.owner = Note("b")
    #expect(
      parted.differences(from: cart("a")).description == #"Cart.owner.text: "a" → "b""#)
  }

  @Test func hasTheKindTheValuesAndThePath() throws {
    let (old, new) = (Cart(), Cart())
    old.items = [Item(1), Item(2, price: 9.5), Item(3)]
    new.items = [Item(4), Item(2, price: 10), Item(1)]
    (old.members, new.members) = (["a": 1], ["a": 2])
    (old.owner, new.owner) = (Note("a"), Item(1))
    (old.password, new.password) = ("one", "two")
    (old.size.height, old.shape) = (5, .circle(radius: 1))
    new.shape = .circle(radius: 2)
    let found = Array(new.differences(from: old))
    let paths: [[Difference.Step]] = [
      [.property("items"), .identity("id: 3")], [.property("items"), .identity("id: 4")],
      [.property("items"), .identity("id: 2"), .property("price")], [.property("items")],
      [.property("members"), .key("a")], [.property("size"), .field("height")],
      [.property("shape"), .field("circle"), .field("radius")], [.property("owner")],
      [.property("password")],
    ]
    #expect(found.map(\.path) == paths)
    #expect(
      found.map(\.kind) == [
        .removed, .added, .changed, .moved, .changed, .changed, .changed, .anotherClass, .changed,
      ])
    #expect(found.map(\.isSecret) == [Bool](repeating: false, count: 8) + [true])
    #expect(found[0].old as? Item == old.items[2] && found[0].new == nil)
    #expect(found[1].old == nil && found[1].new as? Item === new.items[0])
    #expect(found[2].old as? Double == 9.5 && found[2].new as? Double == 10)
    #expect(found[3].old as? [String] == ["1", "2"] && found[3].new as? [String] == ["2", "1"])
    #expect(found[7].old is Note && found[7].new is Item)
    #expect(found[8].old == nil && found[8].new == nil)
  }

  @Test func followsLongChains() {
    func chain(_ last: String) -> Note {
      (0..<100_000).reduce(Note(last)) { next, _ in
        let note = Note("a")
        note.next = next
        return note
      }
    }
    let found = chain("c").differences(from: chain("b"))
    #expect(found.count == 1 && found.first?.path.count == 100_001)
    #expect(found.description.hasSuffix(#".next.next.text: "b" → "c""#))
  }

  /// Each tenth element of so many is another one: a removal and an addition.
  private func everyTenthOf(_ count: Int) -> Differences {
    let (old, new) = (Cart(), Cart())
    old.numbers = Array(0..<count)
    new.numbers = old.numbers.map { $0 % 10 == 0 ? -1 - $0 : $0 }
    return new.differences(from: old)
  }

  @Test func listsTenOfManyElements() {
    let found = everyTenthOf(5_010)
    #expect(found.count == 11)
    #expect(found.first?.kind == .elements(different: 501, count: 5_010))
    let lines = (0..<10).map { "  numbers[\($0 * 10)]: \($0 * 10) → \(-1 - $0 * 10)" }
    #expect(
      found.description
        == "Cart differs in 11 places\n  numbers: 501 of 5,010 elements differ\n"
        + lines.joined(separator: "\n"))
  }

  @Test func findsAThousandEdits() {
    let found = everyTenthOf(5_000)
    #expect(found.count == 500)
    #expect(found.allSatisfy { $0.kind == .changed })
    #expect(found.description.hasSuffix("\n  numbers[990]: 990 → -991\n  … and 400 more"))
  }

  @Test func listsTenOfManyMembersOfASet() {
    let (old, new) = (Cart(), Cart())
    old.tags = Set((0..<2_000).map { "old \($0)" })
    new.tags = Set((0..<501).map { "new \($0)" })
    let found = new.differences(from: old)
    #expect(found.first?.kind == .elements(different: 2_501, count: 2_501))
    #expect(
      found.dropFirst().map(\.kind) == [.removed, .removed, .removed, .removed, .removed]
        + [.added, .added, .added, .added, .added])
  }

  /// Random carts: empty exactly if equal, and never only "the model".
  @Test(arguments: 0..<40) func areEmptyIfAndOnlyIfEqual(_ seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    func cart(_ depth: Int = 0) -> Cart {
      let cart = Cart()
      cart.items = (0..<next(3)).map { _ in Item(next(3), ["", "x"][next(2)]) }
      cart.notes = (0..<next(3)).map { _ in Note(["a", "b"][next(2)]) }
      cart.numbers = (0..<next(4)).map { _ in next(3) }
      cart.tags = Set((0..<next(2)).map { _ in "\(next(2))" })
      cart.members = next(2) == 0 ? [:] : ["a": next(2)]
      cart.shape = next(2) == 0 ? .square : .circle(radius: next(2))
      cart.any = [1, 1.0, "1", [1], ["a": 1], Note("a"), Size()][next(7)]
      cart.absent = [nil, .some(nil), 1][next(3)]
      if depth < 2, next(2) == 0 { cart.sub = cart2(depth) }
      return cart
    }
    func cart2(_ depth: Int) -> Cart { cart(depth + 1) }
    for _ in 0..<100 {
      let (old, new) = (cart(), cart())
      let changed = old.copy() as? Cart ?? Cart()
      if next(2) == 0 { changed.numbers.append(1) }
      for other in [new, changed] {
        let found = other.differences(from: old)
        #expect((other == old) == found.isEmpty, "\(found)")
        #expect(found.allSatisfy { !$0.path.isEmpty })
      }
    }
  }

  @Test func mirrorsHaveTheClassAsTheirSubject() {
    #expect(
      ObjectIdentifier(Mirror(reflecting: Item(1)).subjectType) == ObjectIdentifier(Item.self))
    #expect("\(Mirror(reflecting: Item(1) as Model).subjectType)" == "Item")
    let offer = Offer(1, "only")
    #expect("\(Mirror(reflecting: offer as Item).subjectType)" == "Offer")
    for item in [Item(1, "only"), offer] {
      var dumped = ""
      dump(item, to: &dumped)
      for key in type(of: item).propertyKeys {
        #expect(dumped.components(separatedBy: "- \(key): ").count == 2, "\(dumped)")
      }
    }
  }
}
