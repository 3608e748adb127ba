import Foundation

/// Makes random values of a type, as plain data and as JSON.
struct ValueGenerator {
  let family: ClassFamily

  static let texts = [
    "", "a", "b", "one", "two", "x y", " padded ", "null", "true", "5", "1.5", "é", "e\u{301}",
    "😀", "\"q\"", "back\\slash", "line\nbreak", "a/b", "1", "2", "n5", "abcdefghij klmnop", "hi",
  ]
  static let names = ["a", "b", "key", "é", "e\u{301}", "x.y", "A", "0", "", "id"]
  static let doubles: [Double] = [
    0, 1, -1, 0.5, 1.5, 0.1, -2.25, 1e3, 1e21, 1e-7, 123_456.789, .leastNonzeroMagnitude,
    1.797_693_134_862_315_7e308,
    3.141_592_653_589_793, -0.0, 9_007_199_254_740_992, 100,
  ]
  static let decimals = ["0", "1", "-1", "1.5", "0.1", "662.81", "12345678901234567890.5", "100"]
  static let dates: [Double] = [
    0, 1, 1.5, 315_532_800, 315_532_800.123, -978_307_200, 600_000_000, 600_000_000.25,
  ]
  static let urls = ["http://example.org/a", "https://example.org/b?c=d", "a/b", "file:///tmp/x"]
  static let uuids = [
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "00000000-0000-0000-0000-000000000000",
  ]

  // MARK: Plain data

  /// A value of the type; models at most `depth` levels deep.
  func value(_ type: TypeSpec, depth: Int = 2, _ draw: inout Draw) -> Plain {
    switch type {
    case .bool: return .bool(draw.oneIn(2))
    case .integer(let kind): return .integer(integer(kind, &draw))
    case .double: return .double(draw.pick(Self.doubles))
    case .float: return .double(Double(Float(draw.pick([0, 1, 0.5, -1.5, 0.1, 3e38, 1e-37]))))
    case .decimal: return .decimal(draw.pick(Self.decimals))
    case .string: return .text(draw.pick(Self.texts))
    case .character: return .text(draw.pick(["a", "é", "😀", "5", " "]))
    case .date: return .date(draw.pick(Self.dates))
    case .url: return .url(draw.pick(Self.urls))
    case .uuid: return .uuid(draw.pick(Self.uuids))
    case .data: return .data(draw.pick([[], [1], [1, 2, 3], [0xFF, 0xFE], [104, 105]]))
    case .any: return untyped(depth: 2, &draw)
    case .raw: return .raw(json(depth: 2, &draw))
    case .enumeration(let kind): return .enumCase(draw.pick(kind.cases.map(\.name)), [])
    case .codable(let kind): return codable(kind, &draw)
    case .union(let union): return self.union(union, depth: depth, &draw)
    case .optional(let wrapped):
      if draw.oneIn(4) { return .none }
      let value = self.value(wrapped, depth: depth, &draw)
      // It is written as nil is.
      if case .raw(.null) = value { return .none }
      return wrapped.isOptional ? .some(value) : value
    case .array(let element):
      return .array((0..<count(&draw)).map { _ in value(element, depth: depth, &draw) })
    case .set(let element):
      let elements = (0..<count(&draw)).map { _ in value(element, depth: depth, &draw) }
      return .makeSet(
        elements.reduce(into: []) { distinct, element in
          if !distinct.contains(where: { $0.isSameElement(as: element) }) {
            distinct.append(element)
          }
        })
    case .dictionary(let key, let element):
      var keys: [Plain] = []
      for _ in 0..<count(&draw) {
        let key = self.key(key, &draw)
        // Swift takes composed and decomposed letters for one key.
        if !keys.contains(where: { $0.description == key.description }) { keys.append(key) }
      }
      // Of a fixed order, so that a seed gives the same values in each process.
      return .makeDictionary(
        keys.sorted { $0.description < $1.description }
          .map { Plain.Entry($0, value(element, depth: depth, &draw)) })
    case .model(let id):
      return .model(model(id, depth: depth - 1, &draw))
    }
  }

