import Foundation

/// A member's name, and its forms from a coder that converts snake case to camel case.
struct MemberName: Sendable {
  let key: CodingPlace.MemberKey
  private let forms: [CodingPlace.MemberKey]

  fileprivate init(_ name: String, _ forms: [String]) {
    key = CodingPlace.MemberKey(name)
    self.forms = forms.map { CodingPlace.MemberKey($0) }
  }

  /// Returns the key of the member in `members`, or nil.
  func key(in members: DecodedMembers) -> CodingPlace.MemberKey? {
    if members.contains(key) { return key }
    for form in forms where members.contains(form) { return form }
    return nil
  }

  /// Names that stand beside each other in one object: none has a form that is another's name.
  struct Table: Sendable {
    /// The names by the forms that a coder can give them.
    let byForm: [String: String]
    let names: Set<String>

    init(_ names: some Sequence<String>) {
      let known = Set(names)
      var byForm = [String: String]()
      // The name in the document first, because a property's name in snake case is a guess.
      for form in [MemberName.inCamelCase, MemberName.afterSnakeCase] {
        for name in known.sorted() {
          let converted = form(name)
          if !known.contains(converted), byForm[converted] == nil { byForm[converted] = name }
        }
      }
      self.byForm = byForm
      self.names = known
    }

    func name(_ name: String) -> MemberName {
      var forms: [String] = []
      for form in [MemberName.inCamelCase(name), MemberName.afterSnakeCase(name)]
      where byForm[form] == name && !forms.contains(form) {
        forms.append(form)
      }
      return MemberName(name, forms)
    }
  }

  /// Returns the key in `members` for somebody who looks a name up, or nil.
  static func key(of name: String, in members: DecodedMembers) -> CodingPlace.MemberKey? {
    let key = CodingPlace.MemberKey(name)
    if members.contains(key) { return key }
    return Table(CollectionOfOne(name)).name(name).key(in: members)
  }

  /// Returns the name as converted by `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase`.
  static func inCamelCase(_ name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }),
      let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    let words = name[first...last].split(separator: "_")
    guard words.count > 1 else { return name }
    let joined = words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
    return name[..<first] + joined + name[name.index(after: last)...]
  }

  /// Returns the name after `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase` and back:
  /// `userId` for `userID`.
  static func afterSnakeCase(_ name: String) -> String { inCamelCase(inSnakeCase(name)) }

  /// Returns the name as converted by `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
  static func inSnakeCase(_ name: String) -> String {
    var words: [Substring] = []
    var word = name.startIndex
    var search = name.dropFirst()
    while let upper = search.firstIndex(where: { $0.isUppercase }) {
      words.append(name[word..<upper])
      guard let lower = name[upper...].firstIndex(where: { $0.isLowercase }) else {
        word = upper
        break
      }
      word = name.index(before: lower)
      // Several capitals are a word, except for the last, which begins the next.
      if word != upper { words.append(name[upper..<word]) }
      search = name[name.index(after: lower)...]
    }
    words.append(name[word...])
    return words.map { $0.lowercased() }.joined(separator: "_")
  }

  /// Returns the names that members have in the document, by the names into which the coder
  /// converted them. A coder leaves the keys of a dictionary as they are.
  ///
  /// - Parameter decode: Decodes the object of the members as a dictionary.
  static func inDocument(
    _ members: DecodedMembers,
    _ decode: ([String: SkippedValue].Type) throws -> [String: SkippedValue]
  ) -> [String: String] {
    guard let document = try? decode([String: SkippedValue].self) else { return [:] }
    var names = [String: String]()
    for key in members.allKeys where document[key.stringValue] == nil {
      names[key.stringValue] = ""
    }
    if names.isEmpty { return names }
    for name in document.keys.sorted().reversed() {
      let converted = inCamelCase(name)
      if names[converted] != nil { names[converted] = name }
    }
    return names.filter { $0.value != "" }
  }

  /// A value that is not looked at.
  struct SkippedValue: Decodable {
    init(from decoder: any Decoder) {}
  }
}

/// The names of one level of a mapping's paths, and those further in.
final class PathNames: Sendable {
  let table: MemberName.Table
  let within: [String: PathNames]
  /// The properties whose values are here: these have names of their own.
  private let properties: [Property]

  /// - Parameter paths: The names on a path, and the property whose value is at its end.
  init(_ paths: [(names: [String], property: Property?)]) {
    let groups = Dictionary(grouping: paths.filter { !$0.names.isEmpty }) { $0.names[0] }
    table = MemberName.Table(groups.keys)
    within = groups.mapValues { paths in
      PathNames(paths.map { (Array($0.names.dropFirst()), $0.property) })
    }
    properties = paths.compactMap { $0.names.isEmpty ? $0.property : nil }
  }

  /// Returns a value with the mapping's names in place of the coder's, or for a coder. Names that
  /// the mapping doesn't know are data.
  func found(in value: Any, _ direction: NamesWithin.Direction) -> Any {
    var own = value
    if within.isEmpty {
      // Only properties have names here.
    } else if let elements = value as? [Any] {
      own = elements.map { found(in: $0, direction) }
    } else if let members = CodedMembers.byCoderNames(value) {
      own = Dictionary(
        members.map { coders, member in
          let known =
            table.names.contains(coders)
            ? coders : table.byForm[coders].flatMap { members[$0] == nil ? $0 : nil }
          guard let known, let names = within[known] else {
            return (member.name, direction.data(member.value))
          }
          return (known, names.found(in: member.value, direction))
        }
      ) { first, _ in first }
    }
    return properties.reduce(own) { NamesWithin.found(in: $0, of: $1, direction) }
  }
}
