extension JSONReader {
  /// Finds the end of a JSON value in text that arrives in pieces, by its brackets and quotation
  /// marks.
  ///
  /// Its reader checks the JSON: up to the first mistake, both agree on the depth.
  struct ValueScanner {
    private enum Kind {
      /// An object, an array or a string.
      case delimited
      /// A number or a literal, which the byte after it ends.
      case bare(alone: Bool)
    }

    private let kind: Kind
    private var depth = 0
    /// All bits set within a string; otherwise none.
    private var quoted: UInt64 = 0
    private var isEscaped = false

    /// Creates a scanner for a value that begins with `first`.
    ///
    /// - Parameter isAlone: Whether the value is in no container, so that only white space ends a
    ///   number.
    init(first: UInt8, isAlone: Bool) {
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): kind = .delimited
      default: kind = .bare(alone: isAlone)
      }
    }

    /// Whether only the following byte shows that the value has ended.
    var isBare: Bool { if case .bare = kind { true } else { false } }

    /// Whether an object or an array is open.
    var isInContainer: Bool { depth > 0 }

    /// Returns the offset after the value, or nil if it continues after the bytes.
    ///
    /// - Parameter start: The first unread byte.
    mutating func end(in bytes: [UInt8], from start: Int) -> Int? {
      unsafe bytes.withUnsafeBytes { buffer in
        guard let base = buffer.baseAddress, start < buffer.count else { return nil }
        // The array lends its bytes during the call.
        let bytes = unsafe JSONReader.Bytes(base, count: buffer.count)
        switch kind {
        case .bare(let isAlone): return endOfBare(in: bytes, from: start, isAlone: isAlone)
        case .delimited: return endOfDelimited(in: bytes, from: start)
        }
      }
    }

    private func endOfBare(
      in bytes: JSONReader.Bytes, from start: Int, isAlone: Bool
    ) -> Int? {
      (start..<bytes.count).first { offset in
        switch bytes.byte(at: offset) {
        case 0x20, 0x09, 0x0A, 0x0D: true
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): !isAlone
        default: false
        }
      }
    }

    private mutating func endOfDelimited(in bytes: JSONReader.Bytes, from start: Int) -> Int? {
      var next = start
      // A string outside of containers, and the first bytes, go one by one.
      while next < bytes.count, depth == 0 {
        next += 1
        if take(bytes.byte(at: next - 1)) { return next }
      }
      while next &+ 16 <= bytes.count {
        let vector = bytes.vector(at: next)
        if isEscaped || JSONReader.Bytes.hasBackslash(vector) {
          for offset in next..<next &+ 16 where take(bytes.byte(at: offset)) { return offset + 1 }
        } else {
          let text = ByteMarks(vector)
          let quotes = JSONReader.Bytes.quotes(in: vector)
          let brackets = JSONReader.Bytes.brackets(in: vector)
          if let end = take(text.low, quotes.low, brackets.low) { return next &+ end }
          if let end = take(text.high, quotes.high, brackets.high) { return next &+ 8 &+ end }
        }
        next &+= 16
      }
      while next < bytes.count {
        next += 1
        if take(bytes.byte(at: next - 1)) { return next }
      }
      return nil
    }

    /// Takes eight bytes without a backslash; if the value ends, returns how many of them belong to
    /// it.
    @inline(__always)
    private mutating func take(_ text: UInt64, _ quotes: UInt64, _ brackets: UInt64) -> Int? {
      // Each quotation mark inverts all bytes from itself on.
      var inside = quotes ^ quotes << 8
      inside ^= inside << 16
      inside ^= inside << 32
      inside ^= quoted
      quoted = UInt64(bitPattern: Int64(bitPattern: inside) >> 63)
      var brackets = brackets & ~inside
      while brackets != 0 {
        let shift = UInt64(truncatingIfNeeded: brackets.trailingZeroBitCount & 0x38)
        // Of the four brackets, this bit marks those that open.
        if text &>> shift & 2 != 0 {
          depth &+= 1
        } else {
          depth &-= 1
          if depth == 0 { return Int(truncatingIfNeeded: shift >> 3) &+ 1 }
        }
        brackets &= ~(0xFF &<< shift)
      }
      return nil
    }

    /// Takes one byte; returns whether the value ends with it.
    private mutating func take(_ byte: UInt8) -> Bool {
      if quoted != 0 {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          quoted = 0
          return depth == 0
        }
        return false
      }
      switch byte {
      case UInt8(ascii: "\""): quoted = .max
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        return depth == 0
      default: break
      }
      return false
    }
  }

  /// Returns the offset after the quotation mark that ends a text, or nil if it goes on after the
  /// bytes.
  ///
  /// - Parameter isEscaped: Whether the byte at `start` follows a backslash; then, whether the byte
  ///   after all does.
  static func endOfText(
    in bytes: [UInt8], from start: Int, isEscaped: inout Bool
  ) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      // The array lends its bytes during the call.
      let bytes = unsafe JSONReader.Bytes(base, count: buffer.count)
      var next = isEscaped ? start &+ 1 : start
      while next < bytes.count {
        if next &+ 16 <= bytes.count {
          let marks = JSONReader.Bytes.marks(in: bytes.vector(at: next))
          if marks.isEmpty {
            next &+= 16
            continue
          }
          next &+= marks.first
        }
        switch bytes.byte(at: next) {
        case UInt8(ascii: "\""):
          isEscaped = false
          return next &+ 1
        case UInt8(ascii: "\\"): next &+= 2
        default: next &+= 1
        }
      }
      isEscaped = next > bytes.count
      return nil
    }
  }

  /// The text of bytes within a string, and the number of its scalars, if each byte stands for itself;
  /// nil for others, and for a scalar that is cut.
  static func plainText(_ bytes: [UInt8]) -> (text: String, scalarCount: Int)? {
    let count = unsafe bytes.withUnsafeBytes { buffer -> Int? in
      guard let base = buffer.baseAddress else { return 0 }
      // The array lends its bytes during the call.
      return unsafe JSONReader.Bytes(base, count: buffer.count).plainScalarCount
    }
    return count.map { (String(decoding: bytes, as: UTF8.self), $0) }
  }

  /// A byte of a text that arrives in pieces: its offset, line and column, the latter two counted
  /// from one.
  struct TextPosition {
    private(set) var offset = 0
    private(set) var line = 1
    private(set) var column = 1
    private var followsReturn = false

    /// Moves past bytes of one line.
    mutating func advance(by count: Int, scalars: Int) {
      offset += count
      column += scalars
      followsReturn = false
    }

    mutating func advance(over bytes: [UInt8], from start: Int, to end: Int) {
      unsafe bytes.withUnsafeBytes { buffer in
        guard let base = buffer.baseAddress else { return }
        precondition(start <= end && end <= buffer.count)
        // The array lends its bytes for the time of the call.
        advance(over: unsafe JSONReader.Bytes(base, count: buffer.count), from: start, to: end)
      }
    }

    private mutating func advance(
      over bytes: JSONReader.Bytes, from start: Int, to end: Int
    ) {
      var next = start
      var most = JSONReader.Bytes.mostCounted
      while next < end {
        let length = min((end &- next) & ~15, most)
        // The text can begin with a byte order mark.
        let isCounted = length > 0 && offset > 0 && !followsReturn
        if isCounted, let counted = bytes.lines(from: next, to: next &+ length) {
          line &+= counted.lineFeeds
          column = (counted.lineFeeds > 0 ? 1 : column) &+ counted.column
          offset &+= length
          next &+= length
        } else if isCounted, most > 16 {
          most = 16
        } else {
          for _ in 0..<min(16, end &- next) {
            take(bytes.byte(at: next))
            next &+= 1
          }
        }
      }
    }

    private mutating func take(_ byte: UInt8) {
      offset += 1
      switch byte {
      case 0x0A where followsReturn: break
      case 0x0A, 0x0D:
        line += 1
        column = 1
      case 0x80..<0xC0: break
      // The byte order mark.
      case 0xEF where offset == 1: break
      default: column += 1
      }
      followsReturn = byte == 0x0D
    }
  }
}

