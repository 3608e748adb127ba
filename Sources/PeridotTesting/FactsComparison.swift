import Foundation

/// What the facts alone tell about a change of a class: some of it no sample shows, such as a limit
/// or a narrower integer.
struct FactsComparison {
  private let old: ClassFacts
  private let new: ClassFacts
  private(set) var problems: [StoredFormat.Problem] = []
  /// The changes that stored data survives, as far as facts tell.
  private(set) var changes: [String] = []

  init(from old: ClassFacts, to new: ClassFacts) {
    self.old = old
    self.new = new
    compareClasses()
    for key in Set(old.properties.keys).union(new.properties.keys).sorted() {
      switch (old.properties[key], new.properties[key]) {
      case (let first?, let second?): compare(key, first, second)
      case (let first?, nil): removed(key, first)
      case (nil, let second?): added(key, second)
      case (nil, nil): break
      }
    }
  }

  private mutating func problem(
    _ key: String?, _ door: String, _ message: String, cure: String
  ) {
    problems.append(
      StoredFormat.Problem(
        className: new.name, propertyKey: key, door: door, message: message, cure: cure))
  }

  private mutating func change(_ key: String?, _ message: String) {
    changes.append("\(key.map { "\(new.name).\($0)" } ?? new.name): \(message)")
  }

  // MARK: Classes

  private mutating func compareClasses() {
    func version(_ facts: ClassFacts) -> Int { Int(facts.ofClass["model version"] ?? "") ?? 0 }
    if version(new) < version(old) {
      problem(
        nil, "archive", "the model version was \(version(old)) and is \(version(new))",
        cure: "Raise modelVersion: an archive of a newer version is refused.")
    } else if version(old) < version(new) {
      change(nil, "the model version is \(version(new))")
    }
    if old.ofClass["identity"] != new.ofClass["identity"] {
      change(nil, "the identity is \(new.ofClass["identity"] ?? "none")")
    }
    let (tags, tagsNow) = (Self.list(old.ofClass["tags"]), Self.list(new.ofClass["tags"]))
    for tag in tags where !tagsNow.contains(tag) {
      problem(
        nil, "JSON", "the tag \(tag) is gone from the cluster",
        cure: "Keep it in the cluster, or read it by alsoReading: [\(tag): …].")
    }
    for tag in tagsNow where !tags.contains(tag) { change(nil, "the tag \(tag) is new") }
    let place = (old.ofClass["tag's place"], new.ofClass["tag's place"])
    if let first = place.0, first != place.1 {
      problem(
        nil, "JSON", "the tag was stored \(first)", cure: "Keep the tag at its place.")
    }
  }

  // MARK: Properties

  private mutating func removed(_ key: String, _ facts: ClassFacts.Facts) {
    let heir = new.properties.first { Self.list($0.value["formerly"]).contains(key) }
    if let heir { return change(key, "is \(heir.key) now, which reads it by its former name") }
    let alike = new.properties.filter {
      old.properties[$0.key] == nil && $0.value["type"] == facts["type"]
    }
    guard let name = alike.keys.min() else {
      return change(key, "is gone: its stored values are ignored")
    }
    problem(
      key, "JSON and archive",
      "is gone, and \(name) of the same type is new: a stored value is lost",
      cure: "Declare the new one with property(\"\(name)\", …, formerly: [\"\(key)\"]).")
  }

  private mutating func added(_ key: String, _ facts: ClassFacts.Facts) {
    if facts["required"] != nil {
      problem(
        key, "JSON", "is new and required, and no stored JSON has it",
        cure: "Give it a default instead of requiring it.")
    } else {
      change(key, "is new")
    }
  }

  private mutating func compare(_ key: String, _ old: ClassFacts.Facts, _ new: ClassFacts.Facts) {
    compareTypes(key, old["type"] ?? "", new["type"] ?? "")
    comparePlaces(key, old["json"], new["json"])
    if old["names"] != new["names"] {
      let forms = [old, new].map { $0["names"].map { "an object by \($0)" } ?? "an array" }
      problem(
        key, "JSON", "was stored as \(forms[0]) and is read as \(forms[1])",
        cure: "Keep the form.")
    }
    switch (old["archive"], new["archive"]) {
    case (nil, "no"):
      problem(
        key, "archive", "is archived no more", cure: "Archive it, or remove the property.")
    case ("no", nil): change(key, "is archived")
    default: break
    }
    if old["required"] == nil, new["required"] != nil {
      problem(
        key, "JSON", "is required now, and stored JSON can lack it",
        cure: "Give it a default instead of requiring it.")
    } else if old["required"] != new["required"] {
      change(key, "is no longer required")
    }
    compareLimits(key, old["limits"], new["limits"])
    let (cases, casesNow) = (Self.list(old["cases"]), Self.list(new["cases"]))
    // Without any now, the type is another one.
    for name in cases where !casesNow.isEmpty && !casesNow.contains(name) {
      problem(
        key, "JSON and archive", "the case \(name) is gone from its enum",
        cure: "Keep the case, conform the enum to UnknownCaseRepresentable, or give the property"
          + " a transformer that reads the old value.")
    }
    for name in casesNow where !cases.contains(name) { change(key, "the case \(name) is new") }
    for fact in ["fields", "default"] where old[fact] != new[fact] {
      change(key, "the \(fact) was \(old[fact] ?? "none") and is \(new[fact] ?? "none")")
    }
  }

