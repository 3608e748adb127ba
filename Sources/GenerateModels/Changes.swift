/// What differs between the classes of two texts, in lines for people.
struct Changes {
  let lines: [String]

  init(from old: [String], to new: [String]) {
    let old = Self.classes(in: old)
    let new = Self.classes(in: new)
    var lines: [String] = []
    for name in new.order {
      guard let members = new.members[name] else { continue }
      guard let before = old.members[name] else {
        let count = members.order.count { !$0.hasPrefix("(") }
        lines.append("\(name): new, with \(count) \(count == 1 ? "member" : "members")")
        continue
      }
      for property in members.order {
        let now = members.lines[property, default: []]
        let was = before.lines[property]
        if was == nil { lines.append("\(name).\(property): new, \(Self.words(now))") }
        if let was, was != now {
          lines.append("\(name).\(property): \(Self.words(was)) → \(Self.words(now))")
        }
      }
      for property in before.order where members.lines[property] == nil {
        lines.append("\(name).\(property): gone")
      }
    }
    for name in old.order where new.members[name] == nil { lines.append("\(name): gone") }
    self.lines = lines
  }

  /// A class's lines by the property, or other subject, of which they are.
  private struct Members {
    var order: [String] = []
    var lines: [String: [String]] = [:]

    mutating func add(_ line: String, of subject: String) {
      if lines[subject] == nil { order.append(subject) }
      lines[subject, default: []].append(line)
    }
  }

  private struct Classes {
    var order: [String] = []
    var members: [String: Members] = [:]
  }

  private static func words(_ lines: [String]) -> String {
    lines.joined(separator: " ")
  }

  private static func classes(in texts: [String]) -> Classes {
    var classes = Classes()
    for text in texts {
      var name: String?
      var subject = ""
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if line.first != " ",
          let keyword = words.firstIndex(where: { $0 == "class" || $0 == "enum" }),
          keyword + 1 < words.count
        {
          let found = String(words[keyword + 1].prefix { $0 != ":" })
          name = found
          subject = "(class)"
          if classes.members[found] == nil { classes.order.append(found) }
          classes.members[found, default: Members()].add(String(line), of: subject)
        } else if line == "}" {
          name = nil
        } else if let name {
          let found = Self.subject(of: words)
          if let found { subject = found }
          // What merely opens or closes a list says nothing.
          if line.contains("\"") || line.contains("var ") && found != nil || subject != "(class)" {
            let isFrame = ["[", "]", "}", "cluster(", "])", "property("].contains(words.joined())
            if !isFrame { classes.members[name]?.add(words.joined(separator: " "), of: subject) }
          }
        }
      }
    }
    return classes
  }

  /// The subject of which a line begins to speak.
  private static func subject(of words: [Substring]) -> String? {
    guard let first = words.first else { return nil }
    if first == "var", words.count > 1 {
      return words[1].filter { $0 != "`" && $0 != ":" }
    }
    if first == "case", words.count > 1 { return String(words[1].prefix { $0 != "(" }) }
    if first.hasPrefix("property(\"") || first.hasPrefix("\"") {
      let parts = first.split(separator: "\"", omittingEmptySubsequences: false)
      if first.hasPrefix("property("), parts.count > 1 { return String(parts[1]) }
      if first.hasSuffix("\","), parts.count > 1, words.count > 1, words[1].hasPrefix("\\.") {
        return String(parts[1])
      }
    }
    if words.contains("jsonKeyStyle:") { return "(key style)" }
    if words.contains("cluster:") { return "(cluster)" }
    if words.contains("declaredProperties:") { return "(declarations)" }
    return nil
  }
}
