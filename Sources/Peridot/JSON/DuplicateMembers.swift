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

  /// Tells whether well-formed `json` may have such members, by a hash of each name's bytes, so that
  /// small documents without any cost little.
  static func mayBe(in json: [UInt8]) -> Bool {
    guard json.count <= 4096 else { return true }
    var names: [UInt64] = []
    names.reserveCapacity(16)
    // The objects and arrays that are open, each by its offset.
    var open: [Int] = []
    var index = 0
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(index)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: "\""):
        // FNV-1a, beginning with the object.
        var hash: UInt64 =
          0xcbf2_9ce4_8422_2325 ^ UInt64(open.count) << 32 ^ UInt64(open.last ?? 0) << 8
        // Names may be the same that differ in their bytes.
        var hasForms = false
        index += 1
        while index < json.count, json[index] != UInt8(ascii: "\"") {
          if json[index] == UInt8(ascii: "\\") {
            hasForms = true
            index += 1
            if index == json.count { return true }
          }
          if json[index] >= 0x80 { hasForms = true }
          hash = (hash ^ UInt64(json[index])) &* 0x100_0000_01b3
          index += 1
        }
        var next = index + 1
        while next < json.count, json[next] <= 0x20 { next += 1 }
        if next < json.count, json[next] == UInt8(ascii: ":") {
          if hasForms || names.count == 32 || names.contains(hash) { return true }
          names.append(hash)
        }
      default: break
      }
      index += 1
    }
    return false
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
