import Peridot

/// The presence of members, for classes that keep it.
extension Reference {
  /// What was absent, null, or an object on a path.
  struct Presence {
    private let isKept: Bool
    private var absent: Set<String> = []
    private var null: Set<String> = []
    private var object: Set<String> = []

    init(of spec: ClassSpec) { isKept = spec.keepsPresence }

    /// As `Plain` has it.
    var json: JSON? {
      guard isKept else { return nil }
      return .object(
        [("absent", absent), ("null", null), ("object", object)].filter { !$0.1.isEmpty }.map {
          JSON.Member($0.0, .array($0.1.map { JSON.string($0) }.sorted { $0.text < $1.text }))
        })
    }

    /// Notes how a property was read, and the objects on its path.
    mutating func note(
      _ property: PropertySpec, _ value: Plain, _ place: PlaceSpec, _ node: Node,
      _ reference: Reference, _ scope: Scope
    ) throws {
      guard place.isRead, place.form != .excluded else { return }
      if case .path(let steps) = place.form, steps.count > 1, steps.names.count == steps.count {
        for count in 1..<steps.count {
          let names = steps.prefix(count).names
          let pointer = names.map { "/" + $0 }.joined()
          if let found = node.at(names) {
            if found.json.isNull { null.insert(pointer) } else { object.insert(pointer) }
          } else {
            absent.insert(pointer)
          }
        }
      }
      if property.type.isDoubleOptional { return }
      switch try reference.find(place, in: node, scope) {
      case .absent, .blocked: absent.insert(property.key)
      case .value(let found):
        let isNil = property.type.isOptional && value == .none
        if isNil || found.json.isNull { null.insert(property.key) }
      }
    }

    /// Forgets the objects at those places.
    mutating func forgetObjects(where isForgotten: (String) -> Bool) {
      for list in [\Presence.absent, \.null, \.object] {
        self[keyPath: list] = self[keyPath: list].filter { !($0.hasPrefix("/") && isForgotten($0)) }
      }
    }
  }

  /// Forgets the objects on paths that lead into arrays, too, or to what is put together.
  func forgetObjects(
    of classID: Int, _ content: Path, _ policy: ConversionPolicy, _ presence: inout Presence
  ) throws {
    var all: [Path] = []
    for property in family.properties(of: classID) {
      let place = place(of: property, in: classID, content)
      guard place.isWritten else { continue }
      switch place.form {
      case .excluded: continue
      case .root: presence.forgetObjects { _ in true }
      case .path, .firstOf: all += [place.writtenSteps].compactMap { $0 }
      case .all(let paths):
        all += paths
        for path in paths { presence.forgetObjects(where: Self.pointers(path).contains) }
      }
    }
    for (index, path) in all.enumerated() {
      if path.names.count < path.count {
        presence.forgetObjects(where: Self.pointers(path).contains)
      }
      for (other, longer) in all.enumerated() where other != index && longer.starts(with: path) {
        if longer.count > path.count, policy.overlaps == .first {
          throw Uncovered(what: "presence beside places within each other")
        }
      }
    }
  }

  private static func pointers(_ path: Path) -> [String] {
    let names = path.prefix { if case .key = $0 { true } else { false } }.names
    return names.indices.map { names.prefix($0 + 1).map { "/" + $0 }.joined() }
  }

  /// Which properties are not written because of their presence, and what is written beside the
  /// others.
  func writtenPresence(
    of model: Plain.ModelValue, _ properties: [(PropertySpec, Path)], _ policy: ConversionPolicy
  ) throws -> (leftOut: Set<String>, others: [(Path, JSON)]) {
    guard let presence = model.presence else { return ([], []) }
    func names(_ list: String) -> Set<String> {
      guard case .array(let names)? = presence[list] else { return [] }
      return Set(names.compactMap(\.asString))
    }
    let (absent, null) = (names("absent"), names("null"))
    var leftOut: Set<String> = []
    var others: [(Path, JSON)] = []
    var nulls: Set<String> = []
    for (property, steps) in properties {
      guard let value = model[property.key], !property.type.isDoubleOptional else { continue }
      let rules = property.rules(policy)
      let new = property.declaredDefault ?? property.initial
      if absent.contains(property.key) {
        let isNeeded =
          property.isRequired || rules.absentKeys == .fail && !property.type.isOptional
        if value == new, !isNeeded { leftOut.insert(property.key) }
      } else if null.contains(property.key) {
        if property.transformer != nil { throw Uncovered(what: "a null and a transformer") }
        if rules.null == .reset { throw Uncovered(what: "null that resets") }
        let left =
          rules.null == .skip ? new : property.type.isOptional ? .none : property.initial
        let holdsNull = [.any, .raw].contains(property.type) && rules.null == .fail
        if value == left || holdsNull && value == .none {
          leftOut.insert(property.key)
          nulls.insert(property.key)
          let isArray = steps.firstIndex { if case .key = $0 { false } else { true } }
          if isArray != nil { throw Uncovered(what: "a null in an array") }
          others.append((steps, .null))
        }
      }
    }
    let unwritten = try properties.filter { property, steps in
      guard !leftOut.contains(property.key), let value = model[property.key] else { return false }
      // A double Optional that is absent would be read back from null as an inner nil.
      if property.type.isDoubleOptional, value == .none, property.place?.isRead != false {
        return false
      }
      let rules = property.rules(policy)
      do {
        return try (json(of: value, property, steps, at: [], rules) ?? .null).isNull
      } catch is Failure {
        // A value that can't be written is no null; writing it says so, with its place.
        return false
      }
    }.map(\.0.key)
    for pointer in null where pointer.hasPrefix("/") {
      let path: Path = pointer.dropFirst().split(separator: "/").map { .key(String($0)) }
      let inner = properties.filter { $0.1.count > path.count && $0.1.starts(with: path) }
      guard !inner.isEmpty,
        inner.allSatisfy({ leftOut.contains($0.0.key) || unwritten.contains($0.0.key) })
      else { continue }
      others.removeAll { $0.0.starts(with: path) }
      others.append((path, .null))
    }
    for pointer in names("object") {
      let path: Path = pointer.dropFirst().split(separator: "/").map { .key(String($0)) }
      // A path that is only read has no object in what is written.
      guard properties.contains(where: { $0.1.count > path.count && $0.1.starts(with: path) })
      else { continue }
      others.append((path, .object([])))
    }
    return (leftOut, others.sorted { $0.0.count > $1.0.count })
  }
}
