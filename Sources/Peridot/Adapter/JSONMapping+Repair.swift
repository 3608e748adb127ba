/// The policy's rules for a value that can't be read.
extension JSONMapping {
  /// Decides about a value that can't be read: the policy can continue without it.
  ///
  /// - Parameter noted: the number of notes before the value was read.
  @inline(never)
  func handle(
    _ error: any Error, at place: ReadingContext.Place, _ field: any JSONField, into model: Model,
    isUpdate: Bool = false, since noted: Int = 0, _ reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    // A cast that fails takes as long as reading a number, and nearly all errors are of this type.
    var failure: ConversionError
    if let conversion = error as? ConversionError {
      failure = conversion
    } else if error is JSONSyntaxError || error is ReadingContext.DuplicateMember {
      throw error
    } else if let error = error as? JSONAdapterError {
      failure = ConversionError(error, at: place.position)
    } else {
      failure = transformFailure(error, at: place, field, &reader)
    }
    // An error with a name is about a property further in.
    let isOwn = failure.modelClass == nil
    let property = field.property
    if isOwn {
      // At once, because copying an error takes long.
      failure.change {
        $0.modelClass = modelClass
        $0.propertyKey = property.key
        tellRefusal(&$0, field, property, place)
      }
    }
    if property.isSecret { failure.conceal(at: place.position) }
    if failure.isWhole { throw failure }
    if !context.isClean { context.attribute(from: place.position, to: modelClass, property.key) }
    if property.isSecret {
      // Other notes can be about values further on, which were read before.
      context.change(
        where: { $0.number >= noted && $0.offset >= place.position },
        by: { $0.conceal(at: place.position) })
    }
    if isOwn, hooks.overridesKeyValidation,
      try mend(&failure, field: field, at: place, into: model, &reader, in: context)
    {
      context.removeOwnErrors(from: place.position)
      return try context.giveUp(place, &reader)
    }
    switch rule(for: failure, field, isWhole: failure.offset == place.position, isUpdate: isUpdate)
    {
    case .fail:
      try context.fail(failure)
    case .keep:
      context.note(.skipped, failure)
    case .reset:
      context.note(field.reset(in: model, context) ? .reset : .skipped, failure)
    case .skip:
      context.skippedNull = true
    }
    try context.giveUp(place, &reader)
  }

  /// Adds what the property knows about a refused value.
  private func tellRefusal(
    _ failure: inout ConversionError.Parts, _ field: any JSONField, _ property: Property,
    _ place: ReadingContext.Place
  ) {
    let isWhole = failure.offset == place.position && failure.innerPath.isEmpty
    if case .nullValue = failure.kind, isWhole, failure.refused == nil {
      failure.refused = RefusedValue.Facts(type: property.valueType)
    }
    guard failure.refused != nil else { return }
    if isWhole { failure.refused?.position = .property(isOptional: property.isOptional) }
    if failure.refused?.policy == nil {
      failure.refused?.policy = field.policy.map { .init($0) } ?? shared
    }
  }

  private enum Rule {
    case fail, keep, reset, skip
  }

  private func transformFailure(
    _ error: any Error, at place: ReadingContext.Place, _ field: any JSONField,
    _ reader: inout JSONReader
  ) -> ConversionError {
    let failure = ConversionError(
      transformFailure: error, at: place.position,
      found: reader.describeValue(at: place.position))
    guard (field.policy ?? policy).unreadableText == .makeNil,
      case .unparsable? = (error as? TransformerError)?.kind, field.isReadFromText
    else { return failure }
    place.restore(&reader)
    guard reader.nextByte() == UInt8(ascii: "\"") else { return failure }
    return ConversionError(
      .unreadable, at: place.position, expected: failure.expected, found: failure.found,
      underlying: error)
  }

  /// Calls the model's own validation with a value that the property doesn't accept; returns
  /// whether the result was stored. If not, the error gets the validation's.
  private func mend(
    _ failure: inout ConversionError, field: any JSONField, at place: ReadingContext.Place,
    into model: Model, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    guard failure.isAboutValue, failure.propertyKey == field.property.key else { return false }
    place.restore(&reader)
    guard let value = try? reader.readAnyValue(context, isInner: true) else { return false }
    context.undo?.willSet(field.property.access, of: model)
    let (isMended, error) = model.mend(Property.present(value), of: field.property)
    if let error { failure.underlying = error }
    return isMended && hasName(of: field.property, in: model, context)
  }

  /// Whether what validation has put into a property can stay: in an element of a keyed list, the name
  /// of its member alone can stand in the property with the names.
  private func hasName(
    of property: Property, in model: Model, _ context: ReadingContext
  ) -> Bool {
    guard let keyed, keyed.property.key == property.key, let name = context.elementName?.base
    else { return true }
    return property.access.hasValue(name, in: model)
  }

