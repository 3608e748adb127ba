/// One way to do the work of a comparison.
struct Contender {
  let name: String
  /// Does the work once.
  let run: () throws -> Void
}
