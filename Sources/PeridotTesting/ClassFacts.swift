import Foundation
import Peridot

/// The facts about a class that decide how stored data is read, as a text for people.
struct ClassFacts: Equatable {
  typealias Facts = [String: String]

  private static let title = "What Peridot stores of "
  private static let order = [
    "type", "json", "names", "archive", "required", "limits", "cases", "fields", "formerly",
    "default",
  ]

  var name: String
  var ofClass: Facts = [:]
  var properties: [String: Facts] = [:]

  init(of type: Model.Type) {
    let description = ClassDescription(of: type)
    name = description.archiveName
    ofClass["model version"] = "\(description.modelVersion)"
    ofClass["identity"] = Self.list(description.properties.filter(\.isIdentity).map(\.key))
    for cluster in description.clusters where cluster.base == type {
      let tags = (cluster.classes + cluster.alsoReading).map(\.tag.words).sorted()
      ofClass["tags"] = tags.joined(separator: ", ")
      ofClass["tag's place"] =
        ([("\(cluster.form)")] + cluster.tagPath + cluster.contentPath).joined(separator: " ")
    }
    let (first, second) = (type.init(), type.init())
    for property in description.properties where property.storage != .excluded {
      properties[property.key] = Self.facts(of: property, first, second)
    }
  }

  private static func facts(
    of property: PropertyDescription, _ first: Model, _ second: Model
  ) -> Facts {
    var facts = ["type": "\(property.valueType)"]
    facts["json"] = property.place.map(words)
    facts["names"] = property.keyedBy
    facts["archive"] = property.isArchived ? nil : "no"
    facts["required"] = property.isRequired ? "yes" : nil
    facts["formerly"] = list(property.formerNames)
    facts["limits"] = list(property.limits.map { "\($0)" }, separator: "; ")
    let cases = CaseNames().visit(dynamic: property.valueType)
    facts["cases"] = list(property.rawValues.map { "\($0)" } + cases)
    facts["fields"] = list(property.variables.map { "\($0.name) \($0.type)" })
    if let value = first[property.key], !property.isSecret,
      "\(value)" == second[property.key].map({ "\($0)" }),
      value is any BinaryInteger || value is String || value is Bool || value is Double
    {
      facts["default"] = value is String ? "\"\(value)\"" : "\(value)"
    }
    return facts.mapValues(escaped)
  }

  private static func list(_ words: [String], separator: String = ", ") -> String? {
    words.isEmpty ? nil : words.joined(separator: separator)
  }

  /// The places that are read, the one that is written first.
  private static func words(_ place: JSONKeyPath) -> String {
    let text: String =
      switch place.form {
      case .firstOf(let paths): paths.map(\.description).joined(separator: " or ")
      case .path, .all, .root, .excluded: place.description
      }
    return switch place.direction {
    case .both: text
    case .readOnly: "only read " + text
    case .writeOnly: "only written " + text
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing(" | ", with: " \\| ")
  }

  // MARK: As text

  var text: String {
    var lines = [Self.title + name]
    lines += ofClass.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    lines.append("")
    for (key, facts) in properties.sorted(by: { $0.key < $1.key }) {
      let words = Self.order.compactMap { fact in
        facts[fact].map { fact == "type" ? $0 : "\(fact) \($0)" }
      }
      lines.append("\(key): " + words.joined(separator: " | "))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Nil for a text that is no lock.
  init?(text: String) {
    let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    var lines = (parts.first ?? "").split(separator: "\n")
    guard parts.count == 2, !lines.isEmpty, lines[0].hasPrefix(Self.title) else { return nil }
    name = String(lines.removeFirst().dropFirst(Self.title.count))
    func pair(_ line: Substring) -> (String, String)? {
      line.firstRange(of: ": ").map {
        (String(line[..<$0.lowerBound]), String(line[$0.upperBound...]))
      }
    }
    for (key, value) in lines.compactMap(pair) { ofClass[key] = value }
    for (key, value) in parts[1].split(separator: "\n").compactMap(pair) {
      var facts: Facts = [:]
      for (index, words) in value.components(separatedBy: " | ").enumerated() {
        guard index > 0, let name = Self.order.first(where: { words.hasPrefix($0 + " ") }) else {
          facts["type"] = words
          continue
        }
        facts[name] = String(words.dropFirst(name.count + 1))
      }
      properties[key] = facts
    }
  }
}

/// The cases of an enum with payloads, even in an Optional or a collection, and the payloads' types.
struct CaseNames: LeafVisitor {
  func visitLeaf<Leaf>(_: Leaf.Type) -> [String] {
    guard let cases = EnumCases<Leaf>()?.cases, cases.contains(where: { $0.payload != nil }) else {
      return []
    }
    return cases.map { known in known.name + (known.payload.map { " of \($0)" } ?? "") }
  }
}
