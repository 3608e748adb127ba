import Peridot

/// The place of a property in the JSON object, as data.
struct PlaceSpec: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
    /// `[*]`
    case each
  }

  enum Form: Sendable, Hashable {
    /// `"a.b[0].c"`, `"items[*].id"`
    case path([Step])
    /// The first that is there and not null; written to the first. Names and indexes only.
    case firstOf([[Step]])
    /// Several at once, for a transformer: names only.
    case all([[Step]])
    /// The whole object: for models, `Any`, RawJSON, dictionaries and Codable structs.
    case root
    /// No JSON.
    case excluded
  }

  enum Direction: Sendable, Hashable { case both, readOnly, writeOnly }

  var form: Form
  var direction = Direction.both
  /// The place that is written, if `form` is only read: `.reading(_:writing:)`.
  var written: [Step]?

  init(_ form: Form, _ direction: Direction = .both) {
    self.form = form
    self.direction = direction
  }

  /// A single member.
  static func key(_ name: String) -> PlaceSpec { PlaceSpec(.path([.key(name)])) }

  /// The name of the one member that it is; nil for other places.
  var memberName: String? {
    guard case .path(let steps) = form, steps.count == 1, case .key(let name) = steps[0] else {
      return nil
    }
    return name
  }

  var isRead: Bool { form != .excluded && direction != .writeOnly }

  /// Whether what is written is read, too.
  var isReadBack: Bool {
    isRead && isWritten && (written.map(paths.contains) ?? true)
  }

  /// The one place that is written; nil for none, for the root, and for several places at once.
  var writtenSteps: [Step]? {
    guard isWritten else { return nil }
    switch form {
    case .path, .firstOf: return written ?? paths.first
    case .all, .root, .excluded: return nil
    }
  }

  /// Whether it is written into the elements of an array.
  var hasEach: Bool {
    if let written { return written.contains(.each) }
    return switch form {
    case .path(let steps): steps.contains(.each)
    case .firstOf(let paths): paths.first?.contains(.each) ?? false
    case .all, .root, .excluded: false
    }
  }
  var isWritten: Bool { form != .excluded && direction != .readOnly }

  var hasAlternatives: Bool { if case .firstOf = form { true } else { false } }
}

extension PlaceSpec {
  /// The library's own form of it.
  var keyPath: JSONKeyPath {
    let path: JSONKeyPath =
      switch form {
      case .path(let steps): Self.path(steps)
      case .firstOf(let paths):
        switch paths.count {
        case 1: .firstOf(Self.path(paths[0]))
        case 2: .firstOf(Self.path(paths[0]), Self.path(paths[1]))
        default: .firstOf(Self.path(paths[0]), Self.path(paths[1]), Self.path(paths[2]))
        }
      case .all(let paths): .all(Self.path(paths[0]), Self.path(paths[1]))
      case .root: .root
      case .excluded: .excluded
      }
    if let written { return .reading(path, writing: Self.path(written)) }
    return switch direction {
    case .both: path
    case .readOnly: .readOnly(path)
    case .writeOnly: .writeOnly(path)
    }
  }

  private static func path(_ steps: [Step]) -> JSONKeyPath {
    JSONKeyPath(Self.text(of: steps))
  }

  /// The path's text: `a.b[0].c`; names that are not plain words are quoted.
  static func text(of steps: [Step]) -> String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .key(let name):
        let isWord = name.utf8.allSatisfy { byte in
          Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
            || byte == UInt8(ascii: "_") || byte >= 0x80
        }
        if !text.isEmpty { text += "." }
        text += isWord && !name.isEmpty ? name : "\"\(name)\""
      case .index(let index): text += "[\(index)]"
      case .each: text += "[*]"
      }
    }
  }
}

extension PlaceSpec: CustomStringConvertible {
  var description: String { keyPath.description }
}
