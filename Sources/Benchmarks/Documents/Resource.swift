import Foundation

/// A JSON document that comes with the benchmarks.
enum Resource: String {
  case user, weibo, twitter

  func data() throws -> Data {
    guard
      let url = Bundle.module.url(
        forResource: rawValue, withExtension: "json", subdirectory: "Resources")
    else { throw CocoaError(.fileNoSuchFile) }
    return try Data(contentsOf: url)
  }
}
