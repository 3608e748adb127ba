/// A binary property list, read in place.
///
/// It reads nothing before it is needed, its methods don't recurse, and it checks each access
/// against the bytes, so that arbitrary bytes are safe.
struct BinaryPlist: Sendable {
  /// One object of the property list; ranges are of `bytes`.
  enum Node {
    /// A number or a Boolean.
    case number(Boxed)
    /// Seconds since the reference date.
    case date(Double)
    case data(Range<Int>)
    case ascii(Range<Int>)
    case utf16(Range<Int>)
    case uid(Int)
    case array(References)
    case dictionary(keys: References, values: References)
  }

  /// The references to the elements of a container.
  struct References {
    let start: Int
    let count: Int
  }

  let bytes: [UInt8]
  let objectCount: Int
  let topObject: Int
  let offsetSize: Int
  let referenceSize: Int
  let offsetTable: Int

  init(_ bytes: [UInt8]) throws(ArchiveError) {
    guard bytes.count >= 8 + 32, bytes.starts(with: "bplist0".utf8) else {
      throw Self.fault("these bytes are not a binary property list")
    }
    self.bytes = bytes
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let fields = try [8, 16, 24].map { field throws(ArchiveError) in
      var value: UInt64 = 0
      for byte in bytes[(trailer + field)..<(trailer + field + 8)] {
        value = value << 8 | UInt64(byte)
      }
      guard value < UInt64(bytes.count) else { throw Self.fault("the trailer is damaged") }
      return Int(value)
    }
    (objectCount, topObject, offsetTable) = (fields[0], fields[1], fields[2])
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, topObject < objectCount,
      offsetTable >= 8, offsetTable + objectCount * offsetSize <= trailer
    else { throw Self.fault("the trailer is damaged") }
  }

  /// Returns the object with the number `object`.
  func node(_ object: Int) throws(ArchiveError) -> Node {
    var position = try offset(of: object)
    let marker = bytes[position]
    position += 1
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0 where low == 8: return .number(.bool(false))
    case 0x0 where low == 9: return .number(.bool(true))
    case 0x1 where low <= 3:
      let value = try number(at: position, size: 1 << low)
      return .number(.integer(Int64(bitPattern: value)))
    case 0x1 where low == 4:
      guard try number(at: position, size: 8) == 0 else {
        throw Self.fault("an integer has more than 64 bits")
      }
      let value = try number(at: position + 8, size: 8)
      return .number(Int64(exactly: value).map { .integer($0) } ?? .unsigned(value))
    case 0x2 where low == 2:
      return .number(.float(Float(bitPattern: UInt32(try number(at: position, size: 4)))))
    case 0x2 where low == 3:
      return .number(.double(Double(bitPattern: try number(at: position, size: 8))))
    case 0x3 where low == 3:
      return .date(Double(bitPattern: try number(at: position, size: 8)))
    case 0x8:
      guard low < 8, let uid = UInt32(exactly: try number(at: position, size: low + 1)) else {
        throw Self.fault("a UID has more than 32 bits")
      }
      return .uid(Int(uid))
    case 0x4:
      let count = try self.count(low, at: &position)
      return .data(try range(at: position, count: count, size: 1))
    case 0x5:
      let count = try self.count(low, at: &position)
      return .ascii(try range(at: position, count: count, size: 1))
    case 0x6:
      let count = try self.count(low, at: &position)
      return .utf16(try range(at: position, count: count, size: 2))
    case 0xA:
      let count = try self.count(low, at: &position)
      _ = try range(at: position, count: count, size: referenceSize)
      return .array(References(start: position, count: count))
    case 0xD:
      let count = try self.count(low, at: &position)
      let keys = try range(at: position, count: count, size: referenceSize)
      _ = try range(at: keys.upperBound, count: count, size: referenceSize)
      return .dictionary(
        keys: References(start: position, count: count),
        values: References(start: keys.upperBound, count: count))
    default:
      throw Self.fault("a property list object of kind \(marker) does not belong in an archive")
    }
  }

  /// Returns the number of the object that the element at `index` refers to.
  func object(_ references: References, at index: Int) throws(ArchiveError) -> Int {
    let object = reference(references, at: index)
    guard object >= 0 else { throw Self.fault("a reference leads out of the property list") }
    return object
  }

  /// Returns whether both refer to the same objects in the same order.
  func areSame(_ first: References, _ second: References) -> Bool {
    guard first.count == second.count else { return false }
    for index in 0..<(first.count * referenceSize)
    where bytes[first.start + index] != bytes[second.start + index] {
      return false
    }
    return true
  }
}

extension BinaryPlist.Node {
  /// The number or Boolean of this node; nil for other nodes.
  var number: Boxed? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The number as an integer; nil if it has a fraction, or is out of range.
  var integer: Int? { number?.asNumber.exactly(Int.self) }
}

// Two kinds of functions read the bytes: those that return -1 for damaged bytes, for callers that
// then try another way, and those that throw.

