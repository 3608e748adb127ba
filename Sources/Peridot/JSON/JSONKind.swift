/// The six kinds of JSON values.
enum JSONKind: Sendable {
  case object, array, string, number, bool, null
}
