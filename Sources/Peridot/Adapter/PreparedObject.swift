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
    var areMade = zip(paths.dropFirst(), errors).map { path, error in
      error.isAboutValue && isMade(at: path.dropFirst(depth) + error.innerPath)
    }
    let isFailureMade = failure != nil && areMade.removeLast()
    areMade.reverse()
    context.change(
      where: { $0.number >= count }, by: { if areMade.removeLast() { $0.sayPrepared() } })
    guard isFailureMade, var failure else { return thrown }
    failure.sayPrepared()
    return failure
  }

  private func isMade(at path: ArraySlice<JSONKeyPath.Component>) -> Bool {
    switch (Self.value(at: path, in: given), Self.value(at: path, in: made)) {
    // Within what another function made.
    case (_, nil): false
    case (nil, _): true
    case (let old?, let new?): !AnyComparison.areEqual(old, new, nil)
    }
  }

  private static func value(at path: ArraySlice<JSONKeyPath.Component>, in whole: Any) -> Any? {
    guard let step = path.first else { return whole }
    let part: Any? =
      switch (step, Boxed(whole)) {
      case (.key(let name), .object(let members)): members[name]
      case (.index(let index), .array(let elements)):
        elements.indices.contains(index) ? elements[index] : nil
      default: nil
      }
    return part.flatMap { value(at: path.dropFirst(), in: $0) }
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
