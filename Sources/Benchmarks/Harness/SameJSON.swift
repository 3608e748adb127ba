import Foundation

/// Compares what the sides of a comparison made, as JSON values.
enum SameJSON {
  /// Throws unless all `results` are the same JSON value as the first.
  static func expect(_ results: [(name: String, json: Any)]) throws {
    guard let first = results.first else { return }
    for other in results.dropFirst() {
      if let difference = difference(first.json, other.json, at: "$") {
        throw PeerMismatch("\(first.name) and \(other.name) differ at \(difference)")
      }
    }
  }

  static func parse(_ data: Data) throws -> Any {
    try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
  }

  private static func difference(_ left: Any, _ right: Any, at path: String) -> String? {
    if let left = left as? [String: Any], let right = right as? [String: Any] {
      for key in Set(left.keys).union(right.keys).sorted() {
        guard let one = left[key], let other = right[key] else { return "\(path).\(key): absent" }
        if let found = difference(one, other, at: "\(path).\(key)") { return found }
      }
      return nil
    }
    if let left = left as? [Any], let right = right as? [Any] {
      guard left.count == right.count else { return "\(path): \(left.count), \(right.count)" }
      for (index, (one, other)) in zip(left, right).enumerated() {
        if let found = difference(one, other, at: "\(path)[\(index)]") { return found }
      }
      return nil
    }
    if let left = left as? String, let right = right as? String {
      return left == right ? nil : "\(path): \(left), \(right)"
    }
    if let left = left as? NSNumber, let right = right as? NSNumber {
      return areEqual(left, right) ? nil : "\(path): \(left), \(right)"
    }
    return left is NSNull && right is NSNull ? nil : "\(path): \(left), \(right)"
  }

  /// JSONSerialization on Linux makes Decimals of some numbers, and loses their last digits.
  private static func areEqual(_ left: NSNumber, _ right: NSNumber) -> Bool {
    left == right
      || abs(left.doubleValue - right.doubleValue) <= 64 * left.doubleValue.ulp
        && left.doubleValue != left.doubleValue.rounded()
  }
}
