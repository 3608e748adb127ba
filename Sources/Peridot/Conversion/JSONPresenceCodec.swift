import Foundation

/// The value of a property whose type is an Optional of an Optional, which tells what is absent from
/// what is null: nil is written as nothing, and null is whatever the inner Optional takes it for.
final class JSONPresenceCodec<Wrapped>: JSONCodec {
  typealias Value = Wrapped?

  private let wrapped: any JSONCodec<Wrapped>

  init(_ wrapped: any JSONCodec<Wrapped>) {
    self.wrapped = wrapped
  }

  func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Wrapped? {
    try wrapped.read(&reader, context)
  }

  func update(
    _ current: Wrapped?, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Wrapped? {
    guard let current else { return try wrapped.insert(&reader, context) }
    return try wrapped.update(current, &reader, context)
  }

  func write(
    _ value: Wrapped?, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    guard let value else { return writer.null() }
    try wrapped.write(value, &writer, context)
  }

  func read(_ value: Boxed, _ reading: DictionaryReading) throws -> Wrapped? {
    try wrapped.read(value, reading)
  }

  func boxed(_ value: Wrapped?, _ writing: DictionaryWriting) throws -> Any {
    try value.map { try wrapped.boxed($0, writing) } ?? NSNull()
  }

  var seesLive: Bool { wrapped.seesLive }
  var textMaker: AnyObject? { wrapped.textMaker }
  func taken(_ live: Any) -> Wrapped?? { wrapped.taken(live).map(Optional.some) }

  func writeText(
    of value: Any, _ writer: inout JSONWriter, maximumDepth: Int
  ) throws {
    try wrapped.writeText(of: value, &writer, maximumDepth: maximumDepth)
  }

  func isNil(_ value: Wrapped?) -> Bool { value == nil }

  var resetValue: Wrapped?? { .some(nil) }

  var isResetByMismatch: Bool { wrapped.isResetByMismatch }
}
