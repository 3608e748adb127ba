import Foundation

/// The input that a caller gives: text, or the objects that JSONSerialization makes of it.
struct JSONInput {
  let source: JSONBytes
  /// Whether line and column mean anything to the caller.
  let isText: Bool

  init(_ data: Data) {
    source = JSONBytes(data)
    isText = true
  }

  init(_ string: String) {
    source = JSONBytes(string)
    isText = true
  }

  /// - Throws: an error for no bytes at all, which is what the literal `[]` means here.
  init(_ bytes: [UInt8]) throws {
    if bytes.isEmpty {
      throw JSONAdapterError(
        .invalidJSON,
        found: "document is empty ([] means no bytes here: for an array of no elements, write "
          + "[Any]())")
    }
    source = JSONBytes(bytes)
    isText = true
  }

  /// Takes text that is a part of the caller's.
  init(part source: JSONBytes) {
    self.source = source
    isText = true
  }

  init(written source: JSONBytes) {
    self.source = source
    isText = false
  }

  /// Takes any of the above, or input that was made already; nil for anything else.
  init?(text value: Any) throws {
    switch value {
    case let input as JSONInput: self = input
    case let data as Data: self.init(data)
    case let string as String: self.init(string)
    // Numbers in an array of any values are not bytes.
    case let bytes as [UInt8] where type(of: value) == [UInt8].self && !bytes.isEmpty:
      try self.init(bytes)
    default: return nil
    }
  }

  /// Takes any of the above, or JSON objects, which are written to bytes and read like them: so
  /// both mean the same. What has no JSON form stays as it is.
  ///
  /// - Parameter write: Writes the value for the one that is to read it, in place of what anything
  ///   could read.
  /// - Parameter isValue: Whether text is a value like any other, and no document.
  init(
    any value: Any, maximumDepth: Int, for reader: JSONMapping? = nil, isValue: Bool = false,
    by write: ((Any, inout JSONWriter, Int) throws -> Void)? = nil
  ) throws {
    if !isValue, let text = try JSONInput(text: value) {
      self = text
    } else {
      let live = LiveValues()
      let written: JSONBytes
      do {
        written = try JSONBytes(keeping: live) { writer in
          let depth = writer.depthLeft(of: maximumDepth)
          if let write {
            try write(value, &writer, depth)
          } else if let reader, reader.prepare == nil, let members = value as? [String: Any] {
            try reader.writeText(of: members, &writer, maximumDepth: depth)
            live.whole = (members, reader)
          } else {
            try writer.any(value, maximumDepth: depth)
          }
        }
      } catch let error as JSONValueError {
        if case .tooDeep = error.reason {
          throw JSONAdapterError(.tooDeep, path: error.path, found: error.problem)
        }
        throw JSONAdapterError(
          .invalidJSON, path: error.path, expected: "a value with a JSON form",
          found: "\(error.problem) has no JSON form", underlying: error)
      }
      self.init(written: written)
    }
  }
}
