import Foundation

/// One property as a coder sees it.
protocol CodingField: AnyObject, Sendable {
  var rules: CodingRules { get }

  /// Reads the value of a member; false when it is absent or null.
  func read(
    _ members: DecodedMembers, _ key: MemberKey, into model: Model, _ plan: CodingPlan
  ) throws -> Bool

  /// Puts nil in place of the value, where `takesNil`.
  func setNil(in model: Model)

  func isNil(in model: Model, _ plan: CodingPlan) -> Bool

  func write(
    from model: Model, _ members: inout EncodedMembers, _ key: MemberKey, _ plan: CodingPlan
  ) throws
}

/// A property whose value is handed to a coder as its own type.
protocol TypedCodingField: CodingField {
  /// Reads a property that is the object itself.
  func read(_ decoder: any Decoder, into model: Model) throws

  /// Writes a property that is the object itself.
  func write(from model: Model, _ encoder: any Encoder) throws
}

/// What a coder has to know of a property besides how its values are coded.
struct CodingRules: Sendable {
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
}

extension CodingField {
  var property: Property { rules.property }
  var index: Int { rules.index }
  var policy: ConversionPolicy { rules.policy }
  var isTransformed: Bool { rules.isTransformed }
}

/// A property that is not an Optional.
private final class PlainCodingField<Value>: TypedCodingField {
  let rules: CodingRules
  private let access: TypedAccess<Value>
  private let coding: TypeCoding<Value>

  init(
    _ maker: CodingFieldMaker, _ access: TypedAccess<Value>, _ coding: TypeCoding<Value>
  ) {
    self.access = access
    self.coding = coding
    rules = CodingRules(maker, takesNil: false)
  }

  func setNil(in model: Model) {}

  func isNil(in model: Model, _ plan: CodingPlan) -> Bool { false }

  func read(
    _ members: DecodedMembers, _ key: MemberKey, into model: Model, _ plan: CodingPlan
  ) throws -> Bool {
    guard let value = try coding.decodeIfPresent(members, key) else { return false }
    access.set(model, value)
    return true
  }

  func write(
    from model: Model, _ members: inout EncodedMembers, _ key: MemberKey, _ plan: CodingPlan
  ) throws {
    try coding.encode(access.get(model), &members, key)
  }

  func read(_ decoder: any Decoder, into model: Model) throws {
    access.set(model, try coding.decodeWhole(decoder))
  }

  func write(from model: Model, _ encoder: any Encoder) throws {
    try coding.encodeWhole(access.get(model), encoder)
  }
}

private final class OptionalCodingField<Wrapped>: TypedCodingField, @unchecked Sendable {
  // Sendable: constants only.

  let rules: CodingRules
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
    rules = CodingRules(maker, takesNil: true)
  }

  func read(
    _ members: DecodedMembers, _ key: MemberKey, into model: Model, _ plan: CodingPlan
  ) throws -> Bool {
    guard let value = try coding.decodeIfPresent(members, key) else { return false }
    access.set(model, value)
    return true
  }

  func setNil(in model: Model) { access.set(model, null) }

  func isNil(in model: Model, _ plan: CodingPlan) -> Bool { access.get(model) == nil }

  func write(
    from model: Model, _ members: inout EncodedMembers, _ key: MemberKey, _ plan: CodingPlan
  ) throws {
    let value = access.get(model)
    if rules.writesNull, value == nil { return try members.encodeNil(forKey: key) }
    try coding.encodeIfPresent(value, &members, key)
  }

  func read(_ decoder: any Decoder, into model: Model) throws {
    access.set(model, try coding.decodeWhole(decoder))
  }

  func write(from model: Model, _ encoder: any Encoder) throws {
    if let value = access.get(model) { try coding.encodeWhole(value, encoder) }
  }
}

/// A property whose value a coder is handed as its JSON: one of type `Any`, or with a transformer
/// that takes such.
private final class UntypedCodingField: CodingField {
  let rules: CodingRules
  /// Whether the value itself is handed over, in which a coder may have forms for more than JSON
  /// has.
  private let isAny: Bool

  init(_ maker: CodingFieldMaker) {
    isAny = maker.transformer == nil
    rules = CodingRules(
      maker, takesNil: maker.transformer == nil && maker.field.property.isOptional)
  }

  func read(
    _ members: DecodedMembers, _ key: MemberKey, into model: Model, _ plan: CodingPlan
  ) throws -> Bool {
    guard let untyped = try members.decodeIfPresent(UntypedCoding.self, forKey: key) else {
      return false
    }
    return try plan.read(self, untyped.value, into: model)
  }

  func setNil(in model: Model) { _ = property.access.setNil(of: model) }

  func isNil(in model: Model, _ plan: CodingPlan) -> Bool {
    plan.mapping.fields[index].isNil(in: model)
  }

  func write(
    from model: Model, _ members: inout EncodedMembers, _ key: MemberKey, _ plan: CodingPlan
  ) throws {
    if isNil(in: model, plan) {
      if rules.writesNull { return try members.encodeNil(forKey: key) }
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

  func visit<Value>(_ access: TypedAccess<Value>) -> any CodingField {
    let visitor = OptionalVisitor(maker: self, access: access)
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

    func visitOptional<Wrapped>(_ type: Wrapped.Type) -> (any CodingField)? {
      maker.coding(of: type).map {
        OptionalCodingField(maker, downcast(access, to: TypedAccess<Wrapped?>.self), $0)
      }
    }

    func visitArray<Element>(_: Element.Type) -> (any CodingField)? { nil }
    func visitSet<Element: Hashable>(_: Element.Type) -> (any CodingField)? { nil }
    func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> (any CodingField)? {
      nil
    }
    func visitLeaf<Leaf>(_: Leaf.Type) -> (any CodingField)? { nil }
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
    return coding.mapped(
      from: { input in try CodingCall.outside { try self.transformTyped(input) } },
      to: { output in
        guard self.isReversible else { throw TransformerError(.notReversible, input: output) }
        return try CodingCall.outside { try self.reverseTyped(output) }
      })
  }
}

/// Tells whether values of a type may hold some that are told by raw values.
private struct RawValueFinder: LeafVisitor {
  static func mayHoldRawValues(_ type: Any.Type) -> Bool {
    return RawValueFinder().visit(dynamic: type)
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Bool { type is any RawRepresentable.Type }
}
