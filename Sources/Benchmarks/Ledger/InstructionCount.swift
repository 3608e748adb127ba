/// The instructions of one operation, and those of the functions that take most of them.
struct InstructionCount {
  var total: Int
  /// By the functions' names; for a row of the file, only the larger ones.
  var functions: [String: Int]

  /// Reads a file of callgrind's, whose counts cover `runs` runs.
  init(profile: String, runs: Int) {
    var names: [Substring: Substring] = [:]
    var own: [Substring: Int] = [:]
    var function: Substring = ""
    var skipsNext = false
    for line in profile.split(separator: "\n") {
      if line.hasPrefix("fn=") {
        function = Self.name(line.dropFirst(3), &names)
      } else if line.hasPrefix("cfn=") {
        _ = Self.name(line.dropFirst(4), &names)
      } else if line.hasPrefix("calls=") {
        // The next line has the instructions of the called function.
        skipsNext = true
      } else if let first = line.utf8.first, first < 0x40, first != UInt8(ascii: "#") {
        if !skipsNext, let cost = line.split(separator: " ").last.flatMap({ Int($0) }) {
          own[function, default: 0] += cost
        }
        skipsNext = false
      }
    }
    total = own.values.reduce(0, +) / runs
    functions = [:]
    for (name, cost) in own where cost / runs > 0 {
      functions[String(name), default: 0] += cost / runs
    }
  }

  init(total: Int, functions: [String: Int] = [:]) {
    self.total = total
    self.functions = functions
  }

  /// A name stands in full only where its number occurs for the first time.
  private static func name(
    _ text: Substring, _ names: inout [Substring: Substring]
  ) -> Substring {
    guard text.hasPrefix("("), let end = text.firstIndex(of: ")") else { return text }
    let number = text[...end]
    let rest = text[text.index(after: end)...].drop { $0 == " " }
    if !rest.isEmpty { names[number] = rest }
    return names[number] ?? number
  }

  /// The functions with at least a fiftieth of the instructions, the largest first.
  var largest: [(name: String, instructions: Int)] {
    functions.filter { $0.value >= max(1, total / 50) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { ($0.key, $0.value) }
  }
}
