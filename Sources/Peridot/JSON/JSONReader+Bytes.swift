extension JSONReader {
  /// The bytes of the document, as their owner lends them to the reader.
  ///
  /// Code that looks ahead without moving the cursor is a method of these two words, which stay in
  /// registers; a method of the reader gets all of the reader by address. The words never leave the
  /// files named `JSONReader…`, and so never outlive the reader.
  @safe struct Bytes {
    let base: UnsafeRawPointer
    let count: Int

    init(_ base: UnsafeRawPointer, count: Int) {
      unsafe self.base = base
      self.count = count
    }
  }
}

// MARK: - Loads

extension JSONReader.Bytes {
  @inline(__always) func byte(at offset: Int) -> UInt8 {
    assert(offset >= 0 && offset < count)
    // The caller has compared the offset with the count.
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Four bytes, the first in the lowest bits.
  @inline(__always) func halfWord(at offset: Int) -> UInt32 {
    assert(offset >= 0 && offset + 4 <= count)
    // The caller has compared the end of the half word with the count.
    return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Eight bytes, the first in the lowest bits.
  @inline(__always) func word(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset + 8 <= count)
    // The caller has compared the end of the word with the count.
    return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Lends the bytes from `start` to `end`, which lie in the document.
  @inline(__always) func buffer(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8> {
    assert(start >= 0 && start <= end && end <= count)
    // Bound to bytes by every owner that lends them.
    return unsafe UnsafeBufferPointer(
      start: (base + start).assumingMemoryBound(to: UInt8.self), count: end - start)
  }

  /// Copies the bytes from `start` to `end`.
  func copied(from start: Int, to end: Int) -> [UInt8] {
    precondition(start >= 0 && start <= end && end <= count, "A range has to lie in the document.")
    // The range was checked, and the array is a copy.
    return unsafe Array(buffer(from: start, to: end))
  }
}

// MARK: - White space, places and errors

extension JSONReader.Bytes {
  /// The offset of the first byte at or after `offset` that is not white space.
  @inline(never) func endOfWhitespace(from offset: Int) -> Int {
    var next = offset
    while next < count {
      switch byte(at: next) {
      case 0x20, 0x0A, 0x09, 0x0D: next &+= 1
      default: return next
      }
      // Indentation: eight spaces at a time.
      while next &+ 8 <= count {
        let others = word(at: next) ^ 0x2020_2020_2020_2020
        if others == 0 {
          next &+= 8
          continue
        }
        next &+= others.trailingZeroBitCount >> 3
        break
      }
    }
    return next
  }

  /// The offset after the byte order mark, if there is one.
  var startOfText: Int {
    guard count >= 3, byte(at: 0) == 0xEF, byte(at: 1) == 0xBB, byte(at: 2) == 0xBF else {
      return 0
    }
    return 3
  }

  func location(of offset: Int) -> (line: Int, column: Int) {
    locations(of: CollectionOfOne(offset))[0]
  }

  /// Lines and columns of ascending offsets, in one pass from the start of the document.
  func locations(of offsets: some Collection<Int>) -> [(line: Int, column: Int)] {
    var locations: [(line: Int, column: Int)] = []
    locations.reserveCapacity(offsets.count)
    var line = 1
    var column = 1
    var next = startOfText
    for offset in offsets {
      let end = min(offset, count)
      while next < end {
        let byte = byte(at: next)
        next += 1
        switch byte {
        case 0x0D where next < count && self.byte(at: next) == 0x0A: break
        case 0x0A, 0x0D:
          line += 1
          column = 1
        case 0x80..<0xC0: break
        default: column += 1
        }
      }
      locations.append((line, column))
    }
    return locations
  }

  @inline(never) func error(_ reason: JSONSyntaxError.Reason, at offset: Int) -> JSONSyntaxError {
    let (line, column) = location(of: offset)
    return JSONSyntaxError(reason, byteOffset: offset, line: line, column: column)
  }

  /// The error for a byte at the cursor that cannot begin what has to stand there.
  @inline(never) func unexpected(at offset: Int) -> JSONSyntaxError {
    guard offset < count else {
      let start = startOfText
      return error(
        endOfWhitespace(from: start) == count ? .emptyDocument : .unexpectedEnd, at: offset)
    }
    guard let character = scalar(at: offset) else { return error(.invalidUTF8, at: offset) }
    return error(.unexpectedCharacter(character), at: offset)
  }

  /// The error for text at `offset` that begins like a literal and is none.
  @inline(never) func misspelled(_ literal: String, at offset: Int) -> JSONSyntaxError {
    var next = offset
    for expected in literal.utf8 {
      guard next < count, byte(at: next) == expected else { break }
      next += 1
    }
    return unexpected(at: next)
  }
}
