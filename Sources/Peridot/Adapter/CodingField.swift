import Foundation

/// One property as a coder sees it.
class CodingField: @unchecked Sendable {
  // Sendable: the subclasses have constants only.

  let property: Property
  let index: Int
  let policy: ConversionPolicy
  /// Whether that is another one than its class's.
  let hasOwnPolicy: Bool
  /// Whether null is nil without asking anybody.
  let takesNil: Bool
  /// Whether nil is written as null.
  let writesNull: Bool
  /// Whether the rules of the policy may make something of a value that the coder refuses for
  /// another reason than its type.
  let converts: Bool
  /// The class of the models in the value; nil where there are none, or a transformer makes them.
  let heldClass: Model.Type?
  let isTransformed: Bool

  init(_ maker: CodingFieldMaker, takesNil: Bool) {
    property = maker.field.property
    index = maker.index
    policy = maker.policy
    hasOwnPolicy = maker.field.policy != nil
    self.takesNil = takesNil && policy.null != .skip && policy.nullClearsOptionals
    writesNull = policy.nilOnExport == .null
    converts = policy != .strict || RawValueFinder.mayHoldRawValues(property.valueType)
    isTransformed = maker.transformer != nil
    heldClass = maker.transformer == nil ? ModelClassFinder.modelClass(in: property.valueType) : nil
  }

  /// Reads the value of a member; false when it is absent or null.
  func read(
    _ members: DecodedMembers, _ key: MemberKey, into model: Model, _ plan: CodingPlan
  ) throws -> Bool {
    fatalError("overridden")
  }

  /// Puts nil in place of the value, where `takesNil`.
  func setNil(in model: Model) {}

  func isNil(in model: Model, _ plan: CodingPlan) -> Bool { false }

  func write(
    from model: Model, _ members: inout EncodedMembers, _ key: MemberKey, _ plan: CodingPlan
  ) throws {
    fatalError("overridden")
  }

  /// Reads a property that is the object itself.
  func read(_ decoder: any Decoder, into model: Model) throws { fatalError("overridden") }

  /// Writes a property that is the object itself.
  func write(from model: Model, _ encoder: any Encoder) throws { fatalError("overridden") }

  /// Whether the value is handed to a coder as its own type.
  var isTyped: Bool { true }
}

/// A property that is not an Optional.
private final class PlainCodingField<Value>: CodingField, @unchecked Sendable {
  private let access: TypedAccess<Value>
  private let coding: TypeCoding<Value>

  init(
    _ maker: CodingFieldMaker, _ access: TypedAccess<Value>, _ coding: TypeCoding<Value>
  ) {
    self.access = access
    self.coding = coding
    super.init(maker, takesNil: false)
  }

  override func read(
    _ members: DecodedMembers, _ key: MemberKey, into model: Model, _ plan: CodingPlan
  ) throws -> Bool {
    guard let value = try coding.decodeIfPresent(members, key) else { return false }
    access.set(model, value)
    return true
  }

  override func write(
    from model: Model, _ members: inout EncodedMembers, _ key: MemberKey, _ plan: CodingPlan
  ) throws {
    try coding.encode(access.get(model), &members, key)
  }

  override func read(_ decoder: any Decoder, into model: Model) throws {
    access.set(model, try coding.decode(decoder))
  }

  override func write(from model: Model, _ encoder: any Encoder) throws {
    try coding.encode(access.get(model), encoder)
  }
}

private final class OptionalCodingField<Wrapped>: CodingField, @unchecked Sendable {
  private let access: TypedAccess<Wrapped?>
  private let coding: TypeCoding<Wrapped>
  /// The value for null: of a double Optional, an Optional with nil in it.
  private let null: Wrapped?

  init(
    _ maker: CodingFieldMaker, _ access: TypedAccess<Wrapped?>, _ coding: TypeCoding<Wrapped>
  ) {
    self.access = access
    self.coding = coding
    null = (Wrapped.self as? any OptionalProtocol.Type).flatMap { $0.none as? Wrapped }
    super.init(maker, takesNil: true)
  }

  override func read(
    _ members: DecodedMembers, _ key: MemberKey, into model: Model, _ plan: CodingPlan
  ) throws -> Bool {
    guard let value = try coding.decodeIfPresent(members, key) else { return false }
    access.set(model, value)
    return true
  }

  override func setNil(in model: Model) { access.set(model, null) }

  override func isNil(in model: Model, _ plan: CodingPlan) -> Bool { access.get(model) == nil }

