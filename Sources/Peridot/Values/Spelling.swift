/// Names compared by their spelling, without case and without the characters between words.
enum Spelling {
  /// The names, those most similar to `name` first.
  static func ordered(_ names: [String], like name: String) -> [String] {
    let letters = letters(of: name)
    return names.ordered { name in
      let other = self.letters(of: name)
      let start = zip(other, letters).prefix { $0 == $1 }.count
      return distance(from: other, to: letters) * (longest + 1) - start
    }
  }

  /// The name that `name` was probably meant to be; nil if none is similar enough.
  static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let letters = letters(of: name)
    var nearest: (name: String, distance: Int)?
    for candidate in names {
      let other = self.letters(of: candidate)
      // A third of the letters can differ.
      let limit = nearest.map { $0.distance - 1 } ?? letters.count / 3
      guard limit >= 0, abs(other.count - letters.count) <= limit else { continue }
      let distance = distance(from: other, to: letters)
      if distance <= limit { nearest = (candidate, distance) }
    }
    return nearest?.name
  }

  private static let longest = 48

  private static func letters(of name: String) -> [UInt32] {
    var letters: [UInt32] = []
    for scalar in name.unicodeScalars.prefix(longest) {
      switch scalar {
      case "_", "-", " ", ".": continue
      case "A"..."Z": letters.append(scalar.value | 0x20)
      default: letters.append(scalar.value)
      }
    }
    return letters
  }

  /// The number of letters to add, remove, replace, or exchange with their neighbors.
  private static func distance(from first: [UInt32], to second: [UInt32]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      row.reserveCapacity(second.count + 1)
      for j in second.indices {
        let isSame = first[i] == second[j]
        var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (isSame ? 0 : 1))
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[second.count]
  }
}
