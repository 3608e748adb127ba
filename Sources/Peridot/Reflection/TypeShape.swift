import Foundation

/// The facts about a type's parts that the runtime takes long to find. Cached per type.
struct TypeShape: Sendable {
  let isOptional: Bool
  /// Whether it is a double optional, which as a property distinguishes absent from null.
  let tellsAbsence: Bool
  /// See `holdsFunction(_:)`.
  let holdsFunction: Bool
  /// See `holdsValueMetatype(_:)`.
  let holdsValueMetatype: Bool
  /// Whether values can lead to a model; every cycle goes through one.
  let mayHoldModels: Bool

  private static let cache = ClassCache<TypeShape>()

  static func of(_ type: Any.Type) -> TypeShape {
    cache.value(for: type) { TypeShape(type) }
  }

  private init(_ type: Any.Type) {
    let wrapped = RuntimeFields.wrappedType(ofOptional: type)
    let value = wrapped ?? type
    isOptional = wrapped != nil
    let isPlain = isPlainScalar(value)
    tellsAbsence = isOptional && RuntimeFields.wrappedType(ofOptional: value) != nil
    holdsFunction = !isPlain && Peridot.holdsFunction(type)
    holdsValueMetatype = !isPlain && Peridot.holdsValueMetatype(type)
    mayHoldModels = !isPlain && ModelFinder().visit(dynamic: type)
  }
}

extension TypeShape {
  fileprivate struct ModelFinder: LeafVisitor {
    func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> Bool {
      visit(Key.self) || visit(Value.self)
    }

    /// Excludes only types that are known to hold no reference.
    func visitLeaf<Leaf>(_ type: Leaf.Type) -> Bool {
      if isPlainScalar(type) { return false }
      if KnownConformances.isModel(type) { return true }
      return switch type {
      case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type, is any StringProtocol.Type:
        false
      case is Character.Type, is Data.Type: false
      default:
        !(type is any CaseIterable.Type)
      }
    }
  }
}
