import Foundation

/// Makes documents that a class reads.
struct DocumentGenerator {
  let family: ClassFamily
  private let values: ValueGenerator

  init(_ family: ClassFamily) {
    self.family = family
    values = ValueGenerator(family: family)
  }

  /// An object of the class, or of one of its cluster, that follows its mapping.
  ///
  /// - Parameters:
  ///   - isPartial: whether required members may be absent, too, as in an update.
  ///   - name: the property that is the name of the object's member, and so is not in it.
  func object(
    of id: Int, depth: Int = 3, isPartial: Bool = false, name: String? = nil, _ draw: inout Draw
  ) -> JSON {
    var object = JSON.object([])
    var content: [PlaceSpec.Step] = []
    let chosen = chooseClass(for: id, &object, &content, &draw)
    if isPartial, let cluster = family.classes[id].cluster, cluster.form == .around, draw.oneIn(3) {
      // An update that removes the content of a model of another class.
      for case .text(let tag) in cluster.entries.map(\.tag) where object[tag] == nil {
        object.put(.null, at: [.key(tag)])
      }
    }
    fill(
      &object, of: chosen, inside: content, depth: depth, isPartial: isPartial, name: name, &draw)
    if case .object(let members) = object, draw.oneIn(3) { return .object(draw.shuffled(members)) }
    return object
  }

  private func chooseClass(
    for id: Int, _ object: inout JSON, _ content: inout [PlaceSpec.Step], _ draw: inout Draw
  ) -> Int {
    guard let cluster = family.classes[id].cluster, !cluster.entries.isEmpty else { return id }
    if family.isInnerBase(id), draw.oneIn(3) {
      if case .beside(_, let inner) = cluster.form {
        content += inner.map { .key(family.styled($0, in: id)) }
        object.put(.object([]), at: content)
      }
      return id
    }
    var entry = draw.pick(cluster.read)
    var writesTag = true
    if let absent = cluster.absent, draw.oneIn(3) {
      entry.classID = absent
      writesTag = false
    }
    write(entry, of: cluster, id, writesTag: writesTag, &object, &content)
    return entry.classID == id
      ? id : chooseClass(for: entry.classID, &object, &content, &draw)
  }

  /// Writes the tag of a class, and tells where the content is.
  private func write(
    _ entry: ClusterSpec.Entry, of cluster: ClusterSpec, _ base: Int, writesTag: Bool,
    _ object: inout JSON, _ content: inout [PlaceSpec.Step]
  ) {
    func steps(_ names: [String]) -> [PlaceSpec.Step] {
      names.map { .key(family.styled($0, in: base)) }
    }
    switch cluster.form {
    case .inside(let tag):
      if writesTag { object.put(entry.tag.json, at: content + steps(tag)) }
    case .beside(let tag, let inner):
      if writesTag { object.put(entry.tag.json, at: content + steps(tag)) }
      content += steps(inner)
      object.put(.object([]), at: content)
    case .around:
      if case .text(let name) = entry.tag { content.append(.key(name)) }
      object.put(.object([]), at: content)
    case .deduced: break
    }
  }

