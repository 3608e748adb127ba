extension JSONKeyPath {
  /// The text form of components, which reads back as the same components.
  static func text(of components: [Component]) -> String {
    var text = ""
    for component in components {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .each: text += "[*]"
      case .key(let name) where isPlain(name): text += text.isEmpty ? name : "." + name
      case .key(let name): text += quoted(name)
      }
    }
    return text
  }

  /// The step to a member in a JSON path such as `$.user["a.b"]`.
  static func step(to name: String) -> String {
    // A name from a document can have any length and any content.
    name.utf8.count <= Boxed.wordLimit && isIdentifier(name)
      ? "." + name : "[" + Boxed.quoted(name) + "]"
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.first != 0x22
      && !name.utf8.contains { $0 == 0x2E || $0 == 0x5B || $0 == 0x5D }
  }

  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": true
      default: !scalar.isASCII && scalar.properties.isXIDContinue
      }
    }
    return (first.isASCII || first.properties.isXIDStart)
      && name.unicodeScalars.allSatisfy(isLetterOrDigit)
  }

  private static func quoted(_ name: String) -> String {
    var quoted = "[\""
    for character in name.unicodeScalars {
      switch character {
      case "\"", "\\": quoted += "\\\(character)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(character)
      }
    }
    return quoted + "\"]"
  }
}

extension JSONKeyPath {
  /// The components of a plain path; empty for other forms.
  var components: [Component] {
    guard case .path(let components) = form else { return [] }
    return components
  }

  /// The reason why this can't be the path of an object's property; nil if it can. A path that
  /// begins with an index fits a document that is an array.
  var mistakeInObject: String? {
    guard mistake == nil, case .path(let components) = form, let first = components.first,
      first.name == nil
    else { return mistake }
    return "\"\(Self.text(of: components))\" \(Parser.lacksName)"
  }

  /// Reads the text form of a path.
  struct Parser {
    private let text: String
    private var rest: Substring.UnicodeScalarView
    private(set) var mistake: String?

    init(_ text: String) {
      self.text = text
      rest = Substring(text).unicodeScalars
    }

    mutating func parse() -> [Component] {
      guard !text.isEmpty else {
        mistake = "\"\" names no member: a member without a name is .literal(\"\")"
        return []
      }
      var parts: [[Component]] = []
      var hasEmptyPart = false
      repeat {
        let part = readPart(isFirst: parts.isEmpty)
        if part.isEmpty { hasEmptyPart = true } else { parts.append(part) }
      } while mistake == nil && take(".")
      if mistake == nil, hasEmptyPart, parts.count <= 1 {
        return [.key(text)]
      }
      return mistake == nil ? parts.flatMap { $0 } : []
    }

    /// Reads the part between two dots: a name, and the brackets after it.
    private mutating func readPart(isFirst: Bool) -> [Component] {
      var components: [Component] = []
      let isQuoted = take("\"")
      if isQuoted {
        guard let name = readQuotedName() else {
          fail("has a quotation mark that is not closed")
          return []
        }
        components.append(.key(name))
      } else {
        let name = rest.prefix { $0 != "." && $0 != "[" && $0 != "]" }
        rest = rest[name.endIndex...]
        if !name.isEmpty { components.append(.key(String(name))) }
      }
      while mistake == nil, take("[") {
        let component = readBrackets()
        guard take("]") else {
          fail("has a bracket that is not closed")
          break
        }
        guard let component else {
          fail("has brackets with neither an index, * nor a quoted name in them")
          break
        }
        if components.isEmpty, !isFirst, component.name == nil {
          fail(Self.lacksName)
          break
        }
        components.append(component)
      }
      if mistake == nil, let next = rest.first, next != "." {
        let last = isQuoted && components.count == 1 ? "quotation mark" : "bracket"
        fail(next == "]" ? "has a closing bracket too many" : "lacks a dot after a \(last)")
      }
      return components
    }

    /// Reads up to the closing bracket.
    private mutating func readBrackets() -> Component? {
      if take("*") { return .each }
      if take("\"") { return readQuotedName().map { .key($0) } }
      let content = rest.prefix { $0 != "]" }
      rest = rest[content.endIndex...]
      guard content.allSatisfy({ ("0"..."9").contains($0) }), let index = Int(String(content))
      else { return nil }
      return .index(index)
    }

    private mutating func readQuotedName() -> String? {
      var name = String.UnicodeScalarView()
      while let character = rest.popFirst() {
        switch character {
        case "\"": return String(name)
        case "\\":
          guard let escaped = rest.popFirst() else { return nil }
          name.append(["n": "\n", "r": "\r", "t": "\t"][escaped] ?? escaped)
        default: name.append(character)
        }
      }
      return nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }

    fileprivate static let lacksName = "has brackets without a name before them"

    private mutating func fail(_ what: String) {
      if mistake == nil { mistake = "\"\(text)\" \(what)" }
    }
  }
}

extension JSONKeyPath.Component {
  /// The name of a member; nil for an index.
  var name: String? {
    if case .key(let name) = self { name } else { nil }
  }
}

extension [JSONKeyPath.Component] {
  /// The steps to the path's value from an object, for the path of an error.
  @inline(never)
  var step: String {
    reduce(into: "") { text, component in
      switch component {
      case .key(let name): text += JSONKeyPath.step(to: name)
      case .index(let index): text += "[" + String(index) + "]"
      case .each: text += "[*]"
      }
    }
  }
}
