import Foundation
import Synchronization

/// A growing buffer of JSON text.
///
/// The writer adds commas, line breaks and indentation: before each key and each value, the byte
/// written last shows whether something precedes it. So an object is `beginObject`, then `key` and
/// a value for each member, then `endObject`; an array is `beginArray`, the values, `endArray`. No
/// other calls are needed.
///
/// Only the files named `JSONWriter…` see the buffer's pointer. It is sound because the writer owns
/// the memory and can't be copied, and because each store follows a `reserve` of at least as many
/// bytes.
@safe struct JSONWriter: ~Copyable {
  /// Objects in a text that is parsed again, and which need no text themselves.
  final class Parts {
    /// Precedes an object's number. No JSON value begins with it.
    static let mark = UInt8(ascii: "$")

    private(set) var objects: [AnyObject] = []

    func add(_ object: AnyObject) -> Int {
      objects.append(object)
      return objects.count - 1
    }
  }

  /// A place in the text to return to.
  struct Mark: Equatable {
    fileprivate let count: Int
    fileprivate let depth: Int
  }

  let options: JSONWritingOptions
  /// Whether lines are broken and indented.
  let isPretty: Bool
  /// Whether keys are written in their ready form: without white space, and without escaped
  /// slashes.
  let isCompact: Bool
  /// Whether dictionaries are written in the order of their keys, so that equal ones give equal
  /// text.
  var sortsMembers: Bool
  /// Objects that the text represents by numbers; nil to write each one.
  var parts: Parts?
  var buffer: UnsafeMutableRawPointer
  var capacity: Int
  var count = 0
  private var ownsBuffer = true
  /// The number of bytes at the beginning that `take()` has returned, and keeps for what follows.
  private var taken = 0

  /// The number of open containers.
  private(set) var depth = 0

  /// The length of the text directly after the last object began; negative after a rewind.
  private var lengthAtObject = -1

  private var openObjects = OpenObjects()

  /// The places of the objects and arrays that `outline(from:)` leaves out, in order.
  var outlined: [Range<Int>] = []

  @inline(never) init(options: JSONWritingOptions = [], capacity: Int = 512) {
    self.options = options
    isPretty = options.contains(.prettyPrinted)
    isCompact = options.isDisjoint(with: [.prettyPrinted, .escapeSlashes])
    sortsMembers = options.contains(.sortedKeys)
    self.capacity = max(capacity, 64)
    unsafe buffer = Self.allocated(malloc(self.capacity))
  }

  /// Creates a writer for a part of a text with `options`, without line breaks.
  init(ofPartUnder options: JSONWritingOptions) {
    self.init(options: options.subtracting(.prettyPrinted))
    sortsMembers = true
  }

  /// Creates a writer for a part of the text of `outer`, without line breaks.
  init(within outer: borrowing JSONWriter) {
    self.init(ofPartUnder: outer.options)
    openObjects = OpenObjects(outer.openObjects)
  }

  deinit {
    if ownsBuffer { unsafe free(buffer) }
  }

  // MARK: - Containers

  @inline(__always) mutating func beginObject() {
    begin(UInt8(ascii: "{"))
    lengthAtObject = count
  }

  @inline(__always) mutating func endObject() {
    end(UInt8(ascii: "}"), after: UInt8(ascii: "{"))
  }

  @inline(__always) mutating func beginArray() {
    begin(UInt8(ascii: "["))
  }

  @inline(__always) mutating func endArray() {
    end(UInt8(ascii: "]"), after: UInt8(ascii: "["))
  }

  /// Separates an object from the one before in compact text, without a call; for arrays of models.
  /// Every value does that itself: calling this first changes nothing.
  @inline(__always) mutating func element() {
    if isPretty || last != UInt8(ascii: "}") { return }
    reserve(1)
    store(UInt8(ascii: ","))
  }

  @inline(__always) private mutating func begin(_ bracket: UInt8) {
    prepareValue(reserving: 1)
    store(bracket)
    depth += 1
  }

