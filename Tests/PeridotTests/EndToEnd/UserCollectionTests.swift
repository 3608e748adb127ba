import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Track: Model, JSONSerializing {
  var id = 0
  var title = ""
  weak var list: Playlist?

  override class var identityKey: String? { "id" }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["list": .excluded] }

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.contains("live") ? LiveTrack.self : Track.self
  }

  override class var archiveName: String { "UserCollectionTests.Track" }
}

private final class LiveTrack: Track {
  var live = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
  override class var archiveName: String { "UserCollectionTests.LiveTrack" }
}

private final class Playlist: Model, JSONSerializing {
  var tracks: Deque<Track> = []
  var more: Deque<Track>?
  var sides: [String: Deque<Track>] = [:]
  var lists: [Deque<Track>] = []
  var distinct: OrderedSet<Track> = []
  var byName: OrderedDictionary<String, Track> = [:]
  var counts: OrderedDictionary<Int, Deque<Int?>> = [:]
  var words: OrderedSet<String> = []
  var any: Any = 0

  override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
    ["any": [Track.self, NSArray.self, NSDictionary.self]]
  }

  override class var archiveName: String { "UserCollectionTests.Playlist" }

  var all: [Track] {
    Array(tracks) + Array(more ?? []) + sides.values.flatMap { $0 } + lists.flatMap { $0 }
      + Array(distinct) + byName.map(\.value)
  }

  static func sample() throws -> Playlist {
    let list = try JSONAdapter.model(of: Playlist.self, from: UserCollectionTests.json)
    for track in list.all { track.list = list }
    return list
  }
}

private final class Numbers: Model, JSONSerializing {
  override class var archiveName: String { "UserCollectionTests.Numbers" }
  var rows: Deque<Int> = [7]
  var table: OrderedDictionary<Int, Int> = [1: 1]
  var words: OrderedSet<String> = ["w"]
  var decimals: Deque<Decimal> = []

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "decimals": .array(of: .decimal)
    default: super.transformer(forKey: key)
    }
  }
}

private final class Doubled: Model, JSONSerializing {
  var typed: Deque<Int> = []
  var mapped: OrderedDictionary<String, Int> = [:]
  var whole: Deque<String> = []

  override class func transformer(forKey key: String) -> ValueTransformer? {
    let twice: ValueTransformer = .closure(forward: { (n: Int) in n * 2 }, reverse: { $0 / 2 })
    return switch key {
    case "typed": .array(of: twice)
    case "mapped": .dictionary(of: twice)
    default:
      .closure(
        forward: { (text: String) in Deque(text.split(separator: ",").map(String.init)) },
        reverse: { $0.joined(separator: ",") })
    }
  }
}

private final class Nested: Model, JSONSerializing {
  override class var archiveName: String { "UserCollectionTests.Nested" }
  var next: Deque<Nested> = []
  var named: OrderedDictionary<String, Nested> = [:]
}

private final class Coded: Model, CodableModel {
  var rows: Deque<Int?> = []
  var tracks: Deque<Inner> = []
  var table: OrderedDictionary<String, Inner> = [:]
  var numbers: OrderedDictionary<Int, [Int]>?

  final class Inner: Model, CodableModel {
    var id = 0
  }
}

@Suite struct UserCollectionTests {
  static let json =
    #"{"tracks":[{"id":2,"title":"b"},{"id":1,"title":"a","live":"x"}],"#
    + #""more":[{"id":3,"title":""}],"sides":{"A":[{"id":4,"title":""}],"B":[]},"#
    + #""lists":[[{"id":5,"title":""}],[]],"distinct":[{"id":7,"title":""},{"id":6,"title":""}],"#
    + #""byName":{"z":{"id":8,"title":""},"a":{"id":9,"title":""}},"#
    + #""counts":{"10":[1,null],"9":[]},"words":["z","a"],"any":[1,{"a":null}]}"#

