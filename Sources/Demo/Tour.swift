import Foundation
import Peridot

/// The main job, step by step: JSON to models, and all the way back.
struct Tour {
  private let document: Data
  private let name: String

  /// Prepares a tour of the document at `path`, or of the bundled one.
  init(path: String?) throws {
    if let path {
      document = try Data(contentsOf: URL(fileURLWithPath: path))
      name = path
    } else {
      guard let url = Bundle.module.url(forResource: "issues", withExtension: "json") else {
        throw CocoaError(.fileNoSuchFile)
      }
      document = try Data(contentsOf: url)
      name = "the bundled issues.json"
    }
  }

  func run() throws {
    let issues = try parse()
    guard let first = issues.first else { return print("The document holds no issues.") }
    try transform(first)
    try merge(first)
    try archive(issues)
    try writeBack(issues)
    showAnError()
  }

  private func parse() throws -> [Issue] {
    heading("Parse \(name) (\(document.count) bytes)")
    let issues: [Issue] = try JSONAdapter.models(from: document)
    for issue in issues {
      let labels = issue.labels.map(\.name).joined(separator: ", ")
      print("  #\(issue.number) \(type(of: issue)): \(issue.title) [\(labels)]")
      if let pull = issue as? PullRequest {
        let branches = "\(pull.head ?? "?") into \(pull.base ?? "?")"
        print("        \(branches)\(pull.isDraft ? ", a draft" : "")")
      }
    }
    return issues
  }

  private func transform(_ issue: Issue) throws {
    heading("Transform: text and numbers in the JSON, typed values in the model")
    print("  created_at      -> \(issue.createdAt.formatted(.iso8601))")
    print("  last_seen       -> \(issue.lastSeen?.formatted(.iso8601) ?? "nil")")
    print("  milestone.due_on -> \(issue.milestone?.dueOn?.formatted(.iso8601) ?? "nil")")
    print("  state           -> .\(issue.state)")
    print("  reactions[\"+1\"] -> \(issue.thumbsUp)")
  }

  private func merge(_ issue: Issue) throws {
    heading("Merge a newer version, and see what changed")
    let newer = issue.deepCopy()
    newer.title += " (again)"
    newer.comments += 1
    newer.body = nil
    let merged = issue.deepCopy()
    merged.mergeValues(from: newer, policy: .skipNil)
    print("  changed in the newer one: \(newer.changedKeys(from: issue).joined(separator: ", "))")
    print("  changed by the merge:     \(merged.changedKeys(from: issue).joined(separator: ", "))")
    let patch = try JSONAdapter.mergePatch(from: issue, to: merged)
    print("  as a JSON merge patch:    \(String(decoding: patch, as: UTF8.self))")
  }

  private func archive(_ issues: [Issue]) throws {
    heading("Archive and restore")
    let archive = try issues.archivedData()
    let restored = try [Issue].unarchive(from: archive)
    print("  \(issues.count) issues in \(archive.count) bytes")
    print("  restored equal: \(restored == issues)")
  }

  private func writeBack(_ issues: [Issue]) throws {
    heading("Write back")
    if let shortest = issues.min(by: { $0.labels.count < $1.labels.count }) {
      print(try JSONAdapter.string(from: shortest, options: [.prettyPrinted]))
    }
    let data = try JSONAdapter.data(from: issues)
    let again: [Issue] = try JSONAdapter.models(from: data)
    print("  all of them: \(data.count) bytes, equal when read again: \(again == issues)")
  }

  private func showAnError() {
    heading("A document that is wrong")
    let bad = """
      [
        {"number": 1, "title": "fine"},
        {"number": 2, "title": "not fine", "user": {"login": "mona", "id": "one"}}
      ]
      """
    print(bad)
    do {
      _ = try JSONAdapter.models(of: Issue.self, from: bad)
    } catch {
      print("  error: \(error)")
    }
  }

  private func heading(_ title: String) {
    print("\n== \(title)")
  }
}