  override func write(
    from model: Model, _ members: inout EncodedMembers, _ key: MemberKey, _ plan: CodingPlan
  ) throws {
    let value = access.get(model)
    if writesNull, value == nil { return try members.encodeNil(forKey: key) }
    try coding.encodeIfPresent(value, &members, key)
  }

  override func read(_ decoder: any Decoder, into model: Model) throws {
    access.set(model, try coding.decode(decoder))
  }

  override func write(from model: Model, _ encoder: any Encoder) throws {
    if let value = access.get(model) { try coding.encode(value, encoder) }
  }
}

/// A property whose value a coder is handed as its JSON: one of type `Any`, or with a transformer
/// that takes such.
private final class UntypedCodingField: CodingField, @unchecked Sendable {
  /// Whether the value itself is handed over, in which a coder may have forms for more than JSON
  /// has.
  private let isAny: Bool

  init(_ maker: CodingFieldMaker) {
    isAny = maker.transformer == nil
    super.init(maker, takesNil: maker.transformer == nil && maker.field.property.isOptional)
  }

  override var isTyped: Bool { false }

  override func read(
    _ members: DecodedMembers, _ key: MemberKey, into model: Model, _ plan: CodingPlan
  ) throws -> Bool {
    guard let untyped = try members.decodeIfPresent(UntypedCoding.self, forKey: key) else {
      return false
    }
    return try plan.read(self, untyped.value, into: model)
  }

  override func setNil(in model: Model) { _ = property.access.setNil(of: model) }

  override func isNil(in model: Model, _ plan: CodingPlan) -> Bool {
    plan.mapping.fields[index].isNil(in: model)
  }

  override func write(
    from model: Model, _ members: inout EncodedMembers, _ key: MemberKey, _ plan: CodingPlan
  ) throws {
    if isNil(in: model, plan) {
      if writesNull { return try members.encodeNil(forKey: key) }
      return try members.encodeIfPresent(UntypedCoding?.none, forKey: key)
    }
    let value =
      isAny
      ? property.access.unwrappedValue(of: model) ?? NSNull()
      : try plan.json(of: self, in: model)
    try members.encode(UntypedCoding(value), forKey: key)
  }
}

/// Makes a property's coding, once its static type is known.
struct CodingFieldMaker: PropertyVisitor {
  let field: any JSONField
  let index: Int
  let policy: ConversionPolicy
  let transformer: ValueTransformer?

  func visit<Value>(_ access: TypedAccess<Value>) -> CodingField {
    var visitor = OptionalVisitor(maker: self, access: access)
    if let made = visitor.visit(Value.self) { return made }
    if let coding = coding(of: Value.self) {
      return PlainCodingField(self, access, coding)
    }
    return UntypedCodingField(self)
  }

  private func coding<Value>(of type: Value.Type) -> TypeCoding<Value>? {
    guard let transformer else { return .make() }
    return (transformer as? any TypeCodingMaking)?.typeCoding() as? TypeCoding<Value>
  }

  private struct OptionalVisitor: TypeVisitor {
    let maker: CodingFieldMaker
    let access: any PropertyAccess

    func visitOptional<Wrapped>(_ type: Wrapped.Type) -> CodingField? {
      maker.coding(of: type).map {
        OptionalCodingField(maker, downcast(access, to: TypedAccess<Wrapped?>.self), $0)
      }
    }

    func visitArray<Element>(_: Element.Type) -> CodingField? { nil }
    func visitSet<Element: Hashable>(_: Element.Type) -> CodingField? { nil }
    func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> CodingField? { nil }
    func visitLeaf<Leaf>(_: Leaf.Type) -> CodingField? { nil }
  }
}

/// A transformer whose values a coder can be handed as what they are transformed from.
private protocol TypeCodingMaking {
  func typeCoding() -> AnyObject?
}

extension TypedTransformer: TypeCodingMaking {
  fileprivate func typeCoding() -> AnyObject? {
    guard !transformsNil, inputType == Input.self, !(Input.self is any OptionalProtocol.Type),
      !(Output.self is any OptionalProtocol.Type), let coding = TypeCoding<Input>.make()
    else { return nil }
    return MappedCoding<Output, Input>(
      coding, from: { input in try CodingCall.outside { try self.transformTyped(input) } },
      to: { output in
        guard self.isReversible else { throw TransformerError(.notReversible, input: output) }
        return try CodingCall.outside { try self.reverseTyped(output) }
      })
  }
}

/// Tells whether values of a type may hold some that are told by raw values.
private struct RawValueFinder: LeafVisitor {
  static func mayHoldRawValues(_ type: Any.Type) -> Bool {
    var finder = RawValueFinder()
    return finder.visit(dynamic: type)
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Bool { type is any RawRepresentable.Type }
}
