extension MappingMaker {
  /// The places of a class's properties in its JSON, including those of a model spread over the
  /// same object.
  struct Places {
    /// The members that properties map, in either direction; nil if they are not needed.
    private(set) var members: JSONMapping.MappedMembers?
    /// The mistakes of models that are spread over their own object, without end.
    private(set) var circles: [String] = []
    private var written: [(key: String, path: [JSONKeyPath.Component])] = []
    private var open: [Model.Type]
    private let keepsExtras: Bool

    init(_ modelClass: Model.Type, tellsMembers: Bool, keepsExtras: Bool) {
      open = [modelClass]
      self.keepsExtras = keepsExtras
      members = tellsMembers || keepsExtras ? JSONMapping.MappedMembers() : nil
    }

    /// Says which members of the object at a path of names have their names in any case.
    mutating func fold(
      _ names: [JSONKeyTable.Name: String], at path: [JSONKeyPath.Component]
    ) {
      if !names.isEmpty { members?.fold(names, at: path[...]) }
    }

    /// Adds a member by its literal name.
    mutating func add(literal name: String) {
      members?.add([.key(name)])
    }

    /// Adds the place at the end of a path of names.
    mutating func add(path: [String]) {
      if !path.isEmpty { members?.add(path.map { .key($0) }[...]) }
    }

    /// The mistakes of writing to places that overlap.
    var conflicts: [String] {
      // By far the most frequent mapping, without overlaps.
      if written.allSatisfy({ $0.path.count == 1 && $0.path.areKeys }) { return [] }
      let places = WritingPlaces()
      for (key, path) in written { places.add(key, at: path[...]) }
      return places.conflicts()
    }

    mutating func add(_ property: Property, _ path: JSONKeyPath, hasTransformer: Bool) {
      // The value's members matter only if they can be spread over the object.
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

    /// Adds the contents of a property that is mapped to the object itself.
    private mutating func addSpread(
      _ property: Property, _ content: Model.Type?, key: String, isWritten: Bool
    ) {
      guard let content else {
        // A dictionary accepts all members, and those of other values are unknown: kept as extras,
        // and refused by nobody.
        if !keepsExtras || Self.takesAll(property.valueType) { members?.add([]) }
        return
      }
      if let circle = open.first(where: { $0 == content }) {
        circles.append(
          "\"\(key)\" is mapped to root, where \(circle) contains itself without end: "
            + "map it to a member")
        return
      }
      open.append(content)
      defer { open.removeLast() }
      let paths = JSONKeyPaths.of(content)
      let properties = ModelSchema.draft(of: content).properties
      let transformers = content.declaredTransformers(forKeys: properties.map(\.key))
      for (inner, transformer) in zip(properties, transformers) {
        guard let path = paths.path(of: inner), path.mistakeInObject == nil else {
          continue
        }
        add(
          path, of: inner, transformer != nil ? nil : Self.modelClass(of: inner.valueType),
          key: key,
          isWritten: isWritten && path.direction != .readOnly)
      }
    }

    /// The class of the only model in a property of this type.
    static func modelClass(of type: Any.Type) -> Model.Type? {
      RuntimeFields.withoutOptionals(type) as? Model.Type
    }

    private static func takesAll(_ type: Any.Type) -> Bool {
      let type = RuntimeFields.withoutOptionals(type)
      return type == Any.self || type == [String: Any].self
    }
  }
}

extension JSONMapping {
  /// A field that is read after all others, from a place found by its path.
  struct DeferredField: Sendable {
    enum Source: Sendable {
      /// The first one that is there and not null.
      case firstOf([[JSONKeyPath.Component]])
      /// A dictionary of the values found, keyed by the paths' texts.
      case all([(text: String, path: [JSONKeyPath.Component])])
      /// One path, through arrays.
      case path([JSONKeyPath.Component])
      /// One path, or its text as a name if the path leads nowhere.
      case fallback([JSONKeyPath.Component], name: String)
      /// The object itself.
      case root
    }

