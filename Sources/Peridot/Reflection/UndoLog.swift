/// The values of variables before an update, for rolling it back.
///
/// The log saves values, never an object of the user's class: a user's `init` and `deinit` run only
/// for objects that the user has made. If an update runs no user's code, the log saves only the
/// variables that the update writes.
final class UndoLog {
  private enum Saved {
    /// A value that `LiveMemory` replaced.
    case plain(AnyObject, offset: Int, Any)
    case variable(AnyObject, any SavedVariable, Any)
    case all(AnyObject, [any SavedVariable], [Any])

    var object: AnyObject {
      switch self {
      case .plain(let object, _, _), .variable(let object, _, _), .all(let object, _, _): object
      }
    }
  }

  /// A state to roll back to.
  struct Mark {
    fileprivate let saved: Int
    fileprivate let updated: Int
  }

  // Sound: no code of the user's runs while it is accessed.
  @safe @exclusivity(unchecked) private var saved: [Saved] = []
  /// The objects being updated, each with all its variables.
  private var updated: [(object: AnyObject, variables: [any SavedVariable])] = []
  /// The new objects that replace others, each with the keys of the properties that have the others'
  /// values.
  private var replacements: [(object: AnyObject, known: Set<String>)] = []
  /// The number of objects saved as a whole and, for each time that it grew, its former value and
  /// the number of values saved before.
  private var wholeCount = 0
  private var growths: [(wholeCount: Int, saved: Int)] = []
  /// The update is one call, so no access around it begins or ends meanwhile.
  fileprivate let mayConflict = ObjectMemory.mayConflict

  /// The state so far.
  var mark: Mark { Mark(saved: saved.count, updated: updated.count) }

  /// Notes that `object` is going to be updated.
  func willUpdate(_ object: AnyObject, _ variables: [any SavedVariable]) -> Mark {
    let mark = mark
    if updated.isEmpty { saved.reserveCapacity(variables.count) }
    updated.append((object, variables))
    return mark
  }

  /// Notes that a new object that replaces another one is being updated.
  ///
  /// - Parameter known: The keys of the properties that have the other one's values.
  func beginReplacement(by object: AnyObject, known: Set<String>) {
    replacements.append((object, known))
  }

  /// Notes that the object noted last is complete.
  func endReplacement() {
    replacements.removeLast()
  }

  /// Whether the property has a default, of an object that nobody has seen: an update reads its value as
  /// that of a new object, and puts nothing into it.
  @inline(__always)
  func hasDefault(_ key: String, of object: AnyObject) -> Bool {
    guard let last = replacements.last, last.object === object else { return false }
    return !last.known.contains(key)
  }

  /// Saves the property, or all variables if storing it runs code.
  func willSet(_ access: any SavedVariable, of object: AnyObject) {
    if access.runsCode { return willRunCode() }
    if mayConflict { access.checkWrite(to: object) }
    saved.append(.variable(object, access, access.saved(of: object)))
  }

  /// Saves the objects as a whole, because the user's code can change any of their variables.
  func willRunCode() {
    guard wholeCount < updated.count else { return }
    growths.append((wholeCount, saved.count))
    for (object, variables) in updated[wholeCount...] {
      if mayConflict {
        for variable in variables { variable.checkRead(of: object) }
      }
      saved.append(.all(object, variables, variables.map { $0.saved(of: object) }))
    }
    wholeCount = updated.count
  }

  /// Saves and replaces the value of a plain type at `offset`.
  @inline(__always)
  fileprivate func store<Value>(
    _ value: consuming Value, in object: AnyObject, _ memory: ObjectMemory, at offset: Int
  ) {
    if mayConflict { memory.checkWrite(at: offset) }
    if memory.hasBytes(of: value, at: offset) { return }
    saved.append(.plain(object, offset: offset, memory.load(Value.self, at: offset)))
    memory.store(value, at: offset)
  }

  /// The objects whose variables were replaced by other values; nil if the user's code has run, which can
  /// have changed any.
  var changed: Set<ObjectIdentifier>? {
    growths.isEmpty ? Set(saved.map { ObjectIdentifier($0.object) }) : nil
  }

  /// Restores the state at `mark`.
  func rollBack(to mark: Mark = Mark(saved: 0, updated: 0)) {
    // Setters can change other variables of any of the objects, so those are restored after all
    // setters.
    for entry in saved[mark.saved...].reversed() { restoreByCode(entry) }
    for entry in saved[mark.saved...].reversed() { restore(entry) }
    saved.removeSubrange(mark.saved...)
    updated.removeSubrange(mark.updated...)
    while let last = growths.last, last.saved >= mark.saved {
      wholeCount = last.wholeCount
      growths.removeLast()
    }
    wholeCount = min(wholeCount, updated.count)
  }

  private func restore(_ entry: Saved) {
    switch entry {
    case .plain(let object, let offset, let value):
      let memory = ObjectMemory(object)
      if mayConflict { memory.checkWrite(at: offset) }
      func store<Value>(_ value: Value) { memory.store(value, at: offset) }
      _openExistential(value, do: store)
    case .variable(let object, let access, let value):
      if mayConflict { access.checkWrite(to: object) }
      access.restore(value, in: object)
    case .all(let object, let variables, let values):
      if mayConflict {
        for variable in variables { variable.checkWrite(to: object) }
      }
      for (variable, value) in zip(variables, values) where !variable.runsCode {
        variable.restore(value, in: object)
      }
    }
  }

  private func restoreByCode(_ entry: Saved) {
    guard case .all(let object, let variables, let values) = entry else { return }
    for (variable, value) in zip(variables, values) where variable.runsCode {
      variable.restore(value, in: object)
    }
  }
}

extension UndoLog {
  /// The memory of an object during an update, whose former values go into a log.
  struct LiveMemory: PlainMemory {
    private let object: AnyObject
    private let memory: ObjectMemory
    private let undo: UndoLog

    init(_ object: AnyObject, _ undo: UndoLog) {
      self.object = object
      memory = ObjectMemory(object)
      self.undo = undo
    }

    @inline(__always)
    func word(at offset: Int) -> UInt64 { memory.word(at: offset) }

    @inline(__always)
    func store<Value>(_ value: consuming Value, at offset: Int) {
      undo.store(value, in: object, memory, at: offset)
    }

    @inline(__always)
    func initialize<Value>(_ value: consuming Value, at offset: Int) { store(value, at: offset) }

    /// Most texts of an update are those that the model has: they are not made again, and take no place in
    /// the log.
    @inline(__always)
    func keptText(at offset: Int) -> String? {
      if undo.mayConflict { memory.checkWrite(at: offset) }
      return memory.load(String?.self, at: offset)
    }
  }
}
