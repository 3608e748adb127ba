/// What all families and policies of a run have, so that its trials are about that; empty for any.
struct Focus: Sendable {
  @TaskLocal static var current = Focus()

  private(set) var features: [Feature] = []
  private(set) var changes: [PolicyChange] = []

  init() {}

  /// - Parameter words: Names of features, and settings of a policy without spaces, such as
  ///   `defaultsOnExport=omit`, with commas between them; nil for text that has others.
  init?(words: some StringProtocol) {
    for word in words.split(separator: ",").map({ String($0.filter { $0 != " " }) }) {
      if let feature = Feature.allCases.first(where: { "\($0)" == word }) {
        features.append(feature)
      } else if let change = PolicyGenerator.all.first(where: { $0.word == word }) {
        changes.append(change)
      } else {
        return nil
      }
    }
  }

  var isEmpty: Bool { features.isEmpty && changes.isEmpty }

  /// The arguments of a command with it.
  var arguments: [String] {
    let words = features.map { "\($0)" } + changes.map(\.word)
    return isEmpty ? [] : ["--focus", words.joined(separator: ",")]
  }
}

extension PolicyChange {
  fileprivate var word: String { String(description.filter { $0 != " " }) }
}
