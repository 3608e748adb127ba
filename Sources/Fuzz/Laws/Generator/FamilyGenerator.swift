import Peridot

/// Makes random families of classes.
struct FamilyGenerator {
  private var draw: Draw
  private var classes: [ClassSpec] = []
  /// The classes that properties can have: roots of clusters, and classes without one.
  private var usable: [Int] = []
  /// Names at the top of the object that the class has already.
  private var taken: Set<String> = []

  static func family(seed: UInt64) -> ClassFamily {
    var generator = FamilyGenerator(draw: Draw(seed: seed))
    return generator.make()
  }

  private init(draw: Draw) { self.draw = draw }

  private mutating func make() -> ClassFamily {
    for _ in 0..<draw.pick([0, 1, 1, 2]) {
      if draw.percent(30) { addCluster() } else { addClass(anyShape()) }
    }
    if draw.percent(15) {
      addCluster()
    } else if draw.percent(8) {
      addCluster(isHeld: true)
      addClass(.hooked)
    } else {
      addClass(anyShape())
    }
    return ClassFamily(classes: classes, root: usable[usable.count - 1])
  }

  private mutating func anyShape() -> ShapeKind {
    draw.weighted([
      .small: 18, .plain: 22, .wide: 10, .styled: 10, .hooked: 18, .extras: 10, .prepared: 8,
      .node: 10,
    ])
  }

  // MARK: Classes

  private mutating func addClass(_ shape: ShapeKind) {
    taken = []
    var spec = ClassSpec(id: classes.count, shape: shape)
    if shape == .styled { spec.keyStyle = draw.pick(KeyStyleSpec.allCases) }
    spec.properties = properties(of: shape, in: spec)
    if shape == .node {
      for (name, type) in shape.fixedVariables(of: spec.id) {
        let initial: Plain =
          switch type {
          case .array: .array([])
          case .dictionary: .dictionary([])
          default: .none
          }
        spec.properties.append(PropertySpec(name, type, initial))
      }
    }
    if shape == .prepared { addRewriting(to: &spec) }
    if shape == .hooked { addHooks(to: &spec) }
    addIdentity(to: &spec)
    classes.append(spec)
    usable.append(spec.id)
  }

  private mutating func properties(of shape: ShapeKind, in spec: ClassSpec) -> [PropertySpec] {
    let names = shape.ownVariables
    // A class rarely uses all variables of its shape, so that failures are small.
    let count = draw.number(in: 1...names.count)
    return names.prefix(count).map { property($0, shape) }
  }

  private mutating func property(_ name: String, _ shape: ShapeKind) -> PropertySpec {
    let type = self.type(depth: 2)
    var property = PropertySpec(name, type, .none)
    property.initial = initial(of: type)
    property.isDeclared = draw.percent(40)
    property.place = place(for: property)
    let hasFunctions = [.wide, .hooked, .extras, .prepared, .base].contains(shape)
    if property.isDeclared || (shape != .small && shape != .leaf && shape != .keeping) {
      property.isRequired = draw.percent(10)
    }
    if property.isDeclared || hasFunctions {
      if draw.percent(20) { property.transformer = transformer(for: type) }
      if property.transformer != nil, draw.percent(80) || property.place?.form == .root {
        if property.place?.form == .root { property.transformer = nil }
      }
      if draw.percent(10) { property.policy = [PolicyGenerator.change(&draw)] }
    }
    if property.isDeclared { addDeclarations(to: &property) }
    if shape == .hooked, draw.percent(8) {
      property.storage = draw.pick([.transitory, .excluded])
    }
    return property
  }

