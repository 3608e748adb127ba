import Foundation

/// Objects that can't be written straight through: assembled, or finished by a hook.
extension JSONMapping {
  func assembledObject(
    _ model: Model, keys: Set<String>?, _ extras: [String: Any],
    _ outer: borrowing JSONWriter, in context: WritingContext
  ) throws -> JSONTree {
    var object = try JSONTree(within: outer) { writer in
      writer.beginObject()
      try writeMembers(of: members(context), model, keys, to: &writer, in: context)
      writer.endObject()
    }
    // The places that have a value already; needed only if others are within them.
    var taken: [[JSONKeyPath.Component]] = []
    func insert(_ value: JSONTree, at path: [JSONKeyPath.Component]) -> Bool {
      if overlaps {
        if taken.contains(where: path.lies(within:)) {
          return value.isNull || object.value(at: path[...]) == value
        }
        if !value.isNull { taken.append(path) }
      }
      return object.insert(value, at: path[...])
    }
    var spread: [(field: any JSONField, tree: JSONTree)] = []
    var columns: [(field: any JSONField, path: [JSONKeyPath.Component], tree: JSONTree)] = []
    for item in assembled {
      let field = fields[item.field]
      if let keys, !keys.contains(field.property.key), !field.isTag { continue }
      if let left = try leftOut(item, of: model, in: context) {
        if field.isNil(in: model), case .path = item.target,
          let other = written(like: item, model, keys)
        {
          try disagree(field, with: other, at: item.step, in: context)
        }
        guard left == .null else { continue }
        // An array that is nil is null as a whole.
        for path in item.paths { _ = insert(.null, at: Array(path.prefix { $0 != .each })) }
        continue
      }
      var tree: JSONTree
      let noted = context.issueCount
      do {
        tree = try JSONTree(within: outer) { try write(field, model, to: &$0, in: context) }
        if context.issueCount > noted {
          Self.moveIssues(
            from: noted, into: item.step, isSecret: field.property.isSecret, in: context)
        }
      } catch {
        try omit(writingFailure(error, field, item.step), field, in: context)
        continue
      }
      try checkObject(tree, item, field)
      switch item.target {
      case .path(let path):
        if !insert(tree, at: path) {
          try disagree(field, at: item.step, in: context)
        } else if path.contains(.each), item.hasTwin {
          columns.append((field, path, tree))
        }
      case .root(let mustAgree):
        if mustAgree, context.isWhole { spread.append((field, tree)) }
        // What a dictionary there read of another property doesn't overrule its nil.
        if !mustAgree, context.isWhole {
          for place in try mergedPlaces(of: model, in: context)
          where fields[place.field].isNil(in: model) {
            tree.remove(at: place.path[...])
          }
        }
        if let path = object.merge(tree), mustAgree { try disagree(field, at: path, in: context) }
      case .all(let paths):
        for (text, path) in paths {
          guard let part = tree[text] else { continue }
          if !insert(part, at: path) { try disagree(field, at: path, in: context) }
        }
      }
    }
    for (field, path, tree) in columns where object.value(at: path[...]) ?? .array([]) != tree {
      try disagree(field, at: path, in: context)
    }
    for (field, tree) in spread {
      try checkAgreement(of: model, with: field, tree, object, in: context)
    }
    if !overlaps {
      for case .path(let path) in assembled.map(\.target) { object.fillGaps(at: path[...]) }
    }
    if !extras.isEmpty { _ = object.merge(try tree(ofExtras: extras, outer, in: context)) }
    if context.options.contains(.sortedKeys) { object.sort() }
    return object
  }

  /// Whether what a property that is the object itself writes has to be what others write there.
  func mustAgree(_ index: Int) -> Bool {
    assembled.contains { item in
      if item.field == index, case .root(let mustAgree) = item.target { mustAgree } else { false }
    }
  }

