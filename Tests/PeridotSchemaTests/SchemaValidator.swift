import Foundation
import Peridot

/// JSON for the validator, which shares nothing with the library.
indirect enum Document: Equatable {
  case object([String: Document])
  case array([Document])
  case text(String)
  case number(String)
  case boolean(Bool)
  case null

  init(_ json: String) throws {
    var parser = Parser(bytes: Array(json.utf8))
    self = try parser.value()
  }

  static func == (left: Document, right: Document) -> Bool {
    switch (left, right) {
    case (.object(let left), .object(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.text(let left), .text(let right)):
      left.unicodeScalars.elementsEqual(right.unicodeScalars)
    case (.number(let left), .number(let right)):
      left == right || Number(left).compare(Number(right)) == .orderedSame
    case (.boolean(let left), .boolean(let right)): left == right
    case (.null, .null): true
    default: false
    }
  }

  subscript(_ name: String) -> Document? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var json: String {
    switch self {
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0)):\($1.json)" }
        .joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .text(let text): Self.quoted(text)
    case .number(let digits): digits
    case .boolean(let value): "\(value)"
    case .null: "null"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private struct Parser {
    struct Failure: Error {}
    let bytes: [UInt8]
    var position = 0

    mutating func next() throws -> UInt8 {
      while position < bytes.count, [32, 10, 13, 9].contains(bytes[position]) { position += 1 }
      guard position < bytes.count else { throw Failure() }
      return bytes[position]
    }

    mutating func value() throws -> Document {
      switch try next() {
      case UInt8(ascii: "{"):
        var members: [String: Document] = [:]
        try list(UInt8(ascii: "}")) { parser in
          guard case .text(let name) = try parser.value(), try parser.next() == UInt8(ascii: ":")
          else { throw Failure() }
          parser.position += 1
          members[name] = try parser.value()
        }
        return .object(members)
      case UInt8(ascii: "["):
        var elements: [Document] = []
        try list(UInt8(ascii: "]")) { elements.append(try $0.value()) }
        return .array(elements)
      case UInt8(ascii: "\""): return .text(try text())
      default:
        let start = position
        while position < bytes.count, !",]} \n\r\t:".utf8.contains(bytes[position]) {
          position += 1
        }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        default: return .number(word)
        }
      }
    }

    private mutating func list(_ end: UInt8, _ element: (inout Parser) throws -> Void) throws {
      position += 1
      while try next() != end {
        try element(&self)
        if try next() == UInt8(ascii: ",") { position += 1 }
      }
      position += 1
    }

    private mutating func text() throws -> String {
      let start = position
      position += 1
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      position += 1
      let quoted = Data(bytes[start..<min(position, bytes.count)])
      return try JSONDecoder().decode(String.self, from: quoted)
    }
  }
}

/// A JSON number, exact where Decimal is.
private enum Number {
  case exact(Decimal)
  case rough(Double)

  init(_ digits: String) {
    let double = Double(digits) ?? .nan
    let mantissa = digits.lowercased().prefix { $0 != "e" }
    if double == 0, mantissa.contains(where: { ("1"..."9").contains($0) }) {
      // No Double is as small, and none of these is whole.
      self = .rough(digits.hasPrefix("-") ? -.leastNonzeroMagnitude : .leastNonzeroMagnitude)
      return
    }
    let isExact = double == 0 || (1e-90...1e90).contains(double.magnitude)
    self = isExact ? Decimal(string: digits).map { .exact($0) } ?? .rough(double) : .rough(double)
  }

  private var double: Double {
    switch self {
    case .exact(let decimal): (decimal as NSDecimalNumber).doubleValue
    case .rough(let double): double
    }
  }

  func compare(_ other: Number) -> ComparisonResult {
    if case .exact(let own) = self, case .exact(let other) = other {
      return own < other ? .orderedAscending : own == other ? .orderedSame : .orderedDescending
    }
    let (own, other) = (double, other.double)
    return own < other ? .orderedAscending : own == other ? .orderedSame : .orderedDescending
  }

  var isInteger: Bool {
    switch self {
    case .exact(var decimal):
      var rounded = Decimal()
      NSDecimalRound(&rounded, &decimal, 0, .plain)
      return rounded == decimal
    case .rough(let double): return double.rounded() == double
    }
  }
}

/// A validator of JSON Schema 2020-12: the keywords that the product writes. Unknown ones trap.
final class SchemaValidator {
  private let root: Document
  private var patterns: [String: NSRegularExpression] = [:]

  init(_ schema: String) throws { root = try Document(schema) }

  func accepts(_ value: Document) -> Bool { accepts(value, root) }

  /// The comments on a path of a document: of the schemas that hold there.
  func comments(on path: [JSONKeyPath.Component]) -> [String] {
    var found: [String] = []
    var schemas = [root]
    for step in path.map(Optional.init) + [nil] {
      schemas = schemas.flatMap { opened($0, depth: 0) }
      for case .text(let comment)? in schemas.map({ $0["$comment"] }) { found.append(comment) }
      guard let step else { break }
      schemas = schemas.flatMap { inner(of: $0, step) }
    }
    return found
  }

