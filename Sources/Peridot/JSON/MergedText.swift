/// The text of an object with a JSON merge patch (RFC 7396) put into it: null removes a member, an
/// object is merged into an object, and any other value replaces the member.
///
/// Members that the patch doesn't name stay byte for byte and in their order; new ones come last.
/// Names are compared by their bytes. Of a name that occurs twice in an object, the last counts.
struct MergedText {
  private(set) var bytes: [UInt8] = []
  private let nulls: Nulls
  /// The places of further nulls that stay, and the place of the object that is being merged.
  private let kept: [[JSONKeyTable.Name]]
  private var place: [JSONKeyTable.Name] = []

  /// The nulls of a patch that stay in the text.
  enum Nulls {
    case none
    /// Those within objects that are new.
    case inNewObjects
    /// Those, and all others that remove nothing.
    case allNew
  }

  /// Merges the text of an object into the text of a value, or into `{}` if that isn't an object.
  ///
  /// It goes as deep as the patch does, which was read within the depth that is allowed.
  ///
  /// - Parameter kept: The places of further nulls that stay in the text.
  init(
    _ old: [UInt8], patch: [UInt8], keeping nulls: Nulls = .none,
    at kept: [[JSONKeyTable.Name]] = []
  ) throws {
    self.nulls = nulls
    self.kept = kept
    let patch = try Outline(patch)
    guard old.first == UInt8(ascii: "{") else {
      append(patch)
      return
    }
    append(try Outline(old, patch), patch)
  }

  private enum Edit {
    case same
    case removed
    case replaced(Outline)
    case merged(Outline)
  }

  /// Adds an object that a patch is put into.
  private mutating func append(_ old: Outline, _ patch: Outline) {
    var edits: [Edit] = []
    for (index, member) in old.members.enumerated() {
      guard let value = patch[member.name] else {
        edits.append(.same)
        continue
      }
      if old.isSuperseded(index) || value.isNull && !keepsNull(member.name) {
        edits.append(.removed)
      } else {
        edits.append(value.isObject && member.value.isObject ? .merged(value) : .replaced(value))
      }
    }
    let added = patch.members.indices.filter {
      let member = patch.members[$0]
      return !patch.isSuperseded($0) && old[member.name] == nil
        && (nulls == .allNew || !member.value.isNull || keepsNull(member.name))
    }
    append(old, edits, added.map { patch.members[$0] })
  }

  /// Adds a patch's value, as it is where there was nothing: its nulls have nothing to remove.
  private mutating func append(_ value: Outline) {
    if nulls != .none || !value.isObject { return append(value.text[value.range]) }
    let edits = value.members.enumerated().map { index, member -> Edit in
      if value.isSuperseded(index) || member.value.isNull { return .removed }
      return member.value.isObject ? .replaced(member.value) : .same
    }
    append(value, edits, [])
  }

  /// Adds an object with an edit for each of its members, and further members.
  private mutating func append(_ object: Outline, _ edits: [Edit], _ added: [Outline.Member]) {
    let text = object.text
    let start = object.range.lowerBound + 1
    var end = start
    var isFirst = true
    bytes.append(UInt8(ascii: "{"))
    for (member, edit) in zip(object.members, edits) {
      // With the comma and the white space before it. The first one has no comma.
      let separator = isFirst ? start..<(object.members[0].start) : end..<member.start
      end = member.value.range.upperBound
      if case .removed = edit { continue }
      append(text[separator])
      append(text[member.start..<member.value.range.lowerBound])
      isFirst = false
      switch edit {
      case .same: append(text[member.value.range])
      case .removed: break
      case .replaced(let value): append(value)
      case .merged(let patch):
        place.append(member.name)
        append(member.value, patch)
        place.removeLast()
      }
    }
    for member in added {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      let value = member.value
      append(value.text[member.start..<value.range.lowerBound])
      append(value)
    }
    append(text[end..<object.range.upperBound])
  }

  private func keepsNull(_ name: JSONKeyTable.Name) -> Bool {
    !kept.isEmpty && kept.contains(place + [name])
  }

  private mutating func append(_ text: ArraySlice<UInt8>) { bytes += text }
}

extension MergedText {
  /// The places of an object's members in a text, as far as a merge looks into them.
  private struct Outline {
    struct Member {
      let name: JSONKeyTable.Name
      let start: Int
      let value: Outline
    }

    let text: [UInt8]
    let range: Range<Int>
    private(set) var members: [Member] = []
    /// The numbers of the members that count.
    private var indexes: [JSONKeyTable.Name: Int] = [:]

    var isObject: Bool { text[range.lowerBound] == UInt8(ascii: "{") }
    var isNull: Bool { text[range.lowerBound] == UInt8(ascii: "n") }

    /// The value of the member of that name.
    subscript(name: JSONKeyTable.Name) -> Outline? { indexes[name].map { members[$0].value } }

    /// Whether a later member has the name of this one.
    func isSuperseded(_ index: Int) -> Bool { indexes[members[index].name] != index }

    /// Looks into the objects of a text; if there is a patch, into those that are objects in it, too.
    init(_ text: [UInt8], _ patch: Outline? = nil) throws {
      self = try JSONBytes(text).withReader(maximumDepth: .max) { reader in
        try Outline(&reader, text, patch)
      }
    }

    private init(
      _ reader: inout JSONReader, _ text: [UInt8], _ patch: Outline?, isOpened: Bool = true
    ) throws {
      let first = reader.nextByte()
      let start = reader.position
      if isOpened, first == UInt8(ascii: "{"), patch?.isObject ?? true {
        if try reader.beginObject() {
          repeat {
            _ = reader.nextByte()
            let start = reader.position
            let name = JSONKeyTable.Name(text: try reader.readKey())
            let inner = patch?[name]
            let value = try Outline(
              &reader, text, inner, isOpened: patch == nil || inner != nil)
            indexes[name] = members.count
            members.append(Member(name: name, start: start, value: value))
          } while try reader.nextMember()
        }
      } else {
        try reader.skipValue()
      }
      self.text = text
      range = start..<reader.position
    }
  }
}