  /// The field with a value for the same place, if `item` has none.
  private func written(
    like item: AssembledField, _ model: Model, _ keys: Set<String>?
  ) -> (any JSONField)? {
    assembled.lazy.filter { $0.paths == item.paths }.map { self.fields[$0.field] }.first {
      keys?.contains($0.property.key) ?? true && !$0.isNil(in: model)
    }
  }

  /// Handles a field whose place has another value, which stays: that of `other`, if this one is
  /// nil.
  private func disagree(
    _ field: any JSONField, with other: (any JSONField)? = nil, at path: [JSONKeyPath.Component],
    in context: WritingContext
  ) throws {
    let failure = ConversionError(
      .typeMismatch, at: 0,
      expected: other.map { "the value of \"\($0.property.key)\"" }
        ?? "the value that another property writes here",
      found: "\(other == nil ? "another" : "nil"); make one of them .readOnly"
    ).attributed(to: modelClass, field.property.key).inside(path)
    guard overlaps && other == nil || (field.policy ?? policy).mismatch != .fail else {
      throw failure
    }
    context.note(.skipped, failure)
  }

  /// Checks what merging objects doesn't show: that `object` has no other value for a property that
  /// is nil or left out, and that collections are equal, of the model itself and of the one that
  /// `field` spreads over it.
  private func checkAgreement(
    of model: Model, with field: any JSONField, _ spread: JSONTree, _ object: JSONTree,
    in context: WritingContext
  ) throws {
    for place in try mergedPlaces(of: model, in: context)
    where differs(place, of: model, from: spread, context.options) {
      let own = fields[place.field]
      if own.isNil(in: model) {
        try disagree(own, with: field, at: place.path, in: context)
      } else {
        try disagree(field, at: place.path, in: context)
      }
    }
    guard let inner = field.property.access.unwrappedValue(of: model).flatMap(Model.held) else {
      return
    }
    let plans = field.policy.map { contentPlans.plans(under: $0) } ?? contentPlans
    let plan = try plans.plan(of: type(of: inner))
    for place in try plan.mergedPlaces(of: inner, in: context)
    where plan.differs(place, of: inner, from: object, context.options) {
      try disagree(field, at: place.path, in: context)
    }
  }

  /// A place of a value that takes all members of an object, or one from which a property is read that
  /// is nil or left out, as all that are written there.
  private struct MergedPlace {
    /// A property that is read from here.
    let field: Int
    let path: [JSONKeyPath.Component]
  }

  /// Whether `object` has another value than nil at the place, or on the way to it, and not that of
  /// its property.
  private func differs(
    _ place: MergedPlace, of model: Model, from object: JSONTree, _ options: JSONWritingOptions
  ) -> Bool {
    if object.blocks(place.path[...]) { return true }
    let field = fields[place.field]
    // A null, there or on the way, differs from absence.
    if field.tellsAbsence,
      place.path.indices.contains(where: { object.value(at: place.path[...$0])?.isNull == true })
    {
      return true
    }
    guard let value = object.value(at: place.path[...]), !value.isNull else { return false }
    if field.isNil(in: model) { return true }
    var writer = JSONWriter(ofPartUnder: options)
    let context = WritingContext(policy: shared, options: options)
    guard (try? field.write(from: model, to: &writer, in: context)) != nil else { return false }
    return (try? JSONTree(writer.bytes())) != value
  }

  private func mergedPlaces(of model: Model, in context: WritingContext) throws -> [MergedPlace] {
    var places: [MergedPlace] = []
    func add(_ all: [Int], at path: [JSONKeyPath.Component]) throws {
      guard let read = all.first(where: { areRead[$0] && !fields[$0].isTag }) else { return }
      let isLeftOut = try all.allSatisfy { try leftOut($0, of: model, in: context) != nil }
      guard isLeftOut || takesAllMembers(fields[read].property.access.unwrappedValue(of: model))
      else { return }
      places.append(MergedPlace(field: read, path: path))
      guard isLeftOut else { return }
      // A value at an alternative would be read for the nil.
      for item in deferred where item.field == read {
        guard case .firstOf(let all) = item.source else { continue }
        for other in all where other != path {
          places.append(MergedPlace(field: read, path: other))
        }
      }
    }
    func add(_ node: OutputNode, at path: [JSONKeyPath.Component]) throws {
      for member in node.members {
        let place = path + [.key(member.name)]
        if let child = member.child { try add(child, at: place) }
        try add(member.fields, at: place)
      }
    }
    try add(output, at: [])
    for item in assembled {
      if case .path(let path) = item.target { try add([item.field], at: path) }
    }
    return places
  }

