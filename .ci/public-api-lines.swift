// Prints a line for each declaration in the symbol graphs named as arguments, and for each conformance.
import Foundation

struct Graph: Decodable {
  struct Module: Decodable {
    let name: String
  }

  struct Symbol: Decodable {
    struct Identifier: Decodable {
      let precise: String
    }

    struct Fragment: Decodable {
      let spelling: String
    }

    struct Availability: Decodable {
      let domain: String?
      let isUnconditionallyUnavailable: Bool?
      let isUnconditionallyDeprecated: Bool?
    }

    struct Extension: Decodable {
      struct Constraint: Decodable {
        let kind: String
        let lhs: String
        let rhs: String
      }

      let constraints: [Constraint]?
    }

    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
    let accessLevel: String
    let availability: [Availability]?
    let swiftExtension: Extension?
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }

  let module: Module
  let symbols: [Symbol]
  let relationships: [Relationship]
}

/// A line of the list, sorted so that a type is followed by what it conforms to and by its members.
struct Line: Hashable, Comparable {
  let name: String
  let rank: Int
  let text: String

  static func < (first: Line, second: Line) -> Bool {
    (first.name, first.rank, first.text) < (second.name, second.rank, second.text)
  }
}

/// The protocols to which all types conform that can be copied, or whose metatypes can be shared.
let implied: Set = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]

var lines: Set<Line> = []
for path in CommandLine.arguments.dropFirst() {
  let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(filePath: path)))
  var names: [String: String] = [:]
  for symbol in graph.symbols {
    let name = graph.module.name + "." + symbol.pathComponents.joined(separator: ".")
    names[symbol.identifier.precise] = name
    let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let access = symbol.accessLevel == "open" ? "open " : ""
    let constraints = (symbol.swiftExtension?.constraints ?? []).map {
      "\($0.lhs)\($0.kind == "sameType" ? " ==" : ":") \($0.rhs)"
    }
    let condition = constraints.isEmpty ? "" : " (where \(constraints.joined(separator: ", ")))"
    let marks = (symbol.availability ?? []).compactMap {
      $0.isUnconditionallyUnavailable == true
        ? " // unavailable" : $0.isUnconditionallyDeprecated == true ? " // deprecated" : nil
    }
    lines.insert(
      Line(
        name: name, rank: 0,
        text: "\(name): \(access)\(declaration)\(condition)\(marks.first ?? "")"))
  }
  for relationship in graph.relationships
  where relationship.kind == "conformsTo" || relationship.kind == "inheritsFrom" {
    guard let name = names[relationship.source],
      let target = names[relationship.target] ?? relationship.targetFallback,
      !implied.contains(target)
    else { continue }
    let verb = relationship.kind == "conformsTo" ? "conforms to" : "inherits from"
    lines.insert(Line(name: name, rank: 1, text: "\(name) \(verb) \(target)"))
  }
}
print(lines.sorted().map(\.text).joined(separator: "\n"))
