import Peridot

/// Makes random families of classes.
struct FamilyGenerator {
  private var draw: Draw
  private var classes: [ClassSpec] = []
  /// The classes that properties can have: roots of clusters, and classes without one.
  private var usable: [Int] = []
  /// Names at the top of the object that the class has already.
  private var taken: Set<String> = []
  /// Rare features that the family is to have, so that each meets each often enough.
  private var wanted: [Feature] = []

  static func family(seed: UInt64) -> ClassFamily {
    var generator = FamilyGenerator(draw: Draw(seed: seed))
    var family = generator.make()
    // Last, so that it changes no other choice.
    if generator.draw.oneIn(4) {
      let policies = PolicyGenerator.policies(seed: seed)
      for id in family.classes.indices where generator.draw.oneIn(2) {
        family.classes[id].policy = generator.draw.pick(policies)
      }
    }
    for id in family.classes.indices {
      for index in family.classes[id].properties.indices
      where generator.draw.oneIn(3) {
        let property = family.classes[id].properties[index]
        family.classes[id].properties[index].writesNull =
          property.isDeclared && property.type.isOptional
      }
    }
    generator.rename(in: &family)
    generator.nest(in: &family)
    generator.shareDecidingMembers(in: &family)
    generator.format(in: &family)
    generator.statePlaces(in: &family)
    return family
  }

  /// Gives properties further places, and clusters further tags.
  private mutating func statePlaces(in family: inout ClassFamily) {
    for id in family.classes.indices {
      fillArrays(of: &family.classes[id], but: family.decidingNames)
      if var cluster = family.classes[id].cluster {
        addTags(to: &cluster)
        family.classes[id].cluster = cluster
      }
      for index in family.classes[id].properties.indices {
        if var cluster = family.classes[id].properties[index].heldCluster {
          addTags(to: &cluster)
          family.classes[id].properties[index].heldCluster = cluster
        } else {
          writeElsewhere(&family.classes[id].properties[index], in: family)
        }
      }
    }
  }

  /// Gives dates, numbers and models a transformer.
  private mutating func format(in family: inout ClassFamily) {
    for id in family.classes.indices {
      for index in family.classes[id].properties.indices where draw.oneIn(3) {
        let property = family.classes[id].properties[index]
        switch (property.transformer, property.type.unwrapped) {
        case (.iso8601Date, _):
          family.classes[id].properties[index].transformer = .microseconds
        case (nil, .double)
        where property.isDeclared && property.place?.form != .root && !property.isIdentity
          && !property.type.isDoubleOptional:
          family.classes[id].properties[index].transformer = .grouped
        case (nil, .model)
        where property.isDeclared && property.place?.form != .root && property.heldCluster == nil
          && !property.type.isDoubleOptional:
          family.classes[id].properties[index].transformer = .model
        case (nil, .array(.integer(.int))), (nil, .set(.integer(.int))):
          family.classes[id].properties[index].transformer = .elements
        default: break
        }
      }
    }
  }

  /// Makes subclasses of a cluster that have subclasses bases of clusters of their own.
  private mutating func nest(in family: inout ClassFamily) {
    for leaf in family.classes where leaf.shape == .leaf && draw.oneIn(2) {
      guard let id = leaf.superclass, let top = family.classes[id].superclass,
        let cluster = family.classes[top].cluster, cluster.form != .deduced,
        cluster.entries.contains(where: { $0.classID == id })
      else { continue }
      let form: ClusterSpec.Form = draw.weighted([
        .inside(tag: ["subtype"]): 4, .beside(tag: ["subtype"], content: ["inner"]): 1, .around: 1,
      ])
      family.classes[id].cluster = ClusterSpec(
        form: form, entries: [.init(tag: .text("s0"), classID: leaf.id)],
        unknown: draw.oneIn(2) ? .base : .fail)
      family.classes[top].cluster?.entries.removeAll { $0.classID == leaf.id }
    }
  }

