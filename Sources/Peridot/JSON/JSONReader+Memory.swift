extension JSONReader {
  /// Whether the document is one of values in memory.
  @inline(__always) var readsValues: Bool { unsafe values != nil }

  /// The document of values.
  @inline(__always)
  private var document: JSONValues {
    guard let values = unsafe values else { preconditionFailure("These are bytes.") }
    // The owner that lends the bytes keeps the document alive.
    return unsafe values.takeUnretainedValue()
  }

  /// The node of the value at an offset.
  @inline(__always) private func number(at offset: Int) -> Int {
    Int(truncatingIfNeeded: lent.halfWord(at: offset &- 4))
  }

  /// Moves to the start of a node. The document can have grown.
  @inline(__always)
  private mutating func go(to number: Int, of document: JSONValues) {
    lent = document.lent
    cursor = document.nodes[number].start
  }

  /// Enters the container whose opening bracket precedes the cursor; its closing bracket, `}` or
  /// `]`, is at the cursor.
  @inline(never)
  mutating func beginValues() -> Bool {
    guard let values = unsafe values else { return false }
    // The owner that lends the bytes keeps the document alive; likewise below.
    return unsafe values._withUnsafeGuaranteedRef { document in
      let first = document.first(in: number(at: cursor &- 1))
      guard first > 0 else {
        cursor &+= 1
        return false
      }
      go(to: first, of: document)
      depth &+= 1
      return true
    }
  }

  /// Moves from the end of a value to the next one of its container, or to the end of that.
  @inline(never)
  mutating func nextValue() -> Bool {
    guard let values = unsafe values else { return false }
    return unsafe values._withUnsafeGuaranteedRef { document in
      let number = number(at: cursor &+ 5)
      if document.nodes[number].hasNext {
        go(to: number + 1, of: document)
        return true
      }
      cursor = document.nodes[Int(document.nodes[number].parent)].end
      depth &-= 1
      return false
    }
  }

  /// The name of the member whose value is at an offset.
  func name(at offset: Int) -> String { document.nodes[number(at: offset)].name }

  /// Notes additions to the document by another reader.
  @inline(never)
  mutating func seeGrowth() {
    if readsValues { lent = document.lent }
  }

  /// Sorts the members of the object at the cursor by name if it is in memory, where they have no
  /// order.
  mutating func sortMembers() {
    guard readsValues, nextByte() == UInt8(ascii: "{") else { return }
    _ = document.first(in: number(at: cursor), sorts: true)
    lent = document.lent
  }

  /// Moves past the value at the cursor.
  mutating func skipWholeValue() {
    cursor = document.nodes[number(at: cursor)].end
  }

  /// The value in memory at an offset.
  func value(at offset: Int) -> Boxed { document.value(of: number(at: offset)) }

  /// Whether the value in memory at an offset is a Double or a Float, even a whole one.
  func isFloatingPoint(at offset: Int) -> Bool { document.isFloatingPoint(number(at: offset)) }

  /// Reads the value at the cursor as it is in memory.
  mutating func readValueInMemory() -> Boxed {
    let number = number(at: cursor)
    cursor = document.nodes[number].end
    return document.value(of: number)
  }

  /// The value at an offset, if it is not read yet.
  func unreadValue(at offset: Int) -> (any UnreadValue)? {
    readsValues ? document.unreadValue(number(at: offset)) : nil
  }

  /// Enters the value at the cursor, which has a mark, if it is an unread object or array.
  mutating func openLiveValue() -> Kind {
    let number = number(at: cursor)
    document.open(number)
    lent = document.lent
    return switch lent.byte(at: cursor) {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "n"): .null
    default: .live
    }
  }

  /// Reads the value at the cursor as its JSON text would read, with live values unchanged.
  @inline(never)
  mutating func readPlainValueInMemory() throws -> Any {
    let number = number(at: cursor)
    let document = document
    do {
      return try readValueInMemory().normalized(maximumDepth: maximumDepth - depth, in: document)
    } catch {
      if case .tooDeep = error.kind { throw Self.tooDeep(maximumDepth, at: cursor, in: lent) }
      let failed = document.failure(in: number, maximumDepth: maximumDepth - depth)
      let offset = document.nodes[failed].start
      lent = document.lent
      throw JSONSyntaxError(.numberOutOfRange, byteOffset: offset, line: 0, column: 0)
    }
  }

  /// The offset of a member's value in the object at the cursor. Moves past the object.
  mutating func offsetInMemory(ofMember name: String) -> Int? {
    let document = document
    let object = number(at: cursor)
    let member = document.member(name, of: object)
    lent = document.lent
    cursor = document.nodes[object].end
    return member.map { document.nodes[$0].start }
  }

  /// Whether an offset is within the value with this range. The contents of a value in memory have
  /// places elsewhere.
  func lies(_ offset: Int, in value: Range<Int>) -> Bool {
    if !readsValues { return value.contains(offset) }
    return document.lies(offset, within: number(at: value.lowerBound))
  }

  /// Whether the values at two offsets are one; a value in memory can have several places.
  func isSame(_ offset: Int, _ other: Int) -> Bool {
    if offset == other || !readsValues { return offset == other }
    let document = document
    return document.areSame(document.number(at: offset), document.number(at: other))
  }

  /// Whether the value at the cursor is a live one.
  @inline(__always) var isLive: Bool {
    mutating get { readsValues && nextByte() == JSONValues.mark }
  }

  /// Replaces the value at the cursor, and returns the end of the replacement.
  @discardableResult
  mutating func replaceValue(by value: Any) -> Int {
    let document = document
    let end = document.nodes[number(at: cursor)].end
    // A part of an assembled value is where it comes from.
    let number = document.original(number(at: cursor))
    let node = document.nodes[number]
    let isWhole = Int(node.parent) == number
    document.isReplaced = true
    let other = document.add(
      Boxed(json: value), name: node.name, index: Int(node.index),
      in: isWhole ? document.nodes.count : Int(node.parent))
    go(to: other, of: document)
    return end
  }
}