extension BinaryPlist {
  /// Returns the object's position, or -1.
  @inline(__always)
  func position(of object: Int) -> Int {
    guard object >= 0, object < objectCount else { return -1 }
    // The table was checked to lie within the bytes.
    let value = unchecked(at: offsetTable + object * offsetSize, size: offsetSize)
    return value < UInt64(offsetTable) ? Int(value) : -1
  }

  /// Returns the number of the object that the element at `index` refers to; -1 if it is out of
  /// range.
  @inline(__always)
  func reference(_ references: References, at index: Int) -> Int {
    // The references were checked to lie within the bytes.
    guard index < references.count else { return -1 }
    let value = unchecked(at: references.start + index * referenceSize, size: referenceSize)
    return value < UInt64(objectCount) ? Int(value) : -1
  }

  func offset(of object: Int) throws(ArchiveError) -> Int {
    let position = position(of: object)
    guard position >= 0 else { throw Self.fault("an object lies outside the property list") }
    return position
  }

  @inline(__always)
  func number(at position: Int, size: Int) throws(ArchiveError) -> UInt64 {
    guard position >= 0, position <= bytes.count - size else {
      throw Self.fault("the property list ends too early")
    }
    return unchecked(at: position, size: size)
  }

  /// Returns the number at `position`, which the caller knows to lie within the bytes; otherwise
  /// the array traps.
  @inline(__always)
  func unchecked(at position: Int, size: Int) -> UInt64 {
    switch size {
    case 1: return UInt64(bytes[position])
    case 2: return UInt64(bytes[position]) << 8 | UInt64(bytes[position + 1])
    default: return long(at: position, size: size)
    }
  }

  @inline(never)
  private func long(at position: Int, size: Int) -> UInt64 {
    (position..<(position + size)).reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }

  func count(_ low: Int, at position: inout Int) throws(ArchiveError) -> Int {
    if low < 15 { return low }
    let marker = try number(at: position, size: 1)
    guard marker & 0xF0 == 0x10, marker & 0x0F <= 3 else {
      throw Self.fault("the count of a container is damaged")
    }
    let size = 1 << Int(marker & 0x0F)
    let value = try number(at: position + 1, size: size)
    guard value <= UInt64(bytes.count) else {
      throw Self.fault("the property list ends too early")
    }
    position += 1 + size
    return Int(value)
  }

  func range(at start: Int, count: Int, size: Int) throws(ArchiveError) -> Range<Int> {
    // No overflow: the count is at most the number of bytes, and the size at most eight.
    guard start + count * size <= offsetTable else {
      throw Self.fault("the property list ends too early")
    }
    return start..<(start + count * size)
  }

  static func fault(_ message: ErrorPhrase) -> ArchiveError {
    ArchiveError(.invalidPropertyList, message)
  }
}

// MARK: - Strings

extension BinaryPlist {
  /// Returns the text of a string node, or nil for any other node.
  func text(_ node: Node) -> String? {
    switch node {
    case .ascii(let range):
      return String(decoding: bytes[range], as: UTF8.self)
    case .utf16(let range):
      let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return String(decoding: units, as: UTF16.self)
    case .number, .date, .data, .uid, .array, .dictionary: return nil
    }
  }

  /// Returns the range of the bytes of the ASCII string at `position`; nil for anything else.
  @inline(__always)
  func ascii(at position: Int) -> Range<Int>? {
    let marker = bytes[position]
    guard marker & 0xF0 == 0x50 else { return nil }
    var start = position + 1
    var count = Int(marker & 0x0F)
    if count == 15 {
      // A count of one byte is by far the most common.
      if start + 1 < offsetTable, bytes[start] == 0x10 {
        count = Int(bytes[start + 1])
        start += 2
      } else {
        guard let long = try? self.count(15, at: &start) else { return nil }
        count = long
      }
    }
    return start + count <= offsetTable ? start..<(start + count) : nil
  }

  /// Returns whether the bytes at `range` equal those of `text`.
  @inline(__always)
  func isText(_ text: [UInt8], at range: Range<Int>) -> Bool {
    isText(text, 0..<text.count, at: range)
  }

  /// Returns whether the bytes at `range` equal those of `texts` at `place`.
  @inline(__always)
  func isText(_ texts: [UInt8], _ place: Range<Int>, at range: Range<Int>) -> Bool {
    guard place.count == range.count else { return false }
    for index in 0..<range.count
    where bytes[range.lowerBound + index] != texts[place.lowerBound + index] {
      return false
    }
    return true
  }

  /// Returns whether the object is the string `text`.
  func isText(_ text: [UInt8], object: Int) -> Bool {
    let position = position(of: object)
    guard position >= 0, let range = ascii(at: position) else {
      // Accepts an archiver that writes ASCII as UTF-16.
      guard position >= 0, let node = try? node(object), case .utf16 = node else { return false }
      return self.text(node).map { Array($0.utf8) == text } ?? false
    }
    return isText(text, at: range)
  }

  /// Returns the position of the last key equal to `key`; nil if it is absent.
  func position(of key: String, in keys: References) -> Int? {
    let text = Array(key.utf8)
    return (0..<keys.count).last { isText(text, object: reference(keys, at: $0)) }
  }
}
