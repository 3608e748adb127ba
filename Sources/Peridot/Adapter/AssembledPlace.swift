/// A place of an object to which properties are written by indexes or `[*]`, and what lies there.
indirect enum AssembledPlace: Sendable {
  case field(AssembledField)
  /// An array, each element of which holds at the names' path what the field has at its index.
  case each(AssembledField, any JSONArrayField, [String])
  case members([(key: JSONOutputKey, place: AssembledPlace)])
  /// Elements in the order of their indexes; those between them are null.
  case elements([(index: Int, place: AssembledPlace)])

  /// Returns the members that `fields` are written to, in the order in which they are put together;
  /// nil where a tree has to be made of them: they meet, in each other or in one of `names`.
  static func members(
    of fields: [AssembledField], beside names: [String], _ all: [any JSONField]
  ) -> [(key: JSONOutputKey, place: AssembledPlace)]? {
    var paths: [(field: AssembledField, rest: ArraySlice<JSONKeyPath.Component>)] = []
    for field in fields {
      guard case .path(let path) = field.target, case .key(let name)? = path.first,
        !names.contains(name)
      else { return nil }
      paths.append((field, path[...]))
    }
    guard case .members(let members)? = place(of: paths, all) else { return nil }
    return members
  }

  private static func place(
    of paths: [(field: AssembledField, rest: ArraySlice<JSONKeyPath.Component>)],
    _ all: [any JSONField]
  ) -> AssembledPlace? {
    guard let first = paths.first else { return .members([]) }
    switch first.rest.first {
    case nil:
      return paths.count == 1 ? .field(first.field) : nil
    case .each:
      guard paths.count == 1, let names = Array(first.rest.dropFirst()).names,
        let array = all[first.field.field].array
      else { return nil }
      return .each(first.field, array, names)
    case .key, .index:
      break
    }
    var parts: [(component: JSONKeyPath.Component, place: AssembledPlace)] = []
    var others = paths[...]
    while let component = others.first?.rest.first {
      let part = others.prefix { $0.rest.first == component }
      // Members are in the order of the first value of each; so the values of one follow each other.
      guard !parts.contains(where: { $0.component == component }),
        let place = place(of: part.map { ($0.field, $0.rest.dropFirst()) }, all)
      else { return nil }
      parts.append((component, place))
      others = others.dropFirst(part.count)
    }
    guard others.isEmpty else { return nil }
    let members = parts.compactMap { part -> (JSONOutputKey, AssembledPlace)? in
      if case .key(let name) = part.component { (.of(name), part.place) } else { nil }
    }
    if members.count == parts.count { return .members(members) }
    let elements = parts.compactMap { part -> (Int, AssembledPlace)? in
      if case .index(let index) = part.component { (index, part.place) } else { nil }
    }
    return elements.count == parts.count ? .elements(elements.sorted { $0.0 < $1.0 }) : nil
  }
}

/// A field whose JSON is put into the written object afterwards.
struct AssembledField: Sendable {
  enum Target: Sendable {
    case path([JSONKeyPath.Component])
    case all([(text: String, path: [JSONKeyPath.Component])])
    /// The object itself, where another property may write the same member with the same value
    /// only, or with any.
    case root(mustAgree: Bool)
  }

  let field: Int
  let target: Target

  /// The step from the object to the field's value, as a path of an error has it.
  var step: String {
    if case .path(let path) = target { path.step } else { "" }
  }

  /// The places that the value is put to; none for the object itself.
  var paths: [[JSONKeyPath.Component]] {
    switch target {
    case .path(let path): [path]
    case .all(let paths): paths.map(\.path)
    case .root: []
    }
  }
}
