import Foundation
import Peridot
import PeridotRecords
import Testing

/// Ways back, and what a parent owns.
@Suite(.needsSQLite) struct RecordRelationshipTests {
  let store: RecordStore

  init() throws {
    store = try RecordStore.inMemory()
  }

  // MARK: Ways back

  final class Player: Model, JSONSerializing, RecordSerializing {
    var name = ""
    weak var team: Team?

    override class var declaredProperties: [Property] {
      [property("name", \.name, isIdentity: true)]
    }

    convenience init(_ name: String) {
      self.init()
      self.name = name
    }
  }

  final class Team: Model, JSONSerializing, RecordSerializing {
    var name = ""
    var members: [Player] = []
    var leaders: Set<Player> = []
    var captain: Player?

    override class var declaredProperties: [Property] {
      [
        property("name", \.name, isIdentity: true),
        property("members", \.members, facets: .inverse("team")),
      ]
    }

    convenience init(_ name: String, _ members: [Player]) {
      self.init()
      (self.name, self.members) = (name, members)
    }
  }

  private func team(of name: String, _ store: RecordStore? = nil) throws -> String? {
    try (store ?? self.store).rows(
      "SELECT t.name FROM Player p JOIN Team t ON t._record = p.team WHERE p.name = \(name)"
    ).first?["name"] as? String
  }

  private func members(_ name: String) throws -> [String] {
    try #require(try store.model(of: Team.self, matching: ["name": name])).members.map(\.name)
  }

  @Test func enteringGivesTheWayBackAndLeavingTakesIt() throws {
    let team: Team = try JSONAdapter.model(
      from:
        #"{"name": "A", "members": [{"name": "ann"}, {"name": "bob"}], "leaders": [{"name": "bob"}]}"#
    )
    try store.save(team)
    #expect(try self.team(of: "ann") == "A")
    #expect(try self.team(of: "bob") == "A")
    let read = try #require(try store.model(of: Team.self, matching: ["name": "A"]))
    #expect(read.members.allSatisfy { $0.team === read })
    // Out of the leaders, and still a member.
    read.leaders = []
    try store.save(read)
    #expect(try self.team(of: "bob") == "A")
    read.members.removeLast()
    read.leaders = [Player("bob")]
    try store.save(read)
    #expect(try self.team(of: "bob") == nil)
    #expect(try self.team(of: "ann") == "A")
    #expect(try store.count(of: Player.self, matching: ["team": nil]) == 1)
  }

  @Test func aModelBelongsToOneParent() throws {
    let (ann, bob) = (Player("ann"), Player("bob"))
    try store.save([Team("A", [ann, bob]), Team("B", [])])
    // As read from elsewhere, without a word of the first team.
    try store.save(Team("B", [Player("zoe"), Player("bob")]))
    #expect(try members("A") == ["ann"])
    #expect(try members("B") == ["zoe", "bob"])
    #expect(try team(of: "bob") == "B")
    #expect(try store.rows("SELECT members FROM Team").map { $0["members"] as? Int } == [1, 2])
    // The same object in two teams of one call is in the last one.
    try store.save([Team("A", [ann, bob]), Team("C", [ann])])
    #expect(try members("A") == ["bob"])
    #expect(try members("C") == ["ann"])
    #expect(try team(of: "ann") == "C")
    try store.delete(Team("C", []))
    #expect(try team(of: "ann") == nil)
  }

  @Test func aChildMovesToTheParentThatItNames() throws {
    let (ann, bob) = (Player("ann"), Player("bob"))
    let (first, second) = (Team("A", [ann, bob]), Team("B", [Player("zoe")]))
    try store.save([first, second])
    bob.team = second
    try store.save(bob)
    #expect(try members("A") == ["ann"])
    #expect(try members("B") == ["zoe", "bob"])
    #expect(try store.rows("SELECT members FROM Team").map { $0["members"] as? Int } == [1, 2])
    try store.save(bob)
    #expect(try members("B") == ["zoe", "bob"])
    let passport = try Passport(dictionary: ["number": 1])
    let traveller = try Traveller(dictionary: ["name": "ann"])
    try store.save(traveller)
    passport.holder = traveller
    try store.save(passport)
    let read = try store.model(of: Traveller.self, matching: ["name": "ann"])
    #expect(read?.passport?.number == 1)
  }

