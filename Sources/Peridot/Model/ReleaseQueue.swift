import Foundation

/// The values of models that were released while the stack was low.
///
/// Swift releases a chain recursively: the last reference to a model goes with the model that holds
/// it. So if there is little stack, an ending model moves its values to a queue, which releases
/// them one after the other, on the same thread. Models that end meanwhile share their values with
/// the queue, so that nothing ends with them.
final class ReleaseQueue {
  private static let running = ThreadLocal<ReleaseQueue>()

  private var values: [Any] = []

  /// Moves, or shares, all values that can end with `model`, which is ending.
  static func takeValues(of model: Model) {
    let fields = HeldFields.of(type(of: model)).all
    if fields.isEmpty { return }
    if let queue = running.object {
      for field in fields { queue.values.append(field.read(model)) }
      return
    }
    let queue = ReleaseQueue()
    for field in fields {
      guard let empty = field.empty else { continue }
      queue.values.append(field.read(model))
      empty(model)
    }
    running.withObject(queue) {
      while queue.values.popLast() != nil {}
    }
  }
}

extension ReleaseQueue {
  /// The places in objects of one class whose values can end other objects.
  fileprivate final class HeldFields: Sendable {
    struct Field: Sendable {
      let read: @Sendable (Model) -> Any
      /// Removes the value; nil if the place needs some value.
      let empty: (@Sendable (Model) -> Void)?
    }

    let all: [Field]

    private static let known = ClassCache<HeldFields>()

    static func of(_ type: Model.Type) -> HeldFields {
      known.value(for: type) { HeldFields(type) }
    }

    private init(_ type: Model.Type) {
      // Swift itself releases the variables that reflection doesn't show.
      all = RuntimeFields.fields(
        of: type, below: Model.self, failure: RuntimeSelfCheck.failure, { _, _ in true }
      ).fields
        .filter { $0.reference == .strong }
        .flatMap { Self.fields($0.type, at: $0.offset) }
    }

    private static func fields(_ type: Any.Type, at offset: Int) -> [Field] {
      func typed<Value>(_ type: Value.Type) -> [Field] {
        if RuntimeFields.isTrivial(type) || !TypeShape.of(type).mayHoldModels { return [] }
        let kind = RuntimeFields.kind(of: type)
        if kind == .tuple || kind == .struct && !(type is any StructuredType.Type) {
          return RuntimeFields.parts(of: type).filter(\.isStrong)
            .flatMap { fields($0.type, at: offset + $0.offset) }
        }
        // A closure is kept and released without being called.
        let read: @Sendable (Model) -> Any = { ObjectMemory($0).load(Value.self, at: offset) }
        if emptyValue(of: type) == nil { return [Field(read: read, empty: nil)] }
        let empty: @Sendable (Model) -> Void = { model in
          if let value = emptyValue(of: Value.self) { ObjectMemory(model).store(value, at: offset) }
        }
        return [Field(read: read, empty: empty)]
      }
      return _openExistential(type, do: typed)
    }

    private static func emptyValue<Value>(of type: Value.Type) -> Value? {
      guard let made = EmptyValueMaker().visit(type) else { return nil }
      return RuntimeFields.value(in: made, as: type) ?? made as? Value
    }
  }

  /// Makes empty values, of types that have one.
  fileprivate struct EmptyValueMaker: FormVisitor {
    func visitOptional<Wrapped>(_: Wrapped.Type) -> Any? { .some(Wrapped?.none as Any) }
    // Making a user's collection can run any code.
    func visitList<Whole>(_ list: ListForm<Whole>) -> Any? {
      list.kind == .like ? nil : list.make([])
    }

    func visitTable<Key, Value, Whole>(_ table: TableForm<Key, Value, Whole>) -> Any? {
      table.isLike ? nil : table.make(nil, [:])
    }

    func visitLeaf<Leaf>(_ type: Leaf.Type) -> Any? {
      RuntimeFields.kind(of: type) == .existential ? NSNull() as? Leaf : nil
    }
  }
}
