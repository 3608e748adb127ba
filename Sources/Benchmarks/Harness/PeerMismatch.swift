/// Two sides of a comparison that did not do the same work.
struct PeerMismatch: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