    let field: Int
    let source: Source
    /// The index of the alternative that is written, too; nil if none is.
    var written: Int?
    /// The index of each path's first name, among the noted ones; -1 for others.
    var heads: [Int] = []

    /// All paths.
    var paths: [[JSONKeyPath.Component]] {
      switch source {
      case .firstOf(let paths): paths
      case .all(let paths): paths.map(\.path)
      case .path(let path), .fallback(let path, _): [path]
      case .root: []
      }
    }
  }

  /// The members of a JSON value that a class's properties map. All other members, even further in,
  /// are extras.
  struct MappedMembers: Sendable {
    private var members = [JSONKeyTable.Name: MappedMembers]()
    /// What is mapped in the elements that paths enter, in one; empty if none does.
    private var elements: [MappedMembers] = []
    private var isWhole = false
    /// The names that are read in any case, by their form in small letters.
    private var folded = [JSONKeyTable.Name: String]()

    mutating func fold(
      _ names: [JSONKeyTable.Name: String], at path: ArraySlice<JSONKeyPath.Component>
    ) {
      guard case .key(let name)? = path.first else {
        folded = names
        return
      }
      members[JSONKeyTable.Name(text: name), default: MappedMembers()]
        .fold(names, at: path.dropFirst())
    }

    private func member(_ name: String) -> MappedMembers? {
      if let member = members[JSONKeyTable.Name(text: name)] { return member }
      if folded.isEmpty { return nil }
      return folded[JSONKeyTable.Name(folding: name)].flatMap {
        members[JSONKeyTable.Name(text: $0)]
      }
    }

    mutating func add(_ path: ArraySlice<JSONKeyPath.Component>) {
      switch path.first {
      case nil: isWhole = true
      case .key(let name)?:
        members[JSONKeyTable.Name(text: name), default: MappedMembers()].add(path.dropFirst())
      case .index?, .each?:
        if elements.isEmpty { elements = [MappedMembers()] }
        elements[0].add(path.dropFirst())
      }
    }

    /// The names of the members, in order; none if the value is mapped as a whole.
    var names: [String] { isWhole ? [] : members.keys.map(\.text).orderedByName { $0 } }

    /// What is mapped in a member: nil if neither the member nor a part of it is.
    subscript(name: String) -> MappedMembers? {
      isWhole ? self : member(name)
    }

    func members(ofNodesFrom node: InputNode) -> [ObjectIdentifier: MappedMembers] {
      var found = [ObjectIdentifier(node): self]
      for (name, member) in zip(node.table.names, node.members) {
        guard let child = member.child, let inner = members[JSONKeyTable.Name(text: name)] else {
          continue
        }
        found.merge(inner.members(ofNodesFrom: child)) { first, _ in first }
      }
      return found
    }

    /// Reads the value at the cursor, and calls `tell` at the value of each member in it, at any
    /// level, that is not mapped.
    ///
    /// - Returns: whether it was called.
    func readOthers(
      from reader: inout JSONReader, in context: ReadingContext,
      _ tell: (_ name: String, _ offset: Int, _ known: MappedMembers) throws -> Void
    ) throws -> Bool {
      var hasOthers = false
      guard !isWhole else {
        try reader.skipValue()
        return false
      }
      switch try reader.peekKind() {
      case .object:
        guard try reader.beginObject() else { return false }
        repeat {
          let name = try reader.readKey()
          let place = ReadingContext.Place(&reader)
          if context.isSuperseded(at: place.position) {
            try reader.skipValue()
          } else if let member = member(name) {
            if try member.readOthers(from: &reader, in: context, tell) { hasOthers = true }
          } else {
            try tell(name, place.position, self)
            hasOthers = true
            try reader.skipValue()
          }
        } while try reader.nextMember()
      case .array where !elements.isEmpty:
        guard try reader.beginArray() else { return false }
        repeat {
          if try elements[0].readOthers(from: &reader, in: context, tell) { hasOthers = true }
        } while try reader.nextElement()
      case .array, .string, .number, .bool, .null, .live:
        try reader.skipValue()
      }
      return hasOthers
    }

