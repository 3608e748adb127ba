import Foundation
import Peridot
import Testing

private final class Person: Model, JSONSerializing {
  var name = "none"
}

private final class Repository: Model, JSONSerializing {
  var name: String?
  var isPrivate = false
  var stars = 7
  var homepage: URL? = URL(string: "https://example.org")
  var mirror = URL(string: "https://example.org/mirror")
  var pushedAt: Date? = Date(timeIntervalSince1970: 0)
  var madeAt = Date(timeIntervalSince1970: 0)
  var language: String?
  var people: [Person] = []
  var byRole: [String: Person] = [:]

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "mirror": .url
    case "pushedAt": .date(format: "yyyy-MM-dd", timeZone: .gmt)
    case "language": .closure(forward: { (name: String) in name.uppercased() })
    default: nil
    }
  }
}

private func read(
  _ json: String, _ report: (JSONIssue) -> Void = { _ in }
) throws -> Repository {
  try JSONAdapter.model(of: Repository.self, from: json, policy: .legacyMantle, report: report)
}

/// The rules of Mantle 1.
@Suite struct LegacyMantleTests {
  @Test func writesNullForNil() throws {
    let repository = Repository()
    repository.homepage = nil
    repository.mirror = nil
    repository.pushedAt = nil
    #expect(
      try JSONAdapter.string(from: repository, policy: .legacyMantle) == """
        {"name":null,"isPrivate":false,"stars":7,"homepage":null,"mirror":null,"pushedAt":null,\
        "madeAt":"1970-01-01T00:00:00Z","language":null,"people":[],"byRole":{}}
        """)
  }

  @Test func takesZeroAndOneForABool() throws {
    #expect(try read(#"{"isPrivate": 1}"#).isPrivate)
    #expect(try !read(#"{"isPrivate": 0}"#).isPrivate)
    #expect(throws: JSONAdapterError.self) { try read(#"{"isPrivate": 2}"#) }
    #expect(throws: JSONAdapterError.self) { try read(#"{"stars": "5"}"#) }
  }

  @Test func writesThroughAOneWayTransformer() throws {
    let repository = try read(#"{"language": "swift"}"#)
    #expect(repository.language == "SWIFT")
    let keys = ["language"]
    #expect(
      try JSONAdapter.string(from: repository, keys: keys, policy: .legacyMantle)
        == #"{"language":"SWIFT"}"#)
    let dictionary = try JSONAdapter.dictionary(from: repository, policy: .legacyMantle)
    #expect(dictionary["language"] as? String == "SWIFT")
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: repository) }
  }

  @Test func takesAnUnreadableURLOrDateForNil() throws {
    var issues: [JSONIssue] = []
    let repository = try read(
      #"{"homepage": "", "mirror": "", "pushedAt": "soon", "madeAt": "once"}"#
    ) { issues.append($0) }
    #expect(repository.homepage == nil)
    #expect(repository.mirror == nil)
    #expect(repository.pushedAt == nil)
    #expect(repository.madeAt == Date(timeIntervalSince1970: 0))
    #expect(issues.map(\.path) == ["$.homepage", "$.mirror", "$.pushedAt", "$.madeAt"])
    #expect(throws: JSONAdapterError.self) { try read(#"{"pushedAt": 5}"#) }
  }

  @Test func keepsTheDefaultForNull() throws {
    var issues: [JSONIssue] = []
    let repository = try read(#"{"stars": null, "isPrivate": null, "name": null}"#) {
      issues.append($0)
    }
    #expect(repository.stars == 7)
    #expect(!repository.isPrivate)
    #expect(issues.map(\.path) == ["$.stars", "$.isPrivate"])
  }

  @Test func leavesOutNullInCollections() throws {
    var issues: [JSONIssue] = []
    let repository = try read(
      #"{"people": [{"name": "a"}, null], "byRole": {"x": null, "y": {"name": "b"}}}"#
    ) { issues.append($0) }
    #expect(repository.people.map(\.name) == ["a"])
    #expect(repository.byRole.mapValues(\.name) == ["y": "b"])
    #expect(issues.map(\.path) == ["$.people[1]", "$.byRole.x"])
    #expect(throws: JSONAdapterError.self) { try read(#"{"people": [5]}"#) }
    #expect(throws: JSONAdapterError.self) { try read(#"{"byRole": {"x": {"name": 5}}}"#) }
  }
}
