import Testing

@testable import Demo

@Suite struct DemoTests {
  @Test func saysWhatItDid() throws {
    var lines: [String] = []
    try Tour(of: Document(path: nil)) { lines.append($0) }.run()
    let expected = #"""
      issues.json (bundled) holds 12 issues in 25156 bytes; 4 are of the subclass PullRequest:
        issue  #101  closed    Parsing stops at a lone surrogate                 by hubot [bug]
        pull   #102  merged    Say where an error is: point at line and column   by mona [enhancement]
        issue  #103  open      Dates before 1970 lose their fraction             by kenji [bug, help wanted]

      1. Update in place, or not at all   JSONAdapter.update(issue, from: json)
      {"title": "Slow", "user": {"site_admin": true}}  the author is the same object
      {"title": "Fast", "user": {"login": "mona"}, "comments": [3]}  fails:
      Issue.commentCount: expected Int, found array at $.comments (line 1, column 58): no policy reads it
      The title is still Slow, and the author hubot.

      2. Read what is nearly right   JSONAdapter.model(from: json, policy: .lenient) { print($0) }
      {"id": "7", "number": 7.5, "title": 404, "state": "new", "labels": [{"id": 3}, "bug"]}
      - $.number: took number 7.5 as Int
      - $.state: expected IssueState (open, closed), found string "new"; the property kept its value
      - $.labels[1]: expected object, found string "bug"; the element was dropped
      Issue 7 is read: number 7, open, labels [3].

      3. Send what changed   JSONAdapter.mergePatch(from: before, to: issue)
      {"body":null,"reactions":{"heart":2},"title":"Parsing stops at a lone surrogate!"}  applied: equal true

      4. A cluster of classes, and a union of forms   JSONAdapter.model(of: Event.self, from: json)
      {"type":"closed","actor":"mona"}                                   Closed by login mona
      {"type":"labeled","actor":{"login":"hubot","id":7},"label":"bug"}  Labeled by user 7
      { "type": "pinned", "actor": "kenji", "until": 1.50 }              OtherEvent by login kenji, same bytes: true

      5. Show an answer while it arrives   growing.append(chunk)
      {"text": "Read it                   Read it           []                  open at $.text
       first.", "steps": ["open", "re     Read it first.    ["open", "re"]      open at $.steps[1]
      ad"]}                               Read it first.    ["open", "read"]    whole

      6. Archive a graph   issues.archivedData(), [Issue].unarchive(from: data)
      13661 bytes give 12 objects of 1 author: equal true

      7. Keep records up to date   store.update(of: Issue.self, from: json, removing: .absent())
      the document            inserted 25, changed 0, deleted 0
      without its last issue  inserted 0, changed 0, deleted 1
      with another title      inserted 0, changed 1 ["title"], deleted 0
      Of 11 issues in the file, 4 are open.
      """#
    let found = lines.joined(separator: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, other) in zip(found, wanted) { #expect(line == other) }
    #expect(found.count == wanted.count)
    #expect(found.count <= 46 && found.allSatisfy { $0.count <= 110 })
  }
}
