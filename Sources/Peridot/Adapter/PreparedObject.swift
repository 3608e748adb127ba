/// An object before and after the `prepare(_:)` of its class, for errors that say which values are
/// not the document's.
struct PreparedObject {
  let given: [String: Any]
  let made: [String: Any]

  /// Marks the notes after the first `count`, and an error that is thrown, if they are about values
  /// that `prepare(_:)` made.
  ///
  /// A function of its own, so that it takes no stack at each level.
  ///
  /// - Parameter start: The offset of the object.
  @inline(never)
  func mark(
    _ thrown: (any Error)?, since count: Int, in context: ReadingContext, from start: Int
  ) -> (any Error)? {
    var noted: [ConversionError] = []
    context.change(where: { $0.number >= count }, by: { noted.append($0) })
    let failure = thrown as? ConversionError
    let errors = noted + (failure.map { [$0] } ?? [])
    let paths = context.source.paths(to: [start] + errors.map(\.offset)).map(\.components)
    let depth = paths[0].count
    let (old, new) = (Self.plain(given), Self.plain(made))
    var areMade = zip(paths.dropFirst(), errors).map { path, error in
      let path = path.dropFirst(depth) + error.innerPath
      // Neither has what another function made.
      guard error.isAboutValue, let made = Self.value(at: path, in: new) else { return false }
      return !(Self.value(at: path, in: old).map { AnyComparison.areEqual($0, made, nil) } ?? false)
    }
    let isFailureMade = failure != nil && areMade.removeLast()
    areMade.reverse()
    context.change(
      where: { $0.number >= count }, by: { if areMade.removeLast() { $0.sayPrepared() } })
    guard isFailureMade, var failure else { return thrown }
    failure.sayPrepared()
    return failure
  }

  /// The value with arrays and dictionaries of the types that a cast finds at once, however often.
  private static func plain(_ value: Any) -> Any {
    switch Boxed(value) {
    case .object(let members): members.mapValues { plain($0) }
    case .array(let elements): elements.map { plain($0) }
    case .string, .integer, .unsigned, .double, .float, .decimal, .bool, .null, .date, .data, .url,
      .uuid, .other:
      value
    }
  }

  private static func value(at path: ArraySlice<JSONKeyPath.Component>, in whole: Any) -> Any? {
    var part = whole
    for step in path {
      switch step {
      case .key(let name):
        guard let next = (part as? [String: Any])?[name] else { return nil }
        part = next
      case .index(let index):
        guard let elements = part as? [Any], elements.indices.contains(index) else { return nil }
        part = elements[index]
      case .each: return nil
      }
    }
    return part
  }
}

extension ConversionError {
  /// Says that the refused value is one that `prepare(_:)` made.
  fileprivate mutating func sayPrepared() {
    if self.isPrepared { return }
    self.found = "\(self.found) (made by prepare(_:))"
    self.isPrepared = true
  }
}
