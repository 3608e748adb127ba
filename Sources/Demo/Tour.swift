import Foundation
import Peridot
import PeridotRecords

/// One walk through what can be done with a document of issues; each step prints what it did.
struct Tour {
  private let document: Document
  private let issues: [Issue]

  init(of document: Document) throws {
    self.document = document
    issues = try JSONAdapter.models(of: Issue.self, from: document.data)
    guard !issues.isEmpty else { throw DemoError("\(document.name) holds no issues") }
  }

  func run() throws {
    print("Peridot reads \(document.name), \(document.data.count) bytes.")
    showObjects()
    showTransformedValues()
    try showMerge()
    try showArchive()
    try showJSON()
    try showDatabase()
    showError()
  }

  private func showObjects() {
    title("1. JSON to objects", "JSONAdapter.models(of: Issue.self, from: data)")
    let pullRequests = issues.filter { $0 is PullRequest }.count
    print("\(issues.count) objects, \(pullRequests) of them of the subclass PullRequest:\n")
    for issue in issues { print(IssueLine(issue)) }
  }

  private func showTransformedValues() {
    title("2. Transformed values", "text and numbers become dates, colors, URLs, enums")
    let issue = issues[0]
    row("created_at", "ISO 8601 text", issue.createdAt.formatted(.iso8601))
    row("updated_at", "a number of seconds", issue.updatedAt.formatted(.iso8601))
    row("last_modified", "RFC 1123 text", issue.lastModified.formatted(.iso8601))
    row("state", "text", "\(type(of: issue.state)).\(issue.state)")
    if let page = issue.page { row("html_url", "text", "URL of host \(page.host() ?? "?")") }
    row("repository.owner.login", "a nested member", issue.owner)
    if let label = issues.lazy.flatMap(\.labels).first {
      row("labels[0].color", "\"\(label.color.hex)\"", "Color(\(label.color))")
    }
  }

  private func showMerge() throws {
    title("3. Merging", "issue.mergeValues(from: newer, rule: [.deep, .skipNil])")
    let issue = issues[0].deeplyCopied()
    let newer = issues[0].deeplyCopied()
    newer.title += " (edited)"
    newer.state = newer.state == .open ? .closed : .open
    newer.body = nil
    newer.reactions.heart += 1
    newer.author?.login += "-renamed"
    let author = issue.author
    print("The newer one differs in: \(newer.changedKeys(from: issue).joined(separator: ", "))")
    issue.mergeValues(from: newer, rule: [.deep, .skipNil])
    print("After the merge:")
    print("  title       \(issue.title)")
    print("  state       \(issue.state)")
    print(
      "  body        \(issue.body == issues[0].body ? "kept, as the newer one is nil" : "changed")")
    if let author {
      print("  author      \(author.login), \(issue.author === author ? "the same object" : "new")")
    }
    let remaining = newer.changedKeys(from: issue)
    print("Still different: \(remaining.isEmpty ? "nothing" : remaining.joined(separator: ", "))")
    let patch = try JSONAdapter.mergePatch(from: issues[0], to: issue)
    print("What was merged, as a JSON merge patch:\n  \(String(decoding: patch, as: UTF8.self))")
  }

  private func showArchive() throws {
    title("4. Archiving", "issues.archivedData(), [Issue].unarchive(from: data)")
    let archive = try issues.archivedData()
    let restored = try [Issue].unarchive(from: archive)
    print("archive     \(archive.count) bytes, a keyed archive in a binary property list")
    print("restored    \(restored.count) objects, as \(classNames(of: restored))")
    print("equal       \(restored == issues)")
  }

  private func showJSON() throws {
    title("5. Objects to JSON", "JSONAdapter.data(from: issues, policy: nilAsNull)")
    var nilAsNull = ConversionPolicy.strict
    nilAsNull.nilOnExport = .null
    let written = try JSONAdapter.data(from: issues, policy: nilAsNull)
    let again = try JSONAdapter.models(of: Issue.self, from: written)
    print("written     \(written.count) bytes without white space")
    print("read again  equal: \(again == issues)")
    let isSame = try value(of: written).isEqual(value(of: document.data))
    print("the same JSON values as the document: \(isSame)")
    if !isSame { print("  (a member that no property is mapped to is not written)") }
    if let label = issues.lazy.flatMap(\.labels).first {
      print("\nOne label, pretty-printed with sorted keys:")
      print(try JSONAdapter.string(from: label, options: [.prettyPrinted, .sortedKeys]))
    }
  }

  private func showDatabase() throws {
    title(
      "6. A database",
      "store.save(issues), store.models(of: Issue.self, matching: [\"state\": \"open\"])")
    do {
      let store = try RecordStore.inMemory()
      try store.save(issues)
      print(
        "saved       \(try store.count(of: Issue.self)) issues by \(try store.count(of: User.self)) people"
      )
      let read = try store.models(of: Issue.self, orderedBy: "number")
      print(
        "equal       \(read == issues.sorted { $0.number < $1.number }), as \(classNames(of: read))"
      )
      if let issue = read.first(where: { $0.state == .open }) {
        issue.state = .closed
        try store.save(issue)
        print("closed      #\(issue.number), of which there is still one record")
      }
      let open = try store.models(
        of: Issue.self, matching: ["state": IssueState.open], orderedBy: .descending("number"))
      print("\(open.count) are open:\n")
      for issue in open { print(IssueLine(issue)) }
    } catch let error as RecordError where error.kind == .unavailable {
      print("\(error)")
    }
  }

  private func showError() {
    title("7. A document with mistakes", "what a user sees")
    for document in BadDocument.examples { document.show() }
  }

  private func classNames(of issues: [Issue]) -> String {
    Set(issues.map { "\(type(of: $0))" }).sorted().joined(separator: " and ")
  }

  private func value(of json: Data) throws -> NSObject {
    guard let value = try JSONSerialization.jsonObject(with: json) as? [Any] else {
      throw DemoError("the JSON is no array")
    }
    return NSArray(array: value)
  }

  private func title(_ text: String, _ explanation: String) {
    print("\n\(text)   \(explanation)")
    print(String(repeating: "-", count: text.count))
  }

  private func row(_ place: String, _ form: String, _ value: String) {
    print("  \(place.padded(to: 24))\(form.padded(to: 22))\(value)")
  }
}
