import Foundation

/// A value that is not in memory yet: a member that a coder has not decoded. Its place has a mark
/// until somebody enters it.
///
/// Not limited to classes, because a cast to such a protocol would make objects of a dictionary and
/// all its contents.
protocol UnreadValue {
  var isNull: Bool { get }
  /// Null, an object, whose members can be unread, or an array; nil for any other value.
  func content() -> Boxed?
  /// The value in JSON's form.
  func value() -> Any
}

/// Values in memory, as a document for `JSONReader`: dictionaries, arrays and scalars in
/// JSONSerialization's form, and live values, which only a property of their type accepts.
///
/// A value gets a place in the document on demand, so that members without a property cost nothing.
/// The place holds all that the reader sees of the value: a scalar's JSON text, the two brackets of
/// an object or array, whose members and elements have places elsewhere, or a mark. The number of
/// the value's node precedes it, and an end mark follows.
///
/// The document only grows, and outgrown memory stays until the end, so that an earlier reader
/// still sees its content. Sound: every load goes through a reader, which is made in the scope in
/// which the document is kept (`JSONBytes.withReader`).
@safe final class JSONValues: @unchecked Sendable {
  // Sendable: one call reads the document, in the thread that made it. The caller gives the values
  // away with their dictionary.

  /// The mark of a live value. No JSON value begins with it.
  static let mark = UInt8(ascii: "$")
  /// Follows each value.
  static let end = UInt8(ascii: ";")

  /// A value and the path to it.
  struct Node {
    fileprivate(set) var value: Boxed
    /// The node of the container; for the root, the node itself.
    let parent: Int32
    /// The index in an array; -1 for a member of an object.
    let index: Int32
    let name: String
    let start: Int
    let end: Int
    /// The first node within it; -1 before it is needed, 0 if it has none.
    fileprivate(set) var first: Int32 = -1
    /// Whether the following node is the next of the same container.
    let hasNext: Bool
    /// The node of the same value, if this one was assembled from parts of the document; -1 for
    /// none.
    fileprivate(set) var origin: Int32 = -1
  }

  // Without checks of exclusive access, which would double the time: only this class's code uses
  // them, and nothing that its methods call calls these again.
  @safe @exclusivity(unchecked) private(set) var nodes: [Node] = []
  @exclusivity(unchecked) private var buffer: UnsafeMutableRawPointer
  @safe @exclusivity(unchecked) private var capacity = 0
  @safe @exclusivity(unchecked) private(set) var count = 0
  @safe @exclusivity(unchecked) private var outgrown: [UInt] = []
  /// Whether the root is an object that is not in memory yet.
  @safe @exclusivity(unchecked) private var holdsUnread = false
  /// The unread values, by their nodes.
  @safe @exclusivity(unchecked) private var unread = [Int: any UnreadValue]()
  /// Whether any value was assembled from parts of the document.
  @safe @exclusivity(unchecked) private(set) var hasParts = false
  /// For the text of scalars, made at the first one.
  @safe @exclusivity(unchecked) private var scratch: JSONWriter?
  /// The containers that are in the form of JSON text, by their addresses.
  @safe @exclusivity(unchecked) private var normalized = [UInt: (value: Any, depth: Int)]()
  /// Whether any value was replaced.
  @safe @exclusivity(unchecked) var isReplaced = false

  init(_ value: Any) {
    unsafe buffer = JSONValues.emptyObject
    let whole = Boxed(json: value).natural
    guard case .object = whole else {
      add(whole, in: 0)
      return
    }
    count = JSONValues.emptyObjectText.count
    nodes.append(
      Node(value: whole, parent: 0, index: -1, name: "", start: 4, end: 6, hasNext: false))
  }

