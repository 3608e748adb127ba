import Foundation

final class JSONArrayCodec<Element>: JSONCodec {
  typealias Value = [Element]

  let element: any JSONCodec<Element>

  init(_ element: any JSONCodec<Element>) {
    self.element = element
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> [Element] {
    guard reader.nextByte() == UInt8(ascii: "[") else {
      return try readOther(from: &reader, in: context)
    }
    func recover(
      _ error: any Error, _ place: ReadingContext.Place, _ reader: inout JSONReader
    ) throws -> [Element] {
      try self.recover(error, at: place, &reader, in: context)
    }
    if !reader.readsValues || element.readsElementsInMemory {
      return try element.readElements(from: &reader, in: context, recover)
    }
    return try reader.readElements(recover) { reader in
      try element.reading(&reader, in: context) { try element.read(from: &$0, in: $1) }
    }
  }

  func readElements(
    from reader: inout JSONReader, in context: ReadingContext, _ recover: ElementRecovery<[Element]>
  ) throws -> [[Element]] {
    guard !reader.readsValues || element.readsElementsInMemory else {
      return try reader.readElements(recover) { reader in try read(from: &reader, in: context) }
    }
    return try element.readArrays(
      from: &reader, in: context, recover: recover,
      { error, place, reader in try self.recover(error, at: place, &reader, in: context) },
      readOther: { reader in try readOther(from: &reader, in: context) })
  }

  /// Reads the value at the cursor as an element. Returns nothing for a bad one if the policy drops
  /// it, and several elements for an array that the policy flattens.
  func readElement(from reader: inout JSONReader, in context: ReadingContext) throws -> [Element] {
    let place = ReadingContext.Place(&reader)
    do {
      return [try element.read(from: &reader, in: context)]
    } catch {
      return try recover(error, at: place, &reader, in: context)
    }
  }

  private func recover(
    _ error: any Error, at place: ReadingContext.Place, _ reader: inout JSONReader,
    in context: ReadingContext
  ) throws -> [Element] {
    if let nested = try readNested(error, at: place, from: &reader, in: context) { return nested }
    try context.handleElement(error, place, &reader)
    return []
  }

  var isArray: Bool { true }

  func read(
    elementsAt offsets: [Int], from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [Element] {
    func recover(
      _ error: any Error, _ place: ReadingContext.Place, _ reader: inout JSONReader
    ) throws -> [Element] {
      try self.recover(error, at: place, &reader, in: context)
    }
    if !reader.readsValues || element.readsElementsInMemory {
      return try element.readElements(at: offsets, from: &reader, in: context, recover)
    }
    return try reader.readElements(at: offsets, recover) { reader in
      try element.reading(&reader, in: context) { try element.read(from: &$0, in: $1) }
    }
  }

  func readMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    guard reader.nextByte() == UInt8(ascii: "["),
      !reader.readsValues || element.readsElementsInMemory
    else {
      return memory.store(try read(from: &reader, in: context), at: offset)
    }
    try element.readArrayMember(into: memory, at: offset, from: &reader, in: context) {
      error, place, reader in try recover(error, at: place, &reader, in: context)
    }
  }

  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    // An array has the layout of an Optional array.
    try readMember(into: memory, at: offset, from: &reader, in: context)
  }

