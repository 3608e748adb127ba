import Foundation

/// Tells whether values of a type may lead to a model: through it runs any cycle.
struct ModelReach: LeafVisitor {
  private static let known = ClassCache<Bool>()

  static func mayHoldModels(_ type: Any.Type) -> Bool {
    known.value(for: type) {
      var visitor = ModelReach()
      return visitor.visit(dynamic: type)
    }
  }

  mutating func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> Bool {
    visit(Key.self) || visit(Value.self)
  }

  /// Only the types known to hold no reference are ruled out.
  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Bool {
    if isPlainScalar(type) { return false }
    return switch type {
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type, is any StringProtocol.Type:
      false
    case is Bool.Type, is Character.Type, is Date.Type, is URL.Type, is UUID.Type, is Data.Type,
      is Decimal.Type:
      false
    default:
      !(type is any CaseIterable.Type)
    }
  }
}
