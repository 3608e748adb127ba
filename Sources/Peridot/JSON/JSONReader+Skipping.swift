extension JSONReader {
  /// Moves past the value at the cursor, having checked all of it.
  mutating func skipValue() throws(JSONSyntaxError) {
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
      case LiveValues.token where hasLive: _ = try readLive()
      default: throw lent.unexpected(at: cursor)
      }
      // A value has ended; the containers that end with it follow.
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

  @inline(__always) mutating func skipKey() throws(JSONSyntaxError) {
    guard nextByte() == UInt8(ascii: "\"") else { throw lent.unexpected(at: cursor) }
    keyStart = cursor + 1
    try skipString()
    try readColon()
  }

  /// Moves past the string at the cursor.
  @inline(__always) private mutating func skipString() throws(JSONSyntaxError) {
    let end = lent.endOfString(from: cursor + 1)
    guard end >= 0 else { throw lent.stringError(from: cursor + 1) }
    cursor = end
  }
}

extension JSONReader.Bytes {

  /// The offset after the string whose contents begin at `start`, or -1 if it is malformed.
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
