// The code of Sources/Peridot/Documentation.docc/Archiving.md
// The code of Sources/Peridot/Documentation.docc/ArchiveVersions.md
import Foundation
import Peridot
import Testing

@Suite struct PersistenceGuideTests {
  final class Person: Model {
    var name = ""
  }

  final class Project: Model {
    var name = ""
  }

  final class Issue: Model {
    var title = ""
    var labels: Set<String> = []
    var assignee: Person?
    weak var project: Project?
  }

  final class Draft: Model {
    var title = ""
    var cache = 0
    var selected: Person?
    var payload: Any?

    override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
      ["cache": .excluded, "selected": .conditional]
    }

    override class var modelVersion: Int { 2 }

    override func decodeValue(
      forKey key: String, with coder: NSCoder, modelVersion: Int
    ) throws -> Any? {
      guard modelVersion < 2, key == "title" else {
        return try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
      }
      return coder.decodeObject(of: NSString.self, forKey: "name").map { "\($0)" }
    }

    override class var archiveName: String { "Shop.Issue" }

    override class func dictionaryValue(
      fromArchivedExternalRepresentation externalRepresentation: [String: Any], version: Int
    ) -> [String: Any]? {
      ["title": externalRepresentation["name"] ?? ""]
    }

    override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
      ["payload": [Issue.self, Person.self]]
    }
  }

  @Test func keepsAModelAndAFileOfThem() throws {
    let issue = Issue()
    issue.title = "t"
    issue.assignee = Person()
    let url = FileManager.default.temporaryDirectory.appending(
      path: "peridot-guide-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: url) }
    let all = [issue, Issue()]

    let data = try issue.archivedData()
    let copy = try Issue.unarchive(from: data)

    try all.archive(to: url)  // an array, a set or a dictionary of models too
    let issues = try [Issue].unarchive(from: url)  // the file is replaced as a whole or not at all

    #expect(copy == issue)
    #expect(issues == all)
  }

  @Test func readsNamesThatNoClassHas() throws {
    let data = try Issue().archivedData()
    let names: [String: Model.Type] = ["OldIssue": Issue.self, "MYPerson": Person.self]
    let issue = try Issue.unarchive(from: data, classNames: names)
    #expect(issue == Issue())
  }

  @Test func choosesWhatIsArchived() throws {
    let draft = Draft()
    draft.title = "t"
    draft.cache = 5
    draft.selected = Person()
    draft.payload = Issue()
    let again = try Draft.unarchive(from: draft.archivedData())
    #expect(again.title == "t")
    #expect(again.cache == 0)
    #expect(again.selected == nil)
    #expect(again.payload as? Issue == Issue())
  }
}