  @inline(__always) private mutating func end(_ bracket: UInt8, after opening: UInt8) {
    precondition(depth > 0, "There is no open container to end.")
    depth -= 1
    if isPretty { breakLine(after: opening) }
    reserve(1)
    store(bracket)
  }

  // MARK: - Keys

  /// Writes a key, and makes room for `bytes` more bytes.
  @inline(__always) mutating func key(_ key: Key, reserving bytes: Int = 0) {
    guard isCompact else { return slowKey(key, reserving: bytes) }
    // Omits the comma before the first member. The byte written last would also show that, but only
    // after it arrives.
    let skipped = count == lengthAtObject ? 1 : 0
    let length = key.count &- skipped
    reserve(length &+ bytes &+ 16)
    let source = unsafe key.bytes + skipped
    let target = unsafe buffer + count
    var offset = 0
    repeat {
      // Sixteen bytes beyond the key are within its padding and the reserved room.
      unsafe target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self),
        toByteOffset: offset, as: SIMD16<UInt8>.self)
      offset &+= 16
    } while offset < length
    count &+= length
  }

  @inline(never) mutating func key(_ key: String) {
    prepareKey()
    write(key)
    endKey()
  }

  @inline(never) private mutating func slowKey(_ key: Key, reserving bytes: Int) {
    prepareKey()
    for byte in key.quotedName {
      reserve(2)
      // Only a slash has different forms under the options.
      if byte == UInt8(ascii: "/"), options.contains(.escapeSlashes) { store(UInt8(ascii: "\\")) }
      store(byte)
    }
    endKey()
    reserve(bytes)
  }

  private mutating func prepareKey() {
    if last != UInt8(ascii: "{") {
      reserve(1)
      store(UInt8(ascii: ","))
    }
    if isPretty { breakLine() }
  }

  private mutating func endKey() {
    reserve(2)
    store(UInt8(ascii: ":"))
    if isPretty { store(UInt8(ascii: " ")) }
  }

  // MARK: - Objects that are being written

  /// Notes that an object is being written; returns false if it is already, or if `maximumDepth`
  /// are.
  @inline(__always) mutating func open(_ object: ObjectIdentifier, maximumDepth: Int) -> Bool {
    if openObjects.count >= maximumDepth || isOpen(object) { return false }
    openObjects.append(object)
    return true
  }

  /// Notes that the object opened last is complete.
  @inline(__always) mutating func close() {
    openObjects.removeLast()
  }

  /// Returns whether an object is being written.
  @inline(__always) func isOpen(_ object: ObjectIdentifier) -> Bool {
    openObjects.contains(object)
  }

  // MARK: - Going back

  /// The place where the next byte goes.
  var mark: Mark { Mark(count: count, depth: depth) }

  /// Removes everything since `mark`.
  @inline(never) mutating func rewind(to mark: Mark) {
    precondition(mark.count <= count, "A mark has to be of this text.")
    count = mark.count
    depth = mark.depth
    lengthAtObject = last == UInt8(ascii: "{") ? count : -1
    while let place = outlined.last, place.upperBound > count { outlined.removeLast() }
  }

  // MARK: - Text in pieces

  /// The number of bytes that `take()` has not returned yet.
  var untaken: Int { count - taken }

  /// Returns the bytes since the last call; for use between two values.
  ///
  /// The last one stays, because it decides what separates the next value.
  mutating func take() -> Data {
    precondition(taken <= count)
    // The first `count` bytes are initialized.
    let text = unsafe Data(bytes: buffer + taken, count: count - taken)
    if count > 1 {
      let last = last
      count = 0
      store(last)
    }
    outlined = []
    taken = count
    lengthAtObject = -1
    return text
  }

  /// Ends a line whose value begins at `mark`. Kept text in it can have line breaks between its
  /// tokens, which become spaces.
  mutating func endLine(from mark: Mark) {
    precondition(mark.count <= count)
    for lineBreak: CInt in [0x0A, 0x0D] {
      var start = mark.count
      // The range is within the initialized bytes.
      while let found = unsafe memchr(buffer + start, lineBreak, count - start) {
        unsafe found.storeBytes(of: UInt8(ascii: " "), as: UInt8.self)
        start = unsafe UnsafeMutableRawPointer(found) - buffer + 1
      }
    }
    reserve(1)
    store(0x0A)
  }

  // MARK: - The result

  /// Returns the text as Data, without copying it unless it is short.
  consuming func finish() -> Data {
    // A short text is copied if much of its buffer is empty.
    let isFull = capacity - count <= count / 2
    guard isFull || count > 4096 else { return unsafe Data(bytes: buffer, count: count) }
    let text = unsafe isFull ? buffer : realloc(buffer, count) ?? buffer
    // The buffer now belongs to the data.
    ownsBuffer = false
    return unsafe Data(bytesNoCopy: text, count: count, deallocator: .free)
  }

  /// Returns a copy of the text.
  func bytes() -> [UInt8] { bytes(0..<count) }

  /// Returns a part of the text as an array.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    precondition(0 <= range.lowerBound && range.upperBound <= count)
    // The first `count` bytes are initialized.
    return unsafe Array(
      UnsafeRawBufferPointer(start: buffer + range.lowerBound, count: range.count))
  }

  /// Appends a part of another text, without separating it.
  mutating func append(_ other: borrowing JSONWriter, _ range: Range<Int>) {
    precondition(0 <= range.lowerBound && range.upperBound <= other.count)
    reserve(range.count)
    // Both are initialized: the other's first `count` bytes, and the room for as many.
    unsafe (buffer + count).copyMemory(
      from: other.buffer + range.lowerBound, byteCount: range.count)
    count &+= range.count
  }

  /// Returns the text as a string.
  func string() -> String {
    // The buffer's first `count` bytes are initialized.
    unsafe String(decoding: UnsafeRawBufferPointer(start: buffer, count: count), as: UTF8.self)
  }
}

