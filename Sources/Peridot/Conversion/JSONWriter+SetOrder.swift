extension JSONWriter {
  /// Puts the elements of an array in the order of their texts, so that equal sets give equal text.
  ///
  /// - Parameters:
  ///   - start: The length of the text before the array.
  ///   - mark: The place before the array.
  @inline(never)
  mutating func sortElements(from start: Int, since mark: Mark) {
    let text = Array(bytes(start..<count).drop { $0 == UInt8(ascii: ",") || $0 <= 0x20 })
    let elements = try? JSONBytes(text).withReader(maximumDepth: .max) { reader in
      var elements: [Range<Int>] = []
      guard try reader.beginArray() else { return elements }
      repeat {
        let start = ReadingContext.Place(&reader).position
        try reader.skipValue()
        elements.append(start..<reader.position)
      } while try reader.nextElement()
      return elements
    }
    guard let elements, let first = elements.first else { return }
    let ordered = elements.sorted { text[$0].lexicographicallyPrecedes(text[$1]) }
    if ordered == elements { return }
    var sorted = Array(text[..<first.lowerBound])
    for (index, element) in ordered.enumerated() {
      let end = index + 1 < elements.count ? elements[index + 1].lowerBound : text.count
      sorted += text[element] + text[elements[index].upperBound..<end]
    }
    rewind(to: mark)
    raw(sorted)
  }
}