extension JSONReader {
  /// Returns the paths of ascending offsets, in one pass from the start of the document.
  ///
  /// An offset belongs to the member or element whose text contains it or follows it directly; one
  /// at the end of a container, or at a comma in it, belongs to the container.
  mutating func paths(to offsets: [Int]) -> [DocumentPath] {
    var search = PathSearch(offsets)
    cursor = lent.startOfText
    // A malformed document ends the search; later offsets get the container that is open then.
    try? findPaths(&search)
    search.settle(before: .max, in: lent)
    return search.tree.paths(to: search.nodes)
  }

  private mutating func findPaths(_ search: inout PathSearch) throws {
    while search.offset < .max {
      switch try peekKind() {
      case .object:
        search.settle(before: cursor + 1, in: lent)
        if try beginObject() {
          search.enter(Container(kind: .object, place: try pathKey()))
          continue
        }
      case .array:
        search.settle(before: cursor + 1, in: lent)
        if try beginArray() {
          search.enter(Container(kind: .array, place: 0))
          continue
        }
      case .string, .number, .bool, .null, .live:
        try skipValue()
      }
      search.settle(before: cursor, in: lent)
      // A value has ended, and perhaps containers with it.
      while true {
        if search.innermost.kind == .none { return }
        _ = nextByte()
        search.settle(before: cursor + 1, in: lent, isOutside: true)
        do {
          if search.innermost.kind == .array {
            if try nextElement() {
              search.innermost.place += 1
              break
            }
          } else if try nextMember() {
            search.innermost.place = try pathKey()
            break
          }
        } catch {
          search.leave()
          throw error
        }
        search.leave()
      }
    }
  }