  private mutating func addDeclarations(to property: inout PropertySpec) {
    property.isSecret = draw.percent(15)
    property.usesAccessors = draw.percent(10)
    if draw.percent(20), !property.type.isDoubleOptional {
      // Initial values outside of the limits would refuse every object that lacks the property.
      property.limits = limits(for: property.type.unwrapped).filter { limit in
        property.initial == .none || limit.allows(property.initial)
      }
    }
    if draw.percent(10), property.type.classIDs.isEmpty {
      property.declaredDefault = value(of: property.type)
    }
    // A default within the limits: others refuse every object that lacks the property.
    if !property.limits.isEmpty { property.declaredDefault = nil }
  }

  // MARK: Types

  mutating func type(depth: Int) -> TypeSpec {
    if depth > 0 {
      switch draw.below(100) {
      case 0..<22:
        let wrapped = type(depth: depth - 1)
        if wrapped.isDoubleOptional { return wrapped }
        if wrapped.isOptional, !draw.oneIn(3) { return wrapped }
        return .optional(wrapped)
      case 22..<34: return .array(type(depth: depth - 1))
      case 34..<38: return .set(hashable())
      case 38..<46:
        return .dictionary(
          draw.oneIn(2) ? .string : draw.pick(TypeSpec.KeyKind.allCases), type(depth: depth - 1))
      case 46..<62: if !usable.isEmpty { return .model(draw.pick(usable)) }
      default: break
      }
    }
    return scalar()
  }

  private mutating func scalar() -> TypeSpec {
    draw.weighted([
      .integer(.int): 20, .string: 20, .bool: 10, .double: 8, .float: 3, .decimal: 4,
      .character: 2, .date: 7, .url: 5, .uuid: 3, .data: 4, .any: 5, .raw: 5,
      .enumeration(draw.pick(EnumKind.allCases)): 8, .codable(draw.pick(CodableKind.allCases)): 8,
      .integer(draw.pick(TypeSpec.IntegerKind.allCases)): 10,
    ])
  }

  private mutating func hashable() -> TypeSpec {
    draw.pick([
      .integer(.int), .string, .enumeration(.suit), .uuid, .integer(.uint8), .bool, .double,
      .codable(.pair),
    ])
  }

  /// The value of a variable in a new object: as people write them, most often nil or empty.
  private mutating func initial(of type: TypeSpec) -> Plain {
    if draw.percent(70) {
      switch type {
      case .optional: return .none
      case .array: return .array([])
      case .set: return .set([])
      case .dictionary: return .dictionary([])
      case .integer: return .integer(0)
      case .string: return .text("")
      case .bool: return .bool(false)
      default: break
      }
    }
    // A double Optional with a value at first is a mistake of the mapping.
    return type.isDoubleOptional ? .none : value(of: type)
  }

  private mutating func value(of type: TypeSpec) -> Plain {
    let values = ValueGenerator(family: ClassFamily(classes: classes, root: 0))
    return values.value(type, depth: 1, &draw)
  }

  // MARK: Facts about properties

  private static let names = [
    "a", "b", "c", "user_id", "created_at", "ID", "value", "kind", "é", "x.y", "long_member_name",
  ]

  private mutating func freshName() -> String {
    for _ in 0..<20 {
      let name = draw.pick(Self.names)
      if taken.insert(name).inserted { return name }
    }
    let name = "m\(taken.count)"
    taken.insert(name)
    return name
  }