    /// Returns the members of the object at the cursor that are not mapped, in JSONSerialization's
    /// form. A member with an array that a path enters counts as mapped.
    ///
    /// - Parameters:
    ///   - known: The members of a model that is updated, of which a null removes one; nil for a
    ///     new one.
    ///   - refuse: Called with the error of a member that can't be kept; the member is dropped
    ///     unless this throws.
    func extras(
      _ reader: inout JSONReader, in context: ReadingContext, beside known: [String: Any]?,
      _ refuse: (ConversionError) throws -> Void
    ) throws -> [String: Any] {
      /// Whether a null removes nothing there.
      func hasNothing(at name: String) -> Bool { known.map { $0[name] == nil } ?? false }

      var extras = [String: Any]()
      guard !isKept, try reader.beginObject() else { return extras }
      repeat {
        let name = try reader.readKey()
        guard let member = member(name) else {
          let place = ReadingContext.Place(&reader)
          let removesNothing =
            try known != nil && reader.peekKind() == .null && hasNothing(at: name)
          do {
            let value = try reader.readAnyValue(context)
            if extras.removeLookalike(of: name) {
              try context.handleLookalike(name, at: place.position)
            }
            if removesNothing {
              extras[name] = nil
            } else {
              extras[name] = value
            }
          } catch let error as ConversionError {
            try refuse(error)
            try place.skip(&reader)
          }
          continue
        }
        // Of members with equal names, the last counts.
        if !extras.hasLookalike(of: name) { extras[name] = nil }
        let place = ReadingContext.Place(&reader)
        var rest: Any?
        switch try reader.peekKind() {
        case .object where !member.isKept:
          let within = known.map { $0[name] as? [String: Any] ?? [:] }
          let inner = try member.extras(&reader, in: context, beside: within, refuse)
          if !inner.isEmpty { rest = inner }
        case .null where !member.isKept && known != nil:
          // It removes everything there.
          let null = try reader.readAnyValue(context)
          if !hasNothing(at: name) { rest = null }
        default:
          try reader.skipValue()
        }
        guard let rest else { continue }
        if extras.removeLookalike(of: name) {
          try context.handleLookalike(name, at: place.position)
        }
        extras[name] = rest
      } while try reader.nextMember()
      return extras
    }

    /// Whether nothing within the value is an extra.
    private var isKept: Bool { isWhole || !elements.isEmpty }
  }
}

extension MappingMaker {
  /// The places that properties are written to, as a tree, which shows overlaps.
  ///
  /// Two properties can have the same place; they have to agree in writing.
  final class WritingPlaces {
    private typealias Component = JSONKeyPath.Component

    /// The keys of the properties that are written right here.
    private var keys: [String] = []
    private var inner: [(component: Component, place: WritingPlaces)] = []
    private var indexes = [Component: Int]()

    func add(_ key: String, at path: ArraySlice<JSONKeyPath.Component>) {
      guard let component = path.first else {
        if !keys.contains(key) { keys.append(key) }
        return
      }
      let index = indexes.value(for: component) { inner.count }
      if index == inner.count { inner.append((component, WritingPlaces())) }
      inner[index].place.add(key, at: path.dropFirst())
    }

    /// The mistakes of writing to a place and inside it, or an object and an array to one place.
    func conflicts(at path: [JSONKeyPath.Component] = []) -> [String] {
      let place = JSONKeyPath.text(of: path)
      if let key = keys.first, let first = inner.first {
        return [
          "\"\(key)\" is written to \(place), and \"\(first.place.anyKey)\" inside it: make one of "
            + "them .readOnly"
        ]
      }
      let members = inner.filter { $0.component.isKey }
      let elements = inner.filter { !$0.component.isKey }
      if let member = members.first, let element = elements.first {
        return [
          "\"\(member.place.anyKey)\" is written to a member of \(place), and "
            + "\"\(element.place.anyKey)\" to an element: make one of them .readOnly"
        ]
      }
      if let each = elements.first(where: { $0.component == .each }) {
        for element in elements where element.component != .each {
          guard let (key, other) = each.place.overlap(with: element.place) else { continue }
          return [
            "\"\(key)\" is written to every element of \(place), and \"\(other)\" to one of them: "
              + "make one of them .readOnly"
          ]
        }
      }
      return inner.flatMap { $0.place.conflicts(at: path + [$0.component]) }
    }

