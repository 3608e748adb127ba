/// Where the properties of a class lie in its JSON, those of a model that is spread over the same
/// object included.
struct MappedPlaces {
  /// The members that the properties are mapped to, in either direction; nil where that is not
  /// asked for.
  private(set) var members: MappedMembers?
  /// The mistakes of models that lie in the object that they are read from, without end.
  private(set) var circles: [String] = []
  private var written: [(key: String, path: [JSONKeyPath.Component])] = []
  private var open: [Model.Type]

  init(_ modelClass: Model.Type, tellsMembers: Bool) {
    open = [modelClass]
    members = tellsMembers ? MappedMembers() : nil
  }

  /// Adds a member by its name, as it is.
  mutating func add(literal name: String) {
    members?.add([.key(name)])
  }

  /// The mistakes of writing to places that are in each other's way.
  var conflicts: [String] {
    // The most frequent mapping by far, in which nothing can be.
    if written.allSatisfy({ $0.path.count == 1 && $0.path.areKeys }) { return [] }
    let places = WritingPlaces()
    for (key, path) in written { places.add(key, at: path[...]) }
    return places.conflicts()
  }

  mutating func add(_ property: Property, _ path: JSONKeyPath, hasTransformer: Bool) {
    // The members of the value matter only where they may be spread over the object.
    let content =
      hasTransformer || path.isPlain ? nil : Self.modelClass(of: property.valueType)
    add(path, of: property, content, key: property.key, isWritten: path.direction != .readOnly)
  }

  private mutating func add(
    _ path: JSONKeyPath, of property: Property, _ content: Model.Type?, key: String,
    isWritten: Bool
  ) {
    switch path.form {
    case .path(let components):
      members?.add(components[...])
      if isWritten { written.append((key, components)) }
    case .firstOf(let paths):
      for (index, path) in paths.enumerated() {
        add(path, of: property, content, key: key, isWritten: isWritten && index == 0)
      }
    case .all(let paths):
      for path in paths { add(path, of: property, nil, key: key, isWritten: isWritten) }
    case .root:
      addSpread(property, content, key: key, isWritten: isWritten)
    case .excluded:
      break
    }
  }

  /// Adds what a property holds that is mapped to the object itself.
  private mutating func addSpread(
    _ property: Property, _ content: Model.Type?, key: String, isWritten: Bool
  ) {
    guard let content else {
      // A dictionary takes all there is.
      if Self.takesAll(property.valueType) { members?.add([]) }
      return
    }
    if let circle = open.first(where: { $0 == content }) {
      circles.append(
        "\"\(key)\" is mapped to root, where \(circle) begins again within itself without end: "
          + "map it to a member")
      return
    }
    open.append(content)
    defer { open.removeLast() }
    let paths = JSONKeyPaths.of(content)
    let properties = ModelSchema.draft(of: content).properties
    let transformers = content.declaredTransformers(forKeys: properties.map(\.key))
    for (inner, transformer) in zip(properties, transformers) {
      guard let path = paths.path(of: inner), path.mistake == nil else {
        continue
      }
      add(
        path, of: inner, transformer != nil ? nil : Self.modelClass(of: inner.valueType), key: key,
        isWritten: isWritten && path.direction != .readOnly)
    }
  }

  /// The class of the one model that a property of this type holds.
  static func modelClass(of type: Any.Type) -> Model.Type? {
    if let optional = type as? any OptionalProtocol.Type {
      return modelClass(of: optional.wrappedMetatype)
    }
    return type as? Model.Type
  }

  private static func takesAll(_ type: Any.Type) -> Bool {
    if let optional = type as? any OptionalProtocol.Type {
      return takesAll(optional.wrappedMetatype)
    }
    return type == Any.self || type == [String: Any].self
  }
}

/// A field that is read after all others, from a place found by its path.
struct DeferredField: Sendable {
  enum Source: Sendable {
    /// The first that is there and not null.
    case firstOf([[JSONKeyPath.Component]])
    /// A dictionary of those found, keyed by the paths' texts.
    case all([(text: String, path: [JSONKeyPath.Component])])
    /// One path, through arrays.
    case path([JSONKeyPath.Component])
    /// One path, or the name that its text is, if nothing lies there.
    case fallback([JSONKeyPath.Component], name: String)
    /// The object itself.
    case root
  }

  let field: Int
  let source: Source
  /// The index of the name that each path begins with, among those that are noted; -1 for others.
  var heads: [Int] = []

  /// The paths that are looked at.
  var paths: [[JSONKeyPath.Component]] {
    switch source {
    case .firstOf(let paths): paths
    case .all(let paths): paths.map(\.path)
    case .path(let path), .fallback(let path, _): [path]
    case .root: []
    }
  }

  /// The path in the elements of an array that is a member of the object, if there is one such array,
  /// and no other in it.
  var elementPath: ArraySlice<JSONKeyPath.Component>? {
    guard case .path(let path) = source, path.count > 2, path[1] == .each else { return nil }
    let rest = path[2...]
    return rest.contains(.each) ? nil : rest
  }
}

/// The members of a JSON object that a class's properties are mapped to. What else the object holds
/// is extra, further in too.
///
/// A member with an array that a path goes into counts as a whole.
struct MappedMembers: Sendable {
  private var members: [String: MappedMembers] = [:]
  private var isWhole = false

  mutating func add(_ path: ArraySlice<JSONKeyPath.Component>) {
    guard case .key(let name)? = path.first else {
      isWhole = true
      return
    }
    members[name, default: MappedMembers()].add(path.dropFirst())
  }

  /// Whether a member is mapped, or something in it.
  func holds(_ name: String) -> Bool { isWhole || members[name] != nil }

  /// What is mapped in each node of an object.
  func members(ofNodesFrom node: JSONInputNode) -> [ObjectIdentifier: MappedMembers] {
    var found = [ObjectIdentifier(node): self]
    for (name, member) in zip(node.table.names, node.members) {
      guard let child = member.child, let inner = members[name] else { continue }
      found.merge(inner.members(ofNodesFrom: child)) { first, _ in first }
    }
    return found
  }

  /// Returns what is not mapped of the object at the cursor, as JSONSerialization gives it.
  ///
  /// - Parameter refuse: Called with what cannot be kept; it is left out unless this throws.
  func extras(
    _ reader: inout JSONReader, _ refuse: (ConversionError) throws -> Void
  ) throws -> [String: Any] {
    var extras: [String: Any] = [:]
    guard !isWhole, try reader.beginObject() else { return extras }
    repeat {
      let name = try reader.readKey()
      guard let member = members[name] else {
        let place = ReadingPlace(&reader)
        do {
          extras[name] = try reader.readAnyValue()
        } catch let error as ConversionError {
          try refuse(error)
          try place.skip(&reader)
        }
        continue
      }
      // Of members with equal names, the last counts.
      extras[name] = nil
      if !member.isWhole, try reader.peekKind() == .object {
        let inner = try member.extras(&reader, refuse)
        if !inner.isEmpty { extras[name] = inner }
      } else {
        try reader.skipValue()
      }
    } while try reader.nextMember()
    return extras
  }
}
