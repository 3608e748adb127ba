/// A class as an archive names it.
final class ArchivedClass {
  /// The number of the class in the archive.
  let index: Int
  let name: String
  /// Names to try where the first is not known.
  let hints: [String]
  /// The model class that it was found to be, and for which place.
  var resolved: (plan: ArchivePlan, expected: AnyClass, allowance: Allowance?)?

  /// Whether the reader's list of classes has it.
  var isListed = false

  /// How its objects are archived, if it is a class of Foundation's.
  private(set) lazy var kind: FoundationClass? = {
    for name in [name] + hints {
      if let kind = FoundationClass(named: name) { return kind }
    }
    return nil
  }()

  /// The name as a message shows it: it comes from anywhere.
  var words: String { Boxed.escaped(name, limit: 200) }

  init(_ index: Int, name: String, hints: [String]) {
    self.index = index
    self.name = name
    self.hints = hints
  }
}
