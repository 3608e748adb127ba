import Foundation
import Peridot

enum FuzzKind: String { case small, large }

/// A model with properties of all kinds, as a target for damaged archives.
final class FuzzItem: Model {
  var id = 0
  var small: UInt8 = 0
  var real = 0.0
  var single: Float = 0
  var flag = false
  var title = ""
  var letter: Character = "a"
  var price: Decimal = 0
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var url: URL?
  var uuid: UUID?
  var data = Data()
  var kind = FuzzKind.small
  var range: Range<Int>?
  var any: Any?
  var members: [String: Any] = [:]
  var tags: [String?] = []
  var matrix: [[Double]] = []
  var numbers: Set<Int> = []
  var counts: [Int: String] = [:]
  var next: FuzzItem?
  var children: [FuzzItem] = []
  var circle: Set<FuzzItem> = []
  var named: [String: FuzzItem] = [:]
  weak var parent: FuzzItem?

  override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
    ["any": [FuzzItem.self]]
  }

  /// Makes an item of which collections and models are nested deeply.
  static func nested() -> FuzzItem {
    let item = FuzzItem()
    item.any = (0..<150).reduce("x" as Any) { inner, _ in [inner] }
    item.members = (0..<100).reduce([:]) { inner, _ in ["inner": inner] }
    _ = (0..<300).reduce(item) { outer, _ in
      let next = FuzzItem()
      outer.next = next
      return next
    }
    return item
  }

  /// Makes a tree of items that also refer to each other across it.
  static func tree(depth: Int = 2) -> FuzzItem {
    let item = FuzzItem()
    item.id = depth
    item.real = 0.1
    item.title = "item $ é"
    item.price = Decimal(string: "12.345") ?? 0
    item.url = URL(string: "page?x=1", relativeTo: URL(string: "https://example.org/a/"))
    item.uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    item.data = Data([1, 2, 3])
    item.kind = .large
    item.range = 1..<5
    item.members = ["a": [1, true, "x", NSNull()], "b": ["c": 1.5, "d": Date.distantPast]]
    item.tags = ["x", nil, "y"]
    item.matrix = [[1, 2], [3], []]
    item.numbers = [1, 2, 3]
    item.counts = [1: "one", 2: "two"]
    guard depth > 0 else { return item }
    item.children = (0..<2).map { _ in tree(depth: depth - 1) }
    for child in item.children { child.parent = item }
    item.next = item.children.first
    item.any = [item.children[0], ["inner": item.children[1]]] as [Any]
    item.circle = Set(item.children)
    item.named = ["first": item.children[0]]
    return item
  }
}

/// A model with Foundation's structures, as objects of their classes and as values.
final class FuzzStructures: Model {
  var range = NSRange(location: 1, length: 2)
  var frame = CGRect.zero
  var point: CGPoint?
  var places = IndexSet()
  var path: IndexPath?
  var locale: Locale?
  var zone: TimeZone?
  var calendar: Calendar?
  var components: DateComponents?
  var any: [Any] = []
  var value: NSValue?
  var set: NSIndexSet?
  var foreign: FuzzForeign?
  var text = NSMutableString(capacity: 0)
  var bytes: NSMutableData?
  var number: NSNumber?

  func fill() {
    point = CGPoint(x: 1.5, y: -2)
    places = [1, 2, 3, 10]
    path = [1, 300, 5]
    locale = Locale(identifier: "de_CH")
    zone = TimeZone(identifier: "Europe/Zurich")
    calendar = Calendar(identifier: .gregorian)
    components = DateComponents(year: 2001, month: 2)
    any = [
      range, CGRect(x: 1, y: 2, width: 3, height: 4), CGSize(width: 1, height: 1), places,
      IndexPath(indexes: [1, 300, 5]), Locale(identifier: "de_CH"),
      DateComponents(calendar: Calendar(identifier: .iso8601), year: 5), TimeZone.gmt,
    ]
    value = NSValue(range: range)
    set = NSIndexSet(index: 5)
    foreign = FuzzForeign()
    text = NSMutableString(string: "text")
    bytes = NSMutableData(data: Data([1, 2, 3]))
    number = 5
  }
}

/// A class of someone else's that reads everything that a coder has to offer.
final class FuzzForeign: NSObject, NSSecureCoding {
  private var inner: FuzzForeign?

  static var supportsSecureCoding: Bool { true }

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(1, forKey: "integer")
    coder.encode(true, forKey: "flag")
    coder.encode(1.5, forKey: "real")
    coder.encode(Float(0.5), forKey: "single")
    coder.encode(NSPoint(x: 1, y: 2), forKey: "point")
    coder.encode(["a": [1, 2]], forKey: "list")
    coder.encode("text", forKey: "text")
    coder.encode(inner, forKey: "inner")
  }

  init?(coder: NSCoder) {
    super.init()
    _ = coder.decodeInteger(forKey: "integer")
    _ = coder.decodeInt32(forKey: "real")
    _ = coder.decodeInt64(forKey: "text")
    _ = coder.decodeCInt(forKey: "list")
    _ = coder.decodeBool(forKey: "flag")
    _ = coder.decodeDouble(forKey: "integer")
    _ = coder.decodeFloat(forKey: "single")
    _ = coder.decodePoint(forKey: "point")
    _ = coder.decodePropertyList(forKey: "list")
    _ = coder.decodeObject(of: NSString.self, forKey: "text")
    _ = coder.decodeObject(forKey: "text")
    inner = coder.decodeObject(of: FuzzForeign.self, forKey: "inner")
  }
}

/// Values that are hashed: long ones, shared ones, and such as collide.
final class FuzzHashes: Model {
  var texts: Set<String> = []
  var blobs: Set<Data> = []
  var sets: Set<Set<String>> = []
  var erased: Set<AnyHashable> = []
  var circle: Set<FuzzHashes> = []
  var tables: [[String: Int]] = []
  var any: Any?
  var foundationSet: NSSet?
  var foundationOrderedSet: NSOrderedSet?
  var foundationDictionary: NSDictionary?
  override class var archiveName: String { "Hashes" }

  func fill() {
    // Foundation looks at the beginning, the middle and the end of a text.
    let colliding = (0..<40).map { number in
      String(repeating: "a", count: 40) + "\(1_000_000 + number)"
        + String(repeating: "b", count: 111)
    }
    let long = String(repeating: "x", count: 5_000)
    texts = Set(colliding + [long])
    blobs = Set((0..<20).map { Data(repeating: 7, count: 90) + Data("\($0)".utf8) })
    sets = [[long, "a"], [long, "b"]]
    erased = [long, 1, true, Data([1])]
    tables = Array(repeating: [long: 1, "a": 2], count: 8)
    any = [long: Array(repeating: [long: 1] as [String: Any], count: 8)] as [String: Any]
    foundationSet = NSSet(array: colliding)
    foundationOrderedSet = NSOrderedSet(array: colliding)
    foundationDictionary = NSDictionary(
      dictionary: Dictionary(uniqueKeysWithValues: colliding.map { ($0, 1) }))
    for text in ["a", "b", long] {
      let member = FuzzHashes()
      member.texts = [long, text]
      circle.insert(member)
    }
  }
}
