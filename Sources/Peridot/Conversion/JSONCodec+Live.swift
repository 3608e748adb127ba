import Foundation

/// Values that stand in the text as they are in memory.
extension JSONCodec {
  /// Reads the value at the cursor by `read`, or takes it as it is.
  @inline(__always)
  func reading(
    _ reader: inout JSONReader, _ context: ReadingContext,
    _ read: (inout JSONReader, ReadingContext) throws -> Value
  ) throws -> Value {
    guard reader.isLive, !seesLive else { return try read(&reader, context) }
    return try readLive(&reader, context, read)
  }

  /// Reads the live value at the cursor: as it is where it is of this codec's type, else as its text
  /// would be read.
  @inline(never)
  private func readLive(
    _ reader: inout JSONReader, _ context: ReadingContext,
    _ read: (inout JSONReader, ReadingContext) throws -> Value
  ) throws -> Value {
    let place = ReadingPlace(&reader)
    let live = try reader.readLive()
    if let value = taken(live) { return value }
    guard let source = try text(of: live, at: place.position, context) else {
      // It says what belongs there.
      place.restore(&reader)
      return try read(&reader, context)
    }
    if let members = live as? [String: Any] { source.live?.whole = (members, textMaker) }
    return try context.inner(
      source, context.shared, at: place.position, depth: reader.depth, read)
  }

  /// The text of a live value that has one; nil for any other.
  private func text(
    of live: Any, at offset: Int, _ context: ReadingContext
  ) throws -> JSONBytes? {
    let value: Any
    switch live {
    case is Decimal, is [String: Any]: value = live
    case let set as any AnySet: value = set.elements
    case let collection as any _CollectionLike:
      // Of a user's type.
      value = Boxed.standard(collection)
      guard value is [Any] || value is [String: Any] else { return nil }
    default: return nil
    }
    do {
      if let number = value as? Decimal {
        var writer = JSONWriter()
        try writer.any(number, maximumDepth: .max)
        return JSONBytes(writer.bytes())
      }
      return try JSONBytes(keeping: LiveValues()) { writer in
        try writeText(
          of: value, &writer, maximumDepth: writer.depthLeft(of: context.policy.maximumDepth))
      }
    } catch let error as JSONValueError {
      var failure = ConversionError(error)
      failure.offset = offset
      throw failure
    }
  }
}

/// A set of any type.
protocol AnySet {
  var elements: [Any] { get }
}

extension Set: AnySet {
  var elements: [Any] { Array(self) }
}

extension NSSet: AnySet {
  var elements: [Any] { allObjects }
}
