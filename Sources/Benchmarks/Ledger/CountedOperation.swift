/// Work whose instructions the ledger holds.
struct CountedOperation {
  let name: String
  /// How many runs one count covers.
  var runs = 1
  /// Whether the work can be done only once in a process, which then does nothing else.
  var isFirst = false
  /// Whether the process of first work has 5,000 conformances more than the program.
  var hasConformances = false
  /// Makes everything that the work needs, and returns the work.
  let prepare: () throws -> () throws -> Void

  /// Work that is counted after it was done before.
  static func warm(
    _ name: String, runs: Int = 20, _ prepare: @escaping () throws -> () throws -> Void
  ) -> CountedOperation {
    CountedOperation(name: name, runs: runs, prepare: prepare)
  }

  /// Work that is counted when it is done for the first time in a process.
  static func first(
    _ name: String, among conformances: Bool = false,
    _ prepare: @escaping () throws -> () throws -> Void
  ) -> CountedOperation {
    CountedOperation(name: name, isFirst: true, hasConformances: conformances, prepare: prepare)
  }
}