  /// Gives a property the next element of an array that another one has an element of.
  private mutating func fillArrays(of spec: inout ClassSpec, but deciding: [String]) {
    let first = spec.properties.firstIndex { property in
      guard case .path(let steps)? = property.place?.form, steps.count == 2 else { return false }
      return steps[1] == .index(0) && property.place?.direction == .both
    }
    guard let first, case .path(let steps)? = spec.properties[first].place?.form, draw.oneIn(2),
      let other = spec.properties.indices.first(where: { index in
        let property = spec.properties[index]
        return index != first && property.place == nil && property.heldCluster == nil
          && property.keyedBy == nil && property.formerName == nil && !property.isIdentity
          && property.storage != .excluded && spec.identityKey != property.key
          && !deciding.contains(property.key)
      })
    else { return }
    spec.properties[other].place = PlaceSpec(.path([steps[0], .index(1)]))
  }

  /// Lets a property be written to another place than it is read from.
  private mutating func writeElsewhere(_ property: inout PropertySpec, in family: ClassFamily) {
    guard var place = property.place, place.direction == .both, property.formerName == nil,
      property.storage != .excluded, draw.oneIn(5)
    else { return }
    let deciding = family.decidingNames
    let own: [PlaceSpec.Step] = [.key("w" + property.key.lowercased())]
    // A value at the root can have a member that is read in place of the written one.
    let hasRoot = family.classes.flatMap(\.properties).contains { $0.place?.form == .root }
    switch place.form {
    case .path(let steps)
    where steps.count == steps.names.count && !deciding.contains(PlaceSpec.text(of: steps)):
      if draw.oneIn(3), !hasRoot { place.form = .firstOf([steps, own]) }
    case .firstOf(let paths) where paths.count < 3 && draw.oneIn(2) && !hasRoot:
      place.form = .firstOf(paths + [own])
    case .firstOf: break
    case .path, .all, .root, .excluded: return
    }
    place.written = own
    property.place = place
  }

  /// Gives clusters further tags that are read, and a class for objects without a tag.
  private mutating func addTags(to cluster: inout ClusterSpec) {
    switch cluster.form {
    case .inside, .beside: break
    case .around, .deduced: return
    }
    guard !cluster.entries.isEmpty else { return }
    if draw.oneIn(3) {
      let entry = draw.pick(cluster.entries)
      switch entry.tag {
      case .text: cluster.otherTags = [.init(tag: .text("other"), classID: entry.classID)]
      case .integer: cluster.otherTags = [.init(tag: .integer(70), classID: entry.classID)]
      case .boolean: break
      }
    }
    if draw.oneIn(4) { cluster.absent = draw.pick(cluster.entries).classID }
  }

  /// Gives a class the member by which another one of its cluster is chosen.
  private mutating func shareDecidingMembers(in family: inout ClassFamily) {
    for spec in family.classes {
      guard let cluster = spec.cluster, cluster.form == .deduced, draw.oneIn(2),
        let first = cluster.entries.first, let last = cluster.entries.last,
        case .text(let shared) = first.tag, case .text(let own) = last.tag,
        family.classes[last.classID].superclass == spec.id,
        family.classes[first.classID].superclass == spec.id, first.classID != last.classID
      else { continue }
      let properties = family.classes[last.classID].properties
      let index = properties.firstIndex { property in
        property.place != .key(own) && property.keyedBy == nil && !property.isIdentity
      }
      guard let index else { continue }
      // If it were written, too, the class would read back as the other one.
      family.classes[last.classID].properties[index].place = PlaceSpec(
        .path([.key(shared)]), .readOnly)
    }
  }

  /// Gives properties that no place states a former name, which is read where the own one is absent.
  private mutating func rename(in family: inout ClassFamily) {
    let deciding = family.decidingNames
    for id in family.classes.indices where family.classes[id].keyStyle != .ignoringCase {
      for index in family.classes[id].properties.indices where draw.oneIn(4) {
        var property = family.classes[id].properties[index]
        guard property.isDeclared, property.place == nil, !deciding.contains(property.key) else {
          continue
        }
        let former = "was" + property.key.lowercased()
        property.formerName = former
        property.place = PlaceSpec(
          .firstOf([property.key, former].map { [.key(family.styled($0, in: id))] }))
        family.classes[id].properties[index] = property
      }
    }
  }