  /// Whether a value has all members of an object from which it is read, so that none may be added.
  private func takesAllMembers(_ value: Any?) -> Bool {
    guard let value else { return false }
    if let model = Model.held(in: value) {
      return model is any JSONExtrasKeeping || model is any JSONKeeping
    }
    return value is any Collection || value is RawJSON || value is any JSONUnion
  }

  private func tree(
    ofExtras extras: [String: Any], _ outer: borrowing JSONWriter, in context: WritingContext
  ) throws -> JSONTree {
    do {
      return try JSONTree(within: outer) {
        try plans.codec(for: Any.self)?.write(extras, to: &$0, in: context)
      }
    } catch let error as ConversionError {
      throw error.attributed(to: modelClass, "jsonExtras")
    }
  }

  /// Checks that there are members to spread over the object.
  private func checkObject(_ tree: JSONTree, _ item: AssembledField, _ field: any JSONField) throws
  {
    if case .path = item.target { return }
    if case .object = tree.opened { return }
    var error = ConversionError(
      .typeMismatch, at: 0, expected: "object", found: "another value, which has no members"
    ).attributed(to: modelClass, field.property.key)
    // A coder, a dictionary and a merge patch write an object for each model, so no door writes an
    // array for one.
    if case .root = item.target {
      error.cure = ErrorAdvice("write the property's value instead of its model")
    }
    throw error
  }

  func finished(
    _ object: JSONTree, _ model: Model, in context: WritingContext
  ) throws -> JSONTree.WholeObject {
    guard let hook = model as? any JSONFinishing else { return JSONTree.WholeObject(object) }
    var json = try object.value(context) as? [String: Any] ?? [:]
    // An unchanged inner object isn't made again.
    var known = [UInt: JSONTree.WholeObject]()
    try object.collect(&known, in: context)
    var tree = try finishing {
      try hook.finish(&json)
      return try self.tree(ofFinished: json, known: known, in: context)
    }
    tree.order(like: object)
    if context.options.contains(.sortedKeys) { tree.sort() }
    return JSONTree.WholeObject(tree, members: json)
  }

  private func tree(
    ofFinished json: [String: Any], known: [UInt: JSONTree.WholeObject] = [:],
    in context: WritingContext
  ) throws -> JSONTree {
    let depth = StackRoom.depthOfValues(policy.maximumDepth)
    return try JSONTree(json, context.options, known: known, maximumDepth: depth) {
      try plans.codec(for: Any.self)?.write($0, to: &$1, in: context)
    }
  }

