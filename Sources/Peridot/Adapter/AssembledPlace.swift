/// A place of an object to which properties are written by indexes or `[*]`, and what lies there.
indirect enum AssembledPlace: Sendable {
  case field(JSONMapping.AssembledField)
  /// An array, each element of which holds at the names' path what the field has at its index.
  case each(JSONMapping.AssembledField, [String])
  case members([(key: JSONOutputKey, place: AssembledPlace)])
  /// Elements in the order of their indexes; those between them are null.
  case elements([(index: Int, place: AssembledPlace)])

  /// Returns the members that `fields` are written to, in the order in which they are put together;
  /// nil where a tree has to be made of them: they meet, in each other or in one of `names`.
  static func members(
    of fields: [JSONMapping.AssembledField], beside names: [String], _ all: [any JSONField]
  ) -> [(key: JSONOutputKey, place: AssembledPlace)]? {
    var paths: [(field: JSONMapping.AssembledField, rest: ArraySlice<JSONKeyPath.Component>)] = []
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
    of paths: [(field: JSONMapping.AssembledField, rest: ArraySlice<JSONKeyPath.Component>)],
    _ all: [any JSONField]
  ) -> AssembledPlace? {
    guard let first = paths.first else { return .members([]) }
    switch first.rest.first {
    case nil:
      return paths.count == 1 ? .field(first.field) : nil
    case .each:
      guard paths.count == 1, let names = Array(first.rest.dropFirst()).names,
        all[first.field.field].writesElements
      else { return nil }
      return .each(first.field, names)
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

extension JSONMapping {
  /// Writes what lies at a place; returns false, with nothing written, where that is nothing.
  func write(
    _ place: AssembledPlace, _ model: Model, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws -> Bool {
    switch place {
    case .field(let item):
      return try write(item, model, &writer, context) { field, writer throws in
        try field.write(from: model, &writer, context)
      }
    case .each(let item, let names):
      if fields[item.field].isNil(in: model), writesNil(fields[item.field]) {
        writer.beginArray()
        writer.endArray()
        return true
      }
      return try write(item, model, &writer, context) { field, writer throws in
        try field.write(from: model, insideOf: names, &writer, context)
      }
    case .members(let members):
      let start = writer.mark
      writer.beginObject()
      let empty = writer.mark
      for (key, place) in members {
        let mark = writer.mark
        writer.key(key)
        if try !write(place, model, &writer, context) { writer.rewind(to: mark) }
      }
      guard writer.mark != empty else {
        writer.rewind(to: start)
        return false
      }
      writer.endObject()
      return true
    case .elements(let elements):
      let start = writer.mark
      writer.beginArray()
      var count = 0
      for (index, place) in elements {
        let mark = writer.mark
        for _ in count..<index { writer.null() }
        if try write(place, model, &writer, context) {
          count = index + 1
        } else {
          writer.rewind(to: mark)
        }
      }
      guard count > 0 else {
        writer.rewind(to: start)
        return false
      }
      writer.endArray()
      return true
    }
  }

  private func write(
    _ item: AssembledField, _ model: Model, _ writer: inout JSONWriter, _ context: WritingContext,
    by body: (any JSONField, inout JSONWriter) throws -> Void
  ) throws -> Bool {
    let field = fields[item.field]
    if field.isNil(in: model) {
      guard writesNil(field) else { return false }
      writer.null()
      return true
    }
    let mark = writer.mark
    do {
      try body(field, &writer)
      return true
    } catch {
      try omit(writingFailure(error, field, item.step), field, context)
      writer.rewind(to: mark)
      return false
    }
  }
}
