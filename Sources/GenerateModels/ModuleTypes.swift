import Foundation

/// The types that the module of a generated file has besides, which a class must not repeat.
enum ModuleTypes {
  /// The names of the types in the sources around a path, without those that the path itself has.
  static func names(around output: String?) -> Set<String> {
    guard let output else { return [] }
    let url = URL(fileURLWithPath: output).standardizedFileURL
    let isFolder = output.hasSuffix("/")
    let folder = moduleFolder(of: isFolder ? url : url.deletingLastPathComponent())
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    var names: Set<String> = []
    for path in paths where path.hasSuffix(".swift") {
      let file = folder.appendingPathComponent(path).standardizedFileURL
      guard let text = GeneratedFile.text(at: file.path) else { continue }
      let isOwn =
        file.path == url.path
        || isFolder && file.deletingLastPathComponent().path == url.path
          && GeneratedFile.isGenerated(text)
      names.formUnion(declared(in: isOwn ? GeneratedFile.parts(of: text).own : text))
    }
    return names
  }

  /// The folder below Sources or Tests, if there is one, as that is a module's.
  private static func moduleFolder(of folder: URL) -> URL {
    let parts = folder.pathComponents
    guard let sources = parts.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }),
      sources + 1 < parts.count
    else { return folder }
    return URL(fileURLWithPath: NSString.path(withComponents: Array(parts[...(sources + 1)])))
  }

  /// The types that begin at the left margin.
  private static func declared(in text: String) -> [String] {
    let keywords: Set<Substring> = ["class", "struct", "enum", "protocol", "actor", "typealias"]
    return text.split(separator: "\n").compactMap { line in
      guard let first = line.first, !first.isWhitespace, first != "/" else { return nil }
      let words = line.split(separator: " ")
      guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count
      else {
        return nil
      }
      return String(words[keyword + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
  }
}