  @Test func readsAndWritesBytesInOrder() throws {
    let list = try Playlist.sample()
    #expect(try JSONAdapter.string(from: list) == Self.json)
    #expect(list.tracks.map(\.id) == [2, 1])
    #expect(list.tracks[1] is LiveTrack)
    #expect(list.byName.keys == ["z", "a"])
    #expect(list.counts == [10: [1, nil], 9: []])
    #expect(list.words == ["z", "a"])
  }

  @Test func readsAndMakesDictionaries() throws {
    let list = try Playlist.sample()
    let dictionary = try JSONAdapter.dictionary(from: list)
    #expect(((dictionary["tracks"] as? [Any])?.first as? [String: Any])?["id"] as? Int == 2)
    let read = try JSONAdapter.model(of: Playlist.self, from: dictionary)
    // A dictionary of Swift's has no order: the members come in that of their names.
    #expect(read.byName.keys == ["a", "z"])
    #expect(read.counts.keys == [10, 9])
    #expect(read.tracks == list.tracks && read.tracks[1] is LiveTrack)
    // Values in memory are taken as they are, or for what they hold.
    let track = Track()
    let live: [String: Any] = [
      "tracks": Deque([track]), "more": [track], "words": Set(["w"]), "lists": [[track]],
      "counts": ["5": [1]], "byName": OrderedDictionary(uniqueKeysWithValues: [("k", track)]),
    ]
    let taken = try JSONAdapter.model(of: Playlist.self, from: live)
    #expect(taken.tracks.first === track && taken.more?.first === track)
    #expect(taken.words == ["w"] && taken.byName[key: "k"] === track)
    // And where an array or a dictionary belongs.
    let numbers: [String: Any] = ["rows": Deque([1, 2]), "table": OrderedDictionary<Int, Int>()]
    #expect(try JSONAdapter.model(of: Numbers.self, from: numbers).rows == [1, 2])
  }

  @Test func archivesInOrder() throws {
    let list = try Playlist.sample()
    let read = try Playlist.unarchive(from: list.archivedData())
    #expect(try JSONAdapter.string(from: read) == Self.json)
    #expect(read == list && read.hash == list.hash)
    #expect(read.tracks.allSatisfy { $0.list === read })
    #expect(read.words.contains("z") && read.distinct.contains(read.distinct[1]))
  }

  @Test func foundationReadsThemAsItsOwn() throws {
    let data = try Numbers().with { $0.table = [3: 1, 2: 5] }.archivedData()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.setClass(Fields.self, forClassName: Numbers.archiveName)
    let fields = unarchiver.decodeObject(of: Fields.self, forKey: NSKeyedArchiveRootObjectKey)
    #expect(fields?.rows == [7])
    #expect(fields?.table == [3: 1, 2: 5])
    // Through Foundation's archiver and unarchiver, where a dictionary has no order.
    let list = try Playlist.sample()
    let coded = try NSKeyedArchiver.archivedData(withRootObject: list, requiringSecureCoding: true)
    let reader = try NSKeyedUnarchiver(forReadingFrom: coded)
    reader.decodingFailurePolicy = .setErrorAndReturn
    let object = reader.decodeObject(
      of: [Playlist.self, Model.self], forKey: NSKeyedArchiveRootObjectKey)
    #expect(reader.error == nil)
    let read = try #require(object as? Playlist)
    #expect(read.tracks == list.tracks && read.words == list.words)
    #expect(read.byName.keys == ["a", "z"] && read.byName[key: "z"]?.id == 8)
  }

  final class Fields: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let rows: [Int]?
    let table: [Int: Int]?

    init?(coder: NSCoder) {
      let classes = [NSArray.self, NSDictionary.self, NSNumber.self]
      rows = coder.decodeObject(of: classes, forKey: "rows") as? [Int]
      table = coder.decodeObject(of: classes, forKey: "table") as? [Int: Int]
    }

