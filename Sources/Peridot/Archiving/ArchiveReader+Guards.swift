import Foundation

// Guards that keep an archive from asking too much, and errors from losing their place.

extension ArchiveReader {
  /// Calls `body` one level deeper.
  func nested<Result>(_ body: () throws -> Result) throws -> Result {
    guard depth < limits.nesting else {
      throw ArchiveError(.tooDeep, "values are nested more than \(limits.nesting) levels deep")
    }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  /// Counts a value of the property that is being read.
  func count(_ values: Int = 1) throws {
    valueCount = valueCount &+ values
    guard valueCount <= mostValues else {
      throw ArchiveError(.tooLarge, "the archive unfolds to too many values")
    }
  }

  /// Counts bytes that are copied, looked through or hashed. However many objects share the same
  /// bytes, an archive may ask for a few times its own size, and for what the limits add to that.
  func spend(_ bytes: Int) throws {
    guard bytes <= byteBudget else {
      throw ArchiveError(.tooLarge, "the archive unfolds to too many bytes")
    }
    byteBudget -= bytes
  }

  /// Returns the collection at `slot`, which is read twice at most however often it is used.
  ///
  /// - Parameter isRehashed: whether each place that it is used at gets a set of its own in the
  /// end.
  func shared<Value>(
    _ slot: ArchiveSlot, by reader: AnyObject, isRehashed: Bool = false, read: () throws -> Value
  ) throws -> Value {
    guard case .object(let index) = slot else { return try nested(read) }
    let key = SharedKey(index: index, reader: ObjectIdentifier(reader))
    if marks[index] != Self.isNew, let known = shared[key], let value = known.value as? Value {
      try count(known.valueCount)
      if isRehashed { try spend(64 * known.valueCount) }
      return value
    }
    let owner = frame?.number ?? -1
    let outer = active.updateValue(owner, forKey: index)
    guard outer != owner else {
      throw ArchiveError(.cycle, "a collection contains itself", objectIndex: index)
    }
    defer { active[index] = outer }
    let before = valueCount
    let value = try nested(read)
    if marks[index] != Self.isNew {
      shared[key] = SharedValue(value: value, reader: reader, valueCount: valueCount - before)
    }
    marks[index] = Self.isSeen
    return value
  }

  /// Adds the number of the object at `slot` to errors that have none.
  func at<Result>(_ slot: ArchiveSlot, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch var error as ArchiveError {
      if error.objectIndex == nil { error.objectIndex = slot.objectIndex }
      throw error
    }
  }
}