  private mutating func compareTypes(_ key: String, _ old: String, _ new: String) {
    if old == new { return }
    if old == "Optional<\(new)>" {
      return problem(
        key, "JSON and archive", "can't be nil any more, and nil can be stored",
        cure: "Keep it an Optional, or raise modelVersion, answer in decodeValue, and let the"
          + " policy's null rule keep the default.")
    }
    if let range = Self.integers[old], let rangeNow = Self.integers[new],
      range.clamped(to: rangeNow) != range
    {
      return problem(
        key, "JSON and archive", "was \(old) and is \(new), which holds fewer numbers",
        cure: "Keep the wider type.")
    }
    change(key, "the type was \(old) and is \(new)")
  }

  private static let integers: [String: ClosedRange<Double>] = {
    func range<Number: FixedWidthInteger>(_: Number.Type) -> ClosedRange<Double> {
      Double(Number.min)...Double(Number.max)
    }
    let types: [any FixedWidthInteger.Type] = [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self,
      UInt16.self, UInt32.self, UInt64.self, UInt128.self,
    ]
    let known = types.map { ("\($0)", range($0)) }
    return Dictionary(uniqueKeysWithValues: known + known.map { ("Optional<\($0.0)>", $0.1) })
  }()

  private mutating func comparePlaces(_ key: String, _ old: String?, _ new: String?) {
    if old == new { return }
    // What was only written or only read was not there to be read back.
    guard let written = old?.components(separatedBy: " or ").first, !written.hasPrefix("only ")
    else { return change(key, "JSON has it at \(new ?? "no place")") }
    var read = new ?? ""
    if read.hasPrefix("only read ") { read.removeFirst("only read ".count) }
    if read.components(separatedBy: " or ").contains(written) {
      return change(key, "JSON has it at \(new ?? "no place")")
    }
    problem(
      key, "JSON", "was stored at \(written) and is read at \(new ?? "no place")",
      cure: "Read both places: .firstOf(\"\(new ?? key)\", \"\(written)\").")
  }

  private mutating func compareLimits(_ key: String, _ old: String?, _ new: String?) {
    if old == new { return }
    let (limits, limitsNow) = (Self.list(old, separator: "; "), Self.list(new, separator: "; "))
    let isLooser = limitsNow.allSatisfy { limit in
      limits.contains { Self.Bounds($0).isWithin(Self.Bounds(limit)) }
    }
    if isLooser { return change(key, "the limit was \(old ?? "none") and is \(new ?? "none")") }
    problem(
      key, "JSON and archive", "the limit was \(old ?? "none") and is \(new ?? "none")",
      cure: "Check new values where they are made, and let stored ones pass the limit.")
  }

  /// What a limit's words allow.
  private struct Bounds {
    private var kind: String
    private var (lower, upper) = (-Double.infinity, Double.infinity)
    private var values: Set<String> = []

    init(_ words: String) {
      let parts = words.split(separator: " ")
      let numbers = parts.compactMap { Double($0) }
      let isCount = words.hasPrefix("a count of ")
      kind = isCount ? "count" : "range"
      switch (parts.dropFirst(isCount ? 3 : 0).joined(separator: " "), numbers.count) {
      case (let range, 1) where range.hasPrefix("at least "): lower = numbers[0]
      case (let range, 1) where range.hasPrefix("at most "): upper = numbers[0]
      case (let range, 2) where range.contains(" to "): (lower, upper) = (numbers[0], numbers[1])
      case _ where words.hasPrefix("one of "):
        values = Set(words.dropFirst("one of ".count).components(separatedBy: ", "))
        kind = "values"
      default: kind = words
      }
    }

    func isWithin(_ other: Bounds) -> Bool {
      kind == other.kind && other.lower <= lower && upper <= other.upper
        && values.isSubset(of: other.values)
    }
  }

  // MARK: Words

  private static func list(_ text: String?, separator: String = ", ") -> [String] {
    text.map { $0.components(separatedBy: separator) } ?? []
  }
}
