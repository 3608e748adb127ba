import Foundation

// The place of a model or models in a document: the argument `at:`.

extension JSONKeyPath {
  /// The steps of a path to one place.
  ///
  /// - Throws: an error of kind `.invalidMapping` for any other path.
  func place() throws -> [Component] {
    if let mistake { throw Self.refusal(Boxed.escaped(mistake, limit: 200)) }
    guard direction == .both else {
      throw refusal("has a direction: name the place alone")
    }
    switch form {
    case .root: return []
    case .path(let components) where components.contains(.each):
      throw refusal("leads to many places: name one, such as \"items[0]\"")
    case .path(let components): return components
    case .firstOf, .all: throw refusal("is more than one path: name one place")
    case .excluded: throw refusal("is not a place")
    }
  }

  private func refusal(_ what: String) -> JSONAdapterError {
    Self.refusal("\(Boxed.quoted(description)) \(what)")
  }

  private static func refusal(_ mistake: String) -> JSONAdapterError {
    JSONAdapterError(.invalidMapping, found: "\n- at: \(mistake)")
  }
}

extension AdapterCall {
  /// Calls `body` at the call's place in the document that begins at the cursor.
  @inline(__always)
  func atPlace<Result>(
    _ type: Model.Type?, _ reader: inout JSONReader, in context: ReadingContext,
    _ body: (inout JSONReader) throws -> Result
  ) throws -> Result {
    if place.isEmpty { return try body(&reader) }
    do {
      return try reader.read(at: place[...], in: context, body)
    } catch let error as ConversionError {
      guard let type else { throw error }
      throw error.attributed(to: type, nil)
    }
  }
}

extension JSONReader {
  /// Calls `body` at a path of names and indexes in the value at the cursor, and skips the rest of
  /// that value. A null on the path counts as the value.
  fileprivate dynamic mutating func read<Result>(
    at path: ArraySlice<JSONKeyPath.Component>, in context: ReadingContext,
    _ body: (inout JSONReader) throws -> Result
  ) throws -> Result {
    guard let component = path.first, try peekKind() != .null else { return try body(&self) }
    let start = position
    var result: Result?
    switch component {
    case .key(let name):
      guard nextByte() == UInt8(ascii: "{") else { throw mismatch("object") }
      if readsValues {
        guard let offset = try offset(ofMember: name) else { break }
        position = offset
        return try read(at: path.dropFirst(), in: context, body)
      }
      guard try beginObject() else { break }
      repeat {
        let isNamed = try readKey().hasSameScalars(as: name)
        _ = nextByte()
        if !isNamed || context.isSuperseded(at: position) {
          try skipValue()
        } else if result == nil {
          result = try read(at: path.dropFirst(), in: context, body)
        } else {
          throw ReadingContext.DuplicateMember()
        }
      } while try nextMember()
    default:
      guard nextByte() == UInt8(ascii: "[") else { throw mismatch("array") }
      guard try beginArray() else { break }
      var index = 0
      repeat {
        if component == .index(index) {
          result = try read(at: path.dropFirst(), in: context, body)
        } else {
          try skipValue()
        }
        index += 1
      } while try nextElement()
    }
    if let result { return result }
    var missing = ConversionError(.missingKeys([component.label]), at: start)
    missing.innerPath = [component]
    throw missing
  }
}

extension JSONKeyPath.Component {
  /// The name of a member, or an index in brackets.
  var label: String {
    switch self {
    case .key(let name): name
    case .index(let index): "[\(index)]"
    case .each: "[*]"
    }
  }
}

extension JSONWriter {
  /// Opens the containers around a place, with null for the elements before one of an array.
  mutating func open(_ place: [JSONKeyPath.Component]) {
    for component in place {
      switch component {
      case .key(let name):
        beginObject()
        key(name)
      case .index(let index):
        beginArray()
        for _ in 0..<index { null() }
      case .each: preconditionFailure("A place is one.")
      }
    }
  }

  mutating func close(_ place: [JSONKeyPath.Component]) {
    for component in place.reversed() {
      if component.isIndex { endArray() } else { endObject() }
    }
  }
}
