import Foundation
import Peridot
import PeridotRecords

/// One walk through what can be done with a document of issues; each step says what it did.
struct Tour {
  private let document: Document
  private let issues: [Issue]
  private let say: (String) -> Void

  init(of document: Document, say: @escaping (String) -> Void) throws {
    self.document = document
    self.say = say
    issues = try JSONAdapter.models(of: Issue.self, from: document.data)
    guard !issues.isEmpty else { throw DemoError("\(document.name) holds no issues") }
  }

  func run() throws {
    showObjects()
    try showUpdate()
    try showRepairs()
    try showPatch()
    try showEvents()
    try showGrowing()
    try showArchive()
    try showRecords()
  }

  func showTimes() throws {
    title("8. Compare with Codable", "swift run -c release Demo")
    #if DEBUG
      say("This is a debug build, whose times would say nothing.")
    #else
      for line in try Times(of: issues.compactMap(\.author)).lines() { say(line) }
    #endif
  }

  private func showObjects() {
    let pullRequests = issues.filter { $0 is PullRequest }.count
    say(
      "\(document.name) holds \(issues.count) issues in \(document.data.count) bytes; "
        + "\(pullRequests) are of the subclass PullRequest:")
    for issue in issues.prefix(3) { say("\(IssueLine(issue))") }
  }

  private func showUpdate() throws {
    title("1. Update in place, or not at all", "JSONAdapter.update(issue, from: json)")
    let issue = issues[0].deeplyCopied()
    let author = issue.author
    let json = #"{"title": "Slow", "user": {"site_admin": true}}"#
    try JSONAdapter.update(issue, from: json)
    say("\(json)  the author is \(issue.author === author ? "the same" : "another") object")
    let wrong = #"{"title": "Fast", "user": {"login": "mona"}, "comments": [3]}"#
    say("\(wrong)  fails:")
    do {
      try JSONAdapter.update(issue, from: wrong)
    } catch {
      say("\(error)")
    }
    say("The title is still \(issue.title), and the author \(issue.author?.login ?? "nobody").")
  }

  private func showRepairs() throws {
    title(
      "2. Read what is nearly right",
      "JSONAdapter.model(from: json, policy: .lenient) { print($0) }")
    let json =
      #"{"id": "7", "number": 7.5, "title": 404, "state": "new", "labels": [{"id": 3}, "bug"]}"#
    say(json)
    let issue: Issue = try JSONAdapter.model(from: json, policy: .lenient) { say("- \($0)") }
    say(
      "Issue \(issue.id) is read: number \(issue.number), \(issue.state), labels \(issue.labels.map(\.id))."
    )
  }

  private func showPatch() throws {
    title("3. Send what changed", "JSONAdapter.mergePatch(from: before, to: issue)")
    let before = issues[0].deeplyCopied()
    let issue = before.deeplyCopied()
    issue.title += "!"
    issue.body = nil
    issue.reactions.heart += 1
    let patch = try JSONAdapter.mergePatch(from: before, to: issue)
    try JSONAdapter.apply(mergePatch: patch, to: before)
    say("\(String(decoding: patch, as: UTF8.self))  applied: equal \(before == issue)")
  }

  private func showEvents() throws {
    title(
      "4. A cluster of classes, and a union of forms",
      "JSONAdapter.model(of: Event.self, from: json)")
    for json in [
      #"{"type":"closed","actor":"mona"}"#,
      #"{"type":"labeled","actor":{"login":"hubot","id":7},"label":"bug"}"#,
      #"{ "type": "pinned", "actor": "kenji", "until": 1.50 }"#,
    ] {
      let event = try JSONAdapter.model(of: Event.self, from: json)
      let actor =
        switch event.actor {
        case .login(let login): "by login \(login)"
        case .user(let user): "by user \(user.id)"
        }
      let isKept = event is OtherEvent ? try JSONAdapter.string(from: event) == json : nil
      say(
        "\(json.padded(to: 67))\(type(of: event)) \(actor)"
          + (isKept.map { ", same bytes: \($0)" } ?? ""))
    }
  }

  private func showGrowing() throws {
    title("5. Show an answer while it arrives", "growing.append(chunk)")
    let growing = Growing(Answer.self)
    for chunk in [#"{"text": "Read it"#, #" first.", "steps": ["open", "re"#, #"ad"]}"#] {
      try _ = growing.append(chunk)
      guard let answer = growing.model else { continue }
      let state = growing.openPath.map { "open at \($0)" } ?? "whole"
      say(
        "\(chunk.padded(to: 36))\(answer.text.padded(to: 18))\("\(answer.steps)".padded(to: 20))\(state)"
      )
    }
    try growing.finish()
  }

  private func showArchive() throws {
    title("6. Archive a graph", "issues.archivedData(), [Issue].unarchive(from: data)")
    let graph = issues.map { $0.deeplyCopied() }
    let author = User()
    for issue in graph { issue.author = author }
    let archive = try graph.archivedData()
    let restored = try [Issue].unarchive(from: archive)
    let authors = Set(restored.compactMap { $0.author.map { ObjectIdentifier($0) } })
    say(
      "\(archive.count) bytes give \(restored.count) objects of \(authors.count) author: equal \(restored == graph)"
    )
  }

  private func showRecords() throws {
    title(
      "7. Keep records up to date", "store.update(of: Issue.self, from: json, removing: .absent())")
    let store: RecordStore
    do {
      store = try RecordStore.inMemory()
    } catch let error as RecordError where error.kind == .unavailable {
      return say("\(error)")
    }
    try sync(store, "the document", document.data)
    let known = try JSONAdapter.data(from: Array(issues.dropLast()))
    try sync(store, "without its last issue", known)
    issues[0].title += "!"
    try sync(store, "with another title", JSONAdapter.data(from: Array(issues.dropLast())))
    let open = try store.count(of: Issue.self, matching: ["state": IssueState.open])
    say("Of \(try store.count(of: Issue.self)) issues in the file, \(open) are open.")
  }

  private func sync(_ store: RecordStore, _ answer: String, _ json: Data) throws {
    let result = try store.update(of: Issue.self, from: json, removing: .absent())
    let keys = result.changed.map { " \($0.keys)" }.joined()
    say(
      "\(answer.padded(to: 24))inserted \(result.inserted.count), "
        + "changed \(result.changed.count)\(keys), deleted \(result.deletedCount)")
  }

  private func title(_ text: String, _ call: String) {
    say("\n\(text)   \(call)")
  }
}
