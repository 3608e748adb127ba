import Foundation

final class JSONSetCodec<Element: Hashable>: JSONCodec<Set<Element>>, @unchecked Sendable {
  private let array: JSONArrayCodec<Element>
  private let isUnhashable = ValueComparison<Element>.shared.isUnhashable

  init(_ element: JSONCodec<Element>) {
    array = JSONArrayCodec(element)
  }

  override func read(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Set<Element> {
    let place = ReadingPlace(&reader)
    return try distinct(try array.read(&reader, context), at: place.position, context)
  }

  /// Makes a set, and notes or refuses elements that occur twice.
  private func distinct(
    _ elements: [Element], at offset: Int, _ context: ReadingContext
  ) throws -> Set<Element> {
    if let isUnhashable, elements.contains(where: isUnhashable) {
      throw ConversionError(
        .outOfRange, at: offset, expected: "numbers that a set can hold",
        found: "a number with more digits than Double has")
    }
    let set = Set(elements)
    if set.count < elements.count {
      let failure = ConversionError(
        .typeMismatch, at: offset, expected: "distinct elements",
        found: "\(elements.count - set.count) of \(elements.count) that occur before")
      if context.policy.duplicateElements == .fail { throw failure }
      context.note(.dropped, failure)
    }
    return set
  }

  override func write(
    _ value: Set<Element>, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try array.write(ordered(value), &writer, context)
  }

  override func update(
    _ current: Set<Element>, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Set<Element> {
    let place = ReadingPlace(&reader)
    let elements = try array.update(Array(current), &reader, context)
    return try distinct(elements, at: place.position, context)
  }

  override func writeText(
    of value: Any, _ writer: inout JSONWriter, maximumDepth: Int
  ) throws {
    try array.writeText(of: value, &writer, maximumDepth: maximumDepth)
  }

  override func read(_ value: Boxed, _ reading: DictionaryReading) throws -> Set<Element> {
    if case .other = value { return try readBytes(of: value, reading) }
    let elements = try array.read(value, reading)
    if let isUnhashable, elements.contains(where: isUnhashable) { throw LeftToBytes() }
    let set = Set(elements)
    // An element that occurs twice is an issue.
    guard set.count == elements.count else { throw LeftToBytes() }
    return set
  }

  override func boxed(_ value: Set<Element>, _ writing: DictionaryWriting) throws -> Any {
    try array.boxed(ordered(value), writing)
  }

  /// Comparable elements are written in order, so that equal sets are written alike.
  private func ordered(_ value: Set<Element>) -> [Element] {
    guard let comparable = Element.self as? any Comparable.Type else { return Array(value) }
    func sorted<Item: Comparable>(_: Item.Type) -> [Element]? {
      (Array(value) as? [Item])?.sorted() as? [Element]
    }
    return _openExistential(comparable, do: sorted) ?? Array(value)
  }

  override var resetValue: Set<Element>? { [] }

  override var isResetByMismatch: Bool { true }
}
