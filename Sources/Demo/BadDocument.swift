import Peridot

/// A document that is wrong, and what it shows.
struct BadDocument {
  let explanation: String
  let json: String

  func show() {
    print("\n\(explanation)\n")
    for line in json.split(separator: "\n") { print("    \(line)") }
    print("")
    do {
      let issues = try JSONAdapter.models(of: Issue.self, from: json)
      print("  read \(issues.count) issues")
    } catch {
      print("  error: \(error)")
    }
  }

  static let examples = [
    BadDocument(
      explanation: "A number where text belongs, two levels in:",
      json: """
        [
          {"id": 1, "number": 7, "title": "Crash at launch", "state": "open",
           "user": {"login": 42, "id": 9}}
        ]
        """),
    BadDocument(
      explanation: "A transformer that rejects its value:",
      json: """
        [
          {"id": 1, "number": 7, "title": "Crash at launch", "state": "open",
           "labels": [{"id": 3, "name": "bug", "color": "reddish"}]}
        ]
        """),
    BadDocument(
      explanation: "Members that are required, and absent:",
      json: """
        [{"id": 1, "state": "open"}]
        """),
  ]
}
