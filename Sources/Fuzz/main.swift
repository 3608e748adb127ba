// Usage: swift run -c release Fuzz [archives|json] [count] [seed]
//
// Without a kind, archives. With SWIFT_DETERMINISTIC_HASHING=1 in the environment a seed gives the same
// bytes each time. A crash is a finding: its seed is at most 100,000 above the last one printed.

import Foundation

var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "laws" {
  guard let command = LawCommand(Array(arguments.dropFirst())) else {
    print(LawCommand.usage)
    exit(2)
  }
  // Valgrind ends on the threads of an asynchronous main function.
  if let status = command.runSynchronously() { exit(status) }
  Task.detached { exit(await command.run()) }
  dispatchMain()
}
let kind = arguments.first.flatMap { Int($0) == nil ? $0 : nil } ?? "archives"
if arguments.first == kind { arguments.removeFirst() }
let fuzzer: any Fuzzer
switch kind {
case "archives": fuzzer = try ArchiveFuzzer()
case "json": fuzzer = try JSONFuzzer()
default:
  print("usage: Fuzz [archives|json] [count] [seed]")
  exit(2)
}
let count = arguments.first.flatMap { Int($0) } ?? 1_000_000
let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1

let report = fuzzer.run(count: count, seed: seed) { done in
  if done % 100_000 == 0 {
    print("\(done) read, next seed \(seed &+ UInt64(done))")
  }
}
for line in report.lines { print(line) }
if !report.isClean { exit(1) }
