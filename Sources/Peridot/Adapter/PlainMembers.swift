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
  /// - Parameter expected: The index in `table` of the name that is likely to be next.
  @inline(never)
  static func read(
    in table: JSONKeyTable, into memory: ObjectMemory, _ marks: inout MarkSet,
    hasSuperseded: Bool, _ expected: inout Int, _ reader: inout JSONReader
  ) throws(JSONSyntaxError) -> Stop {
    repeat {
      let index = try reader.nextKey(in: table, expecting: expected)
      guard index >= 0 else { return .unknown }
      expected = index &+ 1
      let tag = table.tag(at: index)
      if !marks.insert(FieldStep.mark(ofTag: tag)) || hasSuperseded { return .superseded(index) }
      guard try FieldStep(tag: tag).read(into: memory, &reader) else { return .codec(index) }
    } while try reader.nextMember()
    return .end
  }
}
