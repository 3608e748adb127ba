import Foundation

extension JSONWriter {
  /// Writes a value in the form that JSONSerialization takes.
  ///
  /// These are String, NSNumber and every number type of Swift, Bool, Decimal, NSNull, nil in an
  /// Optional, and arrays and dictionaries of those. Anything else throws a `JSONValueError`.
  mutating func any(_ value: Any, maximumDepth: Int = 512) throws {
    // By far the most frequent, and faster to find out than a conformance.
    if type(of: value) == String.self, let text = value as? String { return string(text) }
    guard let writable = value as? any Writable else {
      if let array = value as? any ArrayLike {
        return try elements(array, maximumDepth: maximumDepth)
      }
      if let dictionary = value as? any DictionaryLike {
        return try members(of: dictionary, maximumDepth: maximumDepth)
      }
      throw JSONValueError(.unsupportedType("\(type(of: value))"))
    }
    try writable.writeJSON(to: &self, maximumDepth: maximumDepth)
  }

  /// Writes an array, each element by `any`.
  fileprivate mutating func elements(
    _ elements: some Sequence, maximumDepth: Int
  ) throws {
    guard depth < maximumDepth else { throw JSONValueError(.tooDeep(limit: maximumDepth)) }
    beginArray()
    var index = 0
    for element in elements {
      do {
        try any(element, maximumDepth: maximumDepth)
      } catch let error as JSONValueError {
        throw error.inside(index: index)
      }
      index += 1
    }
    endArray()
  }

  /// Writes an object, each value by `any`.
  fileprivate mutating func members<Value>(
    _ members: [String: Value], maximumDepth: Int
  ) throws {
    guard depth < maximumDepth else { throw JSONValueError(.tooDeep(limit: maximumDepth)) }
    beginObject()
    if sortsMembers {
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        try member(key, value, maximumDepth)
      }
    } else {
      for (key, value) in members { try member(key, value, maximumDepth) }
    }
    endObject()
  }

  private mutating func members(
    of dictionary: some DictionaryLike, maximumDepth: Int
  ) throws {
    guard depth < maximumDepth else { throw JSONValueError(.tooDeep(limit: maximumDepth)) }
    beginObject()
    for (key, value) in dictionary {
      let base = AnyHashable(key).base
      guard let key = base as? String else {
        throw JSONValueError(.unsupportedKey("\(type(of: base))"))
      }
      try member(key, value, maximumDepth)
    }
    endObject()
  }

  private mutating func member(_ key: String, _ value: Any, _ maximumDepth: Int) throws {
    self.key(key)
    do {
      try any(value, maximumDepth: maximumDepth)
    } catch let error as JSONValueError {
      throw error.inside(key: key)
    }
  }
}

extension JSONWriter {
  /// A type whose values `JSONWriter.any` takes.
  ///
  /// The exact type of a value decides, because casts take true for a number and 1 for a truth value.
  fileprivate protocol Writable {
    func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) throws
  }
}

extension String: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) {
    writer.string(self)
  }
}

extension Substring: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) {
    writer.string(String(self))
  }
}

extension Character: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) {
    writer.string(String(self))
  }
}

extension Bool: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) {
    writer.bool(self)
  }
}

extension FixedWidthInteger {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) {
    writer.integer(self)
  }
}

extension Int: JSONWriter.Writable {}
extension Int8: JSONWriter.Writable {}
extension Int16: JSONWriter.Writable {}
extension Int32: JSONWriter.Writable {}
extension Int64: JSONWriter.Writable {}
extension Int128: JSONWriter.Writable {}
extension UInt: JSONWriter.Writable {}
extension UInt8: JSONWriter.Writable {}
extension UInt16: JSONWriter.Writable {}
extension UInt32: JSONWriter.Writable {}
extension UInt64: JSONWriter.Writable {}
extension UInt128: JSONWriter.Writable {}

extension Double: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) throws {
    guard writer.double(self) else { throw JSONValueError(.notFinite("\(self)")) }
  }
}

extension Float: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) throws {
    guard writer.float(self) else { throw JSONValueError(.notFinite("\(self)")) }
  }
}

extension CGFloat: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) throws {
    try Double(self).writeJSON(to: &writer, maximumDepth: maximumDepth)
  }
}

extension Decimal: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) throws {
    guard isFinite else { throw JSONValueError(.notFinite("\(self)")) }
    writer.decimal(self)
  }
}

extension Optional: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) throws {
    guard let self else { return writer.null() }
    try writer.any(self, maximumDepth: maximumDepth)
  }
}

extension Array: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) throws {
    if Element.self == Any.self {
      // The types are the same, which the compiler cannot know; so the loop need not be generic.
      return try unsafe writer.elements(
        unsafeBitCast(self, to: [Any].self), maximumDepth: maximumDepth)
    }
    try writer.elements(self, maximumDepth: maximumDepth)
  }
}

extension Dictionary: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) throws {
    if Key.self == String.self {
      // The types are the same, which the compiler cannot know: a cast would make a new dictionary.
      if Value.self == Any.self {
        return try unsafe writer.members(
          unsafeBitCast(self, to: [String: Any].self), maximumDepth: maximumDepth)
      }
      return try unsafe writer.members(
        unsafeBitCast(self, to: [String: Value].self), maximumDepth: maximumDepth)
    }
    var members: [String: Value] = [:]
    for (key, value) in self {
      let base = AnyHashable(key).base
      guard let key = base as? String else {
        throw JSONValueError(.unsupportedKey("\(type(of: base))"))
      }
      members[key] = value
    }
    try writer.members(members, maximumDepth: maximumDepth)
  }
}

extension NSNull: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) {
    writer.null()
  }
}

extension NSString: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) {
    writer.string(self as String)
  }
}

extension NSArray: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) throws {
    try writer.elements(self, maximumDepth: maximumDepth)
  }
}

extension NSDictionary: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) throws {
    guard let dictionary = self as? [AnyHashable: Any] else { return }
    try dictionary.writeJSON(to: &writer, maximumDepth: maximumDepth)
  }
}

extension NSNumber: JSONWriter.Writable {
  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) throws {
    switch Boxed(self) {
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .unsigned(let value): writer.integer(value)
    case .double(let value): try value.writeJSON(to: &writer, maximumDepth: maximumDepth)
    case .float(let value): try value.writeJSON(to: &writer, maximumDepth: maximumDepth)
    case .decimal(let value): try value.writeJSON(to: &writer, maximumDepth: maximumDepth)
    case .string, .null, .object, .array, .date, .data, .url, .uuid, .other:
      throw JSONValueError(.unsupportedType("\(type(of: self))"))
    }
  }
}

/// A number by its text: one that no type of Swift holds.
struct NumberText: JSONWriter.Writable {
  let text: String

  fileprivate func writeJSON(to writer: inout JSONWriter, maximumDepth: Int) {
    writer.rawNumber(text)
  }
}
