/// Random choices, the same for the same seed.
struct Draw {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  /// A number from zero to below `count`.
  mutating func below(_ count: Int) -> Int { Int(generator.next() % UInt64(max(count, 1))) }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// True in one of so many cases.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// True in so many of a hundred cases.
  mutating func percent(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// One of the choices, each as often as its weight says.
  mutating func weighted<Choice>(_ choices: KeyValuePairs<Choice, Int>) -> Choice {
    var rest = below(choices.reduce(0) { $0 + $1.value })
    for (choice, weight) in choices {
      if rest < weight { return choice }
      rest -= weight
    }
    return choices[choices.startIndex].key
  }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    elements.shuffled(using: &generator)
  }
}

/// The seed of a part, made of the whole's seed and the part's number.
func partSeed(_ seed: UInt64, _ part: UInt64) -> UInt64 {
  var generator = SeededGenerator(seed: seed ^ (part &* 0xD6E8_FEB8_6659_FD93))
  return generator.next()
}
