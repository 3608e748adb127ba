import Foundation

/// Nil as null, any other value in the form of the wrapped type's codec.
final class JSONOptionalCodec<Wrapped>: WrappingCodec {
  typealias Value = Wrapped?

  let wrapped: any JSONCodec<Wrapped>

  init(_ wrapped: any JSONCodec<Wrapped>) {
    self.wrapped = wrapped
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Wrapped? {
    if try reader.readNullIfPresent() { return nil }
    let place = ReadingContext.Place(&reader)
    do {
      return try wrapped.read(from: &reader, in: context)
    } catch {
      try acceptNil(for: error, place, &reader, in: context)
      return nil
    }
  }

  var valueCodec: any MemberCodec { wrapped }

  var isPlain: Bool { wrapped.isPlain }

  func readMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    if try reader.readNullIfPresent() { return wrapped.storeNil(in: memory, at: offset) }
    let place = ReadingContext.Place(&reader)
    do {
      try wrapped.readOptionalMember(into: memory, at: offset, from: &reader, in: context)
    } catch {
      try acceptNil(for: error, place, &reader, in: context)
      wrapped.storeNil(in: memory, at: offset)
    }
  }

  func readElement(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    if try reader.readNullIfPresent() { return wrapped.initializeNil(in: memory, at: offset) }
    let place = ReadingContext.Place(&reader)
    do {
      try wrapped.readOptionalElement(into: memory, at: offset, from: &reader, in: context)
    } catch {
      try acceptNil(for: error, place, &reader, in: context)
      wrapped.initializeNil(in: memory, at: offset)
    }
  }

  func writeElement(
    from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    try wrapped.writeOptionalElement(from: memory, at: offset, to: &writer, in: context)
  }

  func update(
    _ current: Wrapped?, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Wrapped? {
    if try reader.readNullIfPresent() { return nil }
    let place = ReadingContext.Place(&reader)
    do {
      guard let current else { return try wrapped.insert(from: &reader, in: context) }
      return try wrapped.update(current, from: &reader, in: context)
    } catch {
      try acceptNil(for: error, place, &reader, in: context)
      return nil
    }
  }

  var isArray: Bool { wrapped.isArray }

  func read(
    elementsAt offsets: [Int], from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Wrapped? {
    try wrapped.read(elementsAt: offsets, from: &reader, in: context)
  }

  func insert(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Wrapped? {
    try update(nil, from: &reader, in: context)
  }

  func updating(_ current: [Wrapped?]) -> (any JSONCodec<Wrapped?>)? {
    wrapped.updating(current.compactMap { $0 }).map { JSONOptionalCodec($0) }
  }

  /// If a lenient policy treats a value as null, such as empty text, it becomes nil.
  private func acceptNil(
    for error: any Error, _ place: ReadingContext.Place, _ reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    guard let error = error as? ConversionError, error.modelClass == nil,
      error.offset == place.position, error.innerPath.isEmpty
    else { throw error }
    switch error.kind {
    case .nullValue where context.nilRefusedAt != place.position: break
    case .unknownCase, .unreadable: break
    default: throw error
    }
    context.note(.becameNil, error)
    try place.skip(&reader)
  }

  func write(
    _ value: Wrapped?, insideOf names: [String], to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    guard let value else {
      writer.null()
      return true
    }
    return try wrapped.write(value, insideOf: names, to: &writer, in: context)
  }

  var direct: any MemberCodec { wrapped.directForOptional ?? self }

  func writeMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    try wrapped.writeOptionalMember(key, from: memory, at: offset, to: &writer, in: context)
  }

  func isNil(_ value: Wrapped?) -> Bool {
    value.map { wrapped.isNil($0) } ?? true
  }
}

/// The codec of a double optional, which distinguishes an absent member from null: nil is omitted,
/// and the inner Optional's codec decides about null.
final class JSONPresenceCodec<Wrapped>: WrappingCodec {
  typealias Value = Wrapped?

  let wrapped: any JSONCodec<Wrapped>

  init(_ wrapped: any JSONCodec<Wrapped>) {
    self.wrapped = wrapped
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Wrapped? {
    try wrapped.read(from: &reader, in: context)
  }

  func update(
    _ current: Wrapped?, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Wrapped? {
    guard let current else { return try wrapped.insert(from: &reader, in: context) }
    return try wrapped.update(current, from: &reader, in: context)
  }

  func isNil(_ value: Wrapped?) -> Bool { value == nil }
}

/// A codec of an Optional, which leaves a value other than nil to the wrapped type's codec.
private protocol WrappingCodec<Wrapped>: JSONCodec where Value == Wrapped? {
  associatedtype Wrapped
  var wrapped: any JSONCodec<Wrapped> { get }
}

extension WrappingCodec {
  func write(
    _ value: Wrapped?, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    guard let value else { return writer.null() }
    try wrapped.write(value, to: &writer, in: context)
  }

  func boxed(_ value: Wrapped?, _ writing: DictionaryWriting) throws -> Any {
    try value.map { try wrapped.boxed($0, writing) } ?? NSNull()
  }

  var seesLive: Bool { wrapped.seesLive }
  func taken(_ live: Any) -> Wrapped?? { wrapped.taken(live).map(Optional.some) }

  var resetValue: Wrapped?? { .some(nil) }

  var isResetByMismatch: Bool { wrapped.isResetByMismatch }
}