  /// Runs `body`, which finishes an object and checks the result.
  private func finishing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw finishingFailure(error)
    }
  }

  @inline(never)
  private func finishingFailure(_ error: any Error) -> ConversionError {
    let failure =
      switch error {
      case let error as JSONValueError: ConversionError(error)
      case let error as ConversionError: error
      case let error as JSONAdapterError: ConversionError(error)
      default:
        ConversionError(
          .validationFailed, at: 0, expected: "\(modelClass)", found: error.phrase,
          underlying: error)
      }
    return failure.attributed(to: modelClass, nil)
  }

  /// Writes an object that a hook finishes and that consists only of its members; for any other,
  /// returns false and does nothing.
  func writeFinished(
    _ model: Model, to writer: inout JSONWriter, in context: WritingContext
  ) throws -> Bool {
    guard let parts = dictionaries.finished, let hook = model as? any JSONFinishing else {
      return false
    }
    let writing = DictionaryWriting(policy: shared, depth: writer.depth)
    writing.context.isPatch = context.isPatch
    guard var json = try? boxedMembers(parts, model, writing) else { return false }
    let absent = absentMembers(of: parts, in: json, model)
    let finished = try finishing {
      try hook.finish(&json)
      return finishedMembers(of: json, parts, absent)
    }
    if let finished {
      try finishing { try write(finished, to: &writer) }
    } else {
      var tree = try finishing { try self.tree(ofFinished: json, in: context) }
      // Inner objects keep the order of their first writing.
      tree.order(like: try assembledObject(model, keys: nil, [:], writer, in: context))
      tree.write(&writer)
    }
    return true
  }

  /// The members that the model doesn't have, by their indexes.
  private func absentMembers(
    of parts: DictionaryOutput, in json: [String: Any], _ model: Model
  ) -> MarkSet {
    let memory = ObjectMemory(model)
    var absent = MarkSet(count: parts.members.count)
    for slot in parts.others {
      let mayBeAbsent = !slot.form.isBoxed || slot.form.isNil(in: memory)
      if mayBeAbsent, json[parts.members[slot.member].name] == nil {
        _ = absent.insert(slot.member)
      }
    }
    return absent
  }

  /// An object without inner objects, finished by a hook.
  private struct FinishedMembers {
    /// The class's members, in order; nil for an absent one.
    var own: [Boxed?]
    /// All others.
    var added: [(key: String, value: Boxed)] = []
  }

  /// Separates the members that the object had before from those that the hook added; returns nil
  /// if there are inner objects.
  private func finishedMembers(
    of json: [String: Any], _ parts: DictionaryOutput, _ absent: borrowing MarkSet
  ) -> FinishedMembers? {
    var finished = FinishedMembers(own: Array(repeating: nil, count: parts.members.count))
    for (name, value) in json {
      let value = Boxed(json: value)
      guard Self.isFlat(value) else { return nil }
      // A hook can use the same text in other bytes.
      let index =
        dictionaries.finishedNames.index(of: name)
        ?? parts.members.firstIndex { $0.name == name }
      if let index, !absent.contains(index) {
        finished.own[index] = value
      } else {
        finished.added.append((name, value))
      }
    }
    finished.added = finished.added.orderedByName { $0.key }
    return finished
  }

  private func write(_ finished: FinishedMembers, to writer: inout JSONWriter) throws {
    let depth = writer.depth + StackRoom.depthOfValues(policy.maximumDepth)
    writer.beginObject()
    for index in finished.own.indices {
      guard let value = finished.own[index] else { continue }
      writer.key(output.steps[index].key)
      try write(value, named: output.members[index].name, depth, to: &writer)
    }
    for (name, value) in finished.added {
      writer.key(name)
      try write(value, named: name, depth, to: &writer)
    }
    writer.endObject()
  }

  private func write(
    _ value: Boxed, named name: @autoclosure () -> String, _ maximumDepth: Int,
    to writer: inout JSONWriter
  ) throws {
    do {
      try value.write(to: &writer, maximumDepth: maximumDepth)
    } catch let error as JSONValueError {
      throw error.inside(.key(name()))
    }
  }

  /// Whether a value has the same form under every policy, or is an array of such values.
  private static func isFlat(_ value: Boxed) -> Bool {
    guard case .array(let elements) = value else { return value.isPlain || value.isNumber }
    return elements.allSatisfy {
      let element = Boxed(json: $0)
      return element.isPlain || element.isNumber
    }
  }
}

/// Values written in place by indexes or `[*]`.
extension JSONMapping {
  /// The replacement of a field's value; nil if the value is written, as it is before another
  /// element of its array.
  private func leftOut(
    _ item: AssembledField, of model: Model, in context: WritingContext
  ) throws -> ExportOmissions.LeftOut? {
    let left = try leftOut(item.field, of: model, in: context)
    guard left == .nothing else { return left }
    func areLeftOut(_ others: [Int]) throws -> Bool {
      try others.allSatisfy { try leftOut($0, of: model, in: context) == .nothing }
    }
    if try !areLeftOut(item.neighbours), !fields[item.field].isNil(in: model) {
      // Read from elements without its member, it would be empty.
      return nil
    }
    if try areLeftOut(item.followers) { return left }
    let field = fields[item.field]
    guard field.isNil(in: model) else { return nil }
    // The gap is filled with a null.
    guard field.tellsAbsence else { return left }
    throw ConversionError(
      .typeMismatch, at: 0,
      expected: "a value or a null, because another property is written behind",
      found: "an absent value"
    ).attributed(to: modelClass, field.property.key).inside(item.step)
  }

