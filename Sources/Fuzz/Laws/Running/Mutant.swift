import Foundation

/// A fault that was mended once, as a change of the sources that brings it back.
struct Mutant {
  /// A replacement in one file.
  struct Change {
    var file: String
    var find = ""
    var replacement = ""
  }

  /// The file's name without its extension.
  let name: String
  private(set) var fault = ""
  private(set) var about = ""
  /// The laws that it breaks, by their numbers, which alone are tried; empty for all.
  private(set) var laws: [Int] = []
  /// What the trials are about, in the words of ``Focus``; empty for anything.
  private(set) var focus = ""
  private(set) var changes: [Change] = []

  /// Reads a mutant; nil for text of another form.
  init?(name: String, text: String) {
    enum Part { case head, find, replace }
    self.name = name
    var part = Part.head
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("file: ") {
        changes.append(Change(file: String(line.dropFirst(6)).trimmingCharacters(in: .whitespaces)))
        part = .head
      } else if line == "--- find" || line == "--- replace" {
        guard !changes.isEmpty else { return nil }
        part = line == "--- find" ? .find : .replace
      } else if part == .find {
        changes[changes.count - 1].find += line + "\n"
      } else if part == .replace {
        changes[changes.count - 1].replacement += line + "\n"
      } else if line.hasPrefix("fault: ") {
        fault = String(line.dropFirst(7))
      } else if line.hasPrefix("about: ") {
        about = String(line.dropFirst(7))
      } else if line.hasPrefix("focus: ") {
        focus = String(line.dropFirst(7))
      } else if line.hasPrefix("laws: ") {
        laws = line.dropFirst(6).split(separator: ",").compactMap {
          Int($0.trimmingCharacters(in: .whitespaces))
        }
      }
    }
    // The file's last line end is not a line of its own.
    for index in changes.indices {
      changes[index].find = Self.trimmed(changes[index].find)
      changes[index].replacement = Self.trimmed(changes[index].replacement)
    }
    if changes.isEmpty || fault.isEmpty || Focus(words: focus) == nil
      || changes.contains(where: { $0.find.isEmpty })
    {
      return nil
    }
  }

  private static func trimmed(_ text: String) -> String {
    var text = text
    while text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  /// The mutants of a folder, in the order of their names.
  static func all(in folder: URL) throws -> [(name: String, mutant: Mutant?)] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "mutant" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { url in
        let name = url.deletingPathExtension().lastPathComponent
        return (name, Mutant(name: name, text: try String(contentsOf: url, encoding: .utf8)))
      }
  }

  /// The reason why the mutant does not fit the sources below `root`; nil if it does.
  func mistake(below root: URL) -> String? {
    for change in changes {
      guard let text = try? String(contentsOf: root.appending(path: change.file), encoding: .utf8)
      else { return "\(change.file) is not there" }
      let count = text.components(separatedBy: change.find).count - 1
      if count != 1 { return "its text stands \(count) times in \(change.file)" }
    }
    return nil
  }

  /// Puts the fault into the sources below `root`.
  func apply(below root: URL) throws {
    for change in changes {
      let url = root.appending(path: change.file)
      let text = try String(contentsOf: url, encoding: .utf8)
      try text.replacingOccurrences(of: change.find, with: change.replacement)
        .write(to: url, atomically: true, encoding: .utf8)
    }
  }
}