    func encode(with coder: NSCoder) {}
  }

  @Test func comparesAndHashes() throws {
    let (first, second) = (try Playlist.sample(), try Playlist.sample())
    // Each track leads back to its list.
    #expect(first == second && first.hash == second.hash)
    second.tracks[0].title = "other"
    #expect(first != second)
    second.tracks[0].title = "b"
    second.words = ["a", "z"]
    #expect(first != second)
    second.words = first.words
    second.byName = ["a": second.byName[1].value, "z": second.byName[0].value]
    #expect(first != second)
    // NaN equals itself, as in an array.
    let numbers = [Values(), Values()]
    #expect(numbers[0] == numbers[1] && numbers[0].hash == numbers[1].hash)
  }

  private final class Paired: Model {
    var pair: (deque: Deque<Track>, count: Int) = ([], 0)
  }

  private final class Values: Model {
    override class var archiveName: String { "UserCollectionTests.Values" }
    var numbers: Deque<Double> = [.nan, 1]
    var any: Any = Deque([1, 2])
    var named: Any = OrderedDictionary(uniqueKeysWithValues: [("b", 1), ("a", 2)])
  }

  @Test func anAnyIsEqualToItsArchive() throws {
    let values = Values()
    let read = try Values.unarchive(from: values.archivedData())
    #expect(read == values && read.hash == values.hash)
    #expect(read.any as? [Int] == [1, 2])
    #expect(read.named as? [String: Int] == ["b": 1, "a": 2])
    let free = try Playlist.sample()
    free.any = [Deque([1, 2]), OrderedDictionary(uniqueKeysWithValues: [("b", 1), ("a", 2)])]
    let text = try JSONAdapter.string(from: free)
    #expect(text.hasSuffix(#""any":[[1,2],{"b":1,"a":2}]}"#))
    let dictionary = try JSONAdapter.dictionary(from: free)
    #expect("\(dictionary["any"] ?? 0)".hasPrefix("[[1, 2], ["))
  }

  @Test func copiesWhatTheyHold() throws {
    let list = try Playlist.sample()
    list.any = Deque([Track().with { $0.id = 11 }])
    let copy = list.deeplyCopied()
    #expect(copy == list)
    #expect(zip(copy.all, list.all).allSatisfy { $0 !== $1 && $0.id == $1.id })
    #expect(copy.all.allSatisfy { $0.list === copy })
    #expect(copy.distinct.contains(copy.distinct[0]))
    #expect((copy.any as? Deque<Track>)?[0] !== (list.any as? Deque<Track>)?[0])
    #expect(copy.byName.keys == ["z", "a"])
    #expect(list.copied().tracks[0] === list.tracks[0])
    let paired = Paired()
    paired.pair.deque = [Track()]
    #expect(paired.deeplyCopied().pair.deque[0] !== paired.pair.deque[0])
  }

  @Test func mergesByIdentity() throws {
    let (old, new) = (try Playlist.sample(), try Playlist.sample())
    let (first, named) = (old.tracks[0], old.byName[key: "a"])
    new.tracks = [new.tracks[1], new.tracks[0], Track()]
    new.tracks[1].title = "B"
    new.byName = ["a": new.byName[1].value]
    old.mergeValues(from: new, rule: .deep)
    #expect(old.tracks.map(\.id) == [1, 2, 0])
    #expect(old.tracks[1] === first && first.title == "B")
    #expect(old.byName.keys == ["a"] && old.byName[0].value === named)
    #expect(old.distinct.count == 2)
  }

  @Test func updates() throws {
    let list = try Playlist.sample()
    let (first, named) = (list.tracks[0], list.byName[key: "a"])
    let json = #"""
      {"tracks": [{"id": 1, "live": "y"}, {"id": 2, "title": "B"}],
       "byName": {"n": {"id": 3}, "z": null, "a": {"title": "A"}},
       "counts": {"9": [5]}, "lists": [[], [{"id": 5, "title": "five"}]]}
      """#
    let inner = list.lists[0][0]
    try JSONAdapter.update(list, from: json)
    #expect(list.tracks.map(\.title) == ["a", "B"] && list.tracks[1] === first)
    #expect(list.byName.keys == ["a", "n"] && list.byName[key: "a"] === named)
    #expect(named?.title == "A")
    #expect(list.counts == [10: [1, nil], 9: [5]])
    #expect(list.lists[1][0] === inner && inner.title == "five")
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(list, from: #"{"words": [], "byName": {"a": {"title": "?"}, "b": 1}}"#)
    }
    #expect(list.words == ["z", "a"] && named?.title == "A")
    var policy = ConversionPolicy.strict
    policy.dictionaryUpdate = .replace
    try JSONAdapter.update(list, from: #"{"counts": {"1": []}}"#, policy: policy)
    #expect(list.counts == [1: []])
  }

  @Test(arguments: [
    (#"{"rows": [1, "x"]}"#, "$.rows[1]"), (#"{"rows": [1, null]}"#, "$.rows[1]"),
    (#"{"rows": {}}"#, "$.rows"), (#"{"rows": null}"#, "$.rows"),
    (#"{"table": []}"#, "$.table"), (#"{"table": {"1": "x"}}"#, #"$.table["1"]"#),
    (#"{"table": {"a": 1}}"#, "$.table.a"),
    (#"{"words": "x"}"#, "$.words"), (#"{"words": ["a", 1]}"#, "$.words[1]"),
  ])
  func tellsWhatIsWrongAndWhere(_ json: String, path: String) throws {
    let error = adapterError { try JSONAdapter.model(of: Numbers.self, from: json) }
    #expect(error?.path == path)
    #expect(error?.propertyKey == String(path.dropFirst(2).prefix { $0.isLetter }))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(adapterError { try JSONAdapter.model(of: Numbers.self, from: object) }?.path == path)
  }

  @Test func refusesTwoNamesOfOneKey() {
    let error = adapterError {
      try JSONAdapter.model(of: Numbers.self, from: #"{"table": {"1": 1, "01": 2}}"#)
    }
    #expect(error?.path == #"$.table["01"]"#)
  }

  @Test func followsThePolicy() throws {
    var issues: [String] = []
    let json = #"""
      {"rows": [1, null, "x", "3"], "table": {"1": null, "2": "5", "x": 1, "3": 4},
       "words": ["a", "b", "a"], "decimals": []}
      """#
    let numbers = try JSONAdapter.model(
      of: Numbers.self, from: json, policy: .lenient
    ) { issues.append($0.path) }
    #expect(numbers.rows == [1, 3])
    #expect(numbers.table == [2: 5, 3: 4])
    #expect(numbers.words == ["a", "b"])
    #expect(
      issues == [
        "$.rows[1]", "$.rows[2]", #"$.table["1"]"#, "$.table.x", "$.words",
      ])
    var policy = ConversionPolicy.strict
    policy.duplicateElements = .fail
    let error = adapterError {
      try JSONAdapter.model(of: Numbers.self, from: #"{"words": ["a", "a"]}"#, policy: policy)
    }
    #expect(error?.path == "$.words")
    policy.wrapsSingleValues = true
    policy.null = .reset
    let reset = #"{"rows": null, "table": null, "words": "one"}"#
    let made = try JSONAdapter.model(of: Numbers.self, from: reset, policy: policy)
    #expect(made.rows == [] && made.table == [:] && made.words == ["one"])
    // The member that stands last counts, at the place of the first.
    let twice = #"{"table": {"1": 1, "2": 2, "1": 3}}"#
    #expect(try JSONAdapter.model(of: Numbers.self, from: twice).table[key: 1] == 3)
  }

  @Test func refusesKeysThatHaveOneName() throws {
    let model = Cased()
    model.table = [Cased.Name(text: "a"): 1, Cased.Name(text: "A"): 2]
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: model) }
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.dictionary(from: model) }
  }

  private final class Cased: Model, JSONSerializing {
    struct Name: RawRepresentable, Hashable {
      var text: String
      var rawValue: String { text.lowercased() }
      init(text: String) { self.text = text }
      init?(rawValue: String) { text = rawValue }
      static func == (first: Self, second: Self) -> Bool { first.text == second.text }
      func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }
    var table: OrderedDictionary<Name, Int> = [:]
  }

  @Test func takesTransformers() throws {
    let json = #"{"typed":[1,2],"mapped":{"a":1},"whole":"x,y"}"#
    let doubled = try JSONAdapter.model(of: Doubled.self, from: json)
    #expect(doubled.typed == [2, 4] && doubled.mapped == ["a": 2] && doubled.whole == ["x", "y"])
    #expect(try JSONAdapter.string(from: doubled) == json)
    let dictionary = try JSONAdapter.dictionary(from: doubled)
    #expect(try JSONAdapter.model(of: Doubled.self, from: dictionary) == doubled)
    let error = adapterError {
      try JSONAdapter.model(of: Doubled.self, from: #"{"typed": [1, "x"]}"#)
    }
    #expect(error?.path == "$.typed[1]")
  }

  @Test func areSetByKey() throws {
    let numbers = Numbers()
    try numbers.setValue([1, 2.0, NSNumber(value: 3)], forPropertyKey: "rows")
    #expect(numbers.rows == [1, 2, 3])
    try numbers.setValue(Deque([5]), forPropertyKey: "rows")
    #expect(numbers["rows"] as? Deque<Int> == [5])
    try numbers.setValue([2: 1, 1: 2], forPropertyKey: "table")
    #expect(numbers.table == [1: 2, 2: 1])
    #expect(throws: ModelError.self) { try numbers.setValue(["x"], forPropertyKey: "rows") }
    #expect(try Numbers(dictionary: numbers.dictionaryValue) == numbers)
  }

  @Test func goThroughCoders() throws {
    let json = #"{"rows":[1,null],"tracks":[{"id":1}],"table":{"a":{"id":2}},"numbers":{"5":[1]}}"#
    let coded = try JSONDecoder().decode(Coded.self, from: Data(json.utf8))
    #expect(try JSONAdapter.string(from: coded) == json)
    #expect(try JSONAdapter.model(of: Coded.self, from: json) == coded)
    let text = try JSONEncoder().encode(coded)
    #expect(try JSONDecoder().decode(Coded.self, from: text) == coded)
    #expect(try JSONAdapter.model(of: Coded.self, from: text) == coded)
    let list = try PropertyListEncoder().encode([coded])
    #expect(try PropertyListDecoder().decode([Coded].self, from: list) == [coded])
  }

  @Test(.notSanitized) func holdOnSmallStacks() throws {
    let depth = 60_000
    for (open, close) in [(#"{"next":["#, "]}"), (#"{"named":{"a":"#, "}}")] {
      let json =
        String(repeating: open, count: depth) + "{}" + String(repeating: close, count: depth)
      try onStack(kilobytes: 512) {
        let error = adapterError { try JSONAdapter.model(of: Nested.self, from: json) }
        #expect(error?.kind == .tooDeep)
      }
    }
    try onStack(kilobytes: 512) {
      let root = Nested()
      var last = root
      for index in 0..<20_000 {
        let next = Nested()
        if index.isMultiple(of: 2) { last.next = [next] } else { last.named = ["a": next] }
        last = next
      }
      let copy = root.deeplyCopied()
      #expect(copy == root)
      let read = try Nested.unarchive(from: root.archivedData())
      #expect(read == root)
      last.next = [Nested()]
      if copy == root { Issue.record("the last of a chain is not compared") }
      copy.mergeValues(from: root, rule: .deep)
      if copy != root { Issue.record("the last of a chain is not merged") }
    }
  }
}