  /// Nobody says which of several relationships a weak variable belongs to.
  final class Club: Model, RecordSerializing {
    var name = ""
    var members: [Guest] = []
    var leaders: [Guest] = []

    override class var declaredProperties: [Property] {
      [property("name", \.name, isIdentity: true)]
    }
  }

  final class Guest: Model, RecordSerializing {
    var name = ""
    weak var club: Club?

    override class var declaredProperties: [Property] {
      [property("name", \.name, isIdentity: true)]
    }
  }

  @Test func aWayBackThatIsNotDeclaredIsWhatTheObjectSays() throws {
    let club = try Club(dictionary: ["name": "A"])
    let guest = try Guest(dictionary: ["name": "ann"])
    (club.members, club.leaders, guest.club) = ([guest], [guest], club)
    try store.save(club)
    club.leaders = []
    try store.save(club)
    #expect(try store.count(of: Guest.self, matching: ["club": club]) == 1)
    // Nil says nothing, unless it is named.
    guest.club = nil
    try store.save(guest)
    #expect(try store.count(of: Guest.self, matching: ["club": club]) == 1)
    try store.save(guest, keys: ["club"])
    #expect(try store.count(of: Guest.self, matching: ["club": nil]) == 1)
  }

  @Test func theOnlyWayBackIsGivenWithoutADeclaration() throws {
    let issue = Issue(1)
    issue.comments = [try Comment(dictionary: ["id": 1]), try Comment(dictionary: ["id": 2])]
    try store.save(issue)
    let read = try #require(try store.models(of: Issue.self).first)
    #expect(read.comments?.allSatisfy { $0.issue === read } == true)
  }

  final class Passport: Model, RecordSerializing {
    var number = 0
    weak var holder: Traveller?

    override class var declaredProperties: [Property] {
      [property("number", \.number, isIdentity: true)]
    }
  }

  final class Traveller: Model, RecordSerializing {
    var name = ""
    var passport: Passport?

    override class var declaredProperties: [Property] {
      [
        property("name", \.name, isIdentity: true),
        property("passport", \.passport, facets: .inverse("holder")),
      ]
    }
  }

  @Test func aToOneRelationshipHasAWayBack() throws {
    func passport(_ number: Int) throws -> Passport { try Passport(dictionary: ["number": number]) }
    let ann = try Traveller(dictionary: ["name": "ann", "passport": passport(1)])
    try store.save(ann)
    #expect(try store.count(of: Passport.self, matching: ["holder": ann]) == 1)
    ann.passport = try passport(2)
    try store.save(ann)
    #expect(try store.model(of: Passport.self, matching: ["holder": ann])?.number == 2)
    #expect(try store.count(of: Passport.self, matching: ["holder": nil]) == 1)
    let bob = try Traveller(dictionary: ["name": "bob", "passport": passport(2)])
    try store.save(bob)
    #expect(try store.model(of: Traveller.self, matching: ["name": "ann"])?.passport == nil)
    #expect(try store.model(of: Passport.self, matching: ["holder": bob])?.number == 2)
  }

  final class Mistaken: Model, RecordSerializing {
    var id = 0
    var players: [Player] = []
    var size = 0

    override class var declaredProperties: [Property] {
      [
        property("players", \.players, facets: .inverse("team").and(.isUnique)),
        property("size", \.size, facets: .owns),
        property("id", \.id, facets: .indexed(with: "sise")),
      ]
    }
  }

