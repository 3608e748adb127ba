/// Finds members whose name occurs again later in the same object.
enum DuplicateMembers {
  private enum Container {
    /// The offsets of the values met so far, by name.
    case object([[UInt8]: Int])
    case array
  }

  /// Returns the offsets of the values of all but the last such member of each object.
  ///
  /// Names are the same when their bytes are: two spellings of one letter are two names.
  ///
  /// A malformed document gives what was found up to its mistake.
  static func find(in source: JSONBytes) -> Set<Int> {
    source.withReader(maximumDepth: .max) { reader in
      var superseded: Set<Int> = []
      try? collect(&reader, &superseded)
      return superseded
    }
  }

  /// Tells whether there are such members in the values that lie at `places`.
  static func occur(in source: JSONBytes, within places: [Range<Int>]) -> Bool {
    source.withReader(maximumDepth: .max) { reader in
      var superseded: Set<Int> = []
      var end = 0
      for place in places.sorted(by: {
        ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound)
      })
      where place.upperBound > end {
        reader.position = place.lowerBound
        try? collect(&reader, &superseded)
        if !superseded.isEmpty { return true }
        end = place.upperBound
      }
      return false
    }
  }

  private static func collect(
    _ reader: inout JSONReader, _ superseded: inout Set<Int>
  ) throws {
    var open: [Container] = []
    repeat {
      var entered = false
      switch try reader.peekKind() {
      case .object:
        entered = try reader.beginObject()
        if entered { open.append(.object([:])) }
      case .array:
        entered = try reader.beginArray()
        if entered { open.append(.array) }
      default:
        try reader.skipValue()
      }
      // Behind a value: on to the next one, out of every container that ends here.
      while !entered, let container = open.last {
        if case .array = container {
          entered = try reader.nextElement()
        } else {
          entered = try reader.nextMember()
        }
        if !entered { open.removeLast() }
      }
      guard case .object(var offsets) = open.last else { continue }
      let name = Array(try reader.readKey().utf8)
      // Known before the value is looked at, which may be malformed.
      if let earlier = offsets[name] { superseded.insert(earlier) }
      _ = try reader.peekKind()
      // The dictionary is moved out and back, so that it is not copied.
      open[open.count - 1] = .array
      offsets[name] = reader.position
      open[open.count - 1] = .object(offsets)
    } while !open.isEmpty
  }
}