  private func fill(
    _ object: inout JSON, of id: Int, inside content: [PlaceSpec.Step], depth: Int,
    isPartial: Bool, name: String? = nil, _ draw: inout Draw
  ) {
    let deduced = deducedNames(of: id)
    for property in family.properties(of: id) {
      let place = property.place ?? .key(family.styled(property.key, in: id))
      let isNeeded = !isPartial && property.isRequired
      let text: String? =
        if case .path(let steps) = place.form { PlaceSpec.text(of: steps) } else { nil }
      let isTag = text.map(deduced.contains) ?? false
      if !isNeeded, !isTag, draw.percent(isPartial ? 40 : 15) { continue }
      if property.key == name, !isTag { continue }
      if !property.type.classIDs.isEmpty, depth <= 0, !isNeeded { continue }
      if let held = property.heldCluster {
        writeHeld(held, property, &object, inside: content, depth: depth, &draw)
        continue
      }
      let json =
        property.keyedBy != nil && !draw.oneIn(12)
        ? namedElements(property, depth: depth - 1, isPartial: isPartial, &draw)
        : value(
          property.type, property.transformer, depth: depth - 1, isPartial: isPartial, &draw)
      switch place.form {
      case .path(let steps):
        var name = steps.last
        if property.place == nil, family.classes[id].keyStyle == .ignoringCase, draw.oneIn(2) {
          let other = draw.oneIn(2) ? property.key.uppercased() : property.key.lowercased()
          name = .key(other)
          // The exact name wins.
          if draw.oneIn(6) {
            object.put(values.json(depth: 1, &draw), at: content + [.key(other)])
            name = steps.last
          }
        }
        object.put(json, at: content + steps.dropLast() + [name].compactMap { $0 })
      case .firstOf(let paths):
        object.put(json, at: content + draw.pick(paths))
        if draw.oneIn(4) { object.put(json, at: content + draw.pick(paths)) }
      case .root:
        if case .object(let members) = json, content.isEmpty {
          for member in members { object.put(member.value, at: [.key(member.name)]) }
        }
      case .all(let paths):
        // One that lacks a part, or both.
        if !draw.oneIn(8) { object.put(.integer(draw.below(20)), at: content + paths[0]) }
        if draw.oneIn(2) {
          object.put(.string(draw.pick(ValueGenerator.texts)), at: content + paths[1])
        }
      case .excluded: break
      }
    }
  }

  /// The members by which a class is chosen.
  private func deducedNames(of id: Int) -> Set<String> {
    var names: Set<String> = []
    for base in family.chain(of: id) {
      guard let cluster = family.classes[base].cluster, cluster.form == .deduced else { continue }
      for entry in cluster.entries where entry.classID == id {
        if case .text(let name) = entry.tag { names.insert(name) }
      }
    }
    return names
  }

  private func writeHeld(
    _ cluster: ClusterSpec, _ property: PropertySpec, _ object: inout JSON,
    inside content: [PlaceSpec.Step], depth: Int, _ draw: inout Draw
  ) {
    guard let entry = cluster.entries.first.map({ _ in draw.pick(cluster.read) }) else { return }
    if case .inside(let tag) = cluster.form {
      object.put(entry.tag.json, at: content + tag.map { .key($0) })
    }
    var inner = JSON.object([])
    fill(&inner, of: entry.classID, inside: [], depth: depth - 1, isPartial: false, &draw)
    let place = property.place ?? .key(property.key)
    guard case .path(let steps) = place.form else { return }
    let value: JSON = if case .array = property.type.unwrapped { .array([inner]) } else { inner }
    object.put(value, at: content + steps)
  }

  // MARK: Values

