/// The six kinds of JSON values, and the values that stand in a text as they are in memory.
enum JSONKind: Sendable {
  case object, array, string, number, bool, null
  case live
}
