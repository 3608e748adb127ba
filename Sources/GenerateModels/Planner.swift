import Foundation

/// Plans classes for shapes.
struct Planner {
  let configuration: Configuration
  private(set) var classes: [ClassPlan] = []
  private(set) var unions: [UnionPlan] = []
  private var names: [ObjectIdentifier: String] = [:]
  private var taken: Set<String>
  /// The names of the classes in lower case.
  private var files: Set<String> = []
  /// A class's name before one of another class was put before it.
  private var bareNames: [String: String] = [:]
  private let rootName: String

  init(_ configuration: Configuration, rootName: String, taken: Set<String>) {
    self.configuration = configuration
    self.rootName = rootName
    self.taken = taken.union(Names.knownTypes)
  }

  // MARK: Types

  mutating func type(of shape: Shape, in owner: String) -> SwiftType {
    let shape = shape.united
    if let name = shape.place?.type { return SwiftType(name: name) }
    let kinds = shape.kinds.sorted()
    guard let kind = kinds.first else {
      return SwiftType(name: "RawJSON", note: "always null in the samples")
    }
    return kinds.count > 1 ? union(of: shape, in: owner) : type(of: shape, as: kind, in: owner)
  }

  /// The type of the values of one kind.
  mutating func type(of shape: Shape, as kind: Shape.Kind, in owner: String) -> SwiftType {
    switch kind {
    case .bool: return SwiftType(name: "Bool", initial: "false")
    case .number:
      let type = NumberText.type(of: shape.numbers)
      return SwiftType(name: type, initial: type == "RawJSON" ? nil : "0")
    case .text: return Self.type(ofTexts: shape.texts)
    case .array:
      let element = shape.element?.united
      return list("[", of: element, isNull: shape.elementNulls > 0, empty: "[]", in: owner)
    case .object where shape.objectPart !== shape:
      return type(of: shape.objectPart, as: .object, in: owner)
    case .object where shape.isMap:
      let value = shape.names.first.flatMap(shape.member)
      let isNull = shape.names.contains(where: shape.isNull)
      return list("[String: ", of: value, isNull: isNull, empty: "[:]", in: owner)
    case .object:
      let name = planClass(shape, in: owner)
      return SwiftType(name: name)
    }
  }

  private mutating func list(
    _ opening: String, of element: Shape?, isNull: Bool, empty: String, in owner: String
  ) -> SwiftType {
    guard let element, element.count > 0 else {
      return SwiftType(
        name: opening + "RawJSON]", initial: empty, note: "always empty in the samples")
    }
    let type = type(of: element, in: owner).asElement
    let optional = isNull && type.name != "RawJSON" ? "?" : ""
    return SwiftType(
      name: "\(opening)\(type.name)\(optional)]", initial: empty, note: type.note)
  }

  /// A type other than String only if it writes the text that it read.
  private static func type(ofTexts texts: [String]) -> SwiftType {
    if texts.allSatisfy(DateForm.plain.matches) { return SwiftType(name: "Date") }
    if texts.allSatisfy(DateForm.milliseconds.matches) {
      let format = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"
      return SwiftType(name: "Date", transformer: ".date(format: \(Names.quoted(format)))")
    }
    if texts.allSatisfy({ UUID(uuidString: $0)?.uuidString == $0 }) {
      return SwiftType(name: "UUID")
    }
    if texts.allSatisfy(isURL) { return SwiftType(name: "URL") }
    return SwiftType(name: "String", initial: "\"\"")
  }

  private static func isURL(_ text: String) -> Bool {
    guard text.hasPrefix("https://") || text.hasPrefix("http://"),
      text.utf8.allSatisfy({ $0 < 0x80 }),
      let url = URL(string: text)
    else { return false }
    return url.absoluteString == text && url.host != nil
  }

  // MARK: Names

  private mutating func unused(_ name: String, or longer: String) -> String {
    var found = isTaken(name) ? longer : name
    let stem = found
    var count = 2
    while isTaken(found) {
      found = stem + "\(count)"
      count += 1
    }
    return take(found, for: name)
  }

  /// Whether another type, or another class's file on a disk without case, has the name.
  private func isTaken(_ name: String) -> Bool {
    taken.contains(name) || files.contains(name.lowercased())
  }

  private mutating func take(_ name: String, for bareName: String) -> String {
    taken.insert(name)
    files.insert(name.lowercased())
    bareNames[name] = bareName
    return name
  }

  private mutating func name(of shape: Shape, in owner: String) -> String {
    let isRoot = shape.path.isEmpty || shape.path == "[]"
    let keys = shape.keys.filter { !Shape.isData($0.key) }
    let key = keys.max { ($0.value, $1.key.count, $1.key) < ($1.value, $0.key.count, $0.key) }?.key
    let name = shape.place?.className ?? (isRoot ? rootName : Names.type(key ?? "item"))
    if shape.place?.className != nil || isRoot, !isTaken(name) { return take(name, for: name) }
    return unused(name, or: isRoot ? name + "Document" : (bareNames[owner] ?? owner) + name)
  }