  /// A value that the type reads.
  func value(
    _ type: TypeSpec, _ transformer: TransformerSpec? = nil, depth: Int, isPartial: Bool = false,
    _ draw: inout Draw
  ) -> JSON {
    if transformer == .embedded {
      let json = value(type, nil, depth: depth, isPartial: isPartial, &draw)
      return json.isNull ? .null : .string(json.text)
    }
    if let transformer, transformer != .model { return transformed(transformer, type, &draw) }
    switch type {
    case .bool: return .bool(draw.oneIn(2))
    case .double, .float:
      return .number(
        draw.pick([
          "0", "1", "-1", "0.5", "1.5", "1e2", "0.1", "-0.0", "3.14", "123456789", "2.5E-3",
          "1.0",
        ]))
    case .decimal: return .number(draw.pick(ValueGenerator.decimals + ["1.50", "1e3"]))
    case .character: return .string(draw.pick(["a", "é", "😀", "5"]))
    case .date:
      return .string(
        draw.pick([
          "2010-01-01T01:01:01Z", "2020-02-29T23:59:59.5Z", "2001-01-01T00:00:00Z",
          "2010-01-01T01:01:01.123Z", "1969-12-31T23:59:59+02:00", "2010-01-01T01:01:01.000010Z",
        ]))
    case .url: return .string(draw.pick(ValueGenerator.urls))
    case .uuid: return .string(draw.pick(ValueGenerator.uuids))
    case .data: return .string(draw.pick(["", "AQ==", "AQID", "//4="]))
    case .any, .raw: return values.json(depth: 2, &draw)
    case .optional(let wrapped):
      return draw.oneIn(5)
        ? .null : value(wrapped, nil, depth: depth, isPartial: isPartial, &draw)
    case .array(let element):
      return .array((0..<draw.below(4)).map { _ in value(element, depth: depth, &draw) })
    case .set(let element):
      let elements = (0..<draw.below(4)).map { _ in value(element, depth: depth, &draw) }
      return .array(elements.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    case .dictionary(let kind, let element):
      var members: [JSON.Member] = []
      for _ in 0..<draw.below(4) {
        let name = name(of: values.key(kind, &draw), kind)
        if members.contains(where: { $0.name == name }) { continue }
        members.append(JSON.Member(name, value(element, depth: depth, &draw)))
      }
      return .object(members)
    case .model(let id): return object(of: id, depth: depth, isPartial: isPartial, &draw)
    case .union(let union):
      guard let type = draw.pick(union.cases).type else { return .null }
      return value(type, nil, depth: depth, isPartial: isPartial, &draw)
    case .integer, .string, .enumeration, .codable: return json(of: values.value(type, &draw), type)
    }
  }

  /// A list whose elements have names.
  private func namedElements(
    _ property: PropertySpec, depth: Int, isPartial: Bool, _ draw: inout Draw
  ) -> JSON {
    guard let id = property.keyedClass, let key = property.keyedBy,
      let type = family.properties(of: id).first(where: { $0.key == key })?.type
    else { return .null }
    var members: [JSON.Member] = []
    for _ in 0..<draw.below(4) {
      let name = values.value(type, &draw).memberName
      if members.contains(where: { $0.name == name }) { continue }
      let element: JSON =
        isPartial && draw.oneIn(6)
        ? .null
        : object(of: id, depth: depth, isPartial: isPartial, name: draw.oneIn(8) ? nil : key, &draw)
      members.append(JSON.Member(name, element))
    }
    return .object(members)
  }

  private func transformed(
    _ transformer: TransformerSpec, _ type: TypeSpec, _ draw: inout Draw
  ) -> JSON {
    switch transformer {
    case .epochSeconds: .number(draw.pick(["0", "1.5", "1234567890", "-1"]))
    case .epochMilliseconds: .number(draw.pick(["0", "1500", "1234567890123"]))
    case .iso8601Date: .string(draw.pick(["2010-01-01T01:01:01Z", "2010-01-01T01:01:01.5Z"]))
    case .rfc1123Date: .string("Sun, 06 Nov 1994 08:49:37 GMT")
    case .microseconds:
      .string(draw.pick(["2010-01-01T01:01:01.000010Z", "2010-01-01T01:01:01.500000Z"]))
    case .grouped:
      .string(
        draw.pick([
          "1,234.5", "0", "12.25", "1,234,567", "-1,000", "0.5", "1234.5", "12,34", "1,2345.5",
          "1.234,5", ",123", "1,,234",
        ]))
    case .mapping: .string(draw.pick(["one", "two"]))
    case .prefixed: .string("n\(draw.below(20))")
    case .trimmed: .string(draw.pick(ValueGenerator.texts))
    case .lossyArray: .array([])
    case .elements: .array((0..<draw.below(4)).map { _ in .string("n\(draw.below(20))") })
    case .both, .embedded, .model: .null
    case .decimal: .string(draw.pick(["1.5", "0", "12.25"]))
    case .base64: .string(draw.pick(["", "AQ==", "AQID"]))
    case .base64URL: .string(draw.pick(["", "AQ", "_-8", "_-8="]))
    }
  }

  private func name(of key: Plain, _ kind: TypeSpec.KeyKind) -> String {
    switch kind {
    case .suit: EnumKind.suit.raw(of: key).asString ?? ""
    case .rank: EnumKind.rank.raw(of: key).text
    case .string, .int, .int8, .uint16: key.asText ?? key.description
    }
  }

  /// The JSON of a value that has one form only.
  private func json(of value: Plain, _ type: TypeSpec) -> JSON {
    switch (value, type) {
    case (.integer(let number), _): .integer(number)
    case (.text(let text), _): .string(text)
    case (.double(let number), _): .number("\(number)")
    case (.enumCase, .enumeration(let kind)): kind.raw(of: value)
    case (.array(let elements), .array(let element)):
      .array(elements.map { json(of: $0, element) })
    case (.structure(let members), .codable(let kind)):
      if case .structure(let fields) = kind.shape { members.json(fields, json) } else { .null }
    case (.enumCase(let name, let payload), .codable(let kind)):
      if case .enumeration(let cases) = kind.shape,
        let fields = cases.first(where: { $0.name == name })?.payload
      {
        .object([JSON.Member(name, payload.json(fields, json))])
      } else {
        .null
      }
    case (_, .optional(let wrapped)): json(of: value, wrapped)
    default: .null
    }
  }
}

extension [Plain.Member] {
  fileprivate func json(
    _ fields: [(name: String, type: TypeSpec)], _ json: (Plain, TypeSpec) -> JSON
  ) -> JSON {
    .object(
      zip(self, fields).compactMap { member, field in
        member.value == .none ? nil : JSON.Member(member.name, json(member.value, field.type))
      })
  }
}

extension EnumKind {
  func raw(of value: Plain) -> JSON {
    guard case .enumCase(let name, _) = value else { return .null }
    return cases.first { $0.name == name }?.raw ?? .null
  }
}

extension JSON {
  var asString: String? { if case .string(let text) = self { text } else { nil } }

