import Foundation

extension JSONWriter {
  /// Writes a value in the form that JSONSerialization takes.
  ///
  /// That is String, NSNumber and every number type of Swift, Bool, Decimal, NSNull, nil in an
  /// Optional, and arrays and dictionaries of those. Anything else throws a `JSONValueError`.
  mutating func any(_ value: Any, maximumDepth: Int = 512) throws {
    // The exact type decides, because casts take true for a number and 1 for a truth value.
    switch value {
    case let value as String where type(of: value as Any) == String.self: string(value)
    default: try anyOther(value, maximumDepth)
    }
  }

  private mutating func anyOther(_ value: Any, _ maximumDepth: Int) throws {
    let type = type(of: value)
    if type == Int.self, let value = value as? Int { return integer(value) }
    if type == Bool.self, let value = value as? Bool { return bool(value) }
    if type == Double.self, let value = value as? Double { return try checked(value) }
    if type == [String: Any].self, let members = value as? [String: Any] {
      return try object(members, maximumDepth)
    }
    if type == [Any].self, let elements = value as? [Any] {
      return try array(elements, maximumDepth)
    }
    if value is NSNull { return null() }
    if value is any ExpressibleByNilLiteral, let optional = value as? any AnyOptional {
      guard let wrapped = optional.wrappedJSONValue else { return null() }
      return try any(wrapped, maximumDepth: maximumDepth)
    }
    if let decimal = value as? NSDecimalNumber { return try checked(decimal.decimalValue) }
    if type == Decimal.self, let decimal = value as? Decimal { return try checked(decimal) }
    if type == Float.self, let value = value as? Float {
      guard float(value) else { throw JSONValueError(.notFinite("\(value)")) }
      return
    }
    if type == CGFloat.self, let value = value as? CGFloat { return try checked(Double(value)) }
    if let integer = value as? any FixedWidthInteger { return self.integer(integer) }
    if let number = value as? NSNumber { return try self.number(number) }
    if let string = value as? String { return self.string(string) }
    if let elements = value as? [Any] { return try array(elements, maximumDepth) }
    if let members = value as? [String: Any] { return try object(members, maximumDepth) }
    if let dictionary = value as? [AnyHashable: Any] {
      let key = dictionary.keys.first { !($0.base is String) }
      throw JSONValueError(.unsupportedKey(key.map { "\(Swift.type(of: $0.base))" } ?? "unknown"))
    }
    throw JSONValueError(.unsupportedType("\(type)"))
  }

  private mutating func array(_ elements: [Any], _ maximumDepth: Int) throws {
    guard depth < maximumDepth else { throw JSONValueError(.tooDeep(limit: maximumDepth)) }
    beginArray()
    for (index, element) in elements.enumerated() {
      do {
        try any(element, maximumDepth: maximumDepth)
      } catch let error as JSONValueError {
        throw error.inside(index: index)
      }
    }
    endArray()
  }

  private mutating func object(_ members: [String: Any], _ maximumDepth: Int) throws {
    guard depth < maximumDepth else { throw JSONValueError(.tooDeep(limit: maximumDepth)) }
    beginObject()
    if options.contains(.sortedKeys) {
      for key in members.keys.sorted() {
        if let value = members[key] { try member(key, value, maximumDepth) }
      }
    } else {
      for (key, value) in members { try member(key, value, maximumDepth) }
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

  private mutating func checked(_ value: Double) throws {
    guard double(value) else { throw JSONValueError(.notFinite("\(value)")) }
  }

  private mutating func checked(_ value: Decimal) throws {
    guard value.isFinite else { throw JSONValueError(.notFinite("\(value)")) }
    rawNumber(value.description)
  }

  private mutating func number(_ number: NSNumber) throws {
    // A truth value is one of two objects; a number of the same code, Int8, is neither.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      return bool(number.boolValue)
    }
    // The type code is a static C string of one character.
    switch unsafe UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"): try checked(number.doubleValue)
    case UInt8(ascii: "f"):
      guard float(number.floatValue) else { throw JSONValueError(.notFinite("\(number)")) }
    case UInt8(ascii: "Q"): integer(number.uint64Value)
    default: integer(number.int64Value)
    }
  }
}

/// An Optional, whatever it wraps.
private protocol AnyOptional {
  var wrappedJSONValue: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrappedJSONValue: Any? { map { $0 } }
}
