import Foundation

/// One property for a coder, made of functions because its static type is not known.
final class CodingField: @unchecked Sendable {
  // Sendable: constants; the functions capture accesses and codings only.

  let property: Property
  /// The type of its values, without Optionals.
  let valueType: Any.Type
  let index: Int
  let policy: ConversionPolicy
  /// The property's policy, if it differs from its class's.
  let ownPolicy: ConversionPolicy?
  /// Whether null becomes nil without further questions.
  let takesNil: Bool
  /// The refusals by a coder that the policy's rules can correct: of any value, or of values whose
  /// type differs from the property's. Only these are tried again.
  let mends: Mending
  /// Whether the values are dates, or collections of them.
  let holdsDates: Bool
  /// The class of the models in the value; nil if it contains none, or if a transformer makes them.
  let heldClass: Model.Type?
  let isTransformed: Bool
  /// Whose names the members of its JSON have.
  let naming: any MemberNaming.Type

  enum Mending {
    case nothing, otherTypes, all
  }

  /// Reads the value of a member; returns false if it is absent or null.
  let read: Read
  /// Reads the value of a member that exists although the coder reports null, as a coder that
  /// writes empty text as nothing does. Nil if the property accepts null.
  let readEmpty: ((DecodedMembers, CodingPlace.MemberKey, Model) throws -> Void)?
  let write:
    (Model, _ members: inout EncodedMembers, _ key: CodingPlace.MemberKey, CodingPlan) throws ->
      Void
  let isNil: (Model, CodingPlan) -> Bool
  /// Stores nil, if `takesNil`.
  let setNil: (Model) -> Void
  /// Read and write a property that is the object itself; nil if the coder gets a value's JSON, and
  /// not the value in its own type.
  let whole:
    (
      read: (any Decoder, Model) throws -> Void, write: (Model, any Encoder) throws -> Void
    )?

  typealias Read = (
    _ members: DecodedMembers, _ key: CodingPlace.MemberKey, Model, CodingPlan
  ) throws -> Bool

  private init(
    _ maker: Maker, takesNil: Bool, read: @escaping Read,
    readEmpty: ((DecodedMembers, CodingPlace.MemberKey, Model) throws -> Void)? = nil,
    write:
      @escaping (Model, inout EncodedMembers, CodingPlace.MemberKey, CodingPlan) throws -> Void,
    isNil: @escaping (Model, CodingPlan) -> Bool, setNil: @escaping (Model) -> Void,
    whole: ((any Decoder, Model) throws -> Void, (Model, any Encoder) throws -> Void)? = nil
  ) {
    property = maker.field.property
    valueType = RuntimeFields.withoutOptionals(property.valueType)
    index = maker.index
    policy = maker.policy.collectingOneError
    ownPolicy = maker.field.policy
    self.takesNil =
      takesNil && policy.null != .skip && !policy.legacyRules[.nullKeepsOptionals]
    isTransformed = maker.isTransformed
    naming = maker.naming
    let ofType = isTransformed ? .nothing : MendingFinder().visit(dynamic: property.valueType)
    mends = policy == .strict ? ofType : .all
    holdsDates = !isTransformed && DateFinder().visit(dynamic: property.valueType)
    heldClass = isTransformed ? nil : TypeShape.ModelClassFinder.modelClass(in: property.valueType)
    // A set that a coder decodes has lost what occurred again, a union is decoded by strict rules, and a
    // coder takes numbers for a Decimal.
    let isReadAsJSON =
      policy.duplicateElements == .fail && SetFinder().visit(dynamic: property.valueType)
      || policy.legacyRules[.refusesDecimalNumbers]
        && DecimalFinder().visit(dynamic: property.valueType)
      || policy != .strict && UnionFinder().visit(dynamic: property.valueType)
    self.read =
      isReadAsJSON && !isTransformed && !holdsDates ? Self.readingJSON(maker) : read
    self.readEmpty = policy.null == .skip ? nil : readEmpty
    self.write = write
    self.isNil = isNil
    self.setNil = setNil
    self.whole = whole
  }