  /// Puts a value at a path, with the objects and arrays on the way. An array goes on `[*]` paths
  /// element by element.
  mutating func put(_ value: JSON, at steps: some Collection<PlaceSpec.Step>) {
    guard let step = steps.first else {
      self = value
      return
    }
    let rest = steps.dropFirst()
    switch step {
    case .key(let name):
      var members: [Member] = if case .object(let members) = self { members } else { [] }
      if let index = members.firstIndex(where: { $0.name.isSame(as: name) }) {
        members[index].value.put(value, at: rest)
      } else {
        var inner = JSON.null
        inner.put(value, at: rest)
        members.append(Member(name, inner))
      }
      self = .object(members)
    case .index(let index):
      var elements: [JSON] = if case .array(let elements) = self { elements } else { [] }
      while elements.count <= index { elements.append(.null) }
      elements[index].put(value, at: rest)
      self = .array(elements)
    case .each:
      guard case .array(let parts) = value else { return }
      var elements: [JSON] = if case .array(let elements) = self { elements } else { [] }
      for (index, part) in parts.enumerated() {
        if elements.count <= index { elements.append(.object([])) }
        elements[index].put(part, at: rest)
      }
      self = .array(elements)
    }
  }
}

extension ClassFamily {
  /// Whether a class is the base of a cluster within another one, whose own objects need no tag of it.
  func isInnerBase(_ id: Int) -> Bool {
    classes[id].superclass != nil && classes[id].cluster?.unknown == .base
  }

  /// A name in the key style of a class.
  func styled(_ name: String, in id: Int) -> String {
    switch classes[id].keyStyle {
    case .identity, .ignoringCase: name
    case .snakeCase: Self.words(of: name).joined(separator: "_")
    case .kebabCase: Self.words(of: name).joined(separator: "-")
    case .upperCamelCase: name.prefix(1).uppercased() + name.dropFirst()
    }
  }

  /// The words of the few names that variables and tags have.
  private static func words(of name: String) -> [String] {
    switch name {
    case "userName": ["user", "name"]
    case "homeURL": ["home", "url"]
    default: [name]
    }
  }
}