// MARK: - Stores

extension JSONWriter {
  /// The byte written last; before the first value, a colon, which needs no comma.
  @inline(__always) var last: UInt8 {
    // An offset below the count is initialized.
    count == 0
      ? UInt8(ascii: ":") : unsafe buffer.load(fromByteOffset: count - 1, as: UInt8.self)
  }

  /// Separates a value of up to `bytes` bytes from the previous one, and makes room for it.
  @inline(__always) mutating func prepareValue(reserving bytes: Int) {
    let last = last
    // Others than these need a comma, or a new line.
    if last != UInt8(ascii: ":"), last != UInt8(ascii: ","), last != UInt8(ascii: "[") || isPretty {
      separate(last)
    }
    reserve(bytes)
  }

  @inline(never) private mutating func separate(_ last: UInt8) {
    switch last {
    case UInt8(ascii: "["): if isPretty { breakLine() }
    case UInt8(ascii: ","), UInt8(ascii: " "), 0x0A: break
    default:
      reserve(1)
      store(UInt8(ascii: ","))
      if isPretty { breakLine() }
    }
  }

  @inline(never) private mutating func breakLine(after opening: UInt8) {
    if last != opening { breakLine() }
  }

  @inline(never) private mutating func breakLine() {
    reserve(2 * depth + 1)
    store(0x0A)
    for _ in 0..<(2 * depth) { store(UInt8(ascii: " ")) }
  }

