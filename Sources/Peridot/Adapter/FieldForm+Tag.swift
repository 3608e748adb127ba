/// The form of a member's value, as the tag of its name in a table.
///
/// The tag is all that the loop over an object's members looks at, as it holds nothing that has to be
/// retained: the kind, whether a date is one of Twitter's, the number by which an object's reading
/// notes that the member was met, and the offset.
extension FieldForm {
  func tag(mark: Int, isTwitterDate: Bool = false) -> UInt64 {
    precondition(mark < 1 << 23, "A class with that many members cannot be compiled.")
    return UInt64(UInt32(bitPattern: Int32(offset))) << 32 | UInt64(isTwitterDate ? 1 : 0) << 31
      | UInt64(mark) << 8 | UInt64(kind.rawValue)
  }

  @inline(__always)
  init(tag: UInt64) {
    self.init(
      Kind(number: UInt8(truncatingIfNeeded: tag)), at: Int32(truncatingIfNeeded: tag >> 32))
  }

  @inline(__always)
  static func mark(ofTag tag: UInt64) -> Int { Int(tag >> 8 & 0x7F_FFFF) }

  @inline(__always)
  static func isTwitterDate(tag: UInt64) -> Bool { tag >> 31 & 1 != 0 }
}
