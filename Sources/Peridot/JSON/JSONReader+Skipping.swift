import Synchronization

extension JSONReader {
  /// Checks the value at the cursor and moves past it.
  mutating func skipValue() throws {
    if readsValues { return skipWholeValue() }
    let outermost = depth
    // One bit per open container, set for objects, the innermost in the lowest; those of a full
    // word move to `outer`.
    var objects: UInt64 = 0
    var outer: [UInt64] = []
    while true {
      let first = nextByte()
      switch first {
      case UInt8(ascii: "\""):
        try skipString()
      case UInt8(ascii: "{"):
        if try beginObject() {
          open(&objects, &outer, depth - outermost, bit: 1)
          try skipKey()
          continue
        }
      case UInt8(ascii: "["):
        if try beginArray() {
          open(&objects, &outer, depth - outermost, bit: 0)
          continue
        }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        cursor = try lent.scanNumber(at: cursor).end
      case UInt8(ascii: "n"): _ = try readNullIfPresent()
      case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try readBoolIfPresent()
      default: throw lent.unexpected(at: cursor)
      }
      // A value has ended, and perhaps containers with it.
      while true {
        if depth == outermost { return }
        if objects & 1 == 1 {
          if try nextMember() {
            try skipKey()
            break
          }
        } else if try nextElement() {
          break
        }
        objects >>= 1
        if (depth - outermost) & 63 == 0, let word = outer.popLast() { objects = word }
      }
    }
  }

  @inline(__always) private func open(
    _ objects: inout UInt64, _ outer: inout [UInt64], _ depth: Int, bit: UInt64
  ) {
    if depth & 63 == 1, depth > 1 {
      outer.append(objects)
      objects = 0
    }
    objects = objects << 1 | bit
  }

  @inline(__always) mutating func skipKey() throws {
    guard nextByte() == UInt8(ascii: "\"") else { throw lent.unexpected(at: cursor) }
    keyStart = cursor + 1
    try skipString()
    try readColon()
  }

  /// Moves past the text at the cursor; false, with the cursor unmoved, for a value of another kind.
  @inline(never) mutating func skipText() throws -> Bool {
    guard nextByte() == UInt8(ascii: "\"") else { return false }
    try skipString()
    return true
  }

  /// Moves past the string at the cursor.
  @inline(__always) private mutating func skipString() throws {
    let end = lent.endOfString(from: cursor + 1)
    guard end >= 0 else { throw lent.stringError(from: cursor + 1) }
    cursor = end
  }
}

extension JSONReader.Bytes {

  /// The offset after the string whose contents begin at `start`; -1 if it is malformed.
  @inline(__always) fileprivate func endOfString(from start: Int) -> Int {
    var next = start
    while next < count {
      if next &+ 16 <= count {
        let marks = Self.marksAndNonASCII(in: vector(at: next))
        if marks.isEmpty {
          next &+= 16
          continue
        }
        next &+= marks.first
      }
      let byte = byte(at: next)
      if byte == UInt8(ascii: "\"") { return next + 1 }
      if byte >= 0x80 {
        repeat {
          next = endOfSequence(at: next)
          if next < 0 { return -1 }
        } while next < count && self.byte(at: next) >= 0x80
      } else if byte == UInt8(ascii: "\\") {
        next = endOfEscape(at: next)
        if next < 0 { return -1 }
      } else if byte < 0x20 {
        return -1
      } else {
        next += 1
      }
    }
    return -1
  }
}

extension JSONReader {
  /// The place where a watched member was last found, for one thread at a time.
  ///
  /// The objects of an array mostly begin alike: if one begins with the same bytes up to the
  /// member's value as the previous one, the member is found without reading names.
  struct LastMember: ~Copyable, Sendable {
    private let low = Atomic<UInt64>(0)
    private let high = Atomic<UInt64>(0)
    private let nameCount = Atomic(0)
    private let object = Atomic(0)
    /// The distance of the value from the object's beginning; zero before the first find.
    private let distance = Atomic(0)

    /// The offset of the value of `key` in the object at the cursor: of the last such member or, if
    /// the name is watched, the first.
    @inline(__always)
    func offset(
      ofMember key: String, _ watched: JSONKeyTable, _ reader: inout JSONReader
    ) throws -> Int? {
      let start = reader.cursor
      let distance = distance.load(ordering: .relaxed)
      if distance > 0, let name = SmallText.words(of: key),
        name.low == low.load(ordering: .relaxed), name.high == high.load(ordering: .relaxed),
        name.count == nameCount.load(ordering: .relaxed),
        reader.lent.isSame(at: start, as: object.load(ordering: .relaxed), count: distance)
      {
        return start &+ distance
      }
      return try search(key, watched, &reader)
    }

