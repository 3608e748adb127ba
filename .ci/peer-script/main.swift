// Makes the peers of the benchmarks' documents from their classes: the mapping for
// JSONSerialization, the Codable twin, the limit, and what is compared with a user by hand.
//
//     make-peers <Sources/Benchmarks> <output folder>
import Foundation

/// A stored property of a class.
struct Variable {
  let name: String
  /// The type without `?`.
  let type: String
  let isOptional: Bool
  let member: String
  let isTwitterDate: Bool
  /// Whether it is an integer that some documents have as text.
  let isLoose: Bool

  var fullType: String { isOptional ? type + "?" : type }
}

struct Class {
  let name: String
  let variables: [Variable]
}

/// What a limit may rely on: each is a fact about the document, and costs time where it is not.
struct Facts: OptionSet {
  let rawValue: Int
  static let negativeIntegers = Facts(rawValue: 1)
  static let exponents = Facts(rawValue: 2)
  static let spacesInArrays = Facts(rawValue: 4)
}

/// A document: the folder or file of its classes, and the class at its root.
struct Document {
  let name: String
  let sources: [String]
  var limitOf: String?
  /// The bytes of the buffer that the writer begins with, as they stand in the source.
  var capacity = ""
  var facts: Facts = []
  var hasTwins = true
}

let documents = [
  Document(
    name: "GitHub", sources: ["GitHub/GitHubUser"], limitOf: "GitHubUser", capacity: "2_000"),
  Document(
    name: "Catalog",
    sources: [
      "Catalog/Catalog", "Catalog/CatalogArea", "Catalog/CatalogEvent",
      "Catalog/CatalogPerformance", "Catalog/CatalogPrice", "Catalog/CatalogSeatCategory",
    ], limitOf: "Catalog", capacity: "400_000"),
  Document(
    name: "Outlines", sources: ["Outlines/Outline", "Outlines/Outlines"], limitOf: "Outlines",
    capacity: "2_000_000"),
  Document(name: "DeepNode", sources: ["Made/DeepNode"], limitOf: "DeepNode", capacity: "5_000"),
  Document(name: "EscapedText", sources: ["Made/EscapedText"]),
  Document(name: "Dates", sources: ["Made/Dates"]),
  Document(
    name: "Numbers", sources: ["Made/Numbers"], limitOf: "Numbers", capacity: "60_000",
    facts: [.negativeIntegers, .exponents, .spacesInArrays]),
  Document(
    name: "Doubles", sources: ["Made/Doubles"], limitOf: "Doubles", capacity: "250_000",
    facts: [.exponents, .spacesInArrays]),
  Document(
    name: "Twitter",
    sources: [
      "Twitter/TwitterEntities", "Twitter/TwitterHashtag", "Twitter/TwitterMedia",
      "Twitter/TwitterMediaSize", "Twitter/TwitterMention", "Twitter/TwitterMetadata",
      "Twitter/TwitterSearchMetadata", "Twitter/TwitterStatus", "Twitter/TwitterTimeline",
      "Twitter/TwitterURL", "Twitter/TwitterURLList", "Twitter/TwitterUser",
      "Twitter/TwitterUserEntities",
    ]),
  Document(
    name: "Weibo",
    sources: [
      "Weibo/WeiboPageInfo", "Weibo/WeiboPicture", "Weibo/WeiboPictureMetadata",
      "Weibo/WeiboStatus", "Weibo/WeiboURL", "Weibo/WeiboUser",
    ]),
]

/// The integers that some documents have as text.
let looseIntegers: [String: Set<String>] = ["WeiboPictureMetadata": ["width", "height"]]

// MARK: - Reading classes

func snakeCase(_ name: String) -> String {
  let characters = Array(name)
  var text = ""
  for (index, character) in characters.enumerated() {
    if character.isUppercase, index > 0,
      !characters[index - 1].isUppercase
        || index + 1 < characters.count && characters[index + 1].isLowercase
    {
      text += "_"
    }
    text += character.lowercased()
  }
  return text
}

func type(ofLiteral literal: Substring) -> String {
  switch literal {
  case "0": "Int"
  case "0.0": "Double"
  case "false": "Bool"
  case "\"\"": "String"
  default: fatalError("no type of \(literal)")
  }
}

