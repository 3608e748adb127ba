/// A value that has no JSON form, and where it lies in the value that was to be written.
public struct JSONValueError: WordedError, Sendable, Equatable, CustomStringConvertible {
  /// The ways in which a value can have no JSON form.
  public enum Reason: Sendable, Equatable {
    /// A value of a type that JSON knows nothing of.
    case unsupportedType(String)
    /// A number that is infinite or none.
    case notFinite(String)
    /// A key of a dictionary that is not a string.
    case unsupportedKey(String)
    /// More containers in each other than allowed.
    case tooDeep(limit: Int)
  }

  /// The mistake.
  public let reason: Reason
  // From the innermost container outward: that is the order in which they are left.
  private var steps: [String] = []

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// The JSON path of the value, as `$.items[3].date`.
  public var path: String {
    "$" + steps.reversed().joined()
  }

  public var description: String {
    switch reason {
    case .unsupportedType(let type):
      "\(path) is \(TypeName.withArticle(type)), which has no JSON form"
    case .notFinite(let number): "\(path) is \(number), which has no JSON form"
    case .unsupportedKey(let type):
      "\(path) has a key of type \(type), and JSON names members by strings"
    case .tooDeep(let limit): "\(path) is nested deeper than \(limit)"
    }
  }

  /// The mistake, without its place.
  var problem: String {
    switch reason {
    case .unsupportedType(let type): TypeName.withArticle(type)
    case .notFinite(let number): number
    case .unsupportedKey(let type): "a key of type \(type)"
    case .tooDeep(let limit): "nesting deeper than \(limit)"
    }
  }

  func inside(key: String) -> Self {
    inside(JSONKeyPath.step(to: key))
  }

  func inside(index: Int) -> Self {
    inside("[\(index)]")
  }

  private func inside(_ step: String) -> Self {
    var outer = self
    outer.steps.append(step)
    return outer
  }
}
