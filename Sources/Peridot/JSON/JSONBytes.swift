import Foundation

/// The bytes of one JSON document, shared by all that read them.
///
/// No pointer is held: the owner of the bytes is, so a view of a part of the document may be kept.
/// Offsets count from the very first byte, a byte order mark included.
struct JSONBytes: Sendable {
  enum Storage {
    case data(Data)
    case array([UInt8])
    case part([UInt8], Range<Int>)
    case string(String)
    /// With values that stand in the text as they are in memory.
    case live([UInt8], LiveValues)
  }

  let storage: Storage

  init(_ data: Data) {
    storage = .data(data)
  }

  init(_ bytes: [UInt8], live: LiveValues? = nil) {
    storage = live.map { .live(bytes, $0) } ?? .array(bytes)
  }

  /// Creates a document of a part of some bytes, without a copy.
  init(part: Range<Int>, of bytes: [UInt8]) {
    storage = .part(bytes, part)
  }

  /// The values that stand in the text as they are in memory, if there may be any.
  var live: LiveValues? {
    if case .live(_, let values) = storage { values } else { nil }
  }

  init(_ string: String) {
    // A string bridged from elsewhere would otherwise be copied for each reader.
    var native = string
    native.makeContiguousUTF8()
    storage = .string(native)
  }

  var count: Int {
    switch storage {
    case .data(let data): data.count
    case .array(let bytes), .live(let bytes, _): bytes.count
    case .part(_, let part): part.count
    case .string(let string): string.utf8.count
    }
  }

  /// Returns line and column of an offset, both counted from one; the column counts Unicode
  /// scalars.
  ///
  /// A line ends with a line feed, a carriage return, or both; a byte order mark does not count.
  func location(of offset: Int) -> (line: Int, column: Int) {
    withReader { $0.lent.location(of: offset) }
  }

  /// Returns lines and columns of many offsets, in any order, found in one pass.
  func locations(of offsets: [Int]) -> [(line: Int, column: Int)] {
    inOnePass(offsets) { ascending in withReader { $0.lent.locations(of: ascending) } }
  }

  /// Returns the JSON path of the member or element that lies at `offset`, as
  /// `$.items[3].user.name`.
  ///
  /// Names that are not identifiers are quoted, as in `$["a.b"]`. In a malformed document the path
  /// names what was open where reading stopped.
  func path(to offset: Int) -> String {
    paths(to: [offset])[0]
  }

  /// Returns the paths of many offsets, in any order, found in one pass.
  func paths(to offsets: [Int]) -> [String] {
    inOnePass(offsets) { ascending in
      withReader(maximumDepth: .max) { $0.paths(to: ascending) }
    }
  }

  /// Answers for all offsets by a function that takes them in ascending order.
  private func inOnePass<Answer>(
    _ offsets: [Int], _ answers: ([Int]) -> [Answer]
  ) -> [Answer] {
    let order = offsets.indices.sorted { (offsets[$0], $0) < (offsets[$1], $1) }
    let ascending = answers(order.map { offsets[$0] })
    var places = order
    for (place, index) in order.enumerated() { places[index] = place }
    return places.map { ascending[$0] }
  }
}

/// Values that stand in a text as they are in memory: dates and models in a dictionary of the
/// caller's, or what a hook has made already.
///
/// In the text such a value is a token: a byte that no document may have there, and the value's
/// number. Only a reader that was given the values takes that byte for a token.
final class LiveValues: @unchecked Sendable {
  // Sendable: the writer that makes the text adds to it, and nothing does afterwards. The values
  // themselves are the caller's, who gives them away with the dictionary that they lie in.

  /// The control character "substitute".
  static let token: UInt8 = 0x1A

  /// Whether what has no text is to be written as it is; else the writer says what is.
  let takesAny: Bool
  /// Whether the object of each model is to be written as it is: an update reads it by the mapping of
  /// the model that is there, which may be of a subclass with other members.
  let keepsModels: Bool
  fileprivate var values: [Any] = []
  /// The object that the whole text was made of, and what made it: that is, for whom.
  var whole: (members: [String: Any], maker: AnyObject?)?

  init(takesAny: Bool = true, keepsModels: Bool = false) {
    self.takesAny = takesAny
    self.keepsModels = keepsModels
  }

  /// The same values for a text that is put together of parts of this one.
  func ofPart() -> LiveValues {
    let part = LiveValues(takesAny: takesAny, keepsModels: keepsModels)
    part.values = values
    return part
  }
}

extension JSONBytes {
  /// Makes the text that `write` writes, in which values may stand as they are in memory.
  init(
    keeping live: LiveValues, capacity: Int = 512,
    _ write: (inout JSONWriter) throws -> Void
  ) rethrows {
    var writer = JSONWriter(capacity: capacity)
    writer.live = live
    try write(&writer)
    self.init(writer.bytes(), live: live)
  }
}

extension JSONWriter {
  /// Writes a value as it is; the writer has to have live values.
  mutating func live(_ value: Any) {
    guard let live else { preconditionFailure("There is nowhere to put a live value.") }
    prepareValue(reserving: 1)
    store(LiveValues.token)
    for digit in String(live.values.count).utf8 {
      reserve(1)
      store(digit)
    }
    live.values.append(value)
  }

  /// Writes what nobody may ask for: plain values as text, all others as they are, unseen.
  mutating func unseen(_ value: Any, maximumDepth: Int) throws {
    switch value {
    case is [String: Any], is [Any]: live(value)
    default:
      let mark = mark
      do {
        try any(value, maximumDepth: maximumDepth)
      } catch is JSONValueError {
        rewind(to: mark)
        live(value)
      }
    }
  }
}

extension JSONReader {
  /// Whether the value at the cursor is a live one.
  @inline(__always) var isLive: Bool {
    mutating get { hasLive && nextByte() == LiveValues.token }
  }

  /// Reads the live value at the cursor.
  @inline(never)
  mutating func readLive() throws(JSONSyntaxError) -> Any {
    guard isLive, let value = liveValue(at: cursor) else { throw lent.unexpected(at: cursor) }
    cursor = endOfNumber(from: cursor + 1)
    return value
  }

  /// The live value at an offset; nil when there is none.
  func liveValue(at offset: Int) -> Any? {
    // The owner that lends the bytes keeps the values alive.
    guard let live = unsafe live?.takeUnretainedValue() else { return nil }
    let start = lent.endOfWhitespace(from: offset)
    guard start < count, byte(at: start) == LiveValues.token else { return nil }
    return live.value(at: number(from: start + 1, to: endOfNumber(from: start + 1)))
  }

  private func endOfNumber(from start: Int) -> Int {
    var end = start
    while end < count, 0x30...0x39 ~= byte(at: end) { end += 1 }
    return end
  }

  private func number(from start: Int, to end: Int) -> Int {
    (start..<end).reduce(0) { $0 &* 10 &+ Int(byte(at: $1) - 0x30) }
  }
}

extension LiveValues {
  fileprivate func value(at index: Int) -> Any? {
    values.indices.contains(index) ? values[index] : nil
  }
}
