import Foundation

/// Tells whether values of a type may be nested to any depth.
struct NestingReach: LeafVisitor {
  private static let known = ClassCache<Bool>()

  /// The structs that are being looked through.
  private var structs: Set<ObjectIdentifier> = []

  static func mayNest(_ type: Any.Type) -> Bool {
    known.value(for: type) {
      var visitor = NestingReach()
      return visitor.visit(dynamic: type)
    }
  }

  mutating func visitLeaf<Leaf>(_ type: Leaf.Type) -> Bool {
    switch type {
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type, is any StringProtocol.Type,
      is Bool.Type, is Date.Type, is URL.Type, is UUID.Type, is Data.Type, is Decimal.Type,
      is any CaseIterable.Type:
      return false
    default: break
    }
    guard RuntimeFields.kind(of: type) == .struct,
      structs.insert(ObjectIdentifier(type)).inserted
    else { return true }
    defer { structs.remove(ObjectIdentifier(type)) }
    return RuntimeFields.parts(of: type).contains { visit(dynamic: $0.type) }
  }
}
