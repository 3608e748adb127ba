import Foundation

/// The members of an object that go straight into its properties.
///
/// This is where most of the time goes: one loop that counts no references and calls nothing but
/// what makes the values.
enum PlainMembers {
  /// Why the loop ended.
  enum Stop {
    /// The object has ended.
    case end
    /// A member that the class does not listen to: the cursor is at its value.
    case unknown
    /// A member that was met before, or may have to be passed over, likewise.
    case superseded(Int)
    /// A member that its codec has to read, likewise.
    case codec(Int)
  }

  /// Reads members from the one at the cursor on.
  ///
  /// - Parameters:
  ///   - first: The index of a member whose name was read already; -1 for none.
  ///   - last: The index in `table` of the name that was found last; -1 for none.
  @inline(never)
  static func read<Memory: PlainMemory>(
    in table: JSONKeyTable, from first: Int, into memory: Memory, _ marks: inout MarkSet,
    hasSuperseded: Bool, _ last: inout Int, _ reader: inout JSONReader
  ) throws(JSONSyntaxError) -> Stop {
    var index = first
    repeat {
      if index < 0 {
        let expected = table.follower(of: last)
        index = try reader.nextKey(in: table, expecting: expected)
        guard index >= 0 else { return .unknown }
        if index != expected { table.learn(index, after: last) }
        last = index
        let mark = FieldForm.mark(ofTag: table.tag(at: index))
        if !marks.insert(mark) || hasSuperseded { return .superseded(index) }
      }
      let tag = table.tag(at: index)
      let form = FieldForm(tag: tag)
      let offset = form.offset
      switch form.kind {
      case .none, .other, .url, .optionalURL, .bits:
        return .codec(index)
      case .string, .optionalString:
        if let value = try reader.nextString() {
          // An Optional's text has the layout of the text itself.
          memory.store(Optional(value), at: offset)
        } else {
          guard form.kind == .optionalString, try reader.readNullIfPresent() else {
            return .codec(index)
          }
          memory.store(String?.none, at: offset)
        }
      case .int, .int64:
        guard let value = reader.readIntIfPresent() else { return .codec(index) }
        memory.store(value, at: offset)
      case .optionalInt, .optionalInt64:
        if let value = reader.readIntIfPresent() {
          memory.store(Optional(value), at: offset)
        } else {
          guard try reader.readNullIfPresent() else { return .codec(index) }
          memory.store(Int?.none, at: offset)
        }
      case .bool:
        guard let value = try reader.readBoolIfPresent() else { return .codec(index) }
        memory.store(value, at: offset)
      case .optionalBool:
        if let value = try reader.readBoolIfPresent() {
          memory.store(Optional(value), at: offset)
        } else {
          guard try reader.readNullIfPresent() else { return .codec(index) }
          memory.store(Bool?.none, at: offset)
        }
      case .double, .optionalDouble:
        guard try readDouble(form, into: memory, &reader) else { return .codec(index) }
      case .date, .optionalDate:
        guard try readDate(tag: tag, into: memory, &reader) else { return .codec(index) }
      }
      index = -1
    } while try reader.nextMember()
    return .end
  }
}

/// Values that take a function to read; each gives false, with the cursor unmoved, when the codec
/// has to read the value.
extension PlainMembers {
  static func readDouble(
    _ form: FieldForm, into memory: some PlainMemory, _ reader: inout JSONReader
  ) throws(JSONSyntaxError) -> Bool {
    let start = reader.position
    if let value = try reader.readDoubleIfPresent() {
      guard value.isFinite else {
        reader.position = start
        return false
      }
      if form.kind == .double {
        memory.store(value, at: form.offset)
      } else {
        memory.store(Optional(value), at: form.offset)
      }
      return true
    }
    guard form.kind == .optionalDouble, try reader.readNullIfPresent() else { return false }
    memory.store(Double?.none, at: form.offset)
    return true
  }

  @inline(never)
  static func readDate(
    tag: UInt64, into memory: some PlainMemory, _ reader: inout JSONReader
  ) throws(JSONSyntaxError) -> Bool {
    let form = FieldForm(tag: tag)
    let isOptional = form.kind == .optionalDate
    let format: DateText.Format = FieldForm.isTwitterDate(tag: tag) ? .twitter : .iso8601
    if isOptional, try reader.readNullIfPresent() {
      memory.store(Date?.none, at: form.offset)
      return true
    }
    let start = reader.position
    let date = try reader.withStringBytesIfPresent { DateText.parse($0, as: format) } ?? nil
    guard let date else {
      reader.position = start
      return false
    }
    if isOptional {
      memory.store(Optional(date), at: form.offset)
    } else {
      memory.store(date, at: form.offset)
    }
    return true
  }
}