  /// The name of the union with these cases: one that is known, or a new one.
  mutating func unionName(_ words: String, _ cases: [UnionPlan.Case]) -> String {
    if let known = unions.first(where: { $0.cases == cases }) { return known.name }
    let name = unused(words, or: words + "Union")
    unions.append(UnionPlan(name: name, cases: cases))
    return name
  }

  // MARK: Classes

  private mutating func planClass(_ shape: Shape, in owner: String) -> String {
    if let known = names[ObjectIdentifier(shape)] { return known }
    let name = name(of: shape, in: owner)
    names[ObjectIdentifier(shape)] = name
    let index = classes.count
    classes.append(ClassPlan(name: name))
    if let groups = TagGroups(of: shape) {
      planCluster(shape, groups, at: index)
    } else {
      let members = shape.names.map { key in
        MemberShape(
          key: key, shape: shape.member(key), isAbsent: shape.isAbsent(key),
          isNull: shape.isNull(key))
      }
      classes[index].members = plan(members, in: name)
      classes[index].usesSnakeCase = usesSnakeCase(classes[index].members)
      classes[index].keepsPresence = keepsPresence(classes[index].members)
    }
    return name
  }

  private struct MemberShape {
    var key: String
    var shape: Shape?
    var isAbsent: Bool
    var isNull: Bool
  }

  private mutating func plan(
    _ members: [MemberShape], in owner: String, besides used: Set<String> = []
  ) -> [ClassPlan.Member] {
    // A name as it stands in JSON goes before one that is made: `id` before `@id`.
    var used = used
    var names: [String: String] = [:]
    let exact = members.filter { Names.property($0.key) == $0.key }
    for member in exact + members.filter({ Names.property($0.key) != $0.key }) {
      let stem = member.shape?.place?.propertyName ?? Names.property(member.key)
      var name = stem
      var count = 2
      while !used.insert(name).inserted {
        name = stem + "\(count)"
        count += 1
      }
      names[member.key] = name
    }
    var planned: [ClassPlan.Member] = []
    for member in members {
      guard let shape = member.shape, let name = names[member.key] else { continue }
      planned.append(
        ClassPlan.Member(
          key: member.key, name: name, type: type(of: shape, in: owner), isAbsent: member.isAbsent,
          isNull: member.isNull))
    }
    return planned
  }

  private func usesSnakeCase(_ members: [ClassPlan.Member]) -> Bool {
    let following = members.filter { Names.snakeCase($0.name) == $0.key }
    return configuration.usesKeyStyle && following.count { $0.name != $0.key } >= 2
      && following.count * 2 >= members.count
  }

  private func keepsPresence(_ members: [ClassPlan.Member]) -> Bool {
    configuration.keepsPresence && members.contains(where: \.differs)
  }

  private mutating func planCluster(_ shape: Shape, _ groups: TagGroups, at index: Int) {
    let base = classes[index].name
    var cluster = ClassPlan.Cluster(tag: groups.tag)
    for group in groups.groups {
      let name = Names.type(group.value)
      cluster.classes.append((group.value, unused(name, or: name + base)))
    }
    cluster.other = unused("Other" + base, or: "Unknown" + base)
    classes[index].cluster = cluster
    let common = groups.common(in: shape)
    classes[index].members = plan(
      common.map { key in
        MemberShape(
          key: key, shape: shape.member(key), isAbsent: shape.isAbsent(key),
          isNull: shape.isNull(key))
      }, in: base)
    classes[index].usesSnakeCase = usesSnakeCase(classes[index].members)
    classes[index].keepsPresence = keepsPresence(classes[index].members)
    let used = Set(classes[index].members.map(\.name))
    for (group, (_, name)) in zip(groups.groups, cluster.classes) {
      let place = classes.count
      classes.append(ClassPlan(name: name, superclass: base))
      classes[place].usesSnakeCase = classes[index].usesSnakeCase
      let own = group.names.filter { $0 != groups.tag && !common.contains($0) }
      let members = own.map { key in
        MemberShape(
          key: key, shape: group.shape(of: key, in: shape),
          isAbsent: (group.presence[key]?.count ?? 0) < group.objects.count,
          isNull: (group.presence[key]?.nulls ?? 0) > 0)
      }
      classes[place].members = plan(members, in: name, besides: used)
      classes[place].keepsPresence =
        !classes[index].keepsPresence && keepsPresence(classes[place].members)
    }
    classes.append(ClassPlan(name: cluster.other, superclass: base, keepsJSON: true))
  }
}
