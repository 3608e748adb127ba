import Foundation

/// Values that take a function to read; each gives false, with the cursor unmoved, when the codec
/// has to read the value.
extension FieldStep {
  func readDouble(
    into memory: some PlainMemory, _ reader: inout JSONReader
  ) throws(JSONSyntaxError) -> Bool {
    let offset = Int(offset)
    let start = reader.position
    if let value = try reader.readDoubleIfPresent() {
      guard value.isFinite else {
        reader.position = start
        return false
      }
      if kind == .double {
        memory.store(value, at: offset)
      } else {
        memory.store(Optional(value), at: offset)
      }
      return true
    }
    guard kind == .optionalDouble, try reader.readNullIfPresent() else { return false }
    memory.store(Double?.none, at: offset)
    return true
  }

  @inline(never)
  func readDate(
    into memory: some PlainMemory, _ reader: inout JSONReader
  ) throws(JSONSyntaxError) -> Bool {
    let isOptional = kind == .optionalISO8601Date || kind == .optionalTwitterDate
    let format: DateText.Format =
      kind == .iso8601Date || kind == .optionalISO8601Date ? .iso8601 : .twitter
    if isOptional, try reader.readNullIfPresent() {
      memory.store(Date?.none, at: Int(offset))
      return true
    }
    let start = reader.position
    let date = try reader.withStringBytesIfPresent { DateText.parse($0, as: format) } ?? nil
    guard let date else {
      reader.position = start
      return false
    }
    if isOptional {
      memory.store(Optional(date), at: Int(offset))
    } else {
      memory.store(date, at: Int(offset))
    }
    return true
  }
}
