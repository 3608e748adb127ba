import Foundation

/// The sample documents: files with one document, or with one a line, and folders of them.
struct Samples {
  struct Failure: Error {
    var message: String
  }

  static let extensions: Set<String> = ["json", "jsonl", "ndjson", "geojson"]

  /// The files, in an order that does not depend on the system.
  let files: [String]
  private(set) var documents: [JSON] = []

  init(_ paths: [String]) throws(Failure) {
    var files: [String] = []
    for path in paths {
      guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else {
        throw Failure(message: "\(path): no such file or folder")
      }
      if facts[.type] as? FileAttributeType != .typeDirectory {
        files.append(path)
        continue
      }
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
      let found = names.filter { Self.extensions.contains(($0 as NSString).pathExtension) }.sorted()
      if found.isEmpty { throw Failure(message: "\(path): the folder has no JSON files") }
      files += found.map { path.hasSuffix("/") ? path + $0 : path + "/" + $0 }
    }
    self.files = files
  }

  /// Reads the documents, or the values at a place in them. `progress` hears how many files were read.
  mutating func read(at place: String, progress: (Int) -> Void) throws(Failure) {
    for (index, file) in files.enumerated() {
      let found = try Self.documents(of: file)
      for document in found {
        let values = Self.values(at: place, in: document)
        if values.isEmpty { throw Failure(message: "\(file): nothing at \(place)") }
        documents += values
      }
      progress(index + 1)
    }
  }

  static func documents(of file: String) throws(Failure) -> [JSON] {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw Failure(message: "\(file): can't be read")
    }
    var parser = JSONParser([UInt8](data))
    do {
      return try parser.documents()
    } catch {
      throw Failure(message: "\(file):\(error.line): \(error.path): \(error.message)")
    }
  }

  /// The values at a place such as `data.items`; each element of an array on the way counts.
  private static func values(at place: String, in document: JSON) -> [JSON] {
    if place.isEmpty { return [document] }
    var values = [document]
    for name in place.split(separator: ".") {
      values = values.flatMap { elements(of: $0) }.compactMap { $0[String(name)] }
    }
    return values
  }

  private static func elements(of value: JSON) -> [JSON] {
    guard case .array(let elements) = value else { return [value] }
    return elements.flatMap(elements(of:))
  }
}
