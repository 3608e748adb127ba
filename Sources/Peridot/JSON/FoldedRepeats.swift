extension JSONKeyTable.Name {
  /// A name with its letters A to Z small, as ASCII has them.
  ///
  /// Not all of Unicode: what counts as one letter there depends on the language, and changes.
  init(folding name: String) {
    let bytes = name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    self.init(text: String(decoding: bytes, as: UTF8.self))
  }
}

/// The members of a document whose names are one if case is ignored, by the offsets of their values.
final class FoldedRepeats {
  /// The members of one object with names that are one.
  private final class Group {
    var members: [(name: String, offset: Int)] = []
    /// The offsets of the members that count, for those who read the object.
    var counting = [Meaning: Int]()
  }

  /// The member that a class reads by these names.
  struct Meaning: Hashable {
    let folding: ObjectIdentifier
    let index: Int
  }

  private var groups = [Int: Group]()
  var isEmpty: Bool { groups.isEmpty }

  /// For a malformed document, or one that is deeper than `maximumDepth`, the members before its mistake.
  init(of source: JSONBytes, maximumDepth: Int) {
    if source.values != nil { return }
    var open: [[JSONKeyTable.Name: Group]] = []
    func close(_ names: [JSONKeyTable.Name: Group]) {
      for group in names.values where group.members.count > 1 {
        for member in group.members { groups[member.offset] = group }
      }
    }
    source.withReader(maximumDepth: maximumDepth) { reader in
      try? JSONReader.DuplicateMembers.visit(&reader) { event in
        switch event {
        case .begin: open.append([:])
        case .end: close(open.removeLast())
        case .member(let name, let offset):
          open[open.count - 1].value(for: JSONKeyTable.Name(folding: name)) { Group() }
            .members.append((name, offset))
        }
      }
    }
    open.forEach(close)
  }

  /// Whether the member whose value is at `offset` counts: the last one with exactly the name does, or
  /// else the last one that stands for it.
  func counts(
    at offset: Int, as meaning: Meaning,
    _ fits: (_ name: String) -> (exactly: Bool, ignoringCase: Bool)
  ) -> Bool {
    guard let group = groups[offset] else { return true }
    let last = group.counting.value(for: meaning) {
      let exact = group.members.last { fits($0.name).exactly }
      return (exact ?? group.members.last { fits($0.name).ignoringCase })?.offset ?? offset
    }
    return last == offset
  }
}
