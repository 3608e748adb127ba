/// A JSON value that is being put together; its scalars are text already.
indirect enum JSONTree {
  case object([(name: String, value: JSONTree)])
  case array([JSONTree])
  case scalar([UInt8])

  static var null: JSONTree { .scalar(Array("null".utf8)) }

  /// Parses text that the writer has written.
  init(_ bytes: [UInt8]) throws {
    self = try JSONBytes(bytes).withReader(maximumDepth: .max) { try JSONTree(&$0) }
  }

  private init(_ reader: inout JSONReader) throws {
    switch try reader.peekKind() {
    case .object:
      var members: [(name: String, value: JSONTree)] = []
      if try reader.beginObject() {
        repeat {
          members.append((try reader.readKey(), try JSONTree(&reader)))
        } while try reader.nextMember()
      }
      self = .object(members)
    case .array:
      var elements: [JSONTree] = []
      if try reader.beginArray() {
        repeat { elements.append(try JSONTree(&reader)) } while try reader.nextElement()
      }
      self = .array(elements)
    default:
      let start = reader.position
      try reader.skipValue()
      self = .scalar(reader.bytes(from: start, to: reader.position))
    }
  }

  /// The member of that name.
  subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// What lies at a path of names and indexes; nil for nothing.
  func value(at path: ArraySlice<JSONKeyPath.Component>) -> JSONTree? {
    switch (path.first, self) {
    case (nil, _): return self
    case (.key(let name), _): return self[name]?.value(at: path.dropFirst())
    case (.index(let index), .array(let elements)) where elements.indices.contains(index):
      return elements[index].value(at: path.dropFirst())
    default: return nil
    }
  }

  /// Puts `value` at a path, making the containers on the way; missing elements are null. Through
  /// `[*]` goes each element of an array.
  ///
  /// What is there already stays; false tells that it is another value, or that there is no way
  /// through it.
  mutating func insert(
    _ value: JSONTree, at path: ArraySlice<JSONKeyPath.Component>
  ) -> Bool {
    guard let component = path.first else {
      if isNull { self = value }
      return self == value || value.isNull
    }
    let rest = path.dropFirst()
    switch (component, self) {
    case (.key, .array),
      (.key, .scalar) where !isNull, (.index, .object), (.each, .object),
      (.index, .scalar) where !isNull, (.each, .scalar) where !isNull:
      return value.isNull
    case (.key(let name), _):
      var members: [(name: String, value: JSONTree)] = []
      if case .object(let existing) = self { members = existing }
      let index = members.firstIndex { $0.name == name } ?? members.count
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

  /// Adds the members of another object; of those that are there already, what they lack.
  ///
  /// Returns the path of a member that is there with another value.
  mutating func merge(_ other: JSONTree) -> String? {
    guard case .object(var members) = self, case .object(let added) = other else {
      return self == other || other.isNull ? nil : ""
    }
    var conflict: String?
    let indexes = Dictionary(members.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for (name, value) in added {
      if let index = indexes[name] {
        if let inner = members[index].value.merge(value), conflict == nil {
          conflict = JSONKeyPath.step(to: name) + inner
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
        }.sorted { $0.name < $1.name })
    case .array(let elements):
      self = .array(
        elements.map { element in
          var element = element
          element.sort()
          return element
        })
    case .scalar:
      break
    }
  }

  /// Puts members into the order in which `other` has them, at every level; those that it lacks
  /// stay behind them.
  mutating func order(like other: JSONTree) {
    switch (self, other) {
    case (.object(let members), .object(let model)):
      let places = Dictionary(model.enumerated().map { ($0.element.name, $0.offset) }) { $1 }
      let placed = members.enumerated().map { index, member in
        var value = member.value
        let place = places[member.name]
        if let place { value.order(like: model[place].value) }
        return (place: place ?? model.count + index, member: (name: member.name, value: value))
      }
      self = .object(placed.sorted { $0.place < $1.place }.map(\.member))
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
    }
  }

  var isNull: Bool {
    if case .scalar(let text) = self { text == Array("null".utf8) } else { false }
  }

  private var elements: [JSONTree] {
    if case .array(let elements) = self { elements } else { [] }
  }
}
