import Foundation

/// The form of a member's value, as the tag of its name in a table.
///
/// The loop over an object's members reads only this tag, which holds no references: the kind, a bit
/// that two of the kinds use, the number that marks the member as met, and the offset.
extension FieldForm {
  ///
  /// - Parameter isVariant: Whether a date is one of Twitter's, and whether text that is stored nowhere is
  ///   passed over: nothing is to be done with it.
  func tag(mark: Int, isVariant: Bool = false) -> UInt64 {
    precondition(mark < 1 << 23, "A class with that many members cannot be compiled.")
    return UInt64(UInt32(bitPattern: Int32(offset))) << 32 | UInt64(isVariant ? 1 : 0) << 31
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
  static func isVariant(tag: UInt64) -> Bool { tag >> 31 & 1 != 0 }
}

/// A property's member, written straight from the object.
extension FieldForm {
  /// The result of writing a property.
  enum Written {
    /// The member was written.
    case value
    /// The property is nil, and nothing was written.
    case none
    /// The codec has to write it.
    case codec
    /// It needs a closer look; nothing was written.
    case notHere
  }

  /// Writes the member, key and value.
  @inline(__always)
  func write(
    from memory: ObjectMemory, _ key: JSONWriter.Key, to writer: inout JSONWriter
  ) -> Written {
    switch kind {
    case .none:
      return .notHere
    case .other, .date, .optionalDate, .url, .optionalURL, .bits:
      return .codec
    case .string:
      writer.member(key, memory[LentText.self, at: offset])
    case .optionalString:
      guard memory[String?.self, at: offset] != nil else { return .none }
      // An Optional's text has the layout of the text itself.
      writer.member(key, memory[LentText.self, at: offset])
    case .int, .int64:
      writer.member(key, memory.load(Int.self, at: offset))
    case .optionalInt, .optionalInt64:
      guard let value = memory.load(Int?.self, at: offset) else { return .none }
      writer.member(key, value)
    case .bool:
      writer.member(key, memory.load(Bool.self, at: offset))
    case .optionalBool:
      guard let value = memory.load(Bool?.self, at: offset) else { return .none }
      writer.member(key, value)
    case .double:
      return writeDouble(memory.load(Double.self, at: offset), key, to: &writer)
    case .optionalDouble:
      guard let value = memory.load(Double?.self, at: offset) else { return .none }
      return writeDouble(value, key, to: &writer)
    }
    return .value
  }

  /// Whether the values of two objects, which are not nil, have equal JSON. Only forms with
  /// `isBoxed` can tell.
  func isWrittenEqually(_ memory: ObjectMemory, _ other: ObjectMemory) -> Bool {
    switch kind {
    case .none, .other, .date, .optionalDate, .url, .optionalURL, .bits:
      preconditionFailure("The codec writes it.")
    case .string:
      // Equal texts can differ in their bytes.
      return memory[String.self, at: offset].hasSameScalars(as: other[String.self, at: offset])
    case .optionalString:
      guard let one = memory.load(String?.self, at: offset),
        let two = other.load(String?.self, at: offset)
      else { return false }
      return one.hasSameScalars(as: two)
    case .int, .int64:
      return memory.load(Int.self, at: offset) == other.load(Int.self, at: offset)
    case .optionalInt, .optionalInt64:
      return memory.load(Int?.self, at: offset) == other.load(Int?.self, at: offset)
    case .bool:
      return memory.load(Bool.self, at: offset) == other.load(Bool.self, at: offset)
    case .optionalBool:
      return memory.load(Bool?.self, at: offset) == other.load(Bool?.self, at: offset)
    case .double:
      return Self.isWrittenEqually(
        memory.load(Double.self, at: offset), other.load(Double.self, at: offset))
    case .optionalDouble:
      return Self.isWrittenEqually(
        memory.load(Double?.self, at: offset), other.load(Double?.self, at: offset))
    }
  }

  private static func isWrittenEqually(_ one: Double?, _ other: Double?) -> Bool {
    // Zero and minus zero are equal, but not as texts.
    one == other && one?.sign == other?.sign
  }

  private func writeDouble(
    _ value: Double, _ key: JSONWriter.Key, to writer: inout JSONWriter
  ) -> Written {
    // The field reports a number without a JSON form.
    guard value.isFinite else { return .notHere }
    writer.member(key, value)
    return .value
  }
}

/// A property's value in dictionaries: straight between the box and the object.
extension FieldForm {
  /// Whether dictionary values are made here, as nearly all are.
  var isBoxed: Bool {
    switch kind {
    case .string, .optionalString, .int, .optionalInt, .int64, .optionalInt64, .bool, .optionalBool,
      .double, .optionalDouble:
      true
    case .none, .other, .date, .optionalDate, .url, .optionalURL, .bits: false
    }
  }

  /// Stores a value; returns false, with nothing stored, if the codec has to.
  @inline(__always)
  func read(_ value: Boxed, into memory: some PlainMemory) -> Bool {
    switch (kind, value) {
    case (.string, .string(let text)), (.optionalString, .string(let text)):
      // An Optional's text has the layout of the text itself.
      memory.storeText(text, at: offset)
    case (.optionalString, .null):
      memory.store(String?.none, at: offset)
    case (.int, .integer(let number)), (.int64, .integer(let number)):
      guard let number = Int(exactly: number) else { return false }
      memory.store(number, at: offset)
    case (.optionalInt, .integer(let number)), (.optionalInt64, .integer(let number)):
      guard let number = Int(exactly: number) else { return false }
      memory.store(Optional(number), at: offset)
    case (.optionalInt, .null), (.optionalInt64, .null):
      memory.store(Int?.none, at: offset)
    case (.bool, .bool(let truth)):
      memory.store(truth, at: offset)
    case (.optionalBool, .bool(let truth)):
      memory.store(Optional(truth), at: offset)
    case (.optionalBool, .null):
      memory.store(Bool?.none, at: offset)
    case (.double, _):
      guard let number = Double.number(value) else { return false }
      memory.store(number, at: offset)
    case (.optionalDouble, .null):
      memory.store(Double?.none, at: offset)
    case (.optionalDouble, _):
      guard let number = Double.number(value) else { return false }
      memory.store(Optional(number), at: offset)
    default:
      return false
    }
    return true
  }

