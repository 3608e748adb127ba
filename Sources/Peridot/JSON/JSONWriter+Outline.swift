extension JSONWriter {
  /// Returns the value that was written from `start` on, with an empty object or array in the place
  /// of each one within it for which this was called before: so that checking values within values
  /// takes linear time.
  mutating func outline(from start: Int) -> [UInt8] {
    var start = start
    while start < count {
      let byte = bytes(start..<start + 1)[0]
      guard byte == UInt8(ascii: ",") || byte <= 0x20 else { break }
      start += 1
    }
    var first = outlined.count
    while first > 0, outlined[first - 1].lowerBound >= start { first -= 1 }
    var text: [UInt8] = []
    var end = start
    for inner in outlined[first...] {
      text += bytes(end..<inner.lowerBound + 1) + bytes(inner.upperBound - 1..<inner.upperBound)
      end = inner.upperBound
    }
    text += bytes(end..<count)
    if text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") {
      outlined.removeSubrange(first...)
      outlined.append(start..<count)
    }
    return text
  }
}
