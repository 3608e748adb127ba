import Peridot
import Testing

/// The places of a class's properties in its JSON, as a tree.
@Suite struct ClassPlacesTests {
  @Test func hasThePlaceOfEachProperty() {
    #expect(
      lines(Parcel.self) == [
        "id: id", "from.name: sender", "from.addresses[0].city: city",
        "from.addresses[2].city: lastCity", "from.addresses[*].zip: zips", "lat: place part 0",
        "lng: place part 1", "number: number 0", "No: number 1 readOnly",
        "details.number: number 2 readOnly", "a.b: literal", "written: renamed 0 writeOnly",
        "old: renamed 1 readOnly", "total: total readOnly",
      ])
  }

  @Test func hasWhatIsAtTheRoot() {
    #expect(lines(Wrapper.self) == [": parcel", "id: id"])
  }

  @Test func hasTags() {
    #expect(lines(Shape.self) == ["meta.kind: tag of Shape", "meta.size: size"])
    #expect(lines(Circle.self) == ["meta.kind: tag of Shape", "meta.size: size", "radius: radius"])
    #expect(lines(Holder.self) == ["shape: shape", "kind: tag of shape"])
  }

  /// A name is its Unicode scalars.
  @Test func tellsNamesApart() {
    var tree = PlaceTree<Int>()
    tree.insert(1, at: [.key("\u{e9}")])
    tree.insert(2, at: [.key("e\u{301}")])
    tree.insert(3, at: [.key("\u{e9}")])
    #expect(tree.members.map(\.tree.values) == [[1, 3], [2]])
  }

  @Test func hasPlacesInOrder() {
    var tree = PlaceTree<Int>()
    #expect(tree.isLeaf)
    tree.insert(1, at: [])
    tree.insert(2, at: [.key("a"), .index(3)])
    tree.insert(3, at: [.key("a"), .index(1)])
    tree.insert(4, at: [.key("b"), .each, .key("c")])
    tree.insert(5, at: [.key("d")])
    #expect(!tree.isLeaf)
    #expect(tree.values == [1])
    #expect(tree.members.map(\.name) == ["a", "b", "d"])
    #expect(tree.members[0].tree.elements.map(\.index) == [1, 3])
    #expect(tree.members[1].tree.each?.members[0].tree.values == [4])
    #expect(tree.members[0].tree.each == nil)
  }

  @Test func listsSinglePaths() {
    #expect(JSONKeyPath("a.b[0]").paths == [[.key("a"), .key("b"), .index(0)]])
    #expect(JSONKeyPath.firstOf("a", "b[*]").paths == [[.key("a")], [.key("b"), .each]])
    #expect(JSONKeyPath.all("a", "b").paths == [[.key("a")], [.key("b")]])
    #expect(JSONKeyPath.root.paths == [[]])
    #expect(JSONKeyPath.excluded.paths == [])
  }

  private func lines(_ type: Model.Type) -> [String] {
    var lines: [String] = []
    func add(_ tree: PlaceTree<ClassDescription.PlaceContent>, _ path: String) {
      lines += tree.values.map { "\(path): \(words($0))" }
      for (name, tree) in tree.members { add(tree, path.isEmpty ? name : "\(path).\(name)") }
      for (index, tree) in tree.elements { add(tree, "\(path)[\(index)]") }
      if let each = tree.each { add(each, path + "[*]") }
    }
    add(ClassDescription(of: type).places, "")
    return lines
  }

  private func words(_ content: ClassDescription.PlaceContent) -> String {
    func words(_ direction: JSONKeyPath.Direction) -> String {
      direction == .both ? "" : " \(direction)"
    }
    switch content {
    case .value(let property, let number, let direction):
      let isOne = if case .firstOf = property.place?.form { false } else { true }
      return property.key + (isOne ? "" : " \(number)") + words(direction)
    case .part(let property, let number, let direction):
      return "\(property.key) part \(number)" + words(direction)
    case .tag(let cluster): return "tag of \(cluster.base)"
    case .heldTag(let property): return "tag of \(property.key)"
    }
  }
}

private final class Parcel: Model, JSONSerializing {
  var id = 0
  var sender = ""
  var city = ""
  var lastCity = ""
  var zips: [String] = []
  var place = ""
  var number = 0
  var literal = 0
  var renamed = 0
  var total = 0
  var hidden = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "sender": "from.name", "city": "from.addresses[0].city",
      "lastCity": "from.addresses[2].city", "zips": "from.addresses[*].zip",
      "place": ["lat", "lng"], "number": .firstOf("number", "No", "details.number"),
      "literal": .literal("a.b"), "renamed": .reading("old", writing: "written"),
      "total": .readOnly("total"), "hidden": .excluded,
    ]
  }
}

private final class Wrapper: Model, JSONSerializing {
  var id = 0
  var parcel: Parcel?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["parcel": .root] }
}

private class Shape: Model, JSONSerializing {
  var size = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["size": "meta.size"] }
  override class var cluster: Cluster? { cluster(tag: "meta.kind", ["circle": Circle.self]) }
}

private final class Circle: Shape {
  var radius = 0
}

private class Card: Model, JSONSerializing {}
private final class Bank: Card {}

private final class Holder: Model, JSONSerializing {
  var shape: Card?

  override class func cluster(forKey key: String) -> Cluster? {
    key == "shape" ? Card.cluster(tag: "kind", ["bank": Bank.self]) : nil
  }
}
