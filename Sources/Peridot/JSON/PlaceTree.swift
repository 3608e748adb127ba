/// Values at places in the JSON of an object: at members, at elements of arrays, and in them.
///
///     var tree = PlaceTree<String>()
///     tree.insert("city", at: [.key("user"), .key("addresses"), .index(0), .key("city")])
///     tree.members[0].tree.members[0].name  // "addresses"
///
/// ``ClassDescription/places`` is the tree of a class.
public struct PlaceTree<Value> {
  /// The values at this place, in the order in which they came.
  public private(set) var values: [Value] = []
  /// The places at members of an object, in the order in which they came.
  public private(set) var members: [(name: String, tree: PlaceTree)] = []
  /// The places at elements of an array, in ascending order.
  public private(set) var elements: [(index: Int, tree: PlaceTree)] = []
  private var eachElement: [PlaceTree] = []

  /// Creates a tree without values.
  public init() {}

  /// The place at all elements of an array, `[*]`; nil if no value is there.
  public var each: PlaceTree? { eachElement.first }

  /// Whether the tree has no place within this one.
  public var isLeaf: Bool { members.isEmpty && elements.isEmpty && eachElement.isEmpty }

  /// Adds a value at a path; an empty one is this place.
  public mutating func insert(_ value: Value, at path: some Collection<JSONKeyPath.Component>) {
    insert(value, along: Array(path)[...])
  }

  // Code that is written out once: the compiler would make it for each type of values.
  @_optimize(none)
  private mutating func insert(_ value: Value, along path: ArraySlice<JSONKeyPath.Component>) {
    guard let step = path.first else { return values.append(value) }
    let rest = path.dropFirst()
    switch step {
    case .key(let name):
      let index = members.firstIndex { $0.name.hasSameScalars(as: name) } ?? members.endIndex
      if index == members.endIndex { members.append((name, PlaceTree())) }
      members[index].tree.insert(value, along: rest)
    case .index(let number):
      let index = elements.firstIndex { $0.index >= number } ?? elements.endIndex
      if index == elements.endIndex || elements[index].index != number {
        elements.insert((number, PlaceTree()), at: index)
      }
      elements[index].tree.insert(value, along: rest)
    case .each:
      if eachElement.isEmpty { eachElement = [PlaceTree()] }
      eachElement[0].insert(value, along: rest)
    }
  }
}

extension PlaceTree: Sendable where Value: Sendable {}