    @inline(never)
    private func search(
      _ key: String, _ watched: JSONKeyTable, _ reader: inout JSONReader
    ) throws -> Int? {
      let start = reader.cursor
      let found = try reader.offset(ofMember: key, watched)
      // For a member that is not watched, the whole object was read.
      if let found, found == reader.cursor, found - start <= 64, let name = SmallText.words(of: key)
      {
        low.store(name.low, ordering: .relaxed)
        high.store(name.high, ordering: .relaxed)
        nameCount.store(name.count, ordering: .relaxed)
        object.store(start, ordering: .relaxed)
        distance.store(found - start, ordering: .relaxed)
      }
      return found
    }
  }
}

extension JSONReader.Bytes {
  /// Compares `count` bytes at two offsets; returns false near the end of the document.
  @inline(__always)
  fileprivate func isSame(at offset: Int, as other: Int, count length: Int) -> Bool {
    guard max(offset, other) &+ length &+ 8 <= count else { return false }
    var next = 0
    while next &+ 8 <= length {
      guard word(at: offset &+ next) == word(at: other &+ next) else { return false }
      next &+= 8
    }
    let mask = JSONKeyTable.firstMask(length &- next)
    return (word(at: offset &+ next) ^ word(at: other &+ next)) & mask == 0
  }
}

extension JSONReader {
  /// Returns whether the text from `start` to the cursor has scalars beyond ASCII, or escapes.
  func hasUnicode(from start: Int) -> Bool {
    var offset = start
    while offset &+ 8 <= cursor {
      let word = lent.word(at: offset)
      // A byte that is a backslash is zero in these.
      let others = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let marks = word | (others &- 0x0101_0101_0101_0101) & ~others
      if marks & 0x8080_8080_8080_8080 != 0 { return true }
      offset &+= 8
    }
    while offset < cursor {
      let byte = lent.byte(at: offset)
      if byte >= 0x80 || byte == UInt8(ascii: "\\") { return true }
      offset &+= 1
    }
    return false
  }

  /// Finds members whose name occurs again in the same object.
  enum DuplicateMembers {
    /// Returns the offsets of the values of all but the last such member of each object.
    ///
    /// Names are equal if their bytes are: two spellings of one letter are two names.
    ///
    /// For a malformed document, or one that is deeper than `maximumDepth`, returns the members before
    /// its mistake.
    static func find(in source: JSONBytes, maximumDepth: Int) -> Set<Int> {
      if source.values != nil { return [] }
      return source.withReader(maximumDepth: maximumDepth) { reader in
        var superseded: Set<Int> = []
        try? collect(&reader, &superseded)
        return superseded
      }
    }

    /// Returns whether there are such members in the values at `places`.
    static func occur(
      in source: JSONBytes, within places: [Range<Int>], maximumDepth: Int
    ) -> Bool {
      if source.values != nil { return false }
      return source.withReader(maximumDepth: maximumDepth) { reader in
        var superseded: Set<Int> = []
        var end = 0
        // Of places with the same start, the longest first.
        for place in places.ordered(by: { -$0.upperBound }).ordered(by: { $0.lowerBound })
        where place.upperBound > end {
          reader.position = place.lowerBound
          try? collect(&reader, &superseded)
          if !superseded.isEmpty { return true }
          end = place.upperBound
        }
        return false
      }
    }

    private static func collect(
      _ reader: inout JSONReader, _ superseded: inout Set<Int>
    ) throws {
      // The offsets of the values so far, by name.
      var open: [[[UInt8]: Int]] = []
      try visit(&reader) { event in
        switch event {
        case .begin: open.append([:])
        case .end: open.removeLast()
        case .member(let name, let offset):
          let earlier = open[open.count - 1].updateValue(offset, forKey: Array(name.utf8))
          if let earlier { superseded.insert(earlier) }
        }
      }
    }

    /// What a walk over a document meets of objects.
    enum Event {
      case begin, end
      case member(name: String, offset: Int)
    }

    /// Goes through the value at the cursor, without recursion.
    static func visit(_ reader: inout JSONReader, _ tell: (Event) -> Void) throws {
      var areObjects: [Bool] = []
      repeat {
        var entered = false
        switch try reader.peekKind() {
        case .object:
          entered = try reader.beginObject()
          if entered {
            areObjects.append(true)
            tell(.begin)
          }
        case .array:
          entered = try reader.beginArray()
          if entered { areObjects.append(false) }
        default:
          try reader.skipValue()
        }
        // After a value: to the next one, out of every container that ends here.
        while !entered, let isObject = areObjects.last {
          entered = try isObject ? reader.nextMember() : reader.nextElement()
          if entered { continue }
          areObjects.removeLast()
          if isObject { tell(.end) }
        }
        guard areObjects.last == true else { continue }
        let name = try reader.readKey()
        // Told before the value is read, because it can be malformed.
        _ = reader.nextByte()
        tell(.member(name: name, offset: reader.position))
      } while !areObjects.isEmpty
    }
  }
}
