/// The open containers of a text whose bytes arrive in chunks.
///
/// It looks at each byte once. Whole values are only counted: their reader stops it where one of its
/// own containers or texts ends, and where a value can be the one at its place.
struct GrowingOutline {
  /// A container of the text that has not ended.
  struct Container {
    let isArray: Bool
    let start: Int
    /// The whole members or elements that were not read yet.
    var unread: Range<Int>
    /// The current member or element.
    var member = 0
    var nameEnd = 0
    /// The name of the current member, once it was asked for: its bytes can be gone.
    var name: String?
    var value = 0
    /// The number of elements, and of those read.
    var count = 0
    var readCount = 0
    /// The end of the members among which the one that chooses the class was looked for.
    var searched = 0
    /// Whether its value counts as a whole.
    var isWhole = false
  }

  enum State {
    case value, first, next, name, colon, between, text, bare, end
  }

  /// Where the reader has to act.
  enum Stop {
    /// A value has begun in the innermost container of the reader, and outside of its models.
    case beginning(isContainer: Bool)
    /// A value of the reader ends before the offset.
    case end(Int)
    /// The innermost container, which is the reader's, ends before the offset.
    case closing(Int)
  }

  /// The stops that the reader needs.
  struct Stops {
    /// The number of containers that are the reader's.
    let containers: Int
    let depthLimit: Int
    let atBeginnings: Bool
    /// Whether the current value of its innermost container is the reader's.
    let atEnd: Bool
  }

  struct Misplaced: Error {
    let kind: JSONSyntaxError.Kind
    let offset: Int
  }

  var source = ElementSplitter.ArrivingText()
  private(set) var state = State.value
  var containers: [Container] = []
  /// Whether the current text counts as a whole.
  var isWholeText = false
  /// Whether the current text goes on after a backslash.
  private var isEscaped = false

  var hasEnded: Bool { if case .end = state { true } else { false } }

  /// Whether the bytes end within a text.
  var isInText: Bool { if case .text = state { true } else { false } }