  /// Returns whether the property is nil, if its value is made here.
  @inline(__always)
  func isNil(in memory: ObjectMemory) -> Bool {
    switch kind {
    case .none, .other, .string, .int, .int64, .bool, .double, .date, .optionalDate, .url,
      .optionalURL, .bits:
      false
    case .optionalString: memory[String?.self, at: offset] == nil
    case .optionalInt, .optionalInt64: memory[Int?.self, at: offset] == nil
    case .optionalBool: memory[Bool?.self, at: offset] == nil
    case .optionalDouble: memory[Double?.self, at: offset] == nil
    }
  }

  /// Returns the property's value in JSONSerialization's form, or the result of `codec`.
  @inline(__always)
  func boxed(from memory: ObjectMemory, otherwise codec: () throws -> Any) rethrows -> Any {
    switch kind {
    case .string:
      return memory.load(String.self, at: offset)
    case .optionalString:
      if let text = memory.load(String?.self, at: offset) { return text }
    case .int, .int64:
      return NSNumber.of(Int64(memory.load(Int.self, at: offset)))
    case .optionalInt, .optionalInt64:
      if let number = memory.load(Int?.self, at: offset) { return NSNumber.of(Int64(number)) }
    case .bool:
      return NSNumber.shared(memory.load(Bool.self, at: offset))
    case .optionalBool:
      if let truth = memory.load(Bool?.self, at: offset) { return NSNumber.shared(truth) }
    case .double:
      if let number = memory.load(Double.self, at: offset).number { return number }
    case .optionalDouble:
      if let number = memory.load(Double?.self, at: offset)?.number { return number }
    case .none, .other, .date, .optionalDate, .url, .optionalURL, .bits:
      break
    }
    return isNil(in: memory) ? NSNull() : try codec()
  }
}

extension JSONMapping {
  /// The members of an object that go straight into its properties.
  ///
  /// Most of the time is spent here: one loop that counts no references and calls only functions
  /// that make values.
  enum PlainMembers {
    /// Why the loop ended.
    enum Stop {
      /// The object has ended.
      case end
      /// A member that the class doesn't read; the cursor is at its value.
      case unknown
      /// A repeated member, or one to skip; the cursor is at its value.
      case superseded(Int)
      /// A member for its codec; the cursor is at its value.
      case codec(Int)
    }

    /// Reads members from the one at the cursor on.
    ///
    /// - Parameters:
    ///   - first: The index of a member whose name was read already; -1 for none.
    ///   - last: The index in `table` of the name found last; -1 for none.
    @inline(never)
    static func read<Memory: PlainMemory>(
      in table: JSONKeyTable, from first: Int, into memory: Memory, _ marks: inout MarkSet,
      hasSuperseded: Bool, _ last: inout Int, _ reader: inout JSONReader
    ) throws -> Stop {
      var index = first
      repeat {
        let tag: UInt64
        if index < 0 {
          let expected = table.follower(of: last)
          index = try reader.nextKey(in: table, expecting: expected)
          guard index >= 0 else { return .unknown }
          if index != expected { table.learn(index, after: last) }
          last = index
          tag = table.tag(at: index)
          if !marks.insert(FieldForm.mark(ofTag: tag)) || hasSuperseded {
            return .superseded(index)
          }
        } else {
          tag = table.tag(at: index)
        }
        let form = FieldForm(tag: tag)
        let offset = form.offset
        switch form.kind {
        case .none:
          guard FieldForm.isVariant(tag: tag), try reader.skipText() else { return .codec(index) }
        case .other, .url, .optionalURL, .bits:
          return .codec(index)
        case .string, .optionalString:
          if let kept = memory.keptText(at: offset), try reader.passString(kept) { break }
          if let value = try reader.nextString() {
            memory.storeText(value, at: offset)
          } else {
            guard form.kind == .optionalString, try reader.readNullIfPresent() else {
              return .codec(index)
            }
            memory.storeText(nil, at: offset)
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
          guard try readDouble(form, into: memory, from: &reader) else { return .codec(index) }
        case .date, .optionalDate:
          guard try readDate(tag: tag, into: memory, from: &reader) else { return .codec(index) }
        }
        index = -1
      } while try reader.nextIndentedMember()
      return .end
    }
  }
}

/// Values that need a function to read. Each returns false, without moving, if the codec has to
/// read the value.
extension JSONMapping.PlainMembers {
  static func readDouble(
    _ form: FieldForm, into memory: some PlainMemory, from reader: inout JSONReader
  ) throws -> Bool {
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
    tag: UInt64, into memory: some PlainMemory, from reader: inout JSONReader
  ) throws -> Bool {
    let form = FieldForm(tag: tag)
    let isOptional = form.kind == .optionalDate
    let format: DateText.Format = FieldForm.isVariant(tag: tag) ? .twitter : .iso8601
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