  private func union(_ union: UnionSpec, depth: Int, _ draw: inout Draw) -> Plain {
    // At the end of the depth a case without a model, if there is one.
    let flat = union.cases.filter { $0.type?.classIDs.isEmpty ?? true }
    let chosen = draw.pick(depth > 0 || flat.isEmpty ? union.cases : flat)
    guard let type = chosen.type else { return .enumCase(chosen.name, []) }
    return .enumCase(chosen.name, [Plain.Member("_0", value(type, depth: depth, &draw))])
  }

  private func count(_ draw: inout Draw) -> Int { draw.pick([0, 1, 1, 2, 2, 3]) }

  private func integer(_ kind: TypeSpec.IntegerKind, _ draw: inout Draw) -> Int128 {
    let range = kind.range
    let value = draw.pick([
      0, 1, -1, 2, 5, 7, 12, 100, 255, -128, 300, 70_000, range.lowerBound, range.upperBound,
      1_234_567_890_123,
    ])
    return range.contains(value) ? value : value < 0 ? range.lowerBound : 3
  }

  func key(_ kind: TypeSpec.KeyKind, _ draw: inout Draw) -> Plain {
    switch kind {
    case .string: .text(draw.pick(Self.names))
    case .int: .int(draw.pick([0, 1, -1, 12, 1_000_000]))
    case .int8: .int(draw.pick([0, 1, -128, 127]))
    case .uint16: .int(draw.pick([0, 1, 65_535]))
    case .suit: .enumCase(draw.pick(EnumKind.suit.cases.map(\.name)), [])
    case .rank: .enumCase(draw.pick(EnumKind.rank.cases.map(\.name)), [])
    }
  }

  private func codable(_ kind: CodableKind, _ draw: inout Draw) -> Plain {
    func members(_ fields: [(name: String, type: TypeSpec)]) -> [Plain.Member] {
      fields.map { Plain.Member($0.name, value($0.type, &draw)) }
    }
    switch kind.shape {
    case .structure(let fields): return .structure(members(fields))
    case .enumeration(let cases):
      let chosen = draw.pick(cases)
      return .enumCase(chosen.name, members(chosen.payload))
    }
  }

  /// What an `Any` can hold.
  func untyped(depth: Int, _ draw: inout Draw) -> Plain {
    switch draw.below(depth > 0 ? 9 : 6) {
    case 0: return .none
    case 1: return .bool(draw.oneIn(2))
    case 2: return .int(draw.pick([0, 1, -5, 12, 1_234_567_890_123]))
    case 3: return .double(draw.pick([0.5, 1.5, -2.25, 0.1]))
    case 4, 5: return .text(draw.pick(Self.texts))
    case 6: return .array((0..<count(&draw)).map { _ in untyped(depth: depth - 1, &draw) })
    default:
      let keys = Set((0..<count(&draw)).map { _ in draw.pick(["a", "b", "a_key", "é", "x.y"]) })
      return .makeDictionary(
        keys.sorted().map { Plain.Entry(.text($0), untyped(depth: depth - 1, &draw)) })
    }
  }

  /// A model like the first, in which some values are those of the second: none, some, or many.
  func mixed(
    _ first: Plain.ModelValue, with second: Plain.ModelValue, _ draw: inout Draw
  ) -> Plain.ModelValue {
    guard first.classID == second.classID else { return draw.oneIn(2) ? first : second }
    var model = first
    let percent = draw.pick([0, 20, 60])
    for (index, other) in second.members.enumerated() where draw.percent(percent) {
      model.members[index].value = mixed(first.members[index].value, with: other.value, &draw)
    }
    return model
  }

  private func mixed(_ first: Plain, with second: Plain, _ draw: inout Draw) -> Plain {
    switch (first, second) {
    case (.model(let first), .model(let second)): return .model(mixed(first, with: second, &draw))
    case (.array(let first), .array(let second)):
      switch draw.below(4) {
      case 0: return .array(draw.shuffled(first))
      case 1: return .array(first.dropLast() + second)
      case 2: return .array(second.prefix(1) + first)
      default:
        return .array(
          zip(first, second).map { mixed($0, with: $1, &draw) } + first.dropFirst(second.count))
      }
    default: return second
    }
  }