  private mutating func pathKey() throws -> Int {
    try skipKey()
    return keyStart
  }
}

extension JSONReader {
  /// A container on the path to a value.
  fileprivate struct Container {
    enum Kind { case none, object, array }

    let kind: Kind
    /// The offset of the current member's name, or the index of the current element.
    var place = 0
  }
}

/// The state of a search for the paths of ascending offsets.
private struct PathSearch {
  private let offsets: [Int]
  private(set) var tree = DocumentPath.Tree.Builder()
  /// The nodes of the found paths.
  private(set) var nodes: [Int] = []
  /// The next offset; the largest number after the last one.
  private(set) var offset: Int
  /// The innermost open container. A separate variable, because it changes with each member.
  var innermost = JSONReader.Container(kind: .none)
  /// The containers around it; the first represents the document and has no kind.
  private var outer: [JSONReader.Container] = []
  /// The nodes of the first of them, as far as paths needed them.
  private var outerNodes: [Int] = []

  init(_ offsets: [Int]) {
    self.offsets = offsets
    offset = offsets.first ?? .max
  }

  mutating func enter(_ container: JSONReader.Container) {
    outer.append(innermost)
    innermost = container
  }

  mutating func leave() {
    innermost = outer.removeLast()
    if outerNodes.count > outer.count { outerNodes.removeLast() }
  }

  /// Gives all offsets before `end` the path of the search's place, or of the innermost container.
  @inline(__always)
  mutating func settle(
    before end: Int, in bytes: JSONReader.Bytes, isOutside: Bool = false
  ) {
    if offset < end { take(before: end, in: bytes, isOutside: isOutside) }
  }

  @inline(never)
  private mutating func take(before end: Int, in bytes: JSONReader.Bytes, isOutside: Bool) {
    for container in outer[outerNodes.count...] {
      outerNodes.append(add(container, to: outerNodes.last, bytes))
    }
    let node =
      isOutside
      ? outerNodes.last ?? DocumentPath.Tree.root : add(innermost, to: outerNodes.last, bytes)
    repeat {
      nodes.append(node)
      offset = nodes.count < offsets.count ? offsets[nodes.count] : .max
    } while offset < end
  }

  private mutating func add(
    _ container: JSONReader.Container, to outer: Int?, _ bytes: JSONReader.Bytes
  ) -> Int {
    let outer = outer ?? DocumentPath.Tree.root
    switch container.kind {
    case .none: return outer
    case .object:
      return bytes.name(at: container.place).map { tree.add(.key($0), to: outer) } ?? outer
    case .array: return tree.add(.index(container.place), to: outer)
    }
  }
}

extension JSONReader.Bytes {
  /// Returns the name that begins at `start`; nil for text without an end.
  fileprivate func name(at start: Int) -> String? {
    let scan = scanString(from: start)
    return scan.end >= start ? (try? string(from: start, scan)) ?? "" : nil
  }
}

extension JSONReader.Bytes {
  /// The number of scalars, if each byte stands for itself in a string; nil for others.
  fileprivate var plainScalarCount: Int? {
    var next = 0
    var scalarCount = count
    while next < count {
      if next &+ 16 <= count, Self.marksAndNonASCII(in: vector(at: next)).isEmpty {
        next &+= 16
        continue
      }
      let byte = byte(at: next)
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return nil }
      var end = next &+ 1
      if byte >= 0x80 {
        end = endOfSequence(at: next)
        if end < 0 { return nil }
        scalarCount &-= end &- next &- 1
      }
      next = end
    }
    return scalarCount
  }
}
