/// Times the contenders of a comparison in turn: A B C, A B C, and so on.
///
/// A short disturbance of the machine then affects all of them.
struct Stopwatch {
  let effort: Effort

  /// Returns the time of one run of each contender, in their order.
  func measure(_ contenders: [Contender]) throws -> [Distribution] {
    let repeats = try contenders.map(warmUp)
    var samples = Array(repeating: [Double](), count: contenders.count)
    var spent = 0.0
    for round in 0..<effort.mostSamples {
      if round >= effort.leastSamples, spent > effort.budget { break }
      for (index, contender) in contenders.enumerated() {
        let count = repeats[index]
        // The side before leaves its memory for the next one to put in order.
        if count == 1 { try contender.run() }
        let time = try Clock.time { for _ in 0..<count { try contender.run() } }
        samples[index].append(time / Double(count))
        spent += time
      }
    }
    return samples.map(Distribution.init)
  }

  /// Runs `contender` for a while and returns how many runs make a sample.
  private func warmUp(_ contender: Contender) throws -> Int {
    var runs = 0
    var time = 0.0
    var batch = 1
    repeat {
      let count = batch
      time += try Clock.time { for _ in 0..<count { try contender.run() } }
      runs += count
      batch *= 2
    } while time < effort.warmUp
    return max(1, Int((effort.sampleLength * Double(runs) / time).rounded(.up)))
  }
}
