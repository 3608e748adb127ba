/// Something to measure, chosen by its name.
struct Workload {
  let name: String
  let run: (_ stopwatch: Stopwatch, _ results: inout Results) throws -> Void

  init(
    _ name: String,
    _ run: @escaping (_ stopwatch: Stopwatch, _ results: inout Results) throws -> Void
  ) {
    self.name = name
    self.run = run
  }

  /// A workload of comparisons, each of which is checked before it is timed.
  init(_ name: String, comparing comparisons: @escaping () throws -> [Comparison]) {
    self.init(name) { stopwatch, results in
      for comparison in try comparisons() {
        try comparison.check()
        let times = try stopwatch.measure(comparison.contenders)
        results.comparisons.append(Measurement(comparison, times))
      }
    }
  }
}
