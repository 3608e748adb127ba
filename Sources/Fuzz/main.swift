// Usage: swift run -c release Fuzz [count] [seed]
//
// With SWIFT_DETERMINISTIC_HASHING=1 in the environment a seed gives the same bytes each time.
// A crash is a finding: its seed is at most 100,000 above the last one printed.

let arguments = CommandLine.arguments
let count = arguments.count > 1 ? Int(arguments[1]) ?? 1_000_000 : 1_000_000
let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1

let report = try ArchiveFuzzer().run(count: count, seed: seed) { done in
  if done % 100_000 == 0 {
    print("\(done) read, next seed \(seed &+ UInt64(done))")
  }
}
print("accepted \(report.accepted), slowest \(report.slowest)")
for (kind, number) in report.refused.sorted(by: { $0.key < $1.key }) {
  print("refused as \(kind): \(number)")
}
for seed in report.slow { print("too slow: seed \(seed)") }
for error in report.unexpected { print("unexpected: seed \(error)") }