  /// Writes the values of a place; returns false, with nothing written, if it has none.
  func write(
    _ place: AssembledPlace, _ model: Model, to writer: inout JSONWriter, in context: WritingContext
  ) throws -> Bool {
    try place.write(&writer) { leaf, writer throws in
      switch leaf {
      case .field(let item):
        return try write(item, model, to: &writer, in: context) { field, writer throws in
          try field.write(from: model, to: &writer, in: context)
        }
      case .each(let item, let array, let names):
        return try write(item, model, to: &writer, in: context) { _, writer throws in
          try array.write(from: model, insideOf: names, to: &writer, in: context)
        }
      case .columns(let items, let element):
        return try write(items, element, model, to: &writer, in: context)
      }
    }
  }

  /// Writes an array of objects that have their members from several arrays.
  private func write(
    _ items: [AssembledField], _ element: AssembledPlace, _ model: Model,
    to writer: inout JSONWriter, in context: WritingContext
  ) throws -> Bool {
    var columns = AssembledPlace.Columns(within: writer)
    var areNull = true
    for item in items {
      let isWritten = try write(item, model, to: &columns.text, in: context) {
        field, writer throws in
        areNull = false
        try field.write(from: model, to: &writer, in: context)
      }
      if isWritten { columns.fields.append(item.field) }
    }
    if columns.fields.isEmpty { return false }
    if areNull {
      writer.null()
      return true
    }
    try columns.findElements()
    writer.beginArray()
    let start = try columns.writeCommon(element, to: &writer)
    for index in start..<columns.elements.reduce(0, { max($0, $1.count) }) {
      try columns.write(index, of: element, to: &writer)
    }
    writer.endArray()
    return true
  }

  private func write(
    _ item: AssembledField, _ model: Model, to writer: inout JSONWriter, in context: WritingContext,
    by body: (any JSONField, inout JSONWriter) throws -> Void
  ) throws -> Bool {
    let field = fields[item.field]
    if let left = try leftOut(item, of: model, in: context) {
      guard left == .null else { return false }
      writer.null()
      return true
    }
    let (mark, noted) = (writer.mark, context.issueCount)
    do {
      try body(field, &writer)
      if context.issueCount > noted {
        Self.moveIssues(
          from: noted, into: item.step, isSecret: field.property.isSecret, in: context)
      }
      return true
    } catch {
      try omit(writingFailure(error, field, item.step), field, in: context)
      writer.rewind(to: mark)
      return false
    }
  }
}

