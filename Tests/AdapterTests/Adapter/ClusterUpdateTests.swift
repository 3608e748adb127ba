import Foundation
import Peridot
import Testing

@testable import TestSupport

private typealias Item = ClusterForms.Item
private typealias Base<F: ClusterForm> = ClusterForms.Base<F>
private typealias A<F: ClusterForm> = ClusterForms.A<F>
private typealias B<F: ClusterForm> = ClusterForms.B<F>
private typealias Middle<F: ClusterForm> = ClusterForms.Middle<F>
private typealias X<F: ClusterForm> = ClusterForms.X<F>
private typealias Other<F: ClusterForm> = ClusterForms.Other<F>
private typealias Carrier<F: ClusterForm> = ClusterForms.Carrier<F>
private typealias InsideForm = ClusterForms.InsideForm
private typealias InsideBaseForm = ClusterForms.InsideBaseForm
private typealias BesideBaseForm = ClusterForms.BesideBaseForm
private typealias AroundForm = ClusterForms.AroundForm
private typealias AroundBaseForm = ClusterForms.AroundBaseForm
private typealias DeducedBaseForm = ClusterForms.DeducedBaseForm

private let forms = ClusterForms.all

extension ClusterForm {
  /// Updates models in all places of a carrier; checks that they are one model, and that the places
  /// agree.
  fileprivate static func updated(
    _ make: () -> Base<Self>, by json: String, _ road: UpdateRoad, keepsObject: Bool,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> Base<Self> {
    let carrier = Carrier<Self>()
    let (one, named, deep) = (make(), make(), make())
    (carrier.one, carrier.named, carrier.deep) = (one, ["k": named], deep)
    try road.update(carrier, #"{"one":\#(json),"named":{"k":\#(json)},"p":{"q":\#(json)}}"#)
    let found = [carrier.one, carrier.named["k"], carrier.deep]
    for (old, new) in zip([one, named, deep], found) {
      let new = try #require(new, sourceLocation: location)
      #expect((old === new) == keepsObject, sourceLocation: location)
      #expect(type(of: new) == type(of: carrier.deep), sourceLocation: location)
      #expect(new == carrier.deep, sourceLocation: location)
      // The models of shared properties are those that were there.
      #expect(old.item === new.item, sourceLocation: location)
      if !keepsObject { #expect(old == make(), sourceLocation: location) }
    }
    return carrier.deep
  }
}

@Suite struct ClusterUpdateTests {
  @Test(arguments: forms.indices, UpdateRoad.allCases)
  func becomesTheClassOfTheTag(_ form: Int, _ road: UpdateRoad) throws {
    func test<F: ClusterForm>(_: F.Type) throws {
      // Another listed class.
      var made = try F.updated({ F.a }, by: F.json("b", #""b":9"#), road, keepsObject: false)
      #expect(made == F.filled(B()).with { ($0.b, $0.note) = (9, "n") })
      made = try F.updated(
        { F.a }, by: F.json("b", #""b":9,"name":null,"note":"o","tags":{"q":2},"level":"v""#), road,
        keepsObject: false)
      #expect(
        made
          == F.filled(B()).with {
            ($0.b, $0.name, $0.note, $0.level) = (9, nil, "o", "v")
            $0.tags = ["p": 1, "q": 2]
          })
      // One that is a base of its own, without and with the tag of that.
      made = try F.updated({ F.a }, by: F.json("m", #""m":9"#), road, keepsObject: false)
      #expect(made == F.filled(Middle()).with { $0.m = 9 })
      made = try F.updated(
        { F.a }, by: F.json("m", #""m":9,"kind":"x","x":3"#), road, keepsObject: false)
      #expect(made == F.filled(X()).with { ($0.m, $0.x) = (9, 3) })
      // Away from there.
      made = try F.updated({ F.x }, by: F.json("a", #""a":9"#), road, keepsObject: false)
      #expect(made == F.filled(A()).with { $0.a = 9 })
      // Within the inner cluster.
      made = try F.updated(
        { F.middle }, by: F.json("m", #""m":9,"kind":"x""#), road, keepsObject: false)
      #expect(made == F.filled(X()).with { $0.m = 9 })
    }
    try test(forms[form])
  }

  @Test(arguments: forms.indices, UpdateRoad.allCases)
  func keepsTheObject(_ form: Int, _ road: UpdateRoad) throws {
    func test<F: ClusterForm>(_: F.Type) throws {
      var kept = try F.updated({ F.a }, by: F.json("a", #""a":9"#), road, keepsObject: true)
      #expect(kept == F.a.with { $0.a = 9 })
      // Without a tag.
      if F.place != .around {
        kept = try F.updated({ F.a }, by: F.json(nil, #""name":"x""#), road, keepsObject: true)
        #expect(kept == F.a.with { $0.name = "x" })
      }
      // A class that is not listed, and the base in the middle.
      kept = try F.updated({ F.subA }, by: F.json("a", #""a":9"#), road, keepsObject: true)
      #expect(kept == F.subA.with { $0.a = 9 })
      kept = try F.updated({ F.x }, by: F.json("m", #""m":9"#), road, keepsObject: true)
      #expect(kept == F.x.with { $0.m = 9 })
      // A null chooses nothing.
      switch F.place {
      case .inside, .beside:
        kept = try F.updated({ F.a }, by: #"{"type":null}"#, road, keepsObject: true)
      case .deep:
        kept = try F.updated({ F.a }, by: #"{"meta":null}"#, road, keepsObject: true)
      case .around, .deduced:
        kept = try F.updated({ F.a }, by: #"{"b":null,"m":null}"#, road, keepsObject: true)
      }
      #expect(kept == F.a)
      if F.place == .deduced {
        kept = try F.updated({ F.a }, by: #"{"a":null,"b":null}"#, road, keepsObject: true)
        #expect(kept == F.a.with { $0.a = nil })
      }
    }
    try test(forms[form])
  }

  @Test(arguments: forms.indices, UpdateRoad.allCases)
  func followsTheRuleForUnknownTags(_ form: Int, _ road: UpdateRoad) throws {
    func test<F: ClusterForm>(_: F.Type) throws {
      if F.place == .around || F.place == .deduced { return }
      let json = F.json("zz", #""id":2"#)
      let carrier = Carrier<F>()
      let old = F.a
      carrier.one = old
      switch F.unknown {
      case .fail:
        let error = adapterError { try road.update(carrier, #"{"one":\#(json)}"#) }
        #expect(error?.kind == .noClassFound)
        #expect(error?.found.contains(#""zz", which stands for no class"#) == true)
        #expect(carrier.one === old && old == F.a)
      case .base:
        // A superclass is no other class.
        try road.update(carrier, #"{"one":\#(json)}"#)
        #expect(carrier.one === old && old == F.a.with { $0.id = 2 })
      case .kept:
        try road.update(carrier, #"{"one":\#(json)}"#)
        let kept = try #require(carrier.one as? Other<F>)
        #expect(kept.mark == "mark" && kept.name == "old" && old == F.a)
        // The JSON of both together.
        let text = try JSONAdapter.string(from: carrier, keys: ["one"])
        let read = try JSONAdapter.model(of: Carrier<F>.self, from: text)
        #expect((read.one as? Other<F>)?.keptJSON == kept.keptJSON)
        #expect(text.contains(#""zz""#) && text.contains(#""note":"n""#))
        // Back, and kept again.
        try road.update(carrier, #"{"one":\#(F.json("a", #""level":4"#))}"#)
        let known = try #require(carrier.one as? A<F>)
        #expect(type(of: known) == A<F>.self)
        #expect(known.level == 4 && known.mark == "mark" && known.note == "n" && known.a == 5)
      }
    }
    try test(forms[form])
  }

  @Test func makesABaseOneOfItsClasses() throws {
    func test<F: ClusterForm>(_: F.Type) throws {
      for road in UpdateRoad.allCases {
        let made = try F.updated(
          { F.filled(Base()) }, by: F.json("b", #""b":1"#), road, keepsObject: false)
        #expect(made == F.filled(B()).with { $0.b = 1 })
        let kept = try F.updated(
          { F.filled(Base()) }, by: F.json(nil, ""), road, keepsObject: true)
        #expect(kept == F.filled(Base()))
      }
    }
    try test(InsideBaseForm.self)
    try test(BesideBaseForm.self)
    try test(AroundBaseForm.self)
    try test(DeducedBaseForm.self)
  }

  /// What the update removes is not taken over.
  @Test(arguments: UpdateRoad.allCases)
  func dropsARemovedContent(_ road: UpdateRoad) throws {
    let carrier = Carrier<AroundForm>()
    carrier.one = AroundForm.a
    try road.update(carrier, #"{"one":{"a":null,"b":{"b":9}}}"#)
    #expect(
      carrier.one
        == B<AroundForm>().with { ($0.b, $0.mark, $0.seen) = (9, "mark", 7) })
    carrier.one = AroundForm.a
    try road.update(carrier, #"{"one":{"b":{"b":9}}}"#)
    #expect(carrier.one?.name == "old")
  }

  @Test(arguments: UpdateRoad.allCases)
  func updatesWhatBothClassesHave(_ road: UpdateRoad) throws {
    let carrier = Carrier<InsideForm>()
    let old = InsideForm.a
    let (item, element) = (old.item, old.items.first)
    carrier.one = old
    let json = #"{"one":{"type":"b","item":{"text":"x"},"items":[{"id":5,"count":2},{"id":6}]}}"#
    try road.update(carrier, json)
    let made = try #require(carrier.one as? B<InsideForm>)
    #expect(made.item === item && item?.text == "x" && item?.count == 3)
    #expect(made.items.first === element && element?.text == "j" && element?.count == 2)
    #expect(made.items.map(\.id) == [5, 6])
    // The policy's rules hold where the class changes.
    var policy = ConversionPolicy.strict
    policy.dictionaryUpdate = .replace
    carrier.one = InsideForm.a
    try road.update(carrier, #"{"one":{"type":"b","tags":{"q":2}}}"#, policy)
    #expect(carrier.one?.tags == ["q": 2])
    policy.nestedUpdate = .replace
    carrier.one = InsideForm.a
    try road.update(carrier, #"{"one":{"type":"b","b":3}}"#, policy)
    #expect(carrier.one == B<InsideForm>().with { $0.b = 3 })
  }

  @Test(arguments: UpdateRoad.allCases)
  func leavesAllAsItWasWhenItFails(_ road: UpdateRoad) throws {
    func test<F: ClusterForm>(_: F.Type) throws {
      let carrier = Carrier<F>()
      let (one, deep) = (F.a, F.a)
      (carrier.one, carrier.deep) = (one, deep)
      let json = F.json("b", #""b":2,"item":{"text":"x"},"items":[{"id":5,"text":"y"}]"#)
      let bad = F.json("b", #""b":"x""#)
      #expect(throws: JSONAdapterError.self) {
        try road.update(carrier, #"{"one":\#(json),"p":{"q":\#(bad)}}"#)
      }
      #expect(carrier.one === one && one == F.a)
      #expect(carrier.deep === deep && deep == F.a)
    }
    for form in forms { try test(form) }
  }

  @Test func refusesAnotherClassAtTheRoot() {
    func test<F: ClusterForm>(_: F.Type) {
      for road in UpdateRoad.allCases {
        let a = F.a
        let error = adapterError { try road.update(a, F.json("b", #""b":2"#)) }
        #expect(error?.kind == .noClassFound)
        #expect(a == F.a)
      }
    }
    for form in forms { test(form) }
  }
}

// MARK: Members that two classes have

private class Figure: Model, JSONSerializing {
  var id = 0

  override class var identityKey: String? { "id" }
  override class var cluster: Cluster? {
    cluster(deducedFrom: ["both": Both.self, "one": One.self, "two": Two.self])
  }
}
private final class One: Figure {
  var one: Int? = 1
}
private final class Both: Figure {
  var both = 1
  var one: Int?
}
private final class Two: Figure {
  var two = 0

  override class var requiredPropertyKeys: Set<String> { ["two", "id"] }
}

private final class Figures: Model, JSONSerializing {
  var figure: Figure?
}

@Suite struct DeducedClassUpdateTests {
  /// A member of the object's own class doesn't choose another class that has it, too.
  @Test(arguments: UpdateRoad.allCases)
  func keepsTheClassOfAMemberOfItsOwn(_ road: UpdateRoad) throws {
    let both = Both()
    try road.update(both, #"{"one":3}"#)
    #expect(both.one == 3)
    let figures = Figures()
    figures.figure = both
    try road.update(figures, #"{"figure":{"one":4}}"#)
    #expect(figures.figure === both && both.one == 4)
    try road.update(figures, #"{"figure":{"one":null,"two":5,"id":0}}"#)
    #expect(figures.figure == Two().with { $0.two = 5 })
    try road.update(figures, #"{"figure":{"one":6,"both":7}}"#)
    #expect(figures.figure == Both().with { ($0.one, $0.both) = (6, 7) })
  }

  @Test func requiresTheMembersOfTheNewClass() throws {
    let figures = Figures()
    let one = One()
    figures.figure = one
    // The identity is that of the old one.
    try JSONAdapter.update(figures, from: #"{"figure":{"two":5}}"#)
    #expect(figures.figure == Two().with { $0.two = 5 })
    // Another identity is another figure.
    figures.figure = One().with { $0.id = 3 }
    try JSONAdapter.update(figures, from: #"{"figure":{"id":4,"both":5}}"#)
    #expect(figures.figure == Both().with { ($0.id, $0.both) = (4, 5) })
  }
}

// MARK: Tags in the holder

private class Details: Model, CodableModel {
  var number = ""
  var mark = ""
  var item: Item?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["mark": .excluded] }
}
private class Card: Details {
  var expires = 0
}
private final class GoldCard: Card {}
private final class Transfer: Details {
  var bank = ""

  override class var requiredPropertyKeys: Set<String> { ["number"] }
}
private final class Check: Details {
  var place = ""

  override class var requiredPropertyKeys: Set<String> { ["place"] }
}
private final class OtherDetails: Details, JSONKeeping {
  var keptJSON = RawJSON()
}

private class Payment: Model, CodableModel {
  var details: Details?
  var list: [Details] = []
  var named: [String: Details]?
  var amount = 0.0

  class var unknown: UnknownTag<Details> { .fail }

  override class func cluster(forKey key: String) -> Cluster? {
    let tag = ["details": "kind", "list": "listed", "named": "m.n"][key]
    return tag.map {
      Details.cluster(
        tag: JSONKeyPath($0),
        ["card": Card.self, "transfer": Transfer.self, "check": Check.self], unknown: unknown)
    }
  }
}
private final class KeptPayment: Payment {
  override class var unknown: UnknownTag<Details> { .kept(OtherDetails.self) }
}
private final class BasePayment: Payment {
  override class var unknown: UnknownTag<Details> { .base }
}
/// It has a property at the tag's place.
private final class KindPayment: Payment {
  var kind = ""
}

@Suite struct HeldClassUpdateTests {
  private func card<Type: Card>(_: Type.Type = Card.self) -> Details {
    Type().with {
      ($0.number, $0.mark, $0.expires) = ("4111", "m", 30)
      $0.item = Item().with { $0.id = 3 }
    }
  }

  private func transfer(_ number: String = "4111") -> Transfer {
    Transfer().with {
      ($0.number, $0.mark) = (number, "m")
      $0.item = Item().with { $0.id = 3 }
    }
  }

  @Test(arguments: UpdateRoad.allCases)
  func becomesTheClassOfTheHoldersTag(_ road: UpdateRoad) throws {
    for payment in [Payment(), KeptPayment(), BasePayment(), KindPayment()] {
      let (item, amount) = (Item(), payment.amount)
      let details = card()
      payment.details = details
      details.item = item
      payment.list = [card(), card()]
      payment.named = ["x": card()]
      try road.update(payment, #"{"kind":"transfer","m":{"n":"transfer"}}"#)
      #expect(payment.details == transfer().with { $0.item = item })
      #expect(payment.details?.item === item)
      #expect(payment.named == ["x": transfer()])
      #expect(payment.list == [card(), card()])
      if let payment = payment as? KindPayment { #expect(payment.kind == "transfer") }
      try road.update(payment, #"{"listed":"transfer","details":{"bank":"b"}}"#)
      #expect(payment.list == [transfer(), transfer()])
      #expect((payment.details as? Transfer)?.bank == "b")
      #expect(payment.amount == amount && details == card().with { $0.item = item })
      // Both at once.
      try road.update(payment, #"{"details":{"expires":4},"kind":"card"}"#)
      #expect(
        payment.details
          == Card().with {
            ($0.number, $0.mark, $0.expires) = ("4111", "m", 4)
            $0.item = item
          })
      let text = try JSONAdapter.string(from: payment)
      #expect(try JSONAdapter.model(of: type(of: payment), from: text).details is Card)
    }
  }

  @Test(arguments: UpdateRoad.allCases)
  func keepsTheObject(_ road: UpdateRoad) throws {
    for payment in [Payment(), BasePayment(), KeptPayment()] {
      let details = card(GoldCard.self)
      payment.details = details
      payment.list = [details]
      for json in [
        #"{"kind":"card","listed":"card"}"#, #"{"kind":null,"listed":null,"m":null}"#,
        #"{"m":{"n":"card"}}"#, #"{"details":{"expires":31}}"#,
        #"{"kind":"card","details":{"expires":30}}"#,
      ] {
        try road.update(payment, json)
        #expect(payment.details === details && payment.list.first === details)
      }
      #expect(details == card(GoldCard.self))
    }
  }

  /// A holder that can't be written is updated, too.
  @Test func needsNoJSONOfTheHolder() throws {
    let payment = Payment()
    payment.amount = .nan
    payment.details = card()
    try JSONAdapter.update(payment, from: #"{"details":{"expires":5}}"#)
    #expect((payment.details as? Card)?.expires == 5)
    try JSONAdapter.update(payment, from: #"{"kind":"transfer"}"#)
    #expect(payment.details == transfer())
  }

  @Test(arguments: UpdateRoad.allCases)
  func followsTheRuleForUnknownTags(_ road: UpdateRoad) throws {
    let payment = Payment()
    try road.update(payment, #"{"kind":"zz","m":{"n":"zz"},"amount":1}"#)
    #expect(payment.amount == 1)
    let details = card()
    payment.details = details
    let error = adapterError { try road.update(payment, #"{"amount":2,"kind":"zz"}"#) }
    #expect(error?.kind == .noClassFound && error?.propertyKey == "details")
    #expect(payment.details === details && payment.amount == 1)
    var issues: [JSONIssue] = []
    try road.update(payment, #"{"amount":2,"kind":"zz"}"#, .lenient) { issues.append($0) }
    #expect(payment.details === details && payment.amount == 2)
    #expect(issues.map(\.propertyKey) == ["details"])

    let base = BasePayment()
    base.details = details
    try road.update(base, #"{"kind":"zz"}"#)
    #expect(base.details === details)

    let kept = KeptPayment()
    kept.details = card()
    try road.update(kept, #"{"kind":"zz","details":{"q":1}}"#)
    let other = try #require(kept.details as? OtherDetails)
    #expect(other.number == "4111" && other.mark == "m")
    func tag() throws -> String? {
      try JSONAdapter.dictionary(from: kept)["kind"] as? String
    }
    #expect(try tag() == "zz")
    try road.update(kept, #"{"details":{"q":2}}"#)
    #expect(try tag() == "zz")
    #expect(kept.details === other)
    try road.update(kept, #"{"kind":"yy"}"#)
    #expect(try tag() == "yy")
    #expect(kept.details === other)
    #expect(throws: JSONAdapterError.self) {
      try road.update(kept, #"{"kind":"xx","amount":"x"}"#)
    }
    #expect(try tag() == "yy")
    try road.update(kept, #"{"kind":"transfer"}"#)
    #expect(kept.details is Transfer && kept.details?.number == "4111")
  }

  @Test(arguments: UpdateRoad.allCases)
  func requiresTheMembersOfTheNewClass(_ road: UpdateRoad) throws {
    let payment = Payment()
    payment.details = card()
    let error = adapterError { try road.update(payment, #"{"amount":1,"kind":"check"}"#) }
    #expect(error?.kind == .missingKeys)
    #expect(error?.propertyKey == "place")
    #expect(error?.pathComponents.suffix(2) == [.key("details"), .key("place")])
    #expect(payment.details == card() && payment.amount == 0)
    try road.update(payment, #"{"kind":"check","details":{"place":"p"}}"#)
    #expect((payment.details as? Check)?.place == "p")
  }

  /// A new object has the class of the tag that the holder is written with.
  @Test(arguments: UpdateRoad.allCases)
  func givesANewObjectTheClassOfTheTagThatIsThere(_ road: UpdateRoad) throws {
    let payment = KindPayment()
    payment.kind = "transfer"
    try road.update(payment, #"{"details":{"number":"1"}}"#)
    #expect(payment.details == Transfer().with { $0.number = "1" })
    let list = Payment()
    list.list = [card()]
    try road.update(list, #"{"list":[{"number":"1"},{"number":"2"}]}"#)
    #expect(list.list.map { type(of: $0) == Card.self } == [true, true])
  }

  private class Part: Model, JSONSerializing {
    override class var cluster: Cluster? {
      cluster(tag: "type", content: "payload", ["t0": Old.self, "t1": New.self])
    }
  }

  private final class Old: Part {
    var kept = "kept"
    var first = 1
    var second = 2
    var third = 3
  }

  private final class New: Part {
    // Not of the old property's type, so that they are read from its JSON.
    var kept: String? = nil
    var first = ""
    var second = ""
    var third = ""
  }

  private final class Holder: Model, JSONSerializing {
    var part: Part = Old()
  }

  /// Members that don't fit are left out, and no others, in whatever order they are met.
  @Test func leavesOutOnlyWhatDoesNotFit() throws {
    for _ in 0..<50 {
      let holder = Holder()
      try JSONAdapter.update(holder, from: #"{"part":{"type":"t1"}}"#)
      let part = try #require(holder.part as? New)
      try #require(part.kept == "kept" && part.first == "" && part.third == "")
    }
  }

  private class Step: Model, JSONSerializing {
    override class var cluster: Cluster? {
      cluster(tag: "type", ["seen": Seen.self, "told": Told.self])
    }
  }

  private final class Seen: Step {
    var part = Size()

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["part": .readOnly("part")] }
  }

  private final class Told: Step {
    var part = Size()
  }

  private final class Size: Model, JSONSerializing {
    var width = 0
    var height: Int?
  }

  /// What only the new class writes is as its JSON says.
  @Test func patchesTakeOverNothingThatTheNewClassWrites() throws {
    let holder = StepHolder()
    let seen = Seen()
    (seen.part.width, seen.part.height) = (1, 2)
    holder.step = seen
    let told = StepHolder()
    told.step = Told().with { $0.part.width = 3 }
    let patch = try JSONAdapter.mergePatch(from: holder, to: told)
    #expect(
      String(decoding: patch, as: UTF8.self) == #"{"step":{"part":{"width":3},"type":"told"}}"#)
    try JSONAdapter.apply(mergePatch: patch, to: holder)
    #expect(holder == told)
  }

  /// A default of the new class is not what an update puts something into.
  @Test(arguments: [
    #"{"kind":"cart","counts":{"b":2},"tag":{"name":"n"},"list":{"c":{"size":3}}}"#,
    #"{"kind":"cart","counts":{"b":2},"tag":{"name":"n"},"list":{"c":{"size":3}},"note":{}}"#,
  ])
  func defaultsOfTheNewClassAreReplaced(_ json: String) throws {
    let shelf = Shelf()
    let crate = Crate()
    crate.note = ["kept": 1]
    shelf.box = crate
    try JSONAdapter.update(shelf, from: "{\"box\":\(json)}")
    let cart = try #require(shelf.box as? Cart)
    #expect(cart.counts == ["b": 2])
    #expect(cart.tag == Label().with { $0.name = "n" })
    #expect(cart.list == ["c": Label().with { $0.size = 3 }])
    #expect(cart.note == ["kept": 1])
    // What both classes have is put into the old value.
    try JSONAdapter.update(shelf, from: #"{"box":{"kind":"crate","note":{"new":2}}}"#)
    #expect((shelf.box as? Crate)?.note == ["kept": 1, "new": 2])
    // And what the class has already, too.
    try JSONAdapter.update(shelf, from: "{\"box\":\(json)}")
    try JSONAdapter.update(shelf, from: #"{"box":{"kind":"cart","counts":{"c":3}}}"#)
    #expect((shelf.box as? Cart)?.counts == ["b": 2, "c": 3])
    // A null in it is a value, and removes nothing.
    shelf.box = Crate()
    try JSONAdapter.update(shelf, from: #"{"box":{"kind":"cart","seen":{"a":null}}}"#)
    #expect((shelf.box as? Cart)?.seen == ["a": nil])
  }

  /// What a patch removes of the old class is no value of the new one's property that is only read there.
  @Test func patchesRemoveWhatSeveralPlacesOnlyRead() throws {
    let shelf = Shelf()
    shelf.box = Spool().with { $0.width = 3 }
    let other = Shelf()
    other.box = Reel()
    let patch = try JSONAdapter.mergePatch(from: shelf, to: other)
    #expect(
      String(decoding: patch, as: UTF8.self) == #"{"box":{"kind":"reel","width":null}}"#)
    try JSONAdapter.apply(mergePatch: patch, to: shelf)
    #expect(shelf == other)
    let reel = try #require(shelf.box as? Reel)
    reel.size = "4 x 5"
    try JSONAdapter.apply(mergePatch: #"{"box":{"width":null,"height":null}}"#, to: shelf)
    #expect(reel.size == "4 x 5")
    try JSONAdapter.apply(mergePatch: #"{"box":{"width":1,"height":2}}"#, to: shelf)
    #expect(reel.size == "1 x 2")
  }

  /// A null that a patch has for a required Optional is there, also if the class around it changes.
  @Test func patchesMakeRequiredOptionalsNilWithinAnotherClass() throws {
    let shelf = Shelf()
    shelf.box = Bin().with {
      $0.tag = Stamp().with { ($0.code, $0.level, $0.count, $0.marks) = (5, 6, 7, ["a": 1]) }
    }
    let other = Shelf()
    other.box = Chest().with { $0.tag = Stamp().with { ($0.count, $0.marks) = (7, ["b": 2]) } }
    let patch = try JSONAdapter.mergePatch(from: shelf, to: other)
    #expect(
      String(decoding: patch, as: UTF8.self)
        == #"{"box":{"kind":"chest","tag":{"code":null,"level":null,"marks":{"a":null,"b":2}}}}"#)
    try JSONAdapter.apply(mergePatch: patch, to: shelf)
    #expect(shelf == other)
    // What the new object lacks is missing.
    shelf.box = Crate()
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.apply(mergePatch: #"{"box":{"kind":"chest","tag":{"count":1}}}"#, to: shelf)
    }
    #expect(error?.kind == .missingKeys)
    #expect(error?.path == "$.box.tag")
    #expect(shelf.box == Crate())
  }

  private final class Bin: Box { var tag = Stamp() }

  private final class Chest: Box { var tag = Stamp() }

  private final class Stamp: Model, JSONSerializing {
    var code: Int?
    var count = 0
    var level: Int?
    var marks: [String: Int] = [:]

    override class var declaredProperties: [Property] {
      [
        property("code", \.code, isRequired: true),
        property("level", \.level, isRequired: true),
      ]
    }
  }

  private final class Spool: Box { var width = 1 }

  private final class Reel: Box {
    var size = "none"

    override class var declaredProperties: [Property] {
      [
        property(
          "size", \.size, at: .readOnly(.all("width", "height")),
          by: .closure(
            forward: { (sides: [String: Any]) throws -> String in
              guard let width = sides["width"] as? Int, let height = sides["height"] as? Int else {
                throw CocoaError(.formatting)
              }
              return "\(width) x \(height)"
            },
            reverse: { size in
              let sides = size.split(separator: " ")
              return ["width": Int(sides[0]) as Any, "height": Int(sides[2]) as Any]
            }))
      ]
    }
  }

  private class Box: Model, JSONSerializing {
    var note: [String: Int] = [:]

    override class var cluster: Cluster? {
      cluster(
        tag: "kind",
        [
          "crate": Crate.self, "cart": Cart.self, "spool": Spool.self, "reel": Reel.self,
          "bin": Bin.self, "chest": Chest.self,
        ])
    }
  }

  private final class Crate: Box {}

  private final class Cart: Box {
    var counts = ["a": 1]
    var tag = Label().with { $0.size = 7 }
    var list = ["a": Label()]
    var seen: [String: Int?] = ["b": 1]
  }

  private final class Label: Model, JSONSerializing {
    var name = ""
    var size = 0
  }

  private final class Shelf: Model, JSONSerializing {
    var box: Box?
  }

  private final class StepHolder: Model, JSONSerializing {
    var step: Step?
  }
}
