import Foundation

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
