/// A set of comparisons that is chosen by its name.
struct Workload {
  let name: String
  /// Makes documents and models; not timed.
  let comparisons: () throws -> [Comparison]
}