  /// Reads the bytes to the next stop; returns nil at their end.
  mutating func scan(to stops: Stops) throws(Misplaced) -> Stop? {
    let bytes = source.bytes
    var next = source.next
    defer { source.next = next }
    while next < bytes.count {
      switch state {
      case .name, .text:
        guard let end = JSONReader.endOfText(in: bytes, from: next, isEscaped: &isEscaped) else {
          next = bytes.count
          return nil
        }
        next = end
        if case .name = state {
          containers[containers.count - 1].nameEnd = source.base + next
          state = .colon
        } else if let stop = ended(at: source.base + next, stops) {
          return stop
        }
      case .bare:
        while next < bytes.count, !Self.endsBare(bytes[next]) { next += 1 }
        guard next < bytes.count else { return nil }
        if let stop = ended(at: source.base + next, stops) { return stop }
      case .value, .first, .next, .colon, .between, .end:
        let byte = bytes[next]
        if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
          next += 1
        } else if byte >= 0x80 {
          source.next = next
          guard source.passMark(byte) else {
            if source.isMarkWhole, source.isCharacterCut { return nil }
            throw unexpectedCharacter()
          }
          next = source.next
        } else {
          let stop = try take(byte, at: source.base + next, stops)
          next += 1
          if let stop { return stop }
        }
      }
    }
    return nil
  }

  private static func endsBare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): true
    default: false
    }
  }

  /// Processes a byte of the structure.
  private mutating func take(
    _ byte: UInt8, at offset: Int, _ stops: Stops
  ) throws(Misplaced) -> Stop? {
    let isArray = !containers.isEmpty && containers[containers.count - 1].isArray
    let isClosing = byte == UInt8(ascii: "}") && !isArray || byte == UInt8(ascii: "]") && isArray
    switch state {
    case .value,
      .next where isArray:
      return try beginValue(byte, at: offset, stops)
    case .between where byte == UInt8(ascii: ","): state = .next
    case .first where isClosing, .between where isClosing:
      if containers.count <= stops.containers { return .closing(offset + 1) }
      containers.removeLast()
      return ended(at: offset + 1, stops)
    case .first where isArray: return try beginValue(byte, at: offset, stops)
    case .first where byte == UInt8(ascii: "\""), .next where byte == UInt8(ascii: "\""):
      beginMember(at: offset)
      state = .name
    case .colon where byte == UInt8(ascii: ":"): state = .value
    case .end: throw Misplaced(kind: .trailingText, offset: offset)
    case .first, .next, .colon, .between, .name, .text, .bare: throw unexpected(byte, at: offset)
    }
    return nil
  }

  private mutating func beginMember(at offset: Int) {
    let last = containers.count - 1
    containers[last].member = offset
    containers[last].name = nil
    if containers[last].unread.isEmpty { containers[last].unread = offset..<offset }
  }

  private mutating func beginValue(
    _ byte: UInt8, at offset: Int, _ stops: Stops
  ) throws(Misplaced) -> Stop? {
    let following: State
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): following = .first
    case UInt8(ascii: "\""): following = .text
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"),
      UInt8(ascii: "f"), UInt8(ascii: "n"):
      following = .bare
    default: throw unexpected(byte, at: offset)
    }
    let level = containers.count
    if level > 0 {
      if containers[level - 1].isArray { beginMember(at: offset) }
      containers[level - 1].value = offset
    }
    state = following
    isWholeText = false
    if case .first = following {
      if level >= stops.depthLimit {
        throw Misplaced(
          kind: .tooDeep(limit: UInt32(clamping: stops.depthLimit)), offset: offset)
      }
      containers.append(
        Container(
          isArray: byte == UInt8(ascii: "["), start: offset, unread: offset + 1..<offset + 1))
    }
    guard stops.atBeginnings, level == stops.containers else { return nil }
    return .beginning(isContainer: containers.count > level)
  }

  private mutating func ended(at offset: Int, _ stops: Stops) -> Stop? {
    if stops.atEnd, containers.count == stops.containers { return .end(offset) }
    endValue(at: offset, isRead: false)
    return nil
  }

  /// Ends the current value, and with it a member or element.
  mutating func endValue(at end: Int, isRead: Bool) {
    guard let last = containers.indices.last else {
      state = .end
      return
    }
    state = .between
    containers[last].count += 1
    if isRead {
      containers[last].unread = end..<end
      containers[last].readCount = containers[last].count
    } else {
      containers[last].unread = containers[last].unread.lowerBound..<end
    }
  }

  /// Whether the bytes end within a text that was read to `end`, which is not amid an escape.
  func isContinued(from end: Int) -> Bool {
    isInText && !isEscaped && source.isRead && end == source.base + source.bytes.count
  }

  private func unexpected(_ byte: UInt8, at offset: Int) -> Misplaced {
    Misplaced(kind: .unexpectedCharacter(Unicode.Scalar(byte)), offset: offset)
  }

  /// The error of the next character, which is beyond ASCII.
  private func unexpectedCharacter() -> Misplaced {
    let scalar = source.isMarkWhole ? source.character : nil
    let kind: JSONSyntaxError.Kind =
      hasEnded ? .trailingText : scalar.map { .unexpectedCharacter($0) } ?? .invalidUTF8
    return Misplaced(kind: kind, offset: source.base + source.next)
  }

  /// The step to the current value of the container at a level.
  mutating func step(inContainer level: Int) -> JSONKeyPath.Component {
    let container = containers[level]
    guard !container.isArray else { return .index(container.count) }
    if let name = container.name { return .key(name) }
    let decoded = JSONBytes(text(container.member..<container.nameEnd))
      .withReader(maximumDepth: .max) { try? $0.readStringIfPresent() }
    containers[level].name = decoded ?? ""
    return .key(decoded ?? "")
  }

  /// A part of the text, between other bytes.
  func text(_ range: Range<Int>, _ open: String = "", _ close: String = "") -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count + 2)
    text += open.utf8
    text += source.bytes[range.lowerBound - source.base..<range.upperBound - source.base]
    text += close.utf8
    return text
  }

  func part(_ range: Range<Int>) -> JSONBytes {
    JSONBytes(
      part: range.lowerBound - source.base..<range.upperBound - source.base, of: source.bytes,
      encoding: source.encoding)
  }

  /// The end of the whole scalars of a text that goes on after the bytes. A high surrogate waits for
  /// the low one.
  func endOfScalars(from start: Int) -> Int {
    let bytes = source.bytes
    let start = start - source.base
    var next = start
    // Nothing before the last bytes can be cut.
    if !bytes[max(start, bytes.count - 12)...].contains(UInt8(ascii: "\\")) {
      next = max(start, bytes.count - 3)
    }
    while next < bytes.count {
      guard let length = Self.lengthOfUnit(in: bytes, at: next), next + length <= bytes.count else {
        break
      }
      next += length
    }
    return source.base + next
  }

  /// The number of bytes that make scalars together; nil if it is still to come.
  private static func lengthOfUnit(in bytes: [UInt8], at start: Int) -> Int? {
    let byte = bytes[start]
    guard byte == UInt8(ascii: "\\") else {
      return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    }
    guard start + 1 < bytes.count else { return nil }
    guard bytes[start + 1] == UInt8(ascii: "u") else { return 2 }
    guard start + 6 <= bytes.count else { return nil }
    let isHigh =
      bytes[start + 2] | 0x20 == UInt8(ascii: "d")
      && [UInt8(ascii: "8"), UInt8(ascii: "9"), UInt8(ascii: "a"), UInt8(ascii: "b")]
        .contains(bytes[start + 3] | 0x20)
    return isHigh ? 12 : 6
  }
}
