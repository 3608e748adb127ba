extension JSONWriter {
  /// How deep this document may be nested where `limit` is the policy's, and the stack may set
  /// another.
  func depthLeft(of limit: Int) -> Int {
    let room = StackRoom.depthOfValues(limit)
    return limit - depth > room ? depth + room : limit
  }
}