  /// A property that is not an Optional.
  private convenience init<Value>(
    _ maker: Maker, _ access: TypedAccess<Value>, _ coding: TypeCoding<Value>
  ) {
    self.init(
      maker, takesNil: false,
      read: { members, key, model, _ in
        guard let value = try coding.decodeIfPresent(members, key) else { return false }
        access.set(model, value)
        return true
      },
      readEmpty: { members, key, model in access.set(model, try coding.decode(members, key)) },
      write: { model, members, key, _ in try coding.encode(access.get(model), &members, key) },
      isNil: { _, _ in false }, setNil: { _ in },
      whole: (
        { access.set($1, try coding.decodeWhole($0)) },
        { try coding.encodeWhole(access.get($0), $1) }
      ))
  }

  private convenience init<Wrapped>(
    _ maker: Maker, optional access: TypedAccess<Wrapped?>, _ coding: TypeCoding<Wrapped>
  ) {
    // The value for null: for a double optional, an Optional with nil in it.
    let null = (Wrapped.self as? any OptionalProtocol.Type).flatMap { $0.none as? Wrapped }
    let index = maker.index
    self.init(
      maker, takesNil: true,
      read: { members, key, model, _ in
        guard let value = try coding.decodeIfPresent(members, key) else { return false }
        access.set(model, value)
        return true
      },
      write: { model, members, key, plan in
        let value = access.get(model)
        if value == nil, try plan.mapping.leftOutNil(index, of: model) == .null {
          return try members.encodeNil(forKey: key)
        }
        try coding.encodeIfPresent(value, &members, key)
      },
      isNil: { model, _ in access.get(model) == nil }, setNil: { access.set($0, null) },
      whole: (
        { access.set($1, try coding.decodeWhole($0)) },
        { if let value = access.get($0) { try coding.encodeWhole(value, $1) } }
      ))
  }

  /// A property whose value goes to a coder as JSON: one of type `Any`, or with a transformer for
  /// such values.
  private convenience init(untyped maker: Maker) {
    let (property, index) = (maker.field.property, maker.index)
    // Passes the value itself, because a coder can have forms that JSON lacks.
    let isAny = !maker.isTransformed
    let naming = maker.naming
    self.init(
      maker, takesNil: isAny && property.isOptional && !maker.field.tellsAbsence,
      read: Self.readingJSON(maker),
      write: { model, members, key, plan in
        if let left = try plan.mapping.leftOutNil(index, of: model) {
          if left == .null { return try members.encodeNil(forKey: key) }
          return try members.encodeIfPresent(UntypedCoding<DataNames>?.none, forKey: key)
        }
        if isAny {
          let value = property.access.unwrappedValue(of: model) ?? NSNull()
          return try naming.encode(value, to: &members, forKey: key)
        }
        let field = plan.fields[index]
        try plan.encode(plan.json(of: field, in: model), of: field, to: &members, forKey: key)
      },
      isNil: { model, plan in plan.mapping.fields[index].isNil(in: model) },
      setNil: { _ = property.access.setNil(of: $0) })
  }

  /// Reads a property's JSON by the mapping.
  private static func readingJSON(_ maker: Maker) -> Read {
    let (index, naming) = (maker.index, maker.naming)
    return { members, key, model, plan in
      guard members.contains(key), try !members.decodeNil(forKey: key) else { return false }
      return try plan.read(
        plan.fields[index], naming.value(of: key, in: members), into: model)
    }
  }

  /// Makes the field of a property from its static type.
  struct Maker: PropertyVisitor {
    let field: any JSONField
    let index: Int
    let policy: ConversionPolicy
    let transformer: ValueTransformer?

    /// Whether the type alone doesn't determine the value's JSON.
    var isTransformed: Bool { transformer != nil || field.property.keyedBy != nil }

    var naming: any MemberNaming.Type {
      if field.property.keyedBy != nil { return KeyNames<CoderNames>.self }
      return NamingFinder(isTransformed: isTransformed).visit(dynamic: field.property.valueType)
    }

    func visit<Value>(_ access: TypedAccess<Value>) -> CodingField {
      if let wrapped = RuntimeFields.wrappedType(ofOptional: Value.self),
        let made = made(optional: wrapped, access)
      {
        return made
      }
      if let coding = coding(of: Value.self) { return CodingField(self, access, coding) }
      return CodingField(untyped: self)
    }

    private func made<Wrapped>(
      optional type: Wrapped.Type, _ access: any PropertyAccess
    ) -> CodingField? {
      coding(of: type).map {
        CodingField(self, optional: downcast(access, to: TypedAccess<Wrapped?>.self), $0)
      }
    }

