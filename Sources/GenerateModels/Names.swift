import Foundation

/// Names of Swift made of names in JSON.
enum Names {
  private static let acronyms: Set<String> = [
    "api", "cpe", "cpu", "css", "cvc", "dns", "gif", "html", "http", "https", "id", "ip", "json",
    "md5", "sha", "ssh", "svg", "tcp", "uid", "uri", "url", "utc", "uuid", "xml",
  ]

  private static let irregular = [
    "address": "address", "addresses": "address", "aliases": "alias", "analysis": "analysis",
    "boxes": "box", "branches": "branch", "caches": "cache", "children": "child",
    "classes": "class", "cookies": "cookie", "data": "data", "hashes": "hash",
    "indices": "index", "licenses": "license", "matrices": "matrix", "media": "media",
    "movies": "movie", "news": "news", "patches": "patch", "people": "person",
    "properties": "property", "series": "series", "species": "species", "status": "status",
    "statuses": "status", "switches": "switch", "vertices": "vertex",
  ]

  /// The words of a name: `created_at`, `createdAt` and `created-at` have two.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var previous: Character?
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      guard character.isLetter || character.isASCII && character.isNumber else {
        previous = nil
        continue
      }
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      var begins = previous == nil
      if let previous, character.isUppercase {
        begins = !previous.isUppercase || next?.isLowercase == true
      }
      if begins { words.append("") }
      words[words.count - 1].append(character)
      previous = character
    }
    return words
  }

  private static func capitalized(_ word: String) -> String {
    let lower = word.lowercased()
    return acronyms.contains(lower)
      ? lower.uppercased() : lower.prefix(1).uppercased() + lower.dropFirst()
  }

  /// A property's name.
  static func property(_ key: String) -> String {
    var words = words(of: key)
    if key == "+1" { words = ["plus", "one"] }
    if key == "-1" { words = ["minus", "one"] }
    var name = words.enumerated().map { index, word in
      index == 0 ? word.lowercased() : capitalized(word)
    }.joined()
    if name.isEmpty { name = "member" }
    if name.first?.isNumber == true { name = "n" + name }
    // NSObject has `hashValue` besides `hash`.
    for suffix in ["", "Value", "Member"] where !membersOfModel.contains(name + suffix) {
      return name + suffix
    }
    return name + "Property"
  }

  /// A class's name.
  static func type(_ key: String) -> String {
    let name = words(of: key).map { word in
      word == word.lowercased() || word == word.uppercased()
        ? capitalized(word) : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
    return name.first?.isLetter == true ? name : "Object" + name
  }

  /// The name of an element of what the name says.
  static func singular(_ key: String) -> String {
    guard let last = words(of: key).last, key.hasSuffix(last) else { return key }
    let lower = last.lowercased()
    let head = key.dropLast(last.count)
    func fitted(_ word: some StringProtocol) -> String {
      let isCapitalized = last.first?.isUppercase == true
      return head + (isCapitalized ? word.prefix(1).uppercased() + word.dropFirst() : String(word))
    }
    if let known = irregular[lower] { return fitted(known) }
    if lower.hasSuffix("ies"), lower.count > 4 { return fitted(lower.dropLast(3) + "y") }
    if ["sses", "xes", "ches", "shes"].contains(where: lower.hasSuffix) {
      return String(head + last.dropLast(2))
    }
    let isPlural = lower.hasSuffix("s") && !["ss", "us", "is"].contains(where: lower.hasSuffix)
    return isPlural && lower.count > 3 ? String(head + last.dropLast()) : key
  }

  /// The name in JSON that Peridot's `.snakeCase` makes of a property's.
  static func snakeCase(_ name: String) -> String {
    var text = ""
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      if index > 0, character.isUppercase,
        !characters[index - 1].isUppercase || next?.isLowercase == true
      {
        text += "_"
      }
      text += character.lowercased()
    }
    return text
  }

  /// A literal of Swift.
  static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _
      where scalar.value < 0x20 || scalar.value == 0x7F
        || scalar.value > 0x7E && !isVisible(scalar):
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"" + scalars.joined() + "\""
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    CharacterSet.alphanumerics.contains(scalar)
  }

  /// A literal for a place in JSON of exactly that name, which can have characters of paths.
  static func place(_ key: String) -> String {
    let isPlain = !key.isEmpty && !key.contains { ".[]*\"".contains($0) }
    return isPlain ? quoted(key) : ".literal(\(quoted(key)))"
  }
}