  /// A model of the class, or of one of its cluster.
  func model(_ id: Int, depth: Int, _ draw: inout Draw) -> Plain.ModelValue {
    let id = chosenClass(for: id, &draw)
    let members = family.variables(of: id).map { property in
      let isDeep = depth <= 0 && !property.type.classIDs.isEmpty
      let value =
        isDeep ? emptied(property, &draw) : value(property.type, depth: depth, &draw)
      let whole =
        property.place?.form == .root && draw.oneIn(2)
        ? withMember(of: family.properties(of: id), in: value, &draw) : value
      // What a new object has is left out under some policies.
      let isNew = property.type.classIDs.isEmpty && draw.oneIn(8)
      return Plain.Member(
        property.key, isNew ? property.declaredDefault ?? property.initial : named(whole, property))
    }
    let extras = family.classes[id].keepsExtras ? Plain.dictionary([]) : nil
    return Plain.ModelValue(
      classID: id, members: members, extras: extras,
      kept: family.classes[id].keepsJSON ? .raw(.null) : nil,
      presence: family.classes[id].keepsPresence ? .object([]) : nil)
  }

  /// A dictionary at the root, with a member that another property has, too.
  private func withMember(
    of properties: [PropertySpec], in value: Plain, _ draw: inout Draw
  ) -> Plain {
    guard case .dictionary(let entries) = value else { return value }
    let other = draw.pick(properties)
    let known: Plain? =
      switch other.type.unwrapped {
      case .integer: .int(1)
      case .string: .text("a")
      case .bool: .bool(true)
      case .double, .float: .double(0.5)
      default: nil
      }
    guard let known, let name = other.place == nil ? other.key : other.place?.memberName,
      !entries.contains(where: { $0.key == .text(name) })
    else { return value }
    return .makeDictionary(entries + [Plain.Entry(.text(name), known)])
  }

  /// The value of a property: in a list whose elements have names, of two with one name the first.
  private func named(_ value: Plain, _ property: PropertySpec) -> Plain {
    guard let key = property.keyedBy, case .array(let elements) = value else { return value }
    var known: Set<String> = []
    let distinct = elements.filter { element in
      guard case .model(let model) = element else { return false }
      return known.insert(model[key]?.memberName ?? "").inserted
    }
    return Plain.array(distinct).orderedByNames(property)
  }

  /// A value without a model where there is one; a model's defaults are not deep.
  private func emptied(_ property: PropertySpec, _ draw: inout Draw) -> Plain {
    switch property.type {
    case .optional: .none
    case .array: .array([])
    case .set: .set([])
    case .dictionary: .dictionary([])
    case .union(.oneOrMany): .enumCase("many", [Plain.Member("_0", .array([]))])
    default: property.initial
    }
  }

  /// The class itself, or one that its cluster lists.
  func chosenClass(for id: Int, _ draw: inout Draw) -> Int {
    guard let cluster = family.classes[id].cluster, !cluster.entries.isEmpty else { return id }
    if family.isInnerBase(id), draw.oneIn(3) { return id }
    let chosen = draw.pick(cluster.entries).classID
    return chosen == id ? id : chosenClass(for: chosen, &draw)
  }

  // MARK: JSON

  /// Any JSON value.
  func json(depth: Int, _ draw: inout Draw) -> JSON {
    switch draw.below(depth > 0 ? 9 : 6) {
    case 0: return .null
    case 1: return .bool(draw.oneIn(2))
    case 2, 3:
      return .number(
        draw.pick([
          "0", "1", "-1", "7", "12", "255", "300", "1.5", "0.1", "1e3", "1.0", "-0.0",
          "9007199254740993", "18446744073709551615", "1e400", "1e-400",
          "12345678901234567890.5",
        ]))
    case 4, 5: return .string(draw.pick(Self.texts))
    case 6: return .array((0..<count(&draw)).map { _ in json(depth: depth - 1, &draw) })
    default:
      return .object(
        (0..<count(&draw)).map { _ in
          JSON.Member(draw.pick(Self.names), json(depth: depth - 1, &draw))
        })
    }
  }
}

extension ClassFamily {
  /// The properties of a class with those that its shape fixes, superclasses' first.
  func variables(of id: Int) -> [PropertySpec] { properties(of: id) }
}