extension JSONMapping.AssembledPlace {
  /// Arrays whose elements become members of the elements of one array.
  fileprivate struct Columns: ~Copyable {
    /// The written fields, and their text, which is an array's or has no elements.
    var fields: [Int] = []
    var text: JSONWriter
    /// For each field, the places of its elements in the text.
    private(set) var elements: [[Range<Int>]] = []

    init(within writer: borrowing JSONWriter) {
      text = JSONWriter(within: writer)
    }

    mutating func findElements() throws {
      elements = try JSONBytes(text.bytes()).withReader(maximumDepth: .max) { reader in
        try fields.map { _ in
          var places: [Range<Int>] = []
          // Follows the value before.
          if reader.nextByte() == UInt8(ascii: ",") { reader.position += 1 }
          guard reader.nextByte() == UInt8(ascii: "[") else {
            try reader.skipValue()
            return places
          }
          guard try reader.beginArray() else { return places }
          repeat {
            _ = reader.nextByte()
            let start = reader.position
            try reader.skipValue()
            places.append(start..<reader.position)
          } while try reader.nextElement()
          return places
        }
      }
    }

    /// Returns the column of a leaf; nil if it has no element at `index`.
    func column(of leaf: Leaf, with index: Int) -> Int? {
      guard case .field(let item) = leaf, let column = fields.firstIndex(of: item.field),
        index < elements[column].count
      else { return nil }
      return column
    }

    /// Writes the element at `index`, with the columns that have one.
    func write(
      _ index: Int, of element: JSONMapping.AssembledPlace, to writer: inout JSONWriter
    ) throws {
      _ = try element.write(&writer) { leaf, writer throws in
        guard let column = column(of: leaf, with: index) else { return false }
        let place = elements[column][index]
        if writer.isPretty {
          try JSONTree(text.bytes(place)).write(&writer)
        } else {
          writer.prepareValue(reserving: 0)
          writer.append(text, place)
        }
        return true
      }
    }

    /// Writes the first elements, which differ only in the columns' values, and returns their number.
    func writeCommon(
      _ element: JSONMapping.AssembledPlace, to writer: inout JSONWriter
    ) throws -> Int {
      let count = elements.reduce(Int.max) { min($0, $1.count) }
      if count == 0 || writer.isPretty { return 0 }
      // An element without the values, and their columns and places in it, in order.
      var frame = JSONWriter(within: writer)
      var values: [(column: Int, place: Int)] = []
      _ = try element.write(&frame) { leaf, frame throws in
        guard let column = column(of: leaf, with: 0) else { return false }
        values.append((column, frame.count))
        return true
      }
      for index in 0..<count {
        writer.element()
        var start = 0
        for (column, place) in values {
          writer.append(frame, start..<place)
          writer.append(text, elements[column][index])
          start = place
        }
        writer.append(frame, start..<frame.count)
      }
      return count
    }
  }
}

extension [JSONKeyPath.Component] {
  /// Whether the path leads through an element of an array, and another one through a later element.
  fileprivate func isElement(before other: [JSONKeyPath.Component]) -> Bool {
    for (own, other) in zip(self, other) where own != other {
      if case .index(let index) = own, case .index(let later) = other { return index < later }
      return false
    }
    return false
  }

  /// Whether the path leads through an element of the array of which another one leads through each.
  fileprivate func isElement(ofArrayOf other: [JSONKeyPath.Component]) -> Bool {
    guard let each = other.firstIndex(of: .each), count > each, !self[each].isKey else {
      return false
    }
    return self[..<each] == other[..<each]
  }

  /// Whether the path leads, or can lead, into the value at `other`: `[*]` is every index.
  fileprivate func lies(within other: [JSONKeyPath.Component]) -> Bool {
    count > other.count
      && zip(self, other).allSatisfy { own, other in
        own == other || own == .each && other.isIndex || own.isIndex && other == .each
      }
  }
}

