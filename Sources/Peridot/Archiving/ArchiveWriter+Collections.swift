import Foundation

extension ArchiveWriter {
  func collection<Element>(
    _ form: ObjectForm, _ elements: some Swift.Collection<Element>, _ codec: ValueCodec<Element>
  ) throws -> Int {
    try collection(form, count: elements.count, elements.lazy.map { $0 }) {
      try codec.encode($0, to: self)
    }
  }

  /// Writes the elements by `encode`, nil among them as a null object.
  func collection<Element>(
    _ form: ObjectForm, count: Int, _ elements: some Sequence<Element>,
    encode: (Element) throws -> Int
  ) throws -> Int {
    try nested {
      var values: [Int] = []
      values.reserveCapacity(count)
      for element in elements {
        values.append(try self.element("[\(values.count)]") { try encode(element) })
      }
      return object(form, [output.plist.array(values)])
    }
  }

  func dictionary<Key, Value>(
    _ members: some Swift.Collection<(key: Key, value: Value)>, _ key: ValueCodec<Key>,
    _ value: ValueCodec<Value>
  ) throws -> Int {
    try nested {
      var keys: [Int] = []
      var values: [Int] = []
      keys.reserveCapacity(members.count)
      values.reserveCapacity(members.count)
      for (memberKey, member) in members {
        keys.append(
          try element("[\(Boxed.text(memberKey))]") { try key.encode(memberKey, to: self) })
        values.append(
          try element("[\(Boxed.text(memberKey))]") { try value.encode(member, to: self) })
      }
      return object(.dictionary, [output.plist.array(keys), output.plist.array(values)])
    }
  }

  private func element(_ name: @autoclosure () -> String, encode: () throws -> Int) throws -> Int {
    do {
      let reference = try encode()
      return output.uid(reference == 0 ? null() : reference)
    } catch {
      throw ArchiveError.wrapping(error, .unsupportedType).within(name())
    }
  }

  func nested(_ body: () throws -> Int) throws -> Int {
    guard depth < limits.nesting else {
      throw ArchiveError(.tooDeep, "values are nested more than \(limits.nesting) levels deep")
    }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }
}
