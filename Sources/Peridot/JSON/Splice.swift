/// A value assembled from parts of a document.
indirect enum Splice {
  struct Member {
    let name: String
    let part: Splice
  }

  case value(Range<Int>)
  /// An array that replaces the one at an offset.
  case array([Splice], at: Int)
  case object([Member])

  /// The place of the value, or of the one that it replaces; nil for an object.
  var start: Int? {
    switch self {
    case .value(let range): range.lowerBound
    case .array(_, let start): start
    case .object: nil
    }
  }

  /// The value in memory, in a document of values.
  func valueInMemory(_ reader: borrowing JSONReader) -> Any {
    switch self {
    case .value(let range): return reader.value(at: range.lowerBound).value
    case .array(let parts, _):
      var elements: [Any] = []
      for part in parts { elements.append(part.valueInMemory(reader)) }
      return elements
    case .object(let members):
      var object = [String: Any]()
      for member in members { object[member.name] = member.part.valueInMemory(reader) }
      return object
    }
  }

  /// The text, in a document of bytes.
  func text(_ reader: borrowing JSONReader) -> SplicedText {
    var text = SplicedText()
    text.append(self, reader)
    return text
  }
}

/// The text of parts of a document, with their sources.
struct SplicedText {
  private struct Part {
    let start: Int
    let end: Int
    let origin: Int
  }

  private(set) var bytes: [UInt8] = []
  private var parts: [Part] = []

  mutating func append(_ splice: Splice, _ reader: borrowing JSONReader) {
    switch splice {
    case .value(let range):
      append(reader.bytes(from: range.lowerBound, to: range.upperBound), from: range.lowerBound)
    case .array(let parts, let start):
      append([UInt8(ascii: "[")], from: start)
      for (index, part) in parts.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(part, reader)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        var writer = JSONWriter()
        writer.string(member.name)
        bytes += writer.bytes()
        bytes.append(UInt8(ascii: ":"))
        append(member.part, reader)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Adds text that replaces the text at `origin` in the document.
  private mutating func append(_ text: [UInt8], from origin: Int) {
    parts.append(Part(start: bytes.count, end: bytes.count + text.count, origin: origin))
    bytes += text
  }

  /// The source, in the document, of the byte at `offset`; nil if it is not from the document.
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
