/// Why an issue is in its state.
enum StateReason: String {
  case completed, reopened, duplicate
  case notPlanned = "not_planned"
}