  private init(draw: Draw) { self.draw = draw }

  /// Features that few families would have by chance.
  private static let rare: [Feature] = [
    .index, .each, .several, .root, .readOnly, .writeOnly, .excluded, .inside, .beside, .around,
    .deduced, .held, .unknownBase, .kept, .subclassOfSubclass, .identity, .declaredIdentity,
    .compositeIdentity, .extras, .presence, .prepare, .finish, .keyValidation, .modelValidation,
    .keyStyle,
    .selfReference, .storage, .doubleOptional, .declaredDefault, .limit, .float, .codableEnum,
    .union, .modelUnion, .keyed, .ignoringCase,
  ]

  private func wants(_ feature: Feature) -> Bool { wanted.contains(feature) }

  /// Whether a rare feature is to be there: most often if it is wanted, else in some percent.
  private mutating func has(_ feature: Feature, _ percent: Int) -> Bool {
    draw.percent(wants(feature) ? 60 : percent)
  }

  /// A class for each wanted feature that only some classes can have.
  private mutating func addWanted() {
    for feature in wanted {
      switch feature {
      case .inside, .beside, .around, .deduced, .unknownBase, .kept, .subclassOfSubclass:
        addCluster()
      case .extras: addClass(.extras)
      case .presence: addClass(.present)
      case .prepare, .finish: addClass(.prepared)
      case .keyValidation, .modelValidation, .storage: addClass(.hooked)
      case .keyStyle, .ignoringCase: addClass(.styled)
      case .selfReference: addClass(.node)
      case .modelUnion: addClass(anyShape())
      case .keyed: addClass(draw.pick([.plain, .wide, .hooked, .extras, .prepared]))
      default: break
      }
    }
  }

