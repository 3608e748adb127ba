import Foundation

/// A file with a generated part, and below a mark the part of people, which is kept.
struct GeneratedFile {
  static let start = "// Made by generate-models"
  static let mark = "// Yours from here: generate-models keeps what follows."

  let path: String
  /// The classes, by their names.
  let classes: [(name: String, text: String)]
  /// What the first line says of the samples.
  let origin: String

  var generated: String {
    let imports = ["import Peridot"]
    let text = classes.map(\.text).joined(separator: "\n")
    let needsFoundation = ["Date", "URL", "UUID", "Decimal"].contains { type in
      text.contains(": \(type)?") || text.contains("[\(type)") || text.contains(": \(type)]")
        || text.contains(": \(type) ") || text.contains(": \(type)?]")
        || text.contains("(\(type))") || text.contains("<\(type)>")
    }
    let head = "\(Self.start) from \(origin). Changes above the last mark are lost.\n"
    return head + ((needsFoundation ? ["import Foundation"] : []) + imports).joined(separator: "\n")
      + "\n\n" + text + "\n" + Self.mark + "\n"
  }

  /// The text at the path; nil if no file is there.
  static func text(at path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the tool made the text.
  static func isGenerated(_ text: String) -> Bool { text.hasPrefix(start) }

  /// The generated part of a text, and that of people.
  static func parts(of text: String) -> (generated: String, own: String) {
    guard let found = text.range(of: "\n" + mark + "\n") else { return (text, "") }
    return (String(text[..<found.upperBound]), String(text[found.upperBound...]))
  }

  /// The whole text, with the part of people of the text that is there.
  func text(keeping old: String?) -> String {
    generated + (old.map { Self.parts(of: $0).own } ?? "")
  }
}