    /// Two keys that have one value, or one of which is written inside the other's, if the two
    /// places are the same.
    private func overlap(with other: WritingPlaces) -> (String, String)? {
      let areLeaves = !keys.isEmpty && !other.keys.isEmpty
      if areLeaves || !keys.isEmpty && !other.inner.isEmpty || !inner.isEmpty && !other.keys.isEmpty
      {
        return (anyKey, other.anyKey)
      }
      for (component, place) in inner {
        if let index = other.indexes[component],
          let found = place.overlap(with: other.inner[index].place)
        {
          return found
        }
      }
      return nil
    }

    private var anyKey: String {
      keys.first ?? inner.first?.place.anyKey ?? ""
    }
  }
}

extension JSONKeyPath.Component {
  var isKey: Bool {
    if case .key = self { true } else { false }
  }
}

extension MappingMaker {
  /// The members of one object on the paths to a class's fields, collected path by path, in order.
  struct MemberTree {
    fileprivate struct Member {
      let name: String
      /// The fields right here.
      var fields: [Int]
      /// The members further in.
      var child: MemberTree?
      /// Whether to write it even if it is empty.
      var isKept = false
    }

    private var members: [Member] = []
    private var indexes = [JSONKeyTable.Name: Int]()

    /// Whether a path has several names.
    var isNested: Bool { members.contains { $0.child != nil } }

    init(capacity: Int = 0) {
      members.reserveCapacity(capacity)
      indexes = Dictionary(minimumCapacity: capacity)
    }

    /// Adds the field at the end of `path`.
    mutating func add(_ field: Int, at path: ArraySlice<JSONKeyPath.Component>) {
      guard case .key(let name)? = path.first else { return }
      let isHere = path.count == 1
      let key = JSONKeyTable.Name(text: name)
      let index = indexes.value(for: key) { members.count }
      if index < members.count {
        if isHere { return members[index].fields.append(field) }
        members[index].child = members[index].child ?? MemberTree()
        members[index].child?.add(field, at: path.dropFirst())
        return
      }
      var child: MemberTree?
      if !isHere {
        child = MemberTree()
        child?.add(field, at: path.dropFirst())
      }
      members.append(Member(name: name, fields: isHere ? [field] : [], child: child))
    }

    /// Writes the objects at all steps of a path, even empty ones.
    mutating func keep(_ path: ArraySlice<JSONKeyPath.Component>) {
      guard case .key(let name)? = path.first else { return }
      let key = JSONKeyTable.Name(text: name)
      let index = indexes.value(for: key) { members.count }
      if index == members.count {
        members.append(Member(name: name, fields: [], child: MemberTree()))
      }
      members[index].isKept = true
      members[index].child?.keep(path.dropFirst())
    }

    /// Makes the node for reading. A member with one field has the field's number as its mark, any
    /// other a new one from `marks` on.
    ///
    /// - Parameters:
    ///   - shared: The indexes of the members that are heads of deferred paths, too.
    ///   - known: What is mapped in the object, if the policy asks what is not.
    func input(
      _ marks: inout Int, _ all: [any JSONField], heads: [JSONMapping.InputNode.Head] = [],
      shared: [JSONKeyTable.Name: Int] = [:], _ known: JSONMapping.MappedMembers?
    ) -> JSONMapping.InputNode {
      // With marks, so that of two members with one name the last counts here, too.
      let others = (known?.names ?? []).filter { name in
        !holds(JSONKeyTable.Name(text: name))
          && !heads.contains { $0.name.hasSameScalars(as: name) }
      }
      let heads = heads + others.map { .init(name: $0, only: nil, isTag: false) }
      let made = members.map { member -> JSONMapping.InputNode.Member in
        let child = member.child?.input(&marks, all, heads: [], known?[member.name])
        let field = member.field(in: all)
        let mark = field == nil ? marks : member.fields[0]
        if field == nil { marks += 1 }
        // Issues about models within a secret property are hidden afterwards, because their codec
        // doesn't hide them.
        let isHidden =
          field.map { $0.property.isSecret && $0.memberCodec?.nestedPlan != nil } ?? false
        return .init(
          mark: mark, form: field?.form ?? .none, codec: isHidden ? nil : field?.memberCodec,
          fields: member.fields, child: child,
          head: shared[JSONKeyTable.Name(text: member.name)].map { heads.count + $0 })
      }
      defer { marks += heads.count }
      return JSONMapping.InputNode(members.map(\.name), made, heads, mark: marks)
    }