extension JSONReader {
  /// Moves to a value assembled from parts of the document, which replaces the one at an offset.
  mutating func go(to splice: Splice, at offset: Int) {
    position = offset
    replaceValue(by: splice.valueInMemory(self))
    document.setOrigins(splice, of: number(at: cursor))
    lent = document.lent
  }

  /// The members of an object in memory, or the elements of an array, during iteration.
  struct InMemory<Content> {
    fileprivate let number: Int
    fileprivate let end: Int
    let isUnread: Bool
    let content: Content
  }

  /// Enters the object at the cursor.
  mutating func beginMembersInMemory() throws -> InMemory<[String: Any]> {
    try beginInMemory(UInt8(ascii: "{")) {
      if case .object(let members) = $0 { members } else { nil }
    }
  }

  /// Enters the array at the cursor.
  mutating func beginElementsInMemory() throws -> InMemory<[Any]> {
    try beginInMemory(UInt8(ascii: "[")) {
      if case .array(let elements) = $0 { elements } else { nil }
    }
  }

  @inline(__always)
  private mutating func beginInMemory<Content>(
    _ bracket: UInt8, _ content: (borrowing Boxed) -> Content?
  ) throws -> InMemory<Content> {
    guard nextByte() == bracket else { throw lent.unexpected(at: cursor) }
    guard depth < maximumDepth else { throw Self.tooDeep(maximumDepth, at: cursor, in: lent) }
    depth &+= 1
    let number = number(at: cursor)
    guard
      let container = unsafe values?._withUnsafeGuaranteedRef({ document in
        content(document.nodes[number].value).map {
          InMemory(
            number: number, end: document.nodes[number].end, isUnread: document.isUnread(number),
            content: $0)
        }
      }) ?? nil
    else { preconditionFailure("Only objects and arrays begin with brackets.") }
    return container
  }

  /// Moves to an unread member.
  @inline(never)
  mutating func go(toUnread value: Any, named name: String, of members: InMemory<[String: Any]>) {
    go(to: document.add(value, named: name, in: members.number), of: document)
    keyStart = cursor
  }

  /// Moves to a member.
  mutating func go(to value: Boxed, named name: String, of members: InMemory<[String: Any]>) {
    guard let values = unsafe values else { return }
    unsafe values._withUnsafeGuaranteedRef { document in
      if document.hasParts, let part = document.part(name, of: members.number) {
        go(to: part, of: document)
      } else {
        go(to: document.add(value, name: name, in: members.number), of: document)
      }
    }
    keyStart = cursor
  }

  /// Moves to an element.
  mutating func go(to value: Boxed, at index: Int, of elements: InMemory<[Any]>) {
    let document = document
    let part = document.hasParts ? document.part(at: index, of: elements.number) : nil
    go(to: part ?? document.add(value, index: index, in: elements.number), of: document)
  }

  /// Moves past the object or the array, which is kept until then.
  mutating func end<Content>(_ container: InMemory<Content>) {
    withExtendedLifetime(container) {}
    cursor = container.end
    depth &-= 1
  }
}
