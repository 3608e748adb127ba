import Foundation

extension JSONMapping {
  /// Reads the fields whose place depends on the whole object, which begins at `place`.
  func readDeferred(
    _ model: Model, _ isUpdate: Bool, _ marks: inout MarkSet, _ place: ReadingPlace,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    for item in deferred {
      if case .fallback = item.source, marks.contains(item.field) { continue }
      place.restore(&reader)
      do {
        let found = try read(item, model, isUpdate, place, &reader, context)
        if found { _ = marks.insert(item.field) }
      } catch {
        try handleBlocked(error, item.field, model, place, &reader, context)
      }
    }
  }

  /// Goes on without what a path leads to through a value of the wrong kind, by the policy.
  private func handleBlocked(
    _ error: any Error, _ field: Int, _ model: Model, _ place: ReadingPlace,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let key = fields[field].property.key
    try handle(error, place, field: nil, key: key, model, &reader, context)
  }

  /// Returns false when nothing lies at the field's place.
  private func read(
    _ item: DeferredField, _ model: Model, _ isUpdate: Bool, _ place: ReadingPlace,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Bool {
    switch item.source {
    case .root:
      try readField(item.field, model, isUpdate, &reader, context)
      return true
    case .firstOf(let alternatives):
      var null: Int?
      for path in alternatives {
        place.restore(&reader)
        do {
          guard let offset = try reader.offset(at: path[...]) else { continue }
          reader.position = offset
        } catch {
          try handleBlocked(error, item.field, model, place, &reader, context)
          continue
        }
        let offset = reader.position
        reader.depth = place.depth
        if try reader.peekKind() == .null {
          null = null ?? offset
          continue
        }
        try readField(item.field, model, isUpdate, &reader, context)
        return true
      }
      guard let null else { return false }
      reader.position = null
      reader.depth = place.depth
      try readField(item.field, model, isUpdate, &reader, context)
      return true
    case .all(let paths):
      var values: [String: Any] = [:]
      for (text, path) in paths {
        place.restore(&reader)
        if let value = try reader.value(at: path[...]) { values[text] = value }
      }
      guard !values.isEmpty else { return false }
      try readValue(values, item.field, model, isUpdate, place, &reader, context)
      return true
    case .fallback(let path, let name):
      let policy = fields[item.field].policy ?? policy
      if policy.literalFallback, let offset = try reader.offset(at: [.key(name)]) {
        reader.position = offset
        reader.depth = place.depth
        try readField(item.field, model, isUpdate, &reader, context)
        return true
      }
      guard policy.implicitCollect else { return false }
      place.restore(&reader)
      guard let value = try reader.collected(at: path[...]) else { return false }
      try readValue(value, item.field, model, isUpdate, place, &reader, context)
      return true
    case .path(let path) where path.contains(.each):
      guard let value = try reader.value(at: path[...]) else { return false }
      try readValue(value, item.field, model, isUpdate, place, &reader, context)
      return true
    case .path(let path):
      guard let offset = try reader.offset(at: path[...]) else { return false }
      reader.position = offset
      reader.depth = place.depth
      try readField(item.field, model, isUpdate, &reader, context)
      return true
    }
  }

  /// Reads a field from a value that was put together of several places.
  private func readValue(
    _ value: Any, _ field: Int, _ model: Model, _ isUpdate: Bool, _ place: ReadingPlace,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    var writer = JSONWriter()
    try writer.any(value, maximumDepth: .max)
    try inner(JSONBytes(writer.bytes()), at: place.position, context, depth: place.depth) {
      try self.readField(field, model, isUpdate, &$0, $1)
    }
  }

  /// Tells whether the object at the cursor is about the same thing as `model`.
  func hasSameIdentity(
    _ model: Model, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Bool {
    guard identity != nil else { return true }
    // An object that does not name its identity is about what is there.
    guard let probe = try identityProbe(&reader, context) else { return true }
    return ModelsByIdentity.match(model, probe)
  }

  /// Returns a model of which only the identity was read; nil when the object names none.
  func identityProbe(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Model? {
    guard let identity else { return nil }
    let place = ReadingPlace(&reader)
    defer { place.restore(&reader) }
    guard let offset = try reader.offset(at: identity.path[...]) else { return nil }
    reader.position = offset
    reader.depth = place.depth
    let probe = modelClass.init()
    // What is wrong with the value is told when the object is read.
    guard
      (try? identity.field.read(into: probe, isUpdate: false, &reader, context)) != nil
    else { return nil }
    return probe
  }
}

extension JSONReader {
  /// The offset of the value at a path of names and indexes, from the value at the cursor; nil
  /// when nothing lies there. Null on the way is what lies there.
  fileprivate mutating func offset(
    at path: ArraySlice<JSONKeyPath.Component>
  ) throws -> Int? {
    guard let component = path.first else { return ReadingPlace(&self).position }
    switch (component, try peekKind()) {
    case (.key(let name), .object):
      guard let offset = try offset(ofMember: name) else { return nil }
      position = offset
    case (.index(let index), .array):
      guard try beginArray() else { return nil }
      for _ in 0..<index {
        try skipValue()
        guard try nextElement() else { return nil }
      }
    case (_, .null):
      return position
    default:
      throw mismatch(component == .each || component.isIndex ? "array" : "object")
    }
    return try offset(at: path.dropFirst())
  }

  /// The values at a path of names that may run through arrays; nil when nothing lies there.
  fileprivate mutating func collected(
    at path: ArraySlice<JSONKeyPath.Component>
  ) throws -> Any? {
    guard let component = path.first, case .key(let name) = component else {
      return try readValue()
    }
    switch try peekKind() {
    case .object:
      guard let offset = try offset(ofMember: name) else { return nil }
      position = offset
      return try collected(at: path.dropFirst())
    case .array:
      var values: [Any] = []
      guard try beginArray() else { return values }
      repeat {
        let place = ReadingPlace(&self)
        if let value = try collected(at: path) { values.append(value) }
        try place.skip(&self)
      } while try nextElement()
      return values
    default:
      return nil
    }
  }
}

extension JSONKeyPath.Component {
  fileprivate var isIndex: Bool {
    if case .index = self { true } else { false }
  }
}