    private func coding<Value>(of type: Value.Type) -> TypeCoding<Value>? {
      if field.property.keyedBy != nil { return nil }
      guard let transformer = transformer?.accepting(policy) else { return .make() }
      // The transformer reads the value, but doesn't write it.
      if policy.oneWayTransformers == .plain, !transformer.throwing.isReversible { return nil }
      // The mapping knows the policy of its models.
      if transformer is any ModelTransforming { return nil }
      return (transformer as? any TypeCodingMaking)?.typeCoding() as? TypeCoding<Value>
    }
  }

  /// Finds how the strict policy can correct refused values of a type. Except for types that every
  /// coder reads in the same way, a type can be a date, or contain one.
  private struct MendingFinder: LeafVisitor {
    func visitLeaf<Leaf>(_ type: Leaf.Type) -> Mending {
      if type is any UnknownCaseRepresentable.Type { return .all }
      if let raw = type as? any RawRepresentable.Type { return rawValues(of: raw) }
      let isAlike =
        type is any LosslessStringConvertible.Type || type is Model.Type || type == UUID.self
      return isAlike ? .nothing : .otherTypes
    }

    func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> Mending {
      let inner = visit(Value.self)
      if Key.self == String.self || Key.self == Int.self { return inner }
      // Codable reads other keys from an array of keys and values in turn.
      return inner == .nothing ? .otherTypes : inner
    }

    private func rawValues<Raw: RawRepresentable>(of _: Raw.Type) -> Mending {
      visit(Raw.RawValue.self)
    }
  }

  private struct SetFinder: LeafVisitor {
    func visitLeaf<Leaf>(_ type: Leaf.Type) -> Bool { false }
    func visitSet<Element: Hashable>(_: Element.Type) -> Bool { true }
    func visitArrayLike<Whole: ArrayLike>(_ type: Whole.Type) -> Bool {
      type is any SetLike.Type || visit(Whole.Element.self)
    }
  }

  private struct UnionFinder: LeafVisitor {
    func visitLeaf<Leaf>(_ type: Leaf.Type) -> Bool { type is any JSONUnion.Type }
  }

  private struct DecimalFinder: LeafVisitor {
    func visitLeaf<Leaf>(_ type: Leaf.Type) -> Bool { type == Decimal.self }
  }

  private struct DateFinder: LeafVisitor {
    func visitLeaf<Leaf>(_ type: Leaf.Type) -> Bool { type == Date.self }
  }
}

/// A transformer whose values can go to a coder in the form before the transformation.
private protocol TypeCodingMaking {
  func typeCoding() -> Any?
}

extension TypedTransformer: TypeCodingMaking {
  fileprivate func typeCoding() -> Any? {
    guard !transformsNil, inputType == Input.self, !(Input.self is any OptionalProtocol.Type),
      !(Output.self is any OptionalProtocol.Type), let coding = TypeCoding<Input>.make()
    else { return nil }
    let typed = coding.mapped(
      from: { input in try CodingFailure.Transforming.run { try self.transformTyped(input) } },
      to: { output in
        try CodingFailure.Transforming.run {
          guard self.isReversible else { throw TransformerError(.notReversible, input: output) }
          return try self.reverseTyped(output)
        }
      })
    let readsNumbers =
      self is DateFormatTransformer || (self as? DateTextTransformer)?.format == .lenient
    return readsNumbers ? orNumber(typed) : typed
  }

  /// Returns a coding that passes a number to the transformer in place of text.
  private func orNumber(_ text: TypeCoding<Output>) -> TypeCoding<Output> {
    func value(_ read: () throws -> Output?, else number: () throws -> Double?) throws -> Output? {
      do {
        return try read()
      } catch let error as DecodingError {
        guard case .typeMismatch = error, let number = (try? number()) ?? nil else { throw error }
        return try CodingFailure.Transforming.run { try self.transform(number) } as? Output
      }
    }
    return TypeCoding(
      decodeIfPresent: { members, key in
        try value(
          { try text.decodeIfPresent(members, key) },
          else: { try members.decodeIfPresent(Double.self, forKey: key) })
      }, decode: text.decode, encode: text.encode, encodeIfPresent: text.encodeIfPresent,
      decodeWhole: text.decodeWhole, encodeWhole: text.encodeWhole)
  }
}

extension ConversionPolicy {
  /// The rules for a value: a policy that collects errors corrects no more than another.
  fileprivate var collectingOneError: Self {
    guard collectsErrors else { return self }
    var policy = self
    policy.collectsErrors = false
    return policy
  }
}