  /// The place of a document's root object, which needs no memory of its own until one of its
  /// members has a place.
  private static let emptyObjectText: [UInt8] = [
    0, 0, 0, 0, UInt8(ascii: "{"), UInt8(ascii: "}"), JSONValues.end, 0, 0, 0, 0,
  ]
  // Immortal and never written: a document without capacity grows before it writes.
  nonisolated(unsafe) private static let emptyObject: UnsafeMutableRawPointer = {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: emptyObjectText.count, alignment: 1)
    unsafe memory.copyMemory(from: emptyObjectText, byteCount: emptyObjectText.count)
    return unsafe memory
  }()

  convenience init(unread value: any UnreadValue) {
    self.init([String: Any]())
    unread[0] = value
    holdsUnread = true
    if let content = value.content() { nodes[0].value = content }
  }

  deinit {
    if capacity > 0 { unsafe buffer.deallocate() }
    for memory in outgrown { unsafe UnsafeMutableRawPointer(bitPattern: memory)?.deallocate() }
  }

  /// The bytes so far.
  var lent: JSONReader.Bytes { unsafe JSONReader.Bytes(buffer, count: count) }

  /// The start of the root value.
  var start: Int { nodes[0].start }

  // MARK: Nodes

  /// Gives a value a place, as the member of an object with the name, or the element of an array at
  /// the index.
  @discardableResult
  func add(
    _ value: consuming Boxed, name: consuming String = "", index: Int = -1, in parent: Int,
    hasNext: Bool = false, isUnread: Bool = false
  ) -> Int {
    if case .other = value { value = value.natural }
    let number = nodes.count
    reserve(32)
    storeNumber(number)
    let start = count
    if isUnread { storeWord(UInt32(Self.mark) | Self.spaces) } else { storeText(of: value) }
    let end = count
    store(Self.end)
    storeNumber(number)
    // In larger steps than an array's own, because each moves all nodes.
    if number == nodes.capacity { nodes.reserveCapacity(max(16, number * 4)) }
    nodes.append(
      Node(
        value: value, parent: Int32(parent), index: Int32(truncatingIfNeeded: index), name: name,
        start: start, end: end, hasNext: hasNext))
    return number
  }

  /// Adds a value of an object that can be unread; then its members are, too.
  func add(_ value: Any, named name: String, in parent: Int, hasNext: Bool = false) -> Int {
    guard isUnread(parent), let part = value as? any UnreadValue else {
      return add(Boxed(json: value), name: name, in: parent, hasNext: hasNext)
    }
    let number = add(.null, name: name, in: parent, hasNext: hasNext, isUnread: true)
    unread[number] = part
    return number
  }

  /// Whether a node is an unread value.
  @inline(__always)
  func isUnread(_ number: Int) -> Bool { holdsUnread && unread[number] != nil }

  /// An unread value, if the node is one.
  func unreadValue(_ number: Int) -> (any UnreadValue)? { holdsUnread ? unread[number] : nil }

  /// The value of a node; reads an unread one.
  func value(of number: Int) -> Boxed {
    guard holdsUnread, let part = unread[number] else { return nodes[number].value }
    return Boxed(json: part.value())
  }

  /// Whether a value is a Double or a Float. The node of a whole one has an integer, so that its
  /// container is asked.
  func isFloatingPoint(_ number: Int) -> Bool {
    let node = nodes[number]
    var value = node.value
    if node.parent >= 0 {
      switch nodes[Int(node.parent)].value {
      case .object(let members): value = members[node.name].map { Boxed($0) } ?? value
      case .array(let elements):
        let index = Int(node.index)
        if elements.indices.contains(index) { value = Boxed(elements[index]) }
      case .string, .integer, .double, .bool, .null, .unsigned, .float, .decimal, .date, .data,
        .url, .uuid, .other:
        break
      }
    }
    switch value {
    case .double, .float: return true
    case .other(let value): return value is any BinaryFloatingPoint
    case .string, .integer, .bool, .null, .object, .array, .unsigned, .decimal, .date, .data, .url,
      .uuid:
      return false
    }
  }

  /// Enters an unread value, whose place then holds null, or the brackets of the object or the
  /// array.
  func open(_ number: Int) {
    guard case .null = nodes[number].value, let content = unreadValue(number)?.content() else {
      return
    }
    nodes[number].value = content
    let end = count
    reserve(1)
    defer { count = end }
    count = nodes[number].start
    switch content {
    case .object: storeWord(Self.object)
    case .array: storeWord(Self.array)
    case .null, .string, .integer, .double, .bool, .unsigned, .float, .decimal, .date, .data, .url,
      .uuid, .other:
      storeWord(Self.null)
    }
  }

  // The four bytes at the place of an unread value.
  private static let spaces: UInt32 = 0x2020_2000
  private static let null: UInt32 = 0x6C6C_756E
  private static let object: UInt32 = 0x2020_7D7B
  private static let array: UInt32 = 0x2020_5D5B

  /// Gives all values within a container places and returns the node of the first; 0 if there are
  /// none.
  ///
  /// - Parameter sorts: Whether to sort members by name if they have no places yet.
  func first(in number: Int, sorts: Bool = false) -> Int {
    if nodes[number].first >= 0 { return Int(nodes[number].first) }
    let first = nodes.count
    var left: Int
    switch nodes[number].value {
    case .object(let members):
      left = members.count
      func add(_ name: String, _ value: Any) {
        left -= 1
        _ = self.add(value, named: name, in: number, hasNext: left > 0)
      }
      if sorts {
        for (name, value) in members.sortedByName { add(name, value) }
      } else {
        for (name, value) in members { add(name, value) }
      }
    case .array(let elements):
      left = elements.count
      for index in elements.indices {
        left -= 1
        add(Boxed(elementOf: elements, at: index), index: index, in: number, hasNext: left > 0)
      }
    case .string, .integer, .double, .bool, .null, .unsigned, .float, .decimal, .date, .data, .url,
      .uuid, .other:
      break
    }
    let found = nodes.count > first ? first : 0
    nodes[number].first = Int32(found)
    return found
  }

  /// Records the parts of the document in an assembled value, for the paths of values in it.
  func setOrigins(_ splice: Splice, of number: Int) {
    hasParts = true
    if let start = splice.start { nodes[number].origin = Int32(self.number(at: start)) }
    switch splice {
    case .value: break
    case .array(let parts, _):
      let first = first(in: number)
      for (index, part) in parts.enumerated() { setOrigins(part, of: first + index) }
    case .object(let members):
      let first = first(in: number)
      for index in members.indices {
        let name = nodes[first + index].name
        guard let part = members.first(where: { $0.name == name })?.part else { continue }
        setOrigins(part, of: first + index)
      }
    }
  }

  /// The node of an element that is a part with an origin.
  func part(at index: Int, of number: Int) -> Int? {
    let first = Int(nodes[number].first)
    return first > 0 && nodes[first].origin >= 0 ? first + index : nil
  }

  /// The node of a member that is a part with an origin.
  func part(_ name: String, of number: Int) -> Int? {
    var part = Int(nodes[number].first)
    guard part > 0, nodes[part].origin >= 0 else { return nil }
    while nodes[part].name != name {
      guard nodes[part].hasNext else { return nil }
      part += 1
    }
    return part
  }

  /// The node of the value without a JSON form within another; the other itself if it has none.
  func failure(in number: Int, maximumDepth: Int) -> Int {
    var inner = first(in: number)
    let depth = maximumDepth - 1
    while inner > 0 {
      if (try? nodes[inner].value.normalized(maximumDepth: depth, in: self)) == nil {
        return failure(in: inner, maximumDepth: depth)
      }
      inner = nodes[inner].hasNext ? inner + 1 : 0
    }
    return number
  }

  /// The node of an object's member, which then has a place; nil if the object lacks the name.
  func member(_ name: String, of number: Int) -> Int? {
    guard case .object(let members) = nodes[number].value,
      let value = members.value(ofMember: name)
    else { return nil }
    return (hasParts ? part(name, of: number) : nil)
      ?? add(value, named: name, in: number)
  }

  /// The number of the node at `offset`, or of the one whose end mark is there.
  func number(at offset: Int) -> Int {
    var (low, high) = (0, nodes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if nodes[middle].start <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether the value at `offset` is that of the node `number`, or is within it.
  func lies(_ offset: Int, within number: Int) -> Bool {
    var inner = original(self.number(at: offset))
    while !areSame(inner, number) {
      let outer = original(Int(nodes[inner].parent))
      if outer == inner { return false }
      inner = outer
    }
    return true
  }

  /// Whether two nodes are places of one value.
  func areSame(_ number: Int, _ other: Int) -> Bool {
    var (number, other) = (original(number), original(other))
    while number != other {
      let outer = (original(Int(nodes[number].parent)), original(Int(nodes[other].parent)))
      guard nodes[number].index == nodes[other].index, nodes[number].name == nodes[other].name,
        outer.0 != number, outer.1 != other
      else { return false }
      (number, other) = outer
    }
    return true
  }

  /// The node from which an assembled value has the part; the node itself if it wasn't assembled.
  func original(_ number: Int) -> Int {
    let origin = Int(nodes[number].origin)
    return origin < 0 ? number : original(origin)
  }

  /// The paths from the root to values.
  func paths(to offsets: [Int]) -> [DocumentPath] {
    var tree = DocumentPath.Tree.Builder()
    var made = [Int: Int]()
    let ends = offsets.map { offset in
      var way: [Int] = []
      var number = original(number(at: offset))
      // The root is its own parent.
      while made[number] == nil, Int(nodes[number].parent) != number {
        way.append(number)
        number = original(Int(nodes[number].parent))
      }
      return way.reversed().reduce(made[number] ?? DocumentPath.Tree.root) { outer, number in
        let node = nodes[number]
        let inner = tree.add(
          node.index >= 0 ? .index(Int(node.index)) : .key(node.name), to: outer)
        made[number] = inner
        return inner
      }
    }
    return tree.paths(to: ends)
  }

  /// Records that a container is in the form of JSON text, with at most `depth` levels, after a
  /// hook has replaced a value.
  ///
  /// Hooks of nested objects get parts of the results of outer hooks. Without this, each of them
  /// would convert everything deeper again.
  func setNormalized<Container>(_ container: Container, depth: Int) {
    guard isReplaced, let address = Self.address(of: container) else { return }
    normalized[address] = (container, depth)
  }

  /// Whether a container is in the form of JSON text, with at most `depth` levels.
  func isNormalized<Container>(_ container: Container, depth: Int) -> Bool {
    guard isReplaced, let address = Self.address(of: container) else { return false }
    return normalized[address].map { $0.depth <= depth } ?? false
  }

  /// The address of a container's storage, unique while the container is kept.
  private static func address<Container>(of container: Container) -> UInt? {
    guard MemoryLayout<Container>.size == MemoryLayout<UInt>.size else { return nil }
    // An array and a dictionary are one reference. The word is only compared.
    return unsafe unsafeBitCast(container, to: UInt.self)
  }

  // MARK: Text

  /// Stores the text of a value, and keeps room for what follows it.
  @inline(__always)
  private func storeText(of value: borrowing Boxed) {
    switch value {
    case .object: storePair("{", "}")
    case .array: storePair("[", "]")
    case .string, .integer, .double, .bool, .null, .unsigned, .float, .decimal, .date, .data, .url,
      .uuid, .other:
      storeScalar(value)
    }
  }

  @inline(never)
  private func storeScalar(_ value: Boxed) {
    var scratch = scratch.take() ?? JSONWriter(capacity: 64)
    let start = scratch.mark
    if Self.write(value, to: &scratch) {
      let length = scratch.count
      reserve(length + 8)
      // The scratch text has that many bytes, and there is room for them.
      unsafe (buffer + count).copyMemory(from: scratch.buffer, byteCount: length)
      count += length
      scratch.rewind(to: start)
    } else {
      store(Self.mark)
    }
    self.scratch = consume scratch
  }

  /// Writes a scalar; returns false, with nothing written, for a live value.
  private static func write(_ value: Boxed, to scratch: inout JSONWriter) -> Bool {
    switch value {
    case .string(let text): scratch.string(text)
    case .integer(let number): scratch.integer(number)
    case .unsigned(let number): scratch.integer(number)
    case .double(let number): scratch.double(number)
    case .bool(let truth): scratch.bool(truth)
    case .null: scratch.null()
    case .float(let number) where number.isFinite: scratch.float(number)
    case .decimal(let number) where number.isFinite: scratch.decimal(number)
    case .other(let number as Double) where number.isFinite: scratch.double(number)
    case .other(let number as NumberText): scratch.rawNumber(number.text)
    case .other(let number as any FixedWidthInteger): scratch.integer(number)
    case .object, .array, .float, .decimal, .date, .data, .url, .uuid, .other: return false
    }
    return true
  }

  private func reserve(_ bytes: Int) {
    if count + bytes > capacity { grow(bytes) }
  }

  @inline(never)
  private func grow(_ bytes: Int) {
    let isOwned = capacity > 0
    capacity = max(capacity * 4, count + bytes, 1024)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
    // The first `count` bytes exist, and the new memory has room for more.
    unsafe larger.copyMemory(from: buffer, byteCount: count)
    if isOwned { unsafe outgrown.append(UInt(bitPattern: buffer)) }
    unsafe buffer = larger
  }

  private func store(_ byte: UInt8) {
    // There is room: each caller has reserved it.
    unsafe buffer.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  @inline(__always)
  private func storePair(_ first: Unicode.Scalar, _ second: Unicode.Scalar) {
    store(UInt8(ascii: first))
    store(UInt8(ascii: second))
  }

  private func storeNumber(_ number: Int) { storeWord(UInt32(truncatingIfNeeded: number)) }

  private func storeWord(_ word: UInt32) {
    // There is room: each caller has reserved it.
    unsafe buffer.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt32.self)
    count += 4
  }
}

extension Boxed {
  /// The value, as an object if it is a dictionary whose keys are text of another type.
  fileprivate var natural: Boxed {
    guard case .other(let other) = self, other is any _CollectionLike,
      let members = other as? [String: Any]
    else { return self }
    return .object(members)
  }
}
