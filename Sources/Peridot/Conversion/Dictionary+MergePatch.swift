import Foundation

extension [String: Any] {
  /// Returns these members, changed as a JSON merge patch (RFC 7396) says: null takes a member away,
  /// an object is merged into one, and any other value replaces it.
  func patched(by patch: [String: Any]) -> [String: Any] {
    var result = self
    for (name, value) in patch {
      if type(of: value) == NSNull.self {
        result[name] = nil
      } else if let inner = value as? [String: Any] {
        result[name] = (result[name] as? [String: Any] ?? [:]).patched(by: inner)
      } else {
        result[name] = value
      }
    }
    return result
  }
}
