/// A binary property list, read where it lies.
///
/// Nothing is looked at before it is asked for, no method calls itself, and each access is checked
/// against the bytes that there are, so that any bytes at all may be given.
struct BinaryPlist: Sendable {
  /// One object of the property list; ranges are of `bytes`.
  enum Node {
    case bool(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    case real(Double)
    case float(Float)
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
    case 0x0 where low == 8: return .bool(false)
    case 0x0 where low == 9: return .bool(true)
    case 0x1 where low <= 3:
      let value = try number(at: position, size: 1 << low)
      return .integer(Int64(bitPattern: value))
    case 0x1 where low == 4:
      guard try number(at: position, size: 8) == 0 else {
        throw Self.fault("an integer has more than 64 bits")
      }
      let value = try number(at: position + 8, size: 8)
      return Int64(exactly: value).map { .integer($0) } ?? .unsigned(value)
    case 0x2 where low == 2:
      return .float(Float(bitPattern: UInt32(try number(at: position, size: 4))))
    case 0x2 where low == 3:
      return .real(Double(bitPattern: try number(at: position, size: 8)))
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

  /// Tells whether both name the same objects in the same order.
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
  /// The number or Boolean that this node is; nil if it is none.
  var number: Boxed? {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .unsigned(let value): .unsigned(value)
    case .real(let value): .double(value)
    case .float(let value): .float(value)
    default: nil
    }
  }

  /// The same as an integer; nil if it is none.
  var integer: Int? { number?.asNumber.exactly(Int.self) }
}