  private mutating func place(for property: PropertySpec) -> PlaceSpec? {
    let type = property.type
    func isWhole(_ type: TypeSpec) -> Bool {
      switch type {
      case .model, .any, .raw, .codable(.pair), .codable(.nested), .dictionary(.string, .any): true
      case .optional(let wrapped): !wrapped.isOptional && isWhole(wrapped)
      default: false
      }
    }
    // Few types can have these places.
    if case .array = type.unwrapped, !type.isDoubleOptional, draw.percent(12) {
      return PlaceSpec(.path([.key(draw.pick(["items", "rows"])), .each, .key(freshName())]))
    }
    if isWhole(type), draw.percent(8) { return PlaceSpec(.root, draw.oneIn(2) ? .readOnly : .both) }
    switch draw.below(94) {
    case 0..<45: return nil
    case 45..<60: return .key(freshName())
    case 60..<72:
      return PlaceSpec(.path([.key(draw.pick(["meta", "data"])), .key(freshName())]))
    case 72..<76:
      return PlaceSpec(.path([.key("list"), .index(taken.count % 3), .key(freshName())]))
    case 76..<78: return PlaceSpec(.path([.key(freshName()), .index(draw.below(2))]))
    case 78..<88:
      let paths = (0..<draw.number(in: 2...3)).map { _ -> [PlaceSpec.Step] in
        draw.oneIn(3)
          ? [.key(draw.pick(["meta", "data", "alt"])), .key(freshName())] : [.key(freshName())]
      }
      return PlaceSpec(.firstOf(paths))
    case 88..<92:
      return PlaceSpec(.path([.key(freshName())]), draw.oneIn(2) ? .readOnly : .writeOnly)
    default: return PlaceSpec(.excluded)
    }
  }

  private mutating func transformer(for type: TypeSpec) -> TransformerSpec? {
    switch type {
    case .date, .optional(.date):
      draw.pick([.epochSeconds, .epochMilliseconds, .iso8601Date, .rfc1123Date])
    case .string, .optional(.string): draw.pick([.mapping, .trimmed])
    case .integer(.int), .optional(.integer(.int)): .prefixed
    case .decimal, .optional(.decimal): .decimal
    case .data, .optional(.data): .base64
    default: nil
    }
  }

  private mutating func limits(for type: TypeSpec) -> [LimitSpec] {
    switch type {
    case .integer, .double, .float:
      [draw.pick([.within(0, 10), .within(-5, 5), .atLeast(0), .atMost(100)])]
    case .string:
      [
        draw.pick([
          .count(0, 5), .matching(LimitSpec.patterns[1]), .oneOf([.text(""), .text("a")]),
        ])
      ]
    case .array, .set, .dictionary: [.count(0, draw.number(in: 1...3))]
    case .enumeration(let kind):
      [.oneOf(kind.cases.prefix(2).map { .enumCase($0.name, []) })]
    default: []
    }
  }

  // MARK: Facts about classes

  private mutating func addIdentity(to spec: inout ClassSpec) {
    guard spec.shape != .small, draw.percent(35) else { return }
    spec.identityKey =
      spec.properties.first { property in
        switch property.type.unwrapped {
        case .integer, .string, .uuid:
          !property.type.isDoubleOptional && property.storage == .permanent
        default: false
        }
      }?.key
  }

  private mutating func addHooks(to spec: inout ClassSpec) {
    if let property = spec.properties.first, property.type.classIDs.isEmpty, draw.percent(40) {
      let value = value(of: property.type)
      if value != property.initial {
        spec.keyRules.append(
          draw.oneIn(2)
            ? .reject(key: property.key, value)
            : .replace(key: property.key, value, with: property.initial))
      }
    }
    if let property = spec.properties.last, property.type.classIDs.isEmpty, draw.percent(40) {
      let value = value(of: property.type)
      if value != property.initial { spec.modelRules.append(.reject(key: property.key, value)) }
    }
    addHeldCluster(to: &spec)
  }

  private mutating func addRewriting(to spec: inout ClassSpec) {
    if let property = spec.properties.first {
      let place = property.place ?? .key(property.key)
      if case .path(let steps) = place.form, steps.count == 1, case .key(let name) = steps[0] {
        spec.prepare.append(.rename(from: "old", to: name))
      }
    }
    if draw.oneIn(3) { spec.prepare.append(.rejectIfTrue("bad")) }
    if draw.oneIn(2) { spec.finish.append(.set("version", .number("2"))) }
  }

