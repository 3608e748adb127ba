/// The places at which two models differ, in the order of their properties.
///
/// Its description is made for the output of a test:
///
///     #expect(cart.differences(from: expected).isEmpty)
///     // Cart differs in 2 places
///     //   items[id: 2].price: 9.5 → 10
///     //   note: "" → "new"
public struct Differences: RandomAccessCollection, CustomStringConvertible {
  private let all: [Difference]
  private let modelClass: Model.Type

  init(_ all: [Difference], of modelClass: Model.Type) {
    self.all = all
    self.modelClass = modelClass
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { all.count }

  public subscript(position: Int) -> Difference { all[position] }

  /// One line for each of the first hundred differences.
  public var description: String {
    switch all.count {
    case 0: return "no differences"
    case 1: return all[0].path.isEmpty ? "\(modelClass): \(all[0])" : "\(modelClass).\(all[0])"
    default:
      var lines = ["\(modelClass) differs in \(DifferenceText.grouped(all.count)) places"]
      lines += all.prefix(100).map { "  \($0)" }
      if all.count > 100 { lines.append("  … and \(DifferenceText.grouped(all.count - 100)) more") }
      return lines.joined(separator: "\n")
    }
  }
}

extension Model {
  /// Returns what has changed from `old` to this model; empty if and only if the two are equal.
  ///
  ///     for difference in edited.differences(from: user) { print(difference) }
  ///     // address.city: "Bonn" → "Köln"
  ///
  /// It follows the models in properties, collections, structs and enums. In an array, models with
  /// an ``identityKey`` are found by it, and other elements by the fewest removals and additions.
  /// Two models that are met again, as in a cycle, are compared once. Values of secret properties
  /// are hidden.
  public func differences(from old: Model) -> Differences {
    Differences(DifferenceWalk.differences(from: old, to: self), of: type(of: self))
  }
}
