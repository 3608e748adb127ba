/// The values that the samples have at one place, or at several united ones.
final class Shape {
  /// How often the objects of a shape have a member, in which a member's own shape, shared with other
  /// places, cannot say.
  struct Presence {
    var count = 0
    var nulls = 0
  }

  let configuration: Configuration
  /// The path of its first place: names with dots between them, and `[]` for elements.
  let path: String
  var place: Configuration.Place?
  var count = 0
  var bools = 0
  var texts: [String] = []
  var numbers: [String] = []
  var arrays = 0
  var element: Shape?
  var elementNulls = 0
  var objects: [[JSON.Member]] = []
  var names: [String] = []
  var members: [String: Shape] = [:]
  var presence: [String: Presence] = [:]
  /// The names under which it lies, and how often.
  var keys: [String: Int] = [:] { didSet { knownSingulars = nil } }
  private var knownSingulars: Set<String>?
  /// The names of one value of it.
  var singularKeys: Set<String> {
    if let knownSingulars { return knownSingulars }
    let found = Set(keys.keys.map(Names.singular))
    knownSingulars = found
    return found
  }
  var isKnownMap = false
  /// Whether the values of a dictionary were named after it.
  var isNamed = false
  var forward: Shape?
  /// The objects alone, if there are other kinds of values: their class can be that of other places.
  private var part: Shape?
  /// How many objects the part was made of.
  private var partCount = 0

  init(_ path: String, _ configuration: Configuration) {
    self.path = path
    self.configuration = configuration
    place = configuration.place(at: path)
  }

  /// The shape that this one was united with.
  var united: Shape {
    guard let forward else { return self }
    let found = forward.united
    self.forward = found
    return found
  }

  func member(_ name: String) -> Shape? { members[name]?.united }

  func add(_ value: JSON, under key: String) {
    count += 1
    keys[key, default: 0] += 1
    switch value {
    case .null: break
    case .bool: bools += 1
    case .number(let text): numbers.append(text)
    case .text(let text): texts.append(text)
    case .array(let elements):
      arrays += 1
      let element = element ?? Shape(path + "[]", configuration)
      self.element = element
      for value in elements {
        if case .null = value { elementNulls += 1 }
        element.add(value, under: Names.singular(key))
      }
    case .object(let object):
      objects.append(object)
      for member in object { add(member) }
    }
  }

  private func add(_ member: JSON.Member) {
    let shape: Shape
    if let known = members[member.name] {
      shape = known
    } else {
      shape = Shape(path.isEmpty ? member.name : "\(path).\(member.name)", configuration)
      names.append(member.name)
      members[member.name] = shape
    }
    presence[member.name, default: Presence()].count += 1
    if case .null = member.value { presence[member.name]?.nulls += 1 }
    shape.add(member.value, under: member.name)
  }

  enum Kind: String, Comparable {
    case array, bool, number, object, text

    static func < (first: Kind, second: Kind) -> Bool { first.rawValue < second.rawValue }
  }

  /// The kinds of its values that are not null.
  var kinds: Set<Kind> {
    var kinds: Set<Kind> = []
    if bools > 0 { kinds.insert(.bool) }
    if !numbers.isEmpty { kinds.insert(.number) }
    if !texts.isEmpty { kinds.insert(.text) }
    if arrays > 0 { kinds.insert(.array) }
    if !objects.isEmpty { kinds.insert(.object) }
    return kinds
  }

  /// The shape of the objects: this one, or a part of it.
  var objectPart: Shape { part?.united ?? self }

  /// Makes the part of the objects beside other values; nil if there are no others.
  func makePart() -> Shape? {
    if objects.isEmpty || kinds.count < 2 { return nil }
    if partCount < objects.count {
      let made = Shape(path, configuration)
      (made.count, made.objects) = (objects.count, objects)
      made.keys = Dictionary(
        keys.map { (arrays > 0 ? Names.singular($0) : $0, $1) }, uniquingKeysWith: +)
      (made.names, made.members, made.presence) = (names, members, presence)
      if let part { Shape.unite(part, made) }
      (part, partCount) = (made.united, objects.count)
    }
    return part
  }

  /// Takes over the part of a shape that is united with this one.
  func addPart(of other: Shape) {
    partCount += other.partCount
    guard let added = other.part else { return }
    if let part { Shape.unite(part, added) } else { part = added }
  }

  /// Whether values of several kinds are here, or among the elements.
  var isMixed: Bool {
    kinds.count > 1 || element?.united.isMixed == true
  }

  func isNull(_ name: String) -> Bool { (presence[name]?.nulls ?? 0) > 0 }

  func isAbsent(_ name: String) -> Bool { (presence[name]?.count ?? 0) < objects.count }
}