  /// Calls the model's own validation with a value whose errors were collected; returns whether they
  /// are gone.
  func mendCollected(
    since noted: Int, _ field: any JSONField, at place: ReadingContext.Place, into model: Model,
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    // Without collecting, the first one counts.
    guard var failure = context.firstError(since: noted), failure.modelClass == nil else {
      return false
    }
    let number = failure.number
    let end = (position: reader.position, depth: reader.depth)
    failure.attribute(to: modelClass, field.property.key)
    if try mend(&failure, field: field, at: place, into: model, &reader, in: context) {
      context.takeBack(to: (number, context.givenUp.count))
      try context.giveUp(place, &reader)
      return true
    }
    (reader.position, reader.depth) = end
    let underlying = failure.underlying
    context.change(
      where: { $0.number >= number },
      by: { if $0.number == number { $0.underlying = underlying } })
    return false
  }

  /// Continues without the fields behind a value of the wrong kind on their path, or throws: it is
  /// one mistake for all of them, if the policy of one of them doesn't tolerate it.
  ///
  /// - Parameter noted: The number of notes before the object with the path.
  @inline(never)
  func handleBlocked(
    _ error: any Error, _ blocked: [Int], at place: ReadingContext.Place, since noted: Int,
    _ marks: inout MarkSet, _ reader: inout JSONReader, in context: ReadingContext
  ) throws {
    guard var failure = error as? ConversionError, failure.modelClass == nil else { throw error }
    let refusing = blocked.first { (fields[$0].policy ?? policy).mismatch == .fail }
    let field = (refusing ?? blocked.first).map { fields[$0] }
    failure = failure.attributed(to: modelClass, field?.property.key)
    if blocked.contains(where: { isNextToSecret($0) }) { failure.hide() }
    let offset = failure.offset
    let isTold = context.hasMismatch(since: noted, orIssue: refusing == nil) {
      reader.isSame($0, offset)
    }
    if refusing == nil {
      if !isTold { context.note(.skipped, failure) }
    } else {
      if !isTold { try context.fail(failure) }
      // They are not missing, too.
      marks.insert(all: blocked)
    }
    try context.giveUp(place, &reader)
  }

  /// Whether the value of a secret property can be in a member with which the field's path begins.
  private func isNextToSecret(_ field: Int) -> Bool {
    if fields[field].property.isSecret { return true }
    let names = firstNames(of: fields[field].property)
    return fields.contains {
      $0.property.isSecret && !firstNames(of: $0.property).isDisjoint(with: names)
    }
  }

  /// The members with which a property's places begin; empty for the root.
  func firstNames(of property: Property) -> Set<String> {
    switch JSONKeyPaths.of(modelClass).path(of: property)?.form {
    case .path(let components): Set(components.first?.name.map { [$0] } ?? [])
    case .firstOf(let paths): Set(paths.read.compactMap { $0.components.first?.name })
    case .all(let paths): Set(paths.compactMap { $0.components.first?.name })
    case .root, .excluded, nil: []
    }
  }

  /// - Parameter isWhole: whether the property's value itself failed, not one within it.
  private func rule(
    for failure: ConversionError, _ field: any JSONField, isWhole: Bool, isUpdate: Bool
  ) -> Rule {
    // Not copied, because a policy is large.
    if let own = field.policy {
      return rule(of: own, for: failure, field, isWhole: isWhole, isUpdate: isUpdate)
    }
    return rule(of: shared.rules, for: failure, field, isWhole: isWhole, isUpdate: isUpdate)
  }

  private func rule(
    of policy: ConversionPolicy, for failure: ConversionError, _ field: any JSONField,
    isWhole: Bool, isUpdate: Bool
  ) -> Rule {
    switch failure.kind {
    case .nullValue where isWhole && failure.propertyKey == field.property.key:
      if policy.legacyRules[.nullKeepsOptionals], field.property.isOptional {
        return .keep
      }
      if isUpdate, policy.legacyRules[.nullKeepsInUpdates] { return .keep }
      switch policy.null {
      case .fail: return .fail
      case .keep: return .keep
      case .reset: return .reset
      case .skip: return .skip
      }
    case .validationFailed:
      return policy.hookReject == .drop ? .keep : .fail
    case .unknownKey:
      return .fail
    case .unreadable where isWhole && policy.unreadableText == .makeNil:
      return policy.mismatch == .reset || field.property.isOptional ? .reset : .keep
    default:
      switch policy.mismatch {
      case .fail: return .fail
      case .keep: return .keep
      case .reset: return .reset
      case .resetScalars: return field.isResetByMismatch ? .reset : .keep
      }
    }
  }
}
