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
