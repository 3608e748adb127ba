/// Whether work on something goes on.
enum IssueState: String {
  case open, closed
}
