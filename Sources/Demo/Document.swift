import Foundation

/// The JSON that the tour is about.
struct Document {
  let name: String
  let data: Data

  /// Reads the file at `path`, or the bundled document without one.
  init(path: String?) throws(DemoError) {
    let url: URL
    if let path {
      url = URL(filePath: path)
      name = path
    } else {
      guard let bundled = Bundle.module.url(forResource: "issues", withExtension: "json") else {
        throw DemoError("the bundled issues.json is missing: build the package again")
      }
      url = bundled
      name = "issues.json (bundled)"
    }
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw DemoError("cannot read \(name): \(error.localizedDescription)")
    }
  }
}
