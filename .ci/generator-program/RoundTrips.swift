import Foundation
import Peridot

/// A sample document and the class that was made from it.
protocol Sample: Sendable {
  func check() throws
}

struct Document<Root: Model & JSONSerializing>: Sample {
  struct Difference: Error, CustomStringConvertible {
    var description: String
  }

  let path: String

  init(_ path: String) { self.path = path }

  /// Reads each object of the document, and compares what is written with it.
  func check() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    // A document a line, or one.
    let texts = path.hasSuffix(".ndjson") ? data.split(separator: 10).map { Data($0) } : [data]
    let policy = ConversionPolicy.strict.with { $0.unknownKeys = .fail }
    for text in texts {
      let written: Data
      if text.first == UInt8(ascii: "[") {
        let models = try JSONAdapter.models(of: Root.self, from: text, policy: policy)
        written = try JSONAdapter.data(from: models)
      } else {
        let model = try JSONAdapter.model(of: Root.self, from: text, policy: policy)
        written = try JSONAdapter.data(from: model)
      }
      var expected = JSONParser([UInt8](text))
      var found = JSONParser([UInt8](written))
      if try expected.documents() != found.documents() {
        throw Difference(description: "written as \(String(decoding: written, as: UTF8.self))")
      }
    }
  }
}

@main
struct RoundTrips {
  static func main() {
    var failures = 0
    for document in documents {
      do {
        try document.check()
      } catch {
        print("generator: \(document): \(error)")
        failures += 1
      }
    }
    print(
      "generator: \(documents.count - failures) of \(documents.count) documents are read and written back"
    )
    if failures > 0 { exit(1) }
  }
}
