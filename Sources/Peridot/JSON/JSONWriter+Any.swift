import Foundation

extension JSONWriter {
  /// Writes a value in JSONSerialization's form.
  ///
  /// It accepts String, NSNumber and every Swift number type, Bool, Decimal, NSNull, nil in an
  /// Optional, and arrays and dictionaries of those. Anything else throws a `JSONValueError`.
  mutating func any(_ value: Any, maximumDepth: Int = 512) throws {
    switch Boxed(value) {
    case .string(let text): string(text)
    case .bool(let truth): bool(truth)
    case .null: null()
    case .integer(let number): integer(number)
    case .unsigned(let number): integer(number)
    case .double(let number):
      guard double(number) else { throw JSONValueError(.notFinite("\(number)")) }
    case .float(let number):
      guard float(number) else { throw JSONValueError(.notFinite("\(number)")) }
    case .decimal(let number):
      guard number.isFinite else { throw JSONValueError(.notFinite("\(number)")) }
      decimal(number)
    case .array(let elements): try self.elements(elements, maximumDepth)
    case .object(let members): try self.members(members, maximumDepth)
    case .date, .data, .url, .uuid, .other:
      try other(Boxed.unwrapped(value) ?? value, maximumDepth)
    }
  }

  private mutating func other(_ value: Any, _ maximumDepth: Int) throws {
    if let number = value as? NumberText { return rawNumber(number.text) }
    if let integer = value as? any FixedWidthInteger { return self.integer(integer) }
    if let dictionary = value as? [AnyHashable: Any] {
      var members = [String: Any]()
      for (key, value) in dictionary { members[try name(key.base)] = value }
      return try self.members(members, maximumDepth)
    }
    guard let dictionary = value as? any DictionaryLike else {
      throw JSONValueError(.unsupportedType("\(type(of: value))"))
    }
    try members(of: dictionary, maximumDepth)
  }

  private func name(_ key: Any) throws -> String {
    if let name = key as? String { return name }
    throw JSONValueError(.unsupportedKey("\(type(of: key))"))
  }

  /// Writes an array, each element by `any`.
  private mutating func elements(_ elements: [Any], _ maximumDepth: Int) throws {
    guard depth < maximumDepth else { throw JSONValueError(.tooDeep(limit: maximumDepth)) }
    beginArray()
    var index = 0
    for element in elements {
      do {
        try any(element, maximumDepth: maximumDepth)
      } catch let error as JSONValueError {
        throw error.inside(.index(index))
      }
      index += 1
    }
    endArray()
  }

  /// Writes an object, each value by `any`.
  private mutating func members(_ members: [String: Any], _ maximumDepth: Int) throws {
    guard depth < maximumDepth else { throw JSONValueError(.tooDeep(limit: maximumDepth)) }
    beginObject()
    if sortsMembers {
      for (key, value) in members.sortedByName {
        try member(key, value, maximumDepth)
      }
    } else {
      for (key, value) in members { try member(key, value, maximumDepth) }
    }
    endObject()
  }

  private mutating func members(of dictionary: some DictionaryLike, _ maximumDepth: Int) throws {
    guard depth < maximumDepth else { throw JSONValueError(.tooDeep(limit: maximumDepth)) }
    beginObject()
    for (key, value) in dictionary {
      try member(name(AnyHashable(key).base), value, maximumDepth)
    }
    endObject()
  }

  private mutating func member(_ key: String, _ value: Any, _ maximumDepth: Int) throws {
    self.key(key)
    do {
      try any(value, maximumDepth: maximumDepth)
    } catch let error as JSONValueError {
      throw error.inside(.key(key))
    }
  }
}

/// A number as text, for numbers that no Swift type holds.
struct NumberText {
  let text: String
}