extension JSONMapping {
  /// A place that several properties with indexes or `[*]` share, and its content.
  indirect enum AssembledPlace: Sendable {
    case leaf(Leaf)
    case members([(key: JSONWriter.Key, place: AssembledPlace)])
    /// Elements in the order of their indexes, with nulls between them.
    case elements([(index: Int, place: AssembledPlace)])

    enum Leaf: Sendable {
      case field(AssembledField)
      /// An array, each element of which has the field's element at its index, at the names' path.
      case each(AssembledField, any JSONArrayField, [String])
      /// An array, each element of which has the fields' elements at its index.
      case columns([AssembledField], AssembledPlace)
    }

    /// Writes the place, its values by `body`; returns false, with nothing written, if it has none.
    func write(
      _ writer: inout JSONWriter, _ body: (Leaf, inout JSONWriter) throws -> Bool
    ) throws -> Bool {
      switch self {
      case .leaf(let leaf): return try body(leaf, &writer)
      case .members(let members):
        let start = writer.mark
        writer.beginObject()
        let empty = writer.mark
        for (key, place) in members {
          let mark = writer.mark
          writer.key(key)
          if try !place.write(&writer, body) { writer.rewind(to: mark) }
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
          if try place.write(&writer, body) {
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

    /// Returns the members that `fields` are written to, in order; nil if they overlap each other
    /// or one of `names`, and so need a tree.
    static func members(
      of fields: [AssembledField], beside names: [String], _ all: [any JSONField]
    ) -> [(key: JSONWriter.Key, place: AssembledPlace)]? {
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
        return paths.count == 1 ? .leaf(.field(first.field)) : nil
      case .each:
        if paths.count == 1 {
          guard let names = Array(first.rest.dropFirst()).names,
            let array = all[first.field.field].array
          else { return nil }
          return .leaf(.each(first.field, array, names))
        }
        let inner = paths.map { (field: $0.field, rest: $0.rest.dropFirst()) }
        guard paths.allSatisfy({ $0.rest.first == .each }),
          inner.allSatisfy({ Array($0.rest).areKeys })
        else { return nil }
        return place(of: inner, all).map { .leaf(.columns(inner.map(\.field), $0)) }
      case .key, .index:
        break
      }
      var parts: [(component: JSONKeyPath.Component, place: AssembledPlace)] = []
      var others = paths[...]
      while let component = others.first?.rest.first {
        let part = others.prefix { $0.rest.first == component }
        // Members are in the order of their first values, so the values of one member are adjacent.
        guard !parts.contains(where: { $0.component == component }),
          let place = place(of: part.map { ($0.field, $0.rest.dropFirst()) }, all)
        else { return nil }
        parts.append((component, place))
        others = others.dropFirst(part.count)
      }
      guard others.isEmpty else { return nil }
      let members = parts.compactMap { part -> (JSONWriter.Key, AssembledPlace)? in
        if case .key(let name) = part.component { (.of(name), part.place) } else { nil }
      }
      if members.count == parts.count { return .members(members) }
      let elements = parts.compactMap { part -> (Int, AssembledPlace)? in
        if case .index(let index) = part.component { (index, part.place) } else { nil }
      }
      return elements.count == parts.count ? .elements(elements.ordered { $0.0 }) : nil
    }
  }

  /// A field whose JSON is added to the written object afterwards.
  struct AssembledField: Sendable {
    enum Target: Sendable {
      case path([JSONKeyPath.Component])
      case all([(text: String, path: [JSONKeyPath.Component])])
      /// The object itself. Another property can write the same member with the same value only, or
      /// with any.
      case root(mustAgree: Bool)
    }

    let field: Int
    let target: Target
    /// The fields that are written to later elements of an array in which this one is.
    private(set) var followers: [Int] = []
    /// For one at `[*]`: the fields that are written to elements of the same array.
    private(set) var neighbours: [Int] = []
    /// Whether another field has the same places.
    private(set) var hasTwin = false

    init(field: Int, target: Target) {
      self.field = field
      self.target = target
    }

    /// Returns the fields with what they know of each other.
    static func related(_ all: [AssembledField]) -> [AssembledField] {
      all.map { field in
        var field = field
        let paths = field.paths.filter { $0.contains(where: \.isIndex) }
        field.followers = all.filter { other in
          paths.contains { path in other.paths.contains { path.isElement(before: $0) } }
        }.map(\.field)
        field.neighbours = all.filter { other in
          other.field != field.field
            && field.paths.contains { path in other.paths.contains { $0.isElement(ofArrayOf: path) }
            }
        }.map(\.field)
        field.hasTwin = all.contains { $0.field != field.field && $0.paths == field.paths }
        return field
      }
    }

    /// The steps from the object to the field's value, in an error's path.
    var step: [JSONKeyPath.Component] {
      if case .path(let path) = target { path } else { [] }
    }

    /// The places of the value; none for the object itself.
    var paths: [[JSONKeyPath.Component]] {
      switch target {
      case .path(let path): [path]
      case .all(let paths): paths.map(\.path)
      case .root: []
      }
    }
  }
}