  @Test func whatCannotBeDeclaredIsAMistake() {
    #expect(
      message { try RecordStore.check(Mistaken.self) } == """
        Mistaken: the mapping has mistakes:
        - "players" has the inverse "team", which must be a weak var, or an Optional, of Player that holds \
        Mistaken
        - .isUnique is about "players", which is not stored as a value
        - an index names "sise", which is not a property: did you mean "size"?
        - "size" holds no records: only a relationship has .owns or .inverse
        """)
  }

  // MARK: Owning

  final class Part: Model, RecordSerializing {
    var name = ""
  }

  final class Line: Model, RecordSerializing {
    var text = ""
    var parts: [Part] = []

    override class var declaredProperties: [Property] {
      [property("parts", \.parts, facets: .owns)]
    }
  }

  final class Order: Model, RecordSerializing {
    var id = 0
    var lines: [Line] = []
    var address: Part?
    var tags: [Label] = []

    override class var declaredProperties: [Property] {
      [
        property("id", \.id, isIdentity: true),
        property("lines", \.lines, facets: .owns),
        property("address", \.address, facets: .owns),
      ]
    }
  }

  private func order(_ id: Int, lines: Int) throws -> Order {
    let order = Order()
    order.id = id
    order.lines = try (0..<lines).map { number in
      let line = Line()
      line.text = "line \(number)"
      line.parts = [try Part(dictionary: ["name": "part \(number)"])]
      return line
    }
    order.address = try Part(dictionary: ["name": "address"])
    order.tags = [try Label(dictionary: ["name": "tag"])]
    return order
  }

  private func counts() throws -> [Int] {
    [
      try store.count(of: Order.self), try store.count(of: Line.self),
      try store.count(of: Part.self), try store.count(of: Label.self),
    ]
  }

  @Test func whatAParentOwnsIsReplacedWithIt() throws {
    let order = try order(1, lines: 10)
    for _ in 0..<3 { try store.save(order) }
    #expect(try counts() == [1, 10, 11, 1])
    #expect(try store.model(of: Order.self, matching: ["id": 1]) == order)
    try store.save(try self.order(2, lines: 2))
    try store.save(order, keys: ["lines"])
    #expect(try counts() == [2, 12, 14, 1])
    order.lines.removeLast(9)
    order.address = nil
    try store.save(order)
    #expect(try counts() == [2, 3, 4, 1])
    #expect(try store.delete(order))
    #expect(try counts() == [1, 2, 3, 1])
    #expect(try store.delete(of: Order.self) == 1)
    #expect(try counts() == [0, 0, 0, 1])
  }

  @Test func whatIsOwnedIsKnownBeforeItsClassIs() throws {
    let file = TemporaryDatabase()
    try RecordStore(url: file.url).save(try order(1, lines: 3))
    let store = try RecordStore(url: file.url)
    #expect(try store.delete(of: Order.self) == 1)
    #expect(try store.rows("SELECT * FROM Line").count == 0)
    #expect(try store.rows("SELECT * FROM \"Line.parts\"").count == 0)
    #expect(try store.rows("SELECT * FROM Part").count == 0)
  }

  @Test func aKeylessObjectIsDeletedByWhatItIs() throws {
    let (first, second) = (Part(), Part())
    try store.save([first, second])
    #expect(try store.record(of: second)?["name"] as? String == "")
    #expect(try store.delete(second))
    #expect(try !store.delete(second))
    #expect(try store.count(of: Part.self) == 1)
    let read = try #require(try store.models(of: Part.self).first)
    read.name = "changed"
    #expect(try store.delete(read))
    #expect(try store.count(of: Part.self) == 0)
    #expect(
      message { try store.delete(Part()) } == """
        Part: records of a class without an identity cannot be found: declare a property with isIdentity: \
        true, or delete an object that this store has saved or read
        """)
    // What a transaction that failed has saved is nobody's, nor is its number.
    struct Stop: Error {}
    let lost = Part()
    #expect(throws: Stop.self) {
      try store.transaction {
        try store.save(lost)
        throw Stop()
      }
    }
    try store.save(Part())
    #expect(throws: RecordError.self) { try store.delete(lost) }
    #expect(try store.count(of: Part.self) == 1)
  }

  // MARK: At random

  /// The order's lines again, with a way back.
  final class Box: Model, RecordSerializing {
    var id = 0
    var things: [Thing] = []
    var first: Thing?

    override class var declaredProperties: [Property] {
      [
        property("id", \.id, isIdentity: true),
        property("things", \.things, facets: .owns.and(.inverse("box"))),
        property("first", \.first, facets: .owns),
      ]
    }
  }

  final class Thing: Model, RecordSerializing {
    var name = ""
    weak var box: Box?
  }

  @Test(arguments: 1...6) func randomChangesKeepBothSides(seed: UInt64) throws {
    var state = seed
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    try store.save(Box(dictionary: ["id": 0, "things": [Thing()]]))
    try store.save(Team("t0", [Player("p0")]))
    func players() -> [Player] { (0..<random(5)).map { _ in Player("p\(random(12))") } }
    for step in 0..<150 {
      let team = Team("t\(random(5))", players())
      switch random(8) {
      case 0: try store.delete(team)
      case 1: try store.delete(Player("p\(random(12))"))
      case 2:
        let player = Player("p\(random(12))")
        player.team = team
        try store.save(player)
      case 3:
        team.leaders = Set(players())
        try store.save([team, Team("t\(random(5))", players())])
      case 4: try store.save(team, keys: ["leaders"])
      case 5:
        let box = Box()
        box.id = random(4)
        box.things = (0..<random(4)).map { _ in Thing() }
        box.first = random(2) == 0 ? Thing() : box.things.first
        try store.save(box)
        if random(3) == 0 { try store.save(box) }
      case 6: try store.delete(of: Box.self, matching: ["id": random(4)])
      default: try store.save(team)
      }
      guard try store.count(of: Team.self) > 0, try store.count(of: Box.self) > 0 else { continue }
      for (rule, sql) in [
        (
          "a member has the way back",
          """
          SELECT 1 FROM "Team.members" m JOIN Player p ON p._record = m.target
          WHERE p.team IS NOT m.owner
          """
        ),
        (
          "a member is in one team",
          "SELECT 1 FROM \"Team.members\" GROUP BY target HAVING count(DISTINCT owner) > 1"
        ),
        (
          "a link leads to a record",
          """
          SELECT 1 FROM "Team.members" WHERE target NOT IN (SELECT _record FROM Player)
          OR owner NOT IN (SELECT _record FROM Team)
          """
        ),
        (
          "who has a way back is a member",
          """
          SELECT 1 FROM Player p WHERE team IS NOT NULL AND NOT EXISTS
          (SELECT 1 FROM "Team.members" m WHERE m.owner = p.team AND m.target = p._record)
          """
        ),
        (
          "the number is that of the links",
          """
          SELECT 1 FROM Team t WHERE members <>
          (SELECT count(*) FROM "Team.members" m WHERE m.owner = t._record)
          """
        ),
        (
          "what nobody owns is gone",
          """
          SELECT 1 FROM Thing WHERE _record NOT IN (SELECT target FROM "Box.things")
          AND _record NOT IN (SELECT first FROM Box WHERE first IS NOT NULL)
          """
        ),
        (
          "what is owned is there",
          """
          SELECT 1 FROM "Box.things" WHERE target NOT IN (SELECT _record FROM Thing)
          UNION ALL SELECT 1 FROM Box WHERE first IS NOT NULL AND first NOT IN (SELECT _record FROM Thing)
          """
        ),
      ] {
        #expect(try store.rows(RecordSQL(sql)).isEmpty, "\(rule), seed \(seed), step \(step)")
      }
      _ = try store.models(of: Team.self)
      _ = try store.models(of: Box.self)
    }
  }

  // MARK: Deleting

  @Test func deletingTakesOneLookAtARelationship() throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    let issues = (0..<2000).map { number in
      let issue = Issue(number)
      issue.assignee = Person("p\(number)")
      issue.watchers = [Person("p\(number)"), Person("w")]
      return issue
    }
    try store.save(issues)
    // By a program that has not used the class that refers to them.
    let other = try RecordStore(url: file.url)
    let start = ContinuousClock.now
    #expect(try other.delete(of: Person.self, matching: "login <> \("w")") == 2000)
    #expect(ContinuousClock.now - start < .seconds(2))
    let read = try store.models(of: Issue.self)
    #expect(read.allSatisfy { $0.assignee == nil && $0.watchers == [Person("w")] })
    #expect(
      try store.rows("SELECT DISTINCT watchers FROM Issue").map { $0["watchers"] as? Int } == [1])
  }

  // MARK: Unchanged

  /// Counts the commits that changed anything, as another connection sees them.
  @Test func anUnchangedSaveWritesNothing() throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    let observer = try RecordStore(url: file.url, isReadOnly: true)
    func version() throws -> Int? {
      try observer.rows("PRAGMA data_version").first?["data_version"] as? Int
    }
    let issues = (0..<100).map { number in
      let issue = Issue(number, "title", stars: 3)
      issue.assignee = Person("ann")
      issue.labels = (try? [Label(dictionary: ["name": "a"])]) ?? []
      issue.comments = (try? [Comment(dictionary: ["id": number])]) ?? []
      return issue
    }
    issues[1].duplicateOf = issues[0]
    try store.save(issues)
    try store.save(issues)
    let before = try version()
    for issue in issues { try store.save(issue) }
    try store.save(Person("ann"))
    try store.save(issues)
    #expect(try version() == before)
    issues[5].title = "other"
    try store.save(issues)
    #expect(try version() != before)
    #expect(try store.models(of: Issue.self, orderedBy: "number") == issues)
  }
}
