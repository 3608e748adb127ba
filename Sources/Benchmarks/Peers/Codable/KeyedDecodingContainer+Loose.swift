extension KeyedDecodingContainer {
  /// Decodes an integer that some servers send as text.
  func decodeLoose(forKey key: Key) throws -> Int {
    if let value = try? decode(Int.self, forKey: key) { return value }
    let text = try decode(String.self, forKey: key)
    guard let value = Int(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "No integer: \(text)")
    }
    return value
  }
}
