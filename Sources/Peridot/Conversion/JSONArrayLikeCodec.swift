import Foundation

/// A collection that is an array in JSON: a set, or one of a user's.
final class JSONArrayLikeCodec<Whole: Swift.Collection>: JSONCodec, @unchecked Sendable {
  // Sendable: the functions capture types only.

  typealias Value = Whole

  typealias Element = Whole.Element

  private let array: any JSONCodec<[Element]>
  private let make: ([Element]) -> Whole
  /// Puts the elements in order, if that is known when the codec is made.
  private let order: ((Whole) -> [Element])?
  /// Whether an element may occur only once.
  private let isDistinct: Bool
  /// Tells which elements no set may be given.
  private let comparison: ValueComparison<Element>?
  /// Comparable elements of a set are written in order, so that equal sets are written alike.
  private let isSorted = Whole.self is any AnySet.Type && Element.self is any Comparable.Type

  init(
    _ array: any JSONCodec<[Element]>, isDistinct: Bool, order: ((Whole) -> [Element])? = nil,
    make: @escaping ([Element]) -> Whole
  ) {
    self.order = order
    self.array = array
    self.isDistinct = isDistinct
    self.make = make
    comparison = isDistinct ? .shared : nil
  }

  func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Whole {
    let place = ReadingPlace(&reader)
    return try whole(try array.read(&reader, context), at: place.position, context)
  }

  /// Makes the collection, and notes or refuses elements that occur twice where none may.
  private func whole(
    _ elements: [Element], at offset: Int, _ context: ReadingContext
  ) throws -> Whole {
    if let isUnhashable = comparison?.isUnhashable, elements.contains(where: isUnhashable) {
      throw ConversionError(
        .outOfRange, at: offset, expected: "numbers that a set can hold",
        found: "a number with more digits than Double has")
    }
    let whole = make(elements)
    if isDistinct, whole.count < elements.count {
      let failure = ConversionError(
        .typeMismatch, at: offset, expected: "distinct elements",
        found: "\(elements.count - whole.count) of \(elements.count) that occur before")
      if context.policy.duplicateElements == .fail { throw failure }
      context.note(.dropped, failure)
    }
    return whole
  }

  func write(
    _ value: Whole, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try array.write(ordered(value), &writer, context)
  }

  func update(
    _ current: Whole, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Whole {
    let place = ReadingPlace(&reader)
    let elements = try array.update(Array(current), &reader, context)
    return try whole(elements, at: place.position, context)
  }

  func updating(_ current: [Whole]) -> (any JSONCodec<Whole>)? {
    if isDistinct { return nil }
    return array.updating(current.map { Array($0) }).map {
      JSONArrayLikeCodec($0, isDistinct: isDistinct, make: make)
    }
  }

  func writeText(
    of value: Any, _ writer: inout JSONWriter, maximumDepth: Int
  ) throws {
    try array.writeText(of: value, &writer, maximumDepth: maximumDepth)
  }

  func read(_ value: Boxed, _ reading: DictionaryReading) throws -> Whole {
    if case .other = value { return try readBytes(of: value, reading) }
    let elements = try array.read(value, reading)
    if let isUnhashable = comparison?.isUnhashable, elements.contains(where: isUnhashable) {
      throw LeftToBytes()
    }
    let whole = make(elements)
    // An element that occurs twice is an issue.
    if isDistinct, whole.count < elements.count { throw LeftToBytes() }
    return whole
  }

  func boxed(_ value: Whole, _ writing: DictionaryWriting) throws -> Any {
    try array.boxed(ordered(value), writing)
  }

  private func ordered(_ value: Whole) -> [Element] {
    if let order { return order(value) }
    guard isSorted, let comparable = Element.self as? any Comparable.Type else {
      return Array(value)
    }
    func sorted<Item: Comparable>(_: Item.Type) -> [Element]? {
      (Array(value) as? [Item])?.sorted() as? [Element]
    }
    return _openExistential(comparable, do: sorted) ?? Array(value)
  }

  var resetValue: Whole? { make([]) }

  var isResetByMismatch: Bool { isDistinct }
}
