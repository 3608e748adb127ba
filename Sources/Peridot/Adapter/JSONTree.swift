/// A JSON value under construction, whose scalars are text already.
indirect enum JSONTree {
  case object([(name: String, value: JSONTree)])
  case array([JSONTree])
  case scalar([UInt8])
  /// An object that is part of another one unchanged: its members are final. Or any text that is
  /// written as it is.
  case whole(WholeObject)

  static var null: JSONTree { .scalar(Array("null".utf8)) }

  /// Parses the writer's own text, which can represent whole objects by numbers.
  init(_ bytes: [UInt8], _ parts: JSONWriter.Parts? = nil) throws {
    self = try JSONBytes(bytes).withReader(maximumDepth: .max) { try JSONTree(&$0, parts) }
  }

  /// Makes the tree of the text of `write`, a part of the text of `outer`.
  init(
    within outer: borrowing JSONWriter, _ write: (inout JSONWriter) throws -> Void
  ) throws {
    var writer = JSONWriter(within: outer)
    let parts = JSONWriter.Parts()
    writer.parts = parts
    try write(&writer)
    try self.init(writer.bytes(), parts)
  }

  /// Makes the object with these members, ordered by name.
  ///
  /// - Parameters:
  ///   - options: Those of the document.
  ///   - known: Objects that can be within, by their members' storage.
  ///   - leaf: Writes a value that is neither a JSON object nor an array.
  /// - Throws: a `ConversionError` for a value without a JSON form.
  init(
    _ value: Any, _ options: JSONWritingOptions, known: [UInt: WholeObject], depth: Int = 0,
    maximumDepth: Int,
    leaf: (Any, inout JSONWriter) throws -> Void
  ) throws {
    switch Boxed(json: value) {
    case .object(let members):
      if let object = known[WholeObject.identity(of: members)] {
        self = .whole(object)
        return
      }
      try Self.check(depth, maximumDepth)
      self = .object(
        try members.sortedByName.map { name, value in
          do {
            return (
              name,
              try JSONTree(
                value, options, known: known, depth: depth + 1, maximumDepth: maximumDepth,
                leaf: leaf)
            )
          } catch let error as ConversionError {
            throw error.inside([.key(name)])
          }
        })
    case .array(let elements):
      try Self.check(depth, maximumDepth)
      self = .array(
        try elements.enumerated().map { index, element in
          do {
            return try JSONTree(
              element, options, known: known, depth: depth + 1, maximumDepth: maximumDepth,
              leaf: leaf)
          } catch let error as ConversionError {
            throw error.inside([.index(index)])
          }
        })
    case let other:
      var writer = JSONWriter(ofPartUnder: options)
      if other.isPlain {
        try other.write(to: &writer, maximumDepth: maximumDepth - depth)
      } else {
        try leaf(value, &writer)
      }
      self = try JSONTree(writer.bytes())
    }
  }

  private static func check(_ depth: Int, _ maximumDepth: Int) throws {
    guard depth >= maximumDepth else { return }
    throw ConversionError(JSONValueError(.tooDeep(limit: maximumDepth)))
  }

  private init(_ reader: inout JSONReader, _ parts: JSONWriter.Parts?) throws {
    if let parts, reader.nextByte() == JSONWriter.Parts.mark {
      reader.position += 1
      let part = reader.readIntIfPresent().map { parts.objects[$0] }
      self = (part as? WholeObject).map { .whole($0) } ?? .null
      return
    }
    switch try reader.peekKind() {
    case .object:
      var members: [(name: String, value: JSONTree)] = []
      if try reader.beginObject() {
        repeat {
          members.append((try reader.readKey(), try JSONTree(&reader, parts)))
        } while try reader.nextMember()
      }
      self = .object(members)
    case .array:
      var elements: [JSONTree] = []
      if try reader.beginArray() {
        repeat { elements.append(try JSONTree(&reader, parts)) } while try reader.nextElement()
      }
      self = .array(elements)
    case .string, .number, .bool, .null, .live:
      let start = reader.position
      try reader.skipValue()
      self = .scalar(reader.bytes(from: start, to: reader.position))
    }
  }

  /// The member of that name.
  subscript(name: String) -> JSONTree? {
    guard case .object(let members) = opened else { return nil }
    return Self.index(of: name, in: members).map { members[$0].value }
  }

  /// Compares names by their bytes.
  private static func index(
    of name: String, in members: [(name: String, value: JSONTree)]
  ) -> Int? {
    members.firstIndex { $0.name.hasSameScalars(as: name) }
  }

  /// The members of an object by their names' bytes. Of a repeated name, the last counts.
  static func byName(
    _ members: [(name: String, value: JSONTree)]
  ) -> [JSONKeyTable.Name: JSONTree] {
    Dictionary(members.lazy.map { (JSONKeyTable.Name(text: $0.name), $0.value) }) { $1 }
  }

  /// The members that count, in their order; `byName` is what ``byName(_:)`` made of them.
  static func counted(
    _ members: [(name: String, value: JSONTree)], _ byName: [JSONKeyTable.Name: JSONTree]
  ) -> [(name: String, value: JSONTree)] {
    if byName.count == members.count { return members }
    var names: Set<JSONKeyTable.Name> = []
    return members.reversed().filter { names.insert(JSONKeyTable.Name(text: $0.name)).inserted }
      .reversed()
  }

  /// The value at a path, or nil. `[*]` gives the array of what lies at the rest of the path, if
  /// anything does.
  func value(at path: ArraySlice<JSONKeyPath.Component>) -> JSONTree? {
    switch (path.first, opened) {
    case (nil, _): return self
    case (.key(let name), _): return self[name]?.value(at: path.dropFirst())
    case (.index(let index), .array(let elements)) where elements.indices.contains(index):
      return elements[index].value(at: path.dropFirst())
    case (.each, .array(let elements)):
      let column = elements.compactMap { $0.value(at: path.dropFirst()) }
      return column.isEmpty ? nil : .array(column)
    default: return nil
    }
  }

  /// Whether a path can't go on at a value on it that is not null.
  func blocks(_ path: ArraySlice<JSONKeyPath.Component>) -> Bool {
    switch (path.first, opened) {
    case (nil, _): return false
    case (.key(let name), .object): return self[name]?.blocks(path.dropFirst()) ?? false
    case (.index(let index), .array(let elements)):
      return elements.indices.contains(index) && elements[index].blocks(path.dropFirst())
    case (.each, .array(let elements)):
      return elements.contains { $0.blocks(path.dropFirst()) }
    default: return !isNull
    }
  }

  /// Puts `value` at a path, with new containers on the way; missing elements are null. `[*]`
  /// stands for each element of an array.
  ///
  /// An existing value stays. Returns false if it differs, or if the path can't go through it.
  mutating func insert(
    _ value: JSONTree, at path: ArraySlice<JSONKeyPath.Component>
  ) -> Bool {
    guard let component = path.first else {
      if isNull { self = value }
      return self == value || value.isNull
    }
    let rest = path.dropFirst()
    switch (component, opened) {
    case (.key, .array),
      (.key, .scalar) where !isNull, (.index, .object), (.each, .object),
      (.index, .scalar) where !isNull, (.each, .scalar) where !isNull:
      return value.isNull
    case (.key(let name), _):
      var members: [(name: String, value: JSONTree)] = []
      if case .object(let existing) = opened { members = existing }
      let index = Self.index(of: name, in: members) ?? members.count
      if index == members.count { members.append((name, .null)) }
      let agrees = members[index].value.insert(value, at: rest)
      self = .object(members)
      return agrees
    case (.index(let index), _):
      var elements = self.elements
      while elements.count <= index { elements.append(.null) }
      let agrees = elements[index].insert(value, at: rest)
      self = .array(elements)
      return agrees
    case (.each, _):
      var elements = self.elements
      var agrees = true
      for (index, element) in value.elements.enumerated() {
        if index == elements.count { elements.append(.null) }
        if !elements[index].insert(element, at: rest) { agrees = false }
      }
      self = .array(elements)
      return agrees
    }
  }

  /// Removes the member at a path of names.
  mutating func remove(at path: ArraySlice<JSONKeyPath.Component>) {
    guard case .key(let name)? = path.first, case .object(var members) = opened,
      let index = Self.index(of: name, in: members)
    else { return }
    if path.count == 1 {
      members.remove(at: index)
    } else {
      members[index].value.remove(at: path.dropFirst())
    }
    self = .object(members)
  }

  /// Replaces nulls between the elements through which a path with `[*]` leads: a null there would
  /// be one of its values.
  mutating func fillGaps(at path: ArraySlice<JSONKeyPath.Component>) {
    guard path.contains(.each), let component = path.first else { return }
    let rest = path.dropFirst()
    switch (component, opened) {
    case (.key(let name), .object(var members)):
      guard let index = Self.index(of: name, in: members) else { return }
      members[index].value.fillGaps(at: rest)
      self = .object(members)
    case (.index(let index), .array(var elements)) where index < elements.count:
      elements[index].fillGaps(at: rest)
      self = .array(elements)
    case (.each, .array(var elements)):
      guard let next = rest.first else { return }
      for index in elements.indices {
        if elements[index].isNull { elements[index] = next.isKey ? .object([]) : .array([]) }
        elements[index].fillGaps(at: rest)
      }
      self = .array(elements)
    default: break
    }
  }

  /// Adds the members of another object, and merges those in both.
  ///
  /// Returns the path of a member with another value.
  mutating func merge(_ other: JSONTree) -> [JSONKeyPath.Component]? {
    guard case .object(var members) = opened, case .object(let added) = other.opened else {
      return self == other || other.isNull ? nil : []
    }
    var conflict: [JSONKeyPath.Component]?
    let indexes = Dictionary(
      members.enumerated().map { (JSONKeyTable.Name(text: $1.name), $0) }
    ) { first, _ in first }
    for (name, value) in added {
      if let index = indexes[JSONKeyTable.Name(text: name)] {
        if let inner = members[index].value.merge(value), conflict == nil {
          conflict = [.key(name)] + inner
        }
      } else {
        members.append((name, value))
      }
    }
    self = .object(members)
    return conflict
  }

  /// Orders all members by name.
  mutating func sort() {
    switch self {
    case .object(let members):
      self = .object(
        members.map { member in
          var value = member.value
          value.sort()
          return (member.name, value)
        }.orderedByName { $0.name })
    case .array(let elements):
      self = .array(
        elements.map { element in
          var element = element
          element.sort()
          return element
        })
    case .scalar, .whole:
      break
    }
  }

  /// The object itself, if it is whole.
  var opened: JSONTree {
    if case .whole(let object) = self { object.tree } else { self }
  }

  /// The value in JSONSerialization's form.
  func value(_ context: WritingContext) throws -> Any {
    switch self {
    case .object(let members):
      var object = [String: Any](minimumCapacity: members.count)
      for (name, value) in members {
        try context.writeStep(.key(name)) {
          if object.removeLookalike(of: name) { try context.handleLookalike(name) }
          object[name] = try value.value(context)
        }
      }
      return object
    case .array(let elements):
      return try elements.enumerated().map { index, element in
        try context.writeStep(.index(index)) { try element.value(context) }
      }
    case .scalar(let text):
      return try JSONBytes(text).withReader { try $0.readAnyValue(nil, keepsDigits: true) }
    case .whole(let object):
      if object.text != nil, case .array = object.tree { return try object.tree.value(context) }
      return try object.members(context)
    }
  }

  /// The whole objects within, by their members' storage.
  func collect(_ known: inout [UInt: WholeObject], in context: WritingContext) throws {
    switch self {
    case .object(let members):
      for member in members { try member.value.collect(&known, in: context) }
    case .array(let elements):
      for element in elements { try element.collect(&known, in: context) }
    case .scalar:
      break
    case .whole(let object):
      if object.text != nil {
        // All empty dictionaries have one storage.
        guard case .object(let members) = object.tree, !members.isEmpty else { return }
      }
      known[WholeObject.identity(of: try object.members(context))] = object
    }
  }

  /// Puts members into the order of `other`, at every level; members that it lacks come last. A
  /// number that `other` has with a fraction of zero gets it back, which a Double doesn't tell.
  mutating func order(like other: JSONTree) {
    switch (self, other.opened) {
    case (.scalar(let number), .scalar(let text)) where text.starts(with: number):
      if text.dropFirst(number.count).elementsEqual(".0".utf8) { self = other }
    case (.object(let members), .object(let model)):
      let places = Dictionary(
        model.enumerated().map { (JSONKeyTable.Name(text: $0.element.name), $0.offset) }
      ) { $1 }
      let placed = members.enumerated().map { index, member in
        var value = member.value
        let place = places[JSONKeyTable.Name(text: member.name)]
        if let place { value.order(like: model[place].value) }
        return (place: place ?? model.count + index, member: (name: member.name, value: value))
      }
      self = .object(placed.ordered { $0.place }.map(\.member))
    case (.array(var elements), .array(let model)):
      for index in elements.indices.prefix(model.count) {
        elements[index].order(like: model[index])
      }
      self = .array(elements)
    default:
      break
    }
  }

  func write(_ writer: inout JSONWriter) {
    switch self {
    case .object(let members):
      writer.beginObject()
      for (name, value) in members {
        writer.key(name)
        value.write(&writer)
      }
      writer.endObject()
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(&writer) }
      writer.endArray()
    case .scalar(let text):
      writer.raw(text)
    case .whole(let object):
      if let text = object.text { writer.raw(text) } else { object.tree.write(&writer) }
    }
  }

  var isNull: Bool {
    if case .scalar(let text) = self { text == Array("null".utf8) } else { false }
  }

  private var elements: [JSONTree] {
    if case .array(let elements) = self { elements } else { [] }
  }
}