  /// Gives a property of a base class a tag in its holder.
  private mutating func addHeldCluster(to spec: inout ClassSpec) {
    guard draw.percent(70),
      let base = classes.first(where: { $0.shape == .base && $0.cluster == nil }),
      let index = spec.properties.indices.last
    else { return }
    let entries = classes.filter { $0.superclass == base.id && $0.shape == .sub }.prefix(2)
    guard !entries.isEmpty else { return }
    var property = PropertySpec(
      spec.properties[index].key,
      draw.oneIn(2) ? .optional(.model(base.id)) : .array(.model(base.id)),
      .none)
    if case .array = property.type { property.initial = .array([]) }
    property.heldCluster = ClusterSpec(
      form: .inside(tag: ["held_kind"]),
      entries: zip(["one", "two"], entries).map { .init(tag: .text($0), classID: $1.id) })
    spec.properties[index] = property
  }

  private mutating func addCluster(isHeld: Bool = false) {
    taken = []
    let baseID = classes.count
    var base = ClassSpec(id: baseID, shape: .base)
    base.properties = properties(of: .base, in: base)
    addIdentity(to: &base)
    let baseNames = taken
    classes.append(base)
    var members: [Int] = []
    for _ in 0..<draw.number(in: 1...3) {
      taken = baseNames
      var sub = ClassSpec(id: classes.count, superclass: baseID, shape: .sub)
      sub.properties = properties(of: .sub, in: sub)
      classes.append(sub)
      members.append(sub.id)
      if draw.oneIn(4) {
        var leaf = ClassSpec(id: classes.count, superclass: sub.id, shape: .leaf)
        leaf.properties = properties(of: .leaf, in: leaf)
        classes.append(leaf)
        members.append(leaf.id)
      }
    }
    usable.append(baseID)
    if isHeld || draw.percent(15) {
      // Without a cluster of its own, for a holder's.
      return
    }
    var unknown = draw.weighted([ClusterSpec.Unknown.fail: 2, .base: 1])
    if draw.oneIn(4) {
      taken = baseNames
      var keeping = ClassSpec(id: classes.count, superclass: baseID, shape: .keeping)
      keeping.properties = properties(of: .keeping, in: keeping)
      classes.append(keeping)
      unknown = .kept(keeping.id)
    }
    classes[baseID].cluster = cluster(of: members, unknown)
  }

  private mutating func cluster(
    of members: [Int], _ unknown: ClusterSpec.Unknown
  ) -> ClusterSpec? {
    let members = Array(members.prefix(4))
    let form = draw.below(12)
    if form >= 10 {
      // A member that only one class of the cluster has.
      let entries = members.compactMap { id -> ClusterSpec.Entry? in
        for index in classes[id].properties.indices {
          let property = classes[id].properties[index]
          if !property.type.isOptional { continue }
          classes[id].properties[index].place = .key("only\(id)")
          classes[id].properties[index].transformer = nil
          return .init(tag: .text("only\(id)"), classID: id)
        }
        return nil
      }
      return entries.isEmpty ? nil : ClusterSpec(form: .deduced, entries: entries, unknown: unknown)
    }
    let kind = form < 7 ? draw.below(4) : 0
    let entries = members.enumerated().compactMap { index, id -> ClusterSpec.Entry? in
      switch kind {
      case 1: .init(tag: .integer(index), classID: id)
      case 2: index < 2 ? .init(tag: .boolean(index == 0), classID: id) : nil
      default: .init(tag: .text("t\(index)"), classID: id)
      }
    }
    switch form {
    case 0..<4:
      return ClusterSpec(
        form: .inside(tag: draw.oneIn(3) ? ["meta", "type"] : ["type"]), entries: entries,
        unknown: unknown)
    case 4..<7:
      return ClusterSpec(
        form: .beside(tag: ["type"], content: draw.oneIn(3) ? ["body", "content"] : ["payload"]),
        entries: entries, unknown: unknown)
    default: return ClusterSpec(form: .around, entries: entries, unknown: unknown)
    }
  }
}