  private mutating func make() -> ClassFamily {
    let focus = Focus.current.features
    if draw.percent(70) || !focus.isEmpty {
      wanted = focus.isEmpty ? Array(draw.shuffled(Self.rare).prefix(2)) : focus
      addWanted()
      if wants(.held) {
        addCluster(isHeld: true)
        addClass(.hooked)
        return ClassFamily(classes: classes, root: usable[usable.count - 1])
      }
    }
    for _ in 0..<draw.pick(wanted.isEmpty ? [0, 1, 1, 2] : [0, 0, 1]) {
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
      .small: 18, .plain: 22, .wide: 10, .styled: 10, .hooked: 18, .extras: 10, .present: 8,
      .prepared: 8, .node: 10,
    ])
  }

  // MARK: Classes

  private mutating func addClass(_ shape: ShapeKind) {
    taken = []
    var spec = ClassSpec(id: classes.count, shape: shape)
    if shape == .styled {
      let ignoresCase = wants(.ignoringCase) && draw.percent(80)
      spec.keyStyle = ignoresCase ? .ignoringCase : draw.pick(KeyStyleSpec.allCases)
    }
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
    addIdentity(to: &spec)
    if shape == .prepared { addRewriting(to: &spec) }
    if shape == .hooked { addHooks(to: &spec) }
    classes.append(spec)
    usable.append(spec.id)
  }

  private mutating func properties(of shape: ShapeKind, in spec: ClassSpec) -> [PropertySpec] {
    let names = shape.ownVariables
    // A class rarely uses all variables of its shape, so that failures are small.
    let count = draw.number(in: 1...names.count)
    // The other classes are of no use if no property leads to them.
    let link = !wanted.isEmpty && !usable.isEmpty && draw.percent(80) ? min(1, count - 1) : nil
    return names.prefix(count).enumerated().map { index, name in
      property(name, index == link ? linkingType() : type(depth: 2), shape)
    }
  }

  /// A type by which a class leads to the one that was made last, or to another.
  private mutating func linkingType() -> TypeSpec {
    let id = draw.oneIn(4) ? draw.pick(usable) : usable[usable.count - 1]
    return draw.weighted([
      .model(id): 2, .optional(.model(id)): 2, .array(.model(id)): 1,
      .dictionary(.string, .model(id)): 1,
    ])
  }

  private mutating func property(
    _ name: String, _ type: TypeSpec, _ shape: ShapeKind
  ) -> PropertySpec {
    var property = PropertySpec(name, type, .none)
    property.initial = initial(of: type)
    property.isDeclared = draw.percent(40)
    property.place = place(for: property)
    if let key = nameKey(of: property), has(.keyed, 30) {
      (property.keyedBy, property.isDeclared) = (key, true)
      property.initial = type.isOptional ? .none : .array([])
    }
    let hasFunctions = [.wide, .hooked, .extras, .present, .prepared, .base].contains(shape)
    if property.isDeclared || hasFunctions, type.classIDs.isEmpty, has(.several, 4) {
      return pair(name, property)
    }
    if property.isDeclared || (shape != .small && shape != .leaf && shape != .keeping) {
      property.isRequired = draw.percent(10)
    }
    if property.isDeclared || hasFunctions {
      if draw.percent(20) { property.transformer = transformer(for: type) }
      if property.transformer != nil, draw.percent(80) || property.place?.form == .root {
        if property.place?.form == .root { property.transformer = nil }
      }
      if property.isDeclared, property.keyedBy == nil, property.place?.form != .root,
        property.place?.hasEach != true, type.isObjectOrArray, has(.embedded, 8)
      {
        property.transformer = .embedded
      }
      if draw.percent(10) { property.policy = [PolicyGenerator.change(&draw)] }
    }
    if property.isDeclared { addDeclarations(to: &property) }
    if shape == .hooked, has(.storage, 8) {
      property.storage = draw.pick([.transitory, .excluded])
    }
    return property
  }

  /// The property that can be the name of the models in a list: their identity. Others see the name,
  /// so it is no secret.
  private func nameKey(of property: PropertySpec) -> String? {
    guard case .array(.model(let id)) = property.type.unwrapped, !property.type.isDoubleOptional,
      property.place?.hasEach != true
    else { return nil }
    let spec = classes[id]
    let identity = spec.properties.filter { $0.isIdentity || $0.key == spec.identityKey }
    guard identity.count == 1, !identity[0].isSecret else { return nil }
    switch identity[0].type {
    case .string, .integer: return identity[0].key
    default: return nil
    }
  }

  /// A property whose value lies at two places.
  private mutating func pair(_ name: String, _ property: PropertySpec) -> PropertySpec {
    var pair = PropertySpec(name, .codable(.pair), .none)
    pair.initial = value(of: pair.type)
    pair.isDeclared = property.isDeclared
    let places: [[PlaceSpec.Step]] = [
      [.key(freshName())],
      draw.oneIn(2) ? [.key(freshName())] : [.key("meta"), .key(freshName())],
    ]
    pair.place = PlaceSpec(
      .all(places), draw.weighted([PlaceSpec.Direction.both: 8, .readOnly: 1, .writeOnly: 1]))
    let names = places.map { PlaceSpec(.path($0)).description }
    pair.transformer = .both(names[0], names[1])
    if pair.isDeclared { pair.isSecret = draw.percent(15) }
    return pair
  }

  private mutating func addDeclarations(to property: inout PropertySpec) {
    property.isSecret = draw.percent(15)
    property.usesAccessors = draw.percent(10)
    if has(.limit, 20), !property.type.isDoubleOptional {
      // Initial values outside of the limits would refuse every object that lacks the property.
      property.limits = limits(for: property.type.unwrapped).filter { limit in
        property.initial == .none || limit.allows(property.initial)
      }
    }
    if has(.declaredDefault, 10), property.type.classIDs.isEmpty {
      property.declaredDefault = value(of: property.type)
    }
    // A default within the limits: others refuse every object that lacks the property.
    if !property.limits.isEmpty { property.declaredDefault = nil }
  }

  // MARK: Types

  mutating func type(depth: Int) -> TypeSpec {
    if wants(.float), draw.percent(20) { return .float }
    if wants(.codableEnum), draw.percent(20) { return .codable(.load) }
    if wants(.union) || wants(.modelUnion), draw.percent(25) { return .union(union()) }
    if wants(.doubleOptional), depth == 2, draw.percent(25) {
      return .optional(.optional(scalar()))
    }
    if wants(.each), depth == 2, draw.percent(25) { return .array(type(depth: 1)) }
    if wants(.keyed), depth == 2, !usable.isEmpty, draw.percent(40) {
      let list = TypeSpec.array(.model(draw.pick(usable)))
      return draw.oneIn(4) ? .optional(list) : list
    }
    if wants(.root), depth == 2, draw.percent(15) {
      return draw.pick([.raw, .any, .codable(.pair), .dictionary(.string, .any)])
    }
    if depth > 0 {
      switch draw.below(100) {
      case 0..<22:
        let wrapped = type(depth: depth - 1)
        // nil and its case would both stand for null.
        if wrapped.isDoubleOptional || wrapped == .union(.nullable) { return wrapped }
        if wrapped.isOptional, !draw.oneIn(3) { return wrapped }
        return .optional(wrapped)
      case 22..<34: return .array(type(depth: depth - 1))
      case 34..<38: return .set(hashable())
      case 38..<46:
        return .dictionary(
          draw.oneIn(2) ? .string : draw.pick(TypeSpec.KeyKind.allCases), type(depth: depth - 1))
      case 46..<62: if !usable.isEmpty { return .model(draw.pick(usable)) }
      case 62..<65: return .union(union())
      default: break
      }
    }
    return scalar()
  }

  private mutating func union() -> UnionSpec {
    if !usable.isEmpty, draw.percent(wants(.modelUnion) ? 80 : 40) {
      let one = draw.pick(usable)
      let other = draw.pick(usable)
      return draw.pick([
        .idOr(one), one == other ? .idOr(one) : .either(one, other), .oneOrMany(.model(one)),
      ])
    }
    return draw.pick([
      .scalars, .dated, .nullable, .oneOrMany(.string), .oneOrMany(.integer(.int)),
      .oneOrMany(.enumeration(.rank)),
    ])
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
      case .union(.oneOrMany): return .enumCase("many", [Plain.Member("_0", .array([]))])
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
    if case .array = type.unwrapped, !type.isDoubleOptional, has(.each, 12) {
      return PlaceSpec(.path([.key(draw.pick(["items", "rows"])), .each, .key(freshName())]))
    }
    if isWhole(type), has(.root, 8) { return PlaceSpec(.root, draw.oneIn(2) ? .readOnly : .both) }
    if draw.percent(40) {
      let direction: PlaceSpec.Direction? =
        wants(.readOnly) ? .readOnly : wants(.writeOnly) ? .writeOnly : nil
      if let direction { return PlaceSpec(.path([.key(freshName())]), direction) }
      if wants(.excluded) { return PlaceSpec(.excluded) }
      if wants(.index) {
        return PlaceSpec(.path([.key("list"), .index(taken.count % 3), .key(freshName())]))
      }
    }
    // The object itself, or what is in it.
    if case .model = type.unwrapped, draw.percent(8) {
      let name = freshName()
      let paths: [[PlaceSpec.Step]] = [
        [.key(name), .key(draw.pick(["user", "b"]))], [.key(name)],
      ]
      return PlaceSpec(.firstOf(draw.oneIn(4) ? paths.reversed() : paths))
    }
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
    case .data, .optional(.data): draw.pick([.base64, .base64URL])
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
    let isWanted = [.identity, .declaredIdentity, .compositeIdentity, .keyed].contains(where: wants)
    guard draw.percent(isWanted ? 80 : 35) else { return }
    let own = spec.properties.count { spec.shape.ownVariables.contains($0.key) }
    if own > 0, wants(.keyed), draw.percent(60) {
      return makeIdentity(
        &spec.properties[0], of: [.integer(.int), .string, .integer(.int8), .string])
    }
    if own > 1, has(.compositeIdentity, 25) {
      for index in 0..<2 { makeIdentity(&spec.properties[index]) }
      return
    }
    let index = spec.properties.firstIndex { property in
      switch property.type.unwrapped {
      case .integer, .string, .uuid:
        !property.type.isDoubleOptional && property.storage == .permanent
      default: false
      }
    }
    guard let index else { return }
    if wants(.declaredIdentity), draw.oneIn(2) { spec.properties[index].isDeclared = true }
    if spec.properties[index].isDeclared, has(.declaredIdentity, 50), !wants(.identity) {
      spec.properties[index].isIdentity = true
    } else if spec.shape != .small {
      spec.identityKey = spec.properties[index].key
    }
  }

  /// Makes a property an identity, or a part of a composite one.
  private mutating func makeIdentity(
    _ property: inout PropertySpec,
    of types: [TypeSpec] = [.integer(.int), .string, .uuid, .optional(.integer(.int))]
  ) {
    let type = draw.pick(types)
    var part = PropertySpec(property.key, type, .none)
    part.initial = initial(of: type)
    (part.isDeclared, part.isIdentity) = (true, true)
    part.isRequired = property.isRequired
    switch property.place?.form {
    case .path(let steps)? where steps.contains(.each): break
    case .path?, .firstOf?, .excluded?: part.place = property.place
    case .all?, .root?, nil: break
    }
    if draw.percent(15) { part.transformer = transformer(for: type) }
    property = part
  }

  private mutating func addHooks(to spec: inout ClassSpec) {
    if let property = spec.properties.first, property.type.classIDs.isEmpty,
      has(.keyValidation, 40)
    {
      let value = value(of: property.type)
      if value != property.initial {
        spec.keyRules.append(
          draw.oneIn(2)
            ? .reject(key: property.key, value)
            : .replace(key: property.key, value, with: property.initial))
      }
    }
    if let property = spec.properties.last, property.type.classIDs.isEmpty,
      has(.modelValidation, 40)
    {
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
    if has(.prepare, 33) { spec.prepare.append(.rejectIfTrue("bad")) }
    if has(.finish, 50) { spec.finish.append(.set("version", .number("2"))) }
  }

  /// Gives a property of a base class a tag in its holder.
  private mutating func addHeldCluster(to spec: inout ClassSpec) {
    guard has(.held, 70),
      let base = classes.first(where: { $0.shape == .base && $0.cluster == nil }),
      let index = spec.properties.indices.last, !spec.properties[index].isIdentity,
      spec.identityKey != spec.properties[index].key,
      // The rules of keys, which have values of its type, are about the first one.
      index > 0 || spec.keyRules.isEmpty
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
      if has(.subclassOfSubclass, 25) {
        var leaf = ClassSpec(id: classes.count, superclass: sub.id, shape: .leaf)
        leaf.properties = properties(of: .leaf, in: leaf)
        classes.append(leaf)
        members.append(leaf.id)
      }
    }
    usable.append(baseID)
    let isWanted = [.inside, .beside, .around, .deduced, .unknownBase, .kept].contains(where: wants)
    if isHeld || !isWanted && draw.percent(15) {
      // Without a cluster of its own, for a holder's.
      return
    }
    var unknown: ClusterSpec.Unknown = has(.unknownBase, 33) ? .base : .fail
    if has(.kept, 25) {
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
    var form = draw.below(13)
    let forms: KeyValuePairs = [Feature.inside: 0, .beside: 4, .around: 7, .deduced: 10]
    if let wish = forms.first(where: { wants($0.key) }), draw.percent(70) { form = wish.value }
    if form >= 10 {
      // A member that only one class of the cluster has.
      let entries = members.compactMap { id -> ClusterSpec.Entry? in
        if !classes[id].properties.contains(where: \.type.isOptional) {
          let type = TypeSpec.optional(scalar())
          classes[id].properties[0] = PropertySpec(classes[id].properties[0].key, type, .none)
        }
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

extension ClassFamily {
  /// The members by which classes are deduced.
  fileprivate var decidingNames: [String] {
    classes.flatMap { spec -> [String] in
      guard case .deduced? = spec.cluster?.form else { return [] }
      return spec.cluster?.entries.compactMap(\.tag.json.asString) ?? []
    }
  }
}
