/// Text put together of parts of a document, which knows where each part came from.
struct SplicedText {
  private struct Part {
    let start: Int
    let end: Int
    let origin: Int
  }

  private(set) var bytes: [UInt8] = []
  private var parts: [Part] = []

  /// Adds text that is in no document.
  mutating func append(_ text: String) {
    bytes += text.utf8
  }

  /// Adds text that stands for what lies at `origin` in the document.
  mutating func append(_ text: String, from origin: Int) {
    parts.append(Part(start: bytes.count, end: bytes.count + text.utf8.count, origin: origin))
    append(text)
  }

  /// Adds a member's name and a colon.
  mutating func append(name: String) {
    var writer = JSONWriter()
    writer.string(name)
    bytes += writer.bytes()
    bytes.append(UInt8(ascii: ":"))
  }

  /// Adds the value at the cursor of `reader`, which ends up behind it.
  mutating func append(_ reader: inout JSONReader) throws {
    let place = ReadingPlace(&reader)
    try reader.skipValue()
    let value = reader.bytes(from: place.position, to: reader.position)
    parts.append(
      Part(start: bytes.count, end: bytes.count + value.count, origin: place.position))
    bytes += value
  }

  /// Takes back what was added since there were `count` bytes, which was in no document.
  mutating func truncate(to count: Int) {
    bytes.removeLast(bytes.count - count)
  }

  /// Where in the document the byte at `offset` comes from; nil for what is in no document.
  func origin(of offset: Int) -> Int? {
    // The last part that begins there or before.
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, offset < parts[low - 1].end else { return nil }
    return parts[low - 1].origin + offset - parts[low - 1].start
  }
}