  /// Flattens an array instead of an element, if the policy does that.
  @inline(never)
  private func readNested(
    _ error: any Error, at place: ReadingContext.Place, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws -> [Element]? {
    guard context.policy.collectsImplicitly, let error = error as? ConversionError,
      error.offset == place.position, error.innerPath.isEmpty, case .typeMismatch = error.kind
    else { return nil }
    place.restore(&reader)
    guard try reader.peekKind() == .array else { return nil }
    context.note(.converted, error)
    return try read(from: &reader, in: context)
  }

  func update(
    _ current: [Element], from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [Element] {
    guard let updating = element.updating(current) else {
      return try read(from: &reader, in: context)
    }
    return try context.undoing { try JSONArrayCodec(updating).read(from: &reader, in: context) }
  }

  /// The models of all arrays within an array are matched together.
  func updating(_ current: [[Element]]) -> (any JSONCodec<[Element]>)? {
    element.updating(current.flatMap { $0 }).map { JSONArrayCodec($0) }
  }

  @inline(never)
  private func readOther(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [Element] {
    let kind = try reader.peekKind()
    let place = ReadingContext.Place(&reader)
    let error = reader.mismatch("array", of: [Element].self)
    try reader.refuseBlankText(at: place, in: context, expected: "array")
    if kind == .object, context.policy.indexedObjectIsArray,
      let elements = try readIndexed(from: &reader, in: context)
    {
      if let repair = error as? ConversionError { context.note(.converted, repair) }
      return elements
    }
    if kind == .string, context.policy.parsesEmbeddedJSON,
      let elements = try context.readEmbedded(
        from: &reader, expected: "array", ifBeginningWith: "[", { try read(from: &$0, in: $1) })
    {
      return elements
    }
    guard context.policy.wrapsSingleValues, kind != .null else { throw error }
    return [try element.read(from: &reader, in: context)]
  }

  /// Reads the values of an object whose names are numbers in ascending order; nil if the first name
  /// is none. A dictionary has no order, so its values are sorted.
  private func readIndexed(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [Element]? {
    let start = ReadingContext.Place(&reader)
    let mismatch = reader.mismatch("array", of: [Element].self)
    var found: [(index: Int, elements: [Element])] = []
    guard try reader.beginObject() else {
      start.restore(&reader)
      return nil
    }
    repeat {
      let name = try reader.readKey()
      guard let index = Int(name), index >= 0, String(index) == name,
        reader.readsValues || index > found.last?.index ?? -1
      else {
        guard found.isEmpty else { throw mismatch }
        start.restore(&reader)
        return nil
      }
      let place = ReadingContext.Place(&reader)
      do {
        let value = try element.reading(&reader, in: context) {
          try element.read(from: &$0, in: $1)
        }
        found.append((index, [value]))
      } catch {
        found.append((index, try recover(error, at: place, &reader, in: context)))
      }
    } while try reader.nextMember()
    if reader.readsValues { found.sort { $0.index < $1.index } }
    return found.flatMap(\.elements)
  }

  func write(
    _ value: [Element], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    try element.write(elements: value, to: &writer, in: context)
  }

  func write(
    elements: [[Element]], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    try element.write(arrays: elements, to: &writer, in: context)
  }

  func write(
    _ value: [Element], insideOf names: [String], to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    writer.beginArray()
    // `indices` looks up generic types, which takes as long as writing several texts.
    for index in 0..<value.count {
      try context.writeElement(index, to: &writer) { writer throws in
        for name in names {
          writer.beginObject()
          writer.key(name)
        }
        try element.write(value[index], to: &writer, in: context)
        for _ in names { writer.endObject() }
      }
    }
    writer.endArray()
    return true
  }

  // It has the layout of an Optional array.
  var directForOptional: (any MemberCodec)? { self }

  func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    try writeMember(key, from: memory, at: offset, to: &writer, in: context)
  }

  func writeMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    try element.writeArrayMember(key, from: memory, at: offset, to: &writer, in: context)
  }

  func boxed(_ value: [Element], _ writing: DictionaryWriting) throws -> Any {
    writing.enter()
    defer { writing.leave() }
    return try element.boxed(elements: value, writing)
  }

  var resetValue: [Element]? { [] }
}

/// A collection that is an array in JSON: a set, or a user's type.
final class JSONArrayLikeCodec<Whole: Swift.Collection>: JSONCodec, @unchecked Sendable {
  // Sendable: the functions capture types only.

  typealias Value = Whole

  typealias Element = Whole.Element

  private let array: any JSONCodec<[Element]>
  private let make: ([Element]) -> Whole
  /// Sorts the elements, if the codec knows their order.
  private let order: ((Whole) -> [Element])?
  /// Whether elements have to be distinct.
  private let isDistinct: Bool
  /// Finds elements that no set can hold.
  private let comparison: ValueComparison<Element>?
  /// Comparable elements of a set are written in order, so that equal sets give equal JSON.
  private let isSorted = Whole.self is any AnySet.Type && Element.self is any Comparable.Type
  /// The other elements of a set are put in the order of their texts where dictionaries are sorted.
  private let isUnordered = Whole.self is any AnySet.Type && !(Element.self is any Comparable.Type)

  init(
    _ array: any JSONCodec<[Element]>, isDistinct: Bool, order: ((Whole) -> [Element])? = nil,
    make: @escaping ([Element]) -> Whole
  ) {
    self.order = order
    self.array = array
    self.isDistinct = isDistinct
    self.make = make
    comparison = isDistinct ? .shared : nil
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Whole {
    let place = ReadingContext.Place(&reader)
    return try whole(try array.read(from: &reader, in: context), at: place.position, in: context)
  }

  /// Makes the collection, and reports or refuses repeated elements if they have to be distinct.
  private func whole(
    _ elements: [Element], at offset: Int, in context: ReadingContext
  ) throws -> Whole {
    if let isUnhashable = comparison?.isUnhashable, elements.contains(where: isUnhashable) {
      throw ConversionError(
        .outOfRange, at: offset, expected: "numbers that a set can hold",
        found: "a number with more digits than Double has")
    }
    let whole = make(elements)
    if isDistinct, whole.count < elements.count {
      let failure = ConversionError(
        .typeMismatch, at: offset, expected: "distinct elements",
        found: "\(elements.count - whole.count) of \(elements.count) that occur before")
      if context.policy.duplicateElements == .fail { throw failure }
      context.note(.dropped, failure)
    }
    return whole
  }

  func write(
    _ value: Whole, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    guard isUnordered, writer.sortsMembers, value.count > 1 else {
      return try array.write(ordered(value), to: &writer, in: context)
    }
    // Objects within it are compared as text.
    let parts = writer.parts
    writer.parts = nil
    defer { writer.parts = parts }
    let (start, mark, noted) = (writer.count, writer.mark, context.issueCount)
    try array.write(Array(value), to: &writer, in: context)
    // The paths of issues have the indexes of the elements.
    if context.issueCount == noted { writer.sortElements(from: start, since: mark) }
  }

  func update(
    _ current: Whole, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Whole {
    let place = ReadingContext.Place(&reader)
    let elements = try array.update(Array(current), from: &reader, in: context)
    return try whole(elements, at: place.position, in: context)
  }

  func updating(_ current: [Whole]) -> (any JSONCodec<Whole>)? {
    if isDistinct { return nil }
    return array.updating(current.map { Array($0) }).map {
      JSONArrayLikeCodec($0, isDistinct: isDistinct, make: make)
    }
  }

  func boxed(_ value: Whole, _ writing: DictionaryWriting) throws -> Any {
    try array.boxed(ordered(value), writing)
  }

  private func ordered(_ value: Whole) -> [Element] {
    if let order { return order(value) }
    guard isSorted, let comparable = Element.self as? any Comparable.Type else {
      return Array(value)
    }
    func sorted<Item: Comparable>(_: Item.Type) -> [Element]? {
      (Array(value) as? [Item])?.sorted() as? [Element]
    }
    return _openExistential(comparable, do: sorted) ?? Array(value)
  }

  var resetValue: Whole? { make([]) }

  var isResetByMismatch: Bool { isDistinct }
}

extension JSONReader {
  /// Reads the elements of the array that begins at the cursor, each by `read`.
  ///
  /// Inlined, so that the loop is compiled for the caller's type.
  ///
  /// - Parameter readRun: Reads as many elements as it can from the one at the cursor on, and
  ///   returns whether the cursor is at another; otherwise it is behind one.
  @inline(__always)
  mutating func readElements<Value>(
    _ recover: ElementRecovery<Value>, reserving count: Int = 0,
    by read: (inout JSONReader) throws -> Value,
    readRun: (inout JSONReader, inout OutputSpan<Value>) -> Bool = { _, _ in true }
  ) throws -> [Value] {
    var elements: [Value] = []
    guard try beginArray() else { return elements }
    var goesOn = true
    var room = max(count, 4)
    while goesOn {
      var failure: (error: any Error, place: ReadingContext.Place)?
      try elements.append(addingCapacity: room) { output in
        while goesOn, !output.isFull {
          guard readRun(&self, &output) else {
            goesOn = try nextElement()
            continue
          }
          if output.isFull { return }
          let place = ReadingContext.Place(&self)
          do {
            output.append(try read(&self))
          } catch {
            failure = (error, place)
            return
          }
          goesOn = try nextElement()
        }
      }
      if let failure {
        elements += try recover(failure.error, failure.place, &self)
        goesOn = try nextElement()
      }
      room = max(elements.count, 4)
    }
    return elements
  }

  /// Reads an array whose elements lie at `offsets`, at the depth of the cursor.
  ///
  /// Inlined, so that the loop is compiled for the caller's type.
  @inline(__always)
  mutating func readElements<Value>(
    at offsets: [Int], _ recover: ElementRecovery<Value>,
    by read: (inout JSONReader) throws -> Value
  ) throws -> [Value] {
    let inside = depth
    var elements: [Value] = []
    elements.reserveCapacity(offsets.count)
    for offset in offsets {
      position = offset
      depth = inside
      let place = ReadingContext.Place(&self)
      do {
        elements.append(try read(&self))
      } catch {
        elements += try recover(error, place, &self)
      }
    }
    return elements
  }

  /// Reads the members of the object that begins at the cursor, each by `read`; inlined, too.
  @inline(__always)
  mutating func readMembers<Value>(
    _ context: ReadingContext, by read: (inout JSONReader) throws -> Value
  ) throws -> [String: Value] {
    var members = [String: Value]()
    let start = position
    guard try beginObject() else { return members }
    var isWhole = true
    var held = ReadingContext.HeldError()
    // Capacity for three takes no more memory than for two. All others wait for their number to be
    // known, because a dictionary that grows hashes all its keys again.
    members.reserveCapacity(3)
    var others: [(name: String, value: Value)] = []
    var count = 0
    repeat {
      let name = try readKey()
      let place = ReadingContext.Place(&self)
      if context.isSuperseded(at: place.position) {
        try skipValue()
        continue
      }
      do {
        let value = try read(&self)
        count += 1
        if members.count < 3 { members[name] = value } else { others.append((name, value)) }
      } catch {
        try context.handleMember(error, place, in: &held, &self)
        isWhole = false
      }
    } while try nextMember()
    try context.release(held)
    if !others.isEmpty { members.reserveCapacity(members.count + others.count) }
    for other in others { members[other.name] = other.value }
    if members.count < count { try context.handleLookalikes(at: start, &self) }
    // As in `JSONDictionaryCodec`.
    if !isWhole { context.givenUp.append(start..<position) }
    return members
  }
}
