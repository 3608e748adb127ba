/// An issue on one line of a table.
struct IssueLine: CustomStringConvertible {
  private let issue: Issue

  init(_ issue: Issue) {
    self.issue = issue
  }

  var description: String {
    let kind = issue is PullRequest ? "pull" : "issue"
    let number = "#\(issue.number)".padded(to: 6)
    return "  \(kind.padded(to: 7))\(number)\(state.padded(to: 10))"
      + "\(issue.title.shortened(to: 48).padded(to: 50))\(details)"
  }

  private var state: String {
    guard let pullRequest = issue as? PullRequest else { return issue.state.rawValue }
    if pullRequest.mergedAt != nil { return "merged" }
    return pullRequest.isDraft ? "draft" : issue.state.rawValue
  }

  private var details: String {
    let author = issue.author.map { "by \($0.login)" }
    let labels =
      issue.labels.isEmpty ? nil : "[" + issue.labels.map(\.name).joined(separator: ", ") + "]"
    return [author, labels].compactMap { $0 }.joined(separator: " ")
  }
}