extension JSONTree {
  /// An object that was assembled, or finished by a hook, and is part of others unchanged.
  final class WholeObject {
    private(set) lazy var tree = text.flatMap { try? JSONTree($0) } ?? .null
    /// The text to write, for an object or an array that is kept with its spaces.
    let text: [UInt8]?
    private var knownMembers: [String: Any]?

    init(_ tree: JSONTree, members: [String: Any]? = nil) {
      text = nil
      knownMembers = members
      self.tree = tree
    }

    init(text: [UInt8]) { self.text = text }

    /// The members in JSONSerialization's form.
    func members(_ context: WritingContext) throws -> [String: Any] {
      if let knownMembers { return knownMembers }
      let members = try tree.value(context) as? [String: Any] ?? [:]
      knownMembers = members
      return members
    }

    /// The address of a dictionary's storage: equal for a dictionary and its copy, as long as both
    /// exist and neither was changed.
    static func identity(of members: [String: Any]) -> UInt {
      // A dictionary is one reference; it is only compared.
      unsafe unsafeBitCast(members, to: UInt.self)
    }
  }
}

extension JSONWriter {
  /// Writes an object or an array from ready text, whose spaces stay where an object around it is
  /// assembled.
  mutating func kept(_ text: [UInt8]) {
    let isContainer = text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")
    guard let parts, isContainer, !options.contains(.sortedKeys) else { return raw(text) }
    part(JSONTree.WholeObject(text: text), of: parts)
  }
}