  private func opened(_ schema: Document, depth: Int) -> [Document] {
    if depth > 8 { return [] }
    let parts =
      [schema["$ref"].flatMap { target($0) }, schema["then"]].compactMap { $0 }
      + ["allOf", "anyOf", "oneOf"].flatMap { list(schema[$0]) }
    return [schema] + parts.flatMap { opened($0, depth: depth + 1) }
  }

  private func inner(of schema: Document, _ step: JSONKeyPath.Component) -> [Document] {
    switch step {
    case .key(let name):
      return [schema["properties"]?[name], schema["additionalProperties"]].compactMap { $0 }
    case .index(let index):
      let first = list(schema["prefixItems"])
      return index < first.count ? [first[index]] : [schema["items"]].compactMap { $0 }
    case .each: return []
    }
  }

  private func target(_ place: Document) -> Document? {
    guard case .text(let text) = place else { return nil }
    return text.split(separator: "/").dropFirst().reduce(root as Document?) { $0?[String($1)] }
  }

  private func accepts(_ value: Document, _ schema: Document) -> Bool {
    if case .boolean(let all) = schema { return all }
    guard case .object(let keywords) = schema else { return false }
    return keywords.allSatisfy { holds($0, $1, value, schema) }
  }

  private func list(_ document: Document?) -> [Document] {
    if case .array(let elements)? = document { elements } else { [] }
  }

  private func holds(
    _ keyword: String, _ content: Document, _ value: Document, _ schema: Document
  ) -> Bool {
    switch keyword {
    case "$ref":
      return target(content).map { accepts(value, $0) } ?? false
    case "type":
      let types = list(content) + [content]
      return types.contains { if case .text(let name) = $0 { isOf(name, value) } else { false } }
    case "enum": return list(content).contains(value)
    case "const": return content == value
    case "allOf": return list(content).allSatisfy { accepts(value, $0) }
    case "anyOf": return list(content).contains { accepts(value, $0) }
    case "oneOf": return list(content).count { accepts(value, $0) } == 1
    case "not": return !accepts(value, content)
    case "if": return !accepts(value, content) || accepts(value, schema["then"] ?? .boolean(true))
    case "then", "$comment", "$schema", "$defs", "description", "default", "examples", "format",
      "readOnly", "writeOnly", "contentEncoding", "contentMediaType", "contentSchema",
      "components", "discriminator":
      return true
    default: break
    }
    switch value {
    case .object(let members): return holds(keyword, content, members, schema)
    case .array(let elements): return holds(keyword, content, elements, schema)
    case .text(let text): return holds(keyword, content, text)
    case .number(let digits):
      guard case .number(let bound) = content else { return true }
      let order = Number(digits).compare(Number(bound))
      if keyword == "minimum" { return order != .orderedAscending }
      return keyword != "maximum" || order != .orderedDescending
    case .boolean, .null: return true
    }
  }

  private func isOf(_ name: String, _ value: Document) -> Bool {
    switch (name, value) {
    case ("object", .object), ("array", .array), ("string", .text), ("boolean", .boolean),
      ("null", .null), ("number", .number):
      true
    case ("integer", .number(let digits)): Number(digits).isInteger
    default: false
    }
  }

  private func count(_ content: Document) -> Int {
    if case .number(let digits) = content { Int(digits) ?? 0 } else { 0 }
  }

  private func holds(
    _ keyword: String, _ content: Document, _ members: [String: Document], _ schema: Document
  ) -> Bool {
    switch keyword {
    case "properties":
      guard case .object(let known) = content else { return false }
      return known.allSatisfy { name, inner in members[name].map { accepts($0, inner) } ?? true }
    case "required":
      return list(content).allSatisfy {
        if case .text(let name) = $0 { members[name] != nil } else { false }
      }
    case "additionalProperties":
      return members.allSatisfy { name, value in
        schema["properties"]?[name] != nil || accepts(value, content)
      }
    case "propertyNames": return members.keys.allSatisfy { accepts(.text($0), content) }
    case "minProperties": return members.count >= count(content)
    case "maxProperties": return members.count <= count(content)
    default: return true
    }
  }

  private func holds(
    _ keyword: String, _ content: Document, _ elements: [Document], _ schema: Document
  ) -> Bool {
    let first = list(schema["prefixItems"])
    switch keyword {
    case "prefixItems": return zip(elements, first).allSatisfy { accepts($0, $1) }
    case "items": return elements.dropFirst(first.count).allSatisfy { accepts($0, content) }
    case "minItems": return elements.count >= count(content)
    case "maxItems": return elements.count <= count(content)
    case "uniqueItems":
      return elements.indices.allSatisfy { !elements[..<$0].contains(elements[$0]) }
    default: return true
    }
  }

  private func holds(_ keyword: String, _ content: Document, _ text: String) -> Bool {
    switch keyword {
    case "minLength": return text.unicodeScalars.count >= count(content)
    case "maxLength": return text.unicodeScalars.count <= count(content)
    case "pattern":
      guard case .text(let pattern) = content,
        let known = patterns[pattern] ?? (try? NSRegularExpression(pattern: pattern))
      else { return false }
      patterns[pattern] = known
      let range = NSRange(text.startIndex..., in: text)
      return known.firstMatch(in: text, range: range) != nil
    default: return true
    }
  }
}
