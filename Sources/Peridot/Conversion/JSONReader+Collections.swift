extension JSONReader {
  /// Reads the elements of the array that begins at the cursor, each by `read`.
  ///
  /// Inlined, so that the loop is compiled for the type that the caller is compiled for.
  ///
  /// - Parameter readRun: Reads as many elements as it can from the one at the cursor on, and tells
  ///   whether the cursor is at another; otherwise it is behind one.
  @inline(__always)
  mutating func readElements<Value>(
    _ recover: ElementRecovery<Value>, reserving count: Int = 0,
    by read: (inout JSONReader) throws -> Value,
    readRun: (inout JSONReader, inout OutputSpan<Value>) -> Bool = { _, _ in true }
  ) throws -> [Value] {
    var elements: [Value] = []
    guard try beginArray() else { return elements }
    var goesOn = true
    var room = max(count, 4)
    while goesOn {
      var failure: (error: any Error, place: ReadingPlace)?
      try elements.append(addingCapacity: room) { output in
        while goesOn, !output.isFull {
          guard readRun(&self, &output) else {
            goesOn = try nextElement()
            continue
          }
          if output.isFull { return }
          let place = ReadingPlace(&self)
          do {
            output.append(try read(&self))
          } catch {
            failure = (error, place)
            return
          }
          goesOn = try nextElement()
        }
      }
      if let failure {
        elements += try recover(failure.error, failure.place, &self)
        goesOn = try nextElement()
      }
      room = max(elements.count, 4)
    }
    return elements
  }

  /// Reads an array whose elements lie at `offsets`, at the depth of the cursor.
  ///
  /// Inlined, as above.
  @inline(__always)
  mutating func readElements<Value>(
    at offsets: [Int], _ recover: ElementRecovery<Value>,
    by read: (inout JSONReader) throws -> Value
  ) throws -> [Value] {
    let inside = depth
    var elements: [Value] = []
    elements.reserveCapacity(offsets.count)
    for offset in offsets {
      position = offset
      depth = inside
      let place = ReadingPlace(&self)
      do {
        elements.append(try read(&self))
      } catch {
        elements += try recover(error, place, &self)
      }
    }
    return elements
  }

  /// Reads the members of the object that begins at the cursor, each by `read`; inlined as well.
  @inline(__always)
  mutating func readMembers<Value>(
    _ context: ReadingContext, by read: (inout JSONReader) throws -> Value
  ) throws -> [String: Value] {
    var members: [String: Value] = [:]
    guard try beginObject() else { return members }
    // Room for three takes no more than for two.
    members.reserveCapacity(3)
    repeat {
      let name = try readKey()
      let place = ReadingPlace(&self)
      if context.isSuperseded(at: place.position) {
        try skipValue()
        continue
      }
      do {
        members[name] = try read(&self)
      } catch {
        try context.handleElement(error, place, isMember: true, &self)
      }
    } while try nextMember()
    return members
  }
}