  /// Stores a byte; needs room for it.
  @inline(__always) mutating func store(_ byte: UInt8) {
    assert(count < capacity)
    // The caller has reserved it.
    unsafe buffer.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Makes room for `bytes` more bytes.
  @inline(__always) mutating func reserve(_ bytes: Int) {
    if capacity &- count < bytes { grow(bytes) }
  }

  @inline(never) private mutating func grow(_ bytes: Int) {
    let (needed, overflow) = count.addingReportingOverflow(bytes)
    precondition(!overflow && needed <= .max / 2, "The text is too long for memory.")
    capacity = max(needed, capacity * 2)
    // The old buffer is not used again.
    unsafe buffer = Self.allocated(realloc(buffer, capacity))
  }

  private static func allocated(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
    guard let memory = unsafe memory else { fatalError("Out of memory.") }
    return unsafe memory
  }
}

extension JSONWriter {
  /// The greatest depth for this document: the policy's `limit`, or less if the stack requires it.
  func depthLeft(of limit: Int) -> Int {
    let room = StackRoom.depthOfValues(limit)
    return limit - depth > room ? depth + room : limit
  }
}

extension JSONWriter {
  /// Writes the value at the cursor of `reader` unchanged, in this writer's layout.
  ///
  /// It recurses as deep as the reader allows.
  mutating func copy(_ reader: inout JSONReader) throws {
    switch try reader.peekKind() {
    case .object:
      beginObject()
      if try reader.beginObject() {
        repeat {
          key(try reader.readKey())
          try copy(&reader)
        } while try reader.nextMember()
      }
      endObject()
    case .array:
      beginArray()
      if try reader.beginArray() {
        repeat { try copy(&reader) } while try reader.nextElement()
      }
      endArray()
    case .string:
      string(try reader.readStringIfPresent() ?? "")
    case .number, .bool, .null, .live:
      let start = reader.position
      try reader.skipValue()
      raw(reader.bytes(from: start, to: reader.position))
    }
  }
}

/// The layout of JSON text.
public struct JSONWritingOptions: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// One member or element per line, indented by two spaces per level.
  public static let prettyPrinted = JSONWritingOptions(rawValue: 1)

  /// Members in the order of their names, and the elements of sets in an order of their own, so that equal
  /// models give equal text.
  public static let sortedKeys = JSONWritingOptions(rawValue: 2)

  /// `/` as `\/`, for text that goes into HTML.
  public static let escapeSlashes = JSONWritingOptions(rawValue: 4)
}

extension JSONWriter {
  /// A member's escaped name in quotation marks, with a comma and a colon.
  ///
  /// Made once per name and never freed, so that a key is a pointer that can be copied without
  /// counting references. Any thread can read it, because it is immutable.
  @safe struct Key: @unchecked Sendable {
    /// `,"name":`, the value if it is always the same, and sixteen more bytes, so that blocks can be
    /// copied from any of them.
    let bytes: UnsafeRawPointer
    let count: Int

    /// The keys by the number of their names' bytes, the names, and the values.
    private static let known = Mutex<[JSONKeyTable.Name: Key]>([:])

    /// Returns the key of a member, made at first use, for compact text with a value that it always has.
    static func of(_ name: String, value: [UInt8] = []) -> Key {
      let content = JSONKeyTable.Name(
        text: "\(name.utf8.count) " + name + String(decoding: value, as: UTF8.self))
      return known.withLock { $0.value(for: content) { Key(Self.text(of: name) + value) } }
    }

    private init(_ text: [UInt8]) {
      let copy = UnsafeMutableRawPointer.allocate(byteCount: text.count + 16, alignment: 8)
      unsafe copy.initializeMemory(as: UInt8.self, repeating: 0, count: text.count + 16)
      for (offset, byte) in text.enumerated() {
        // The offset is below the count that was allocated.
        unsafe copy.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
      }
      unsafe bytes = UnsafeRawPointer(copy)
      count = text.count
    }

    private static func text(of name: String) -> [UInt8] {
      if name.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
        return [UInt8(ascii: ","), UInt8(ascii: "\"")] + name.utf8
          + [UInt8(ascii: "\""), UInt8(ascii: ":")]
      }
      var writer = JSONWriter()
      writer.beginArray()
      writer.null()
      writer.string(name)
      // `[null,"name"`: from the comma on, the beginning of a member.
      return writer.bytes().dropFirst(5) + [UInt8(ascii: ":")]
    }

    /// The name with its quotation marks, for layouts with other bytes around it.
    var quotedName: [UInt8] {
      // The bytes are immortal, and the range excludes the comma and the colon.
      unsafe Array(UnsafeRawBufferPointer(start: bytes + 1, count: count - 2))
    }
  }
}