func parse(_ source: String) -> Class {
  guard let head = source.firstMatch(of: #/final class (\w+): Model/#) else {
    fatalError("no class in \(source)")
  }
  let isSnakeCase = source.contains("jsonKeyStyle: JSONKeyStyle { .snakeCase }")
  let twitterDate = source.firstMatch(of: #/key == "(\w+)" \? \.twitterDate/#)?.1
  var members: [Substring: Substring] = [:]
  for match in source.matches(of: #/ "(\w+)": "(\w+)",?\n/#) { members[match.1] = match.2 }
  let variables = source.matches(
    of: #/^  var (\w+)(?:: ([^=\n]+?))?(?: = (.+))?$/#.anchorsMatchLineEndings()
  ).map {
    let stated = $0.2 ?? Substring(type(ofLiteral: $0.3 ?? ""))
    let name = String($0.1)
    return Variable(
      name: name, type: String(stated.hasSuffix("?") ? stated.dropLast() : stated),
      isOptional: stated.hasSuffix("?"),
      member: members[$0.1].map(String.init) ?? (isSnakeCase ? snakeCase(name) : name),
      isTwitterDate: twitterDate == $0.1,
      isLoose: looseIntegers[String(head.1)]?.contains(name) ?? false)
  }
  return Class(name: String(head.1), variables: variables)
}

/// The element of an array's or a dictionary's type.
func element(_ type: String) -> (isDictionary: Bool, type: String)? {
  if type.hasPrefix("[String: ") { return (true, String(type.dropFirst(9).dropLast())) }
  if type.hasPrefix("[") { return (false, String(type.dropFirst().dropLast())) }
  return nil
}

let scalars: Set = ["Int", "Int64", "Double", "Bool", "String", "Date"]

func isModel(_ type: String) -> Bool { element(type) == nil && !scalars.contains(type) }

/// The type of what an array or a dictionary holds within all others.
func innermost(_ type: String) -> String { element(type).map { innermost($0.type) } ?? type }

// MARK: - JSONSerialization

func reading(_ variable: Variable) -> String {
  let (name, type, json) = (variable.name, variable.type, "json[\"\(variable.member)\"]")
  if variable.isTwitterDate {
    return """
          if let text = \(json) as? String, let date = PeerDates.formatter.date(from: text) {
            \(name) = date
          }

      """
  }
  if variable.isLoose {
    return """
          if let value = \(json) as? Int {
            \(name) = value
          } else if let text = \(json) as? String, let value = Int(text) {
            \(name) = value
          }

      """
  }
  if type == "[Date]" {
    return """
          if let texts = \(json) as? [String] {
            \(name) = texts.compactMap { try? PeerDates.iso8601.parse($0) }
          }

      """
  }
  if isModel(innermost(type)) {
    let (cast, value) =
      switch element(type) {
      case nil: ("object = \(json) as? [String: Any]", "\(type)(handwritten: object)")
      case (false, let model)?:
        ("objects = \(json) as? [[String: Any]]", "objects.map { \(model)(handwritten: $0) }")
      case (true, let model)?:
        (
          "objects = \(json) as? [String: [String: Any]]",
          "objects.mapValues { \(model)(handwritten: $0) }"
        )
      }
    return "    if let \(cast) {\n      \(name) = \(value)\n    }\n"
  }
  return "    if let value = \(json) as? \(type) { \(name) = value }\n"
}

/// The fastest way to hand a value to JSONSerialization: an array of numbers is boxed here.
func boxed(_ value: String, _ type: String) -> String {
  guard let (isDictionary, inner) = element(type) else {
    return isModel(type) ? "\(value).handwritten" : "\(value) as Any"
  }
  let map = "\(value).\(isDictionary ? "mapValues" : "map")"
  switch innermost(type) {
  case "String": return value
  case "Date": return "\(map) { PeerDates.iso8601.format($0) }"
  case let innermost where isModel(innermost): return "\(map)(\\.handwritten)"
  // A small dictionary of numbers crosses as it is.
  case _ where isDictionary && element(inner) == nil: return value
  default: return "\(map) { \(boxed("$0", inner)) }"
  }
}

func writing(_ variable: Variable) -> String {
  let name = variable.name
  let value =
    variable.isTwitterDate
    ? "PeerDates.formatter.string(from: \(name))"
    : element(variable.type) == nil && !isModel(variable.type) ? name : boxed(name, variable.type)
  let assignment = "json[\"\(variable.member)\"] = \(value)"
  return variable.isOptional ? "    if let \(name) { \(assignment) }\n" : "    \(assignment)\n"
}

func handwritten(_ model: Class) -> String {
  let capacity =
    model.variables.count < 9 ? "" : "    json.reserveCapacity(\(model.variables.count))\n"
  return """
    extension \(model.name): Handwritten {
      convenience init(handwritten json: [String: Any]) {
        self.init()
    \(model.variables.map(reading).joined())  }

      var handwritten: [String: Any] {
        var json: [String: Any] = [:]
    \(capacity)\(model.variables.map(writing).joined())    return json
      }
    }

    """
}

// MARK: - Codable

func recordType(_ type: String) -> String {
  guard let (isDictionary, inner) = element(type) else {
    return isModel(type) ? type + "Record" : type
  }
  return isDictionary ? "[String: \(recordType(inner))]" : "[\(recordType(inner))]"
}

func record(_ model: Class, generics: String = "") -> String {
  let variables = model.variables.map {
    "  var \($0.name): \(recordType($0.type))\($0.isOptional ? "?" : "")\n"
  }
  let keys = model.variables.map {
    "    case \($0.name)\($0.name == $0.member ? "" : " = \"\($0.member)\"")\n"
  }
  let decodings = model.variables.map {
    let (method, type) = $0.isLoose ? ("decodeLoose", "") : ("decode", "\($0.type).self, ")
    return "    \($0.name) = try container.\(method)(\(type)forKey: .\($0.name))\n"
  }
  let decoding = """

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
    \(decodings.joined())  }

    """
  let hasKeys = model.variables.contains { $0.name != $0.member }
  let keyed =
    hasKeys ? "\n  private enum CodingKeys: String, CodingKey {\n\(keys.joined())  }\n" : ""
  return """
    /// The Codable twin of ``\(model.name)``.
    final class \(model.name.replacing("Model", with: ""))Record\(generics): Codable {
    \(variables.joined())\(keyed)\(model.variables.contains(where: \.isLoose) ? decoding : "")}

    """
}

// MARK: - Limits

struct LimitMaker {
  let facts: Facts

  func reading(_ type: String, from reader: String = "reader") -> String {
    if let (isDictionary, inner) = element(type) {
      let array = facts.contains(.spacesInArrays) ? "spacedArray" : "array"
      return "\(reader).\(isDictionary ? "dictionary" : array) { \(reading(inner, from: "$0")) }"
    }
    switch type {
    case "Int": return "\(reader).\(facts.contains(.negativeIntegers) ? "signedInt" : "int")()"
    case "Int64": return "Int64(\(reader).int())"
    case "Double": return "\(reader).\(facts.contains(.exponents) ? "scientific" : "double")()"
    case "Bool": return "\(reader).bool()"
    case "String": return "\(reader).string()"
    default: return "\(type)(madeLimit: &\(reader))"
    }
  }

  /// Reads the members in order. Each begins behind the bracket or comma before it.
  func reading(_ variables: [Variable]) -> String {
    var text = "    reader.mark()\n"
    for (index, variable) in variables.enumerated() {
      let name = "\"\(variable.member)\""
      let isLast = index == variables.count - 1
      let isBeforeLastOptional = index == variables.count - 2 && variables[index + 1].isOptional
      let next = "reader.\(isLast ? "end" : "mark")()"
      let read = "\(variable.name) = \(variable.isOptional ? "reader.isNull() ? nil : " : "")"
      let value = "reader.name(\(name))\n    \(read)\(reading(variable.type))\n"
      if variable.isOptional && isLast {
        text += "    if reader.goesOn() {\n    reader.space()\n    \(value)    \(next)\n    }\n"
      } else if variable.isOptional {
        precondition(!isBeforeLastOptional, "Of the last two members, one has to be there.")
        text += "    if reader.isAt(\(name)) {\n    \(value)    \(next)\n    }\n"
      } else {
        text += "    \(value)" + (isBeforeLastOptional ? "" : "    \(next)\n")
      }
    }
    return text
  }

  func writing(_ value: String, _ type: String, to writer: String = "writer") -> String {
    if let (isDictionary, inner) = element(type) {
      return
        "\(writer).\(isDictionary ? "dictionary" : "array")(\(value)) { \(writing("$1", inner, to: "$0")) }"
    }
    switch type {
    case "Int":
      return "\(writer).\(facts.contains(.negativeIntegers) ? "signedInt" : "int")(\(value))"
    case "Int64": return "\(writer).int(Int(\(value)))"
    case "Double": return "\(writer).double(\(value))"
    case "Bool": return "\(writer).bool(\(value))"
    case "String": return "\(writer).string(\(value))"
    default: return "\(value).writeMadeLimit(&\(writer))"
    }
  }

  func writing(_ variable: Variable, isFirst: Bool) -> String {
    let text = "writer.text(#\"\(isFirst ? "{" : ",")\"\(variable.member)\":\"#)"
    let value = writing(variable.name, variable.type)
    guard variable.isOptional else { return "    \(text)\n    \(value)\n" }
    precondition(!isFirst, "A comma comes before a member that may be absent.")
    return "    if let \(variable.name) {\n      \(text)\n      \(value)\n    }\n"
  }

  func extending(_ model: Class) -> String {
    let writes = model.variables.enumerated().map { writing($1, isFirst: $0 == 0) }.joined()
    return """
      extension \(model.name) {
        fileprivate convenience init(madeLimit reader: inout LimitReader) {
          self.init()
      \(reading(model.variables))  }

        fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
      \(writes)    writer.text("}")
        }
      }

      """
  }

  func limit(of name: String, capacity: String) -> String {
    """
    extension \(name) {
      /// Reads and writes a document whose members come in the order of the properties.
      static let madeLimit = Limit<\(name)>(
        read: { document in LimitReader.read(document) { \(name)(madeLimit: &$0) } },
        write: { model in
          LimitWriter.write(capacity: \(capacity)) { model.writeMadeLimit(&$0) }
        })
    }

    """
  }
}

// MARK: - What is compared with a user

func operations(_ model: Class) -> String {
  let names = model.variables.map(\.name)
  let hashes = names.map { "    hasher.combine(\($0))\n" }.joined()
  let values = model.variables.map {
    "    values[\"\($0.name)\"] = \($0.name)\($0.isOptional ? " as Any? ?? NSNull()" : "")\n"
  }.joined()
  let casts = model.variables.map {
    "    if let value = values[\"\($0.name)\"] as? \($0.type) { \($0.name) = value }\n"
  }.joined()
  return """
    /// Copying, merging, comparing and values by name.
    extension \(model.name) {
      func handwrittenCopy() -> \(model.name) {
        let copy = \(model.name)()
        copy.handwrittenMerge(from: self)
        return copy
      }

      func handwrittenMerge(from other: \(model.name)) {
    \(names.map { "    \($0) = other.\($0)\n" }.joined())  }

      func isEqualByHand(to other: \(model.name)) -> Bool {
        \(names.map { "\($0) == other.\($0)" }.joined(separator: "\n      && "))
      }

      var handwrittenHash: Int {
        var hasher = Hasher()
    \(hashes)    return hasher.finalize()
      }

      var handwrittenDictionaryValue: [String: Any] {
        var values: [String: Any] = [:]
        values.reserveCapacity(\(names.count))
    \(values)    return values
      }

      convenience init(handwrittenValues values: [String: Any]) {
        self.init()
    \(casts)  }
    }

    """
}

func coding(_ model: Class, _ word: String) -> String {
  let initial = ["Int": "0", "Int64": "0", "Double": "0.0", "Bool": "false", "String": "\"\""]
  let variables = model.variables.map {
    if $0.isOptional { return "  var \($0.name): \($0.type)?\n" }
    guard let value = initial[$0.type] else { fatalError("no value of \($0.type)") }
    return "  var \($0.name)\($0.type == "Int64" ? ": Int64" : "") = \(value)\n"
  }
  let decoding = model.variables.map {
    let value =
      switch $0.fullType {
      case "String": "Self.text(coder, \"\($0.name)\") ?? \"\""
      case "String?": "Self.text(coder, \"\($0.name)\")"
      case "Bool?": "coder.decodeObject(of: NSNumber.self, forKey: \"\($0.name)\")?.boolValue"
      case "Int": "coder.decodeInteger(forKey: \"\($0.name)\")"
      default: "coder.decode\($0.type)(forKey: \"\($0.name)\")"
      }
    return "    \($0.name) = \(value)\n"
  }
  let encoding = model.variables.map {
    let value =
      switch $0.fullType {
      case "String": "NSString(string: \($0.name))"
      case "String?": "\($0.name).map { NSString(string: $0) }"
      case "Bool?": "\($0.name).map { NSNumber(value: $0) }"
      default: $0.name
      }
    return "    coder.encode(\(value), forKey: \"\($0.name)\")\n"
  }
  let text = """

      private static func text(_ coder: NSCoder, _ key: String) -> String? {
        coder.decodeObject(of: NSString.self, forKey: key).map { String($0) }
      }

    """
  let hasText = model.variables.contains { $0.type == "String" }
  return """
    /// The `NSSecureCoding` twin of ``\(model.name)``.
    final class \(model.name)Coding: NSObject, NSSecureCoding {
    \(variables.joined())
      static var supportsSecureCoding: Bool { true }

      init(_ \(word): \(model.name)) {
    \(model.variables.map { "    \($0.name) = \(word).\($0.name)\n" }.joined())    super.init()
      }

      init?(coder: NSCoder) {
        super.init()
    \(decoding.joined())  }

      func encode(with coder: NSCoder) {
    \(encoding.joined())  }
    \(hasText ? text : "")
      /// The \(word) with the same values.
      var \(word): \(model.name) {
        let \(word) = \(model.name)()
    \(model.variables.map { "    \(word).\($0.name) = \($0.name)\n" }.joined())    return \(word)
      }
    }

    """
}

// MARK: - Classes of many properties

/// Values of four types, each named by its place.
func wideClass(_ name: String, count: Int) -> Class {
  let types = ["String", "Int", "Double", "Bool"]
  return Class(
    name: name,
    variables: (1...count).map {
      Variable(
        name: "value\($0)", type: types[$0 % 4], isOptional: false, member: "value\($0)",
        isTwitterDate: false, isLoose: false)
    })
}

func wideModel(_ model: Class, comment: String, generics: String = "") -> String {
  let values = ["\"\"", "0", "0.0", "false"]
  let variables = model.variables.indices.map {
    "  var \(model.variables[$0].name) = \(values[($0 + 1) % 4])\n"
  }
  return """
    /// \(comment)
    final class \(model.name)\(generics): Model, JSONSerializing {
    \(variables.joined())}

    """
}

// MARK: - Files

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fatalError("make-peers <Sources/Benchmarks> <output folder>") }
let models = URL(filePath: arguments[1]).appending(path: "Documents/Models")
let output = URL(filePath: arguments[2])

func write(_ name: String, imports: [String], _ parts: [String]) throws {
  let head = "// Made by `.ci/peers` from the classes. Don't edit it.\n"
  let text = head + imports.map { "import \($0)\n" }.joined() + "\n" + parts.joined(separator: "\n")
  try text.write(to: output.appending(path: "\(name).swift"), atomically: true, encoding: .utf8)
}

func models(of sources: [String]) throws -> [Class] {
  try sources.map {
    parse(try String(contentsOf: models.appending(path: "\($0).swift"), encoding: .utf8))
  }
}

for document in documents {
  let classes = try models(of: document.sources)
  var parts = classes.flatMap { [handwritten($0), record($0)] }
  if let root = document.limitOf {
    let maker = LimitMaker(facts: document.facts)
    parts.append(maker.limit(of: root, capacity: document.capacity))
    parts += classes.map(maker.extending)
  }
  try write("\(document.name)+Peers", imports: ["Foundation"], parts)
}

let user = try models(of: ["GitHub/GitHubUser"])[0]
try write(
  "GitHubUser+Operations", imports: ["Foundation"], [operations(user), coding(user, "user")])
let sample = try models(of: ["Archiving/Sample"])[0]
try write("SampleCoding", imports: ["Foundation"], [coding(sample, "sample")])

let wide = [5, 20, 50, 100, 200].map { wideClass("Properties\($0)", count: $0) }
let maker = LimitMaker(facts: [])
try write(
  "Properties", imports: ["Foundation", "Peridot"],
  wide.map { wideModel($0, comment: "A model with \($0.variables.count) properties.") }
    + [record(wide[0]), record(wide[4]), handwritten(wide[4])]
    + [maker.limit(of: "Properties200", capacity: "6_000"), maker.extending(wide[4])])
let firstUse = wideClass("FirstUseModel", count: 30)
try write(
  "FirstUseModel", imports: ["Peridot"],
  [
    wideModel(
      firstUse,
      comment: """
        A class with thirty properties, and another one for each pair of types: making one's plan says
        /// nothing of the next.
        """, generics: "<A, B>"),
    record(firstUse, generics: "<A, B>"),
  ])