    /// Whether there is a member of that name.
    func holds(_ name: JSONKeyTable.Name) -> Bool { indexes[name] != nil }

    /// Makes the node for writing.
    func output(
      _ all: [any JSONField], _ omissions: ExportOmissions?
    ) -> JSONMapping.OutputNode {
      JSONMapping.OutputNode(
        members.map { member in
          var field = member.field(in: all)
          // Where a nil may have to be written, it is asked for.
          if member.isKept || omissions?.asks(about: member.fields) == true { field = nil }
          return .init(
            name: member.name, key: .of(member.name), form: field?.writingForm ?? .none,
            codec: field?.writingCodec, fields: member.fields,
            child: member.child?.output(all, omissions), isKept: member.isKept)
        })
    }
  }
}

extension MappingMaker {
  /// The deferred fields, the members with which only their paths begin, and those with which other
  /// fields do, too. The index of such a head follows those of the others.
  func findingHeads() -> (
    deferred: [JSONMapping.DeferredField], heads: [JSONMapping.InputNode.Head],
    shared: [JSONKeyTable.Name: Int]
  ) {
    var names: [String] = []
    var shared = [JSONKeyTable.Name: Int]()
    var indexes = [JSONKeyTable.Name: Int]()
    let found = deferred.map { item in
      var item = item
      item.heads = item.paths.map { path in
        guard case .key(let text)? = path.first else { return -1 }
        let name = JSONKeyTable.Name(text: text)
        // Until the number of the others is known, below -1.
        if readMembers.holds(name) {
          let count = shared.count
          return -2 - shared.value(for: name) { count }
        }
        let index = indexes.value(for: name) { names.count }
        if index == names.count { names.append(text) }
        return index
      }
      return item
    }
    for text in tagHeads() {
      let name = JSONKeyTable.Name(text: text)
      if readMembers.holds(name) { continue }
      if indexes.value(for: name, make: { names.count }) == names.count { names.append(text) }
    }
    var users = names.map { _ in [JSONMapping.DeferredField]() }
    for item in found {
      for head in item.heads where head >= 0 { users[head].append(item) }
    }
    return (
      found,
      zip(names, users).map { name, users in
        JSONMapping.InputNode.Head(
          name: name, only: users.count == 1 ? only(users[0]) : nil,
          isTag: users.isEmpty && clusters?.tags.contains { $0.path == [name] } ?? false)
      },
      shared
    )
  }

  /// The field, and its path from the second step on, that can be read before the object's other
  /// members. Plain values and arrays only, because reading them twice is cheap: nested models
  /// would each be read twice as often as the one around them.
  private func only(
    _ item: JSONMapping.DeferredField
  ) -> (field: Int, path: ArraySlice<JSONKeyPath.Component>)? {
    let field = fields[item.field]
    guard case .path(let path) = item.source, path.count > 1,
      path.lastIndex(of: .each) ?? 1 == 1, !field.property.access.runsCode,
      field.form.isBoxed
        || field.array != nil && !TypeShape.of(field.property.valueType).mayHoldModels
    else { return nil }
    return (item.field, path.dropFirst())
  }
}

extension MappingMaker.MemberTree.Member {
  /// The only field here; nil if there are several, or members further in.
  fileprivate func field(in all: [any JSONField]) -> (any JSONField)? {
    child == nil && fields.count == 1 ? all[fields[0]] : nil
  }
}
