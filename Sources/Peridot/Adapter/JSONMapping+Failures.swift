/// The policy's rules for a value that cannot be read.
extension JSONMapping {
  /// Decides what becomes of a value that cannot be read: the policy may go on without it.
  @inline(never)
  func handle(
    _ error: any Error, _ place: ReadingPlace, field: (any JSONField)?, key: String?,
    _ model: Model,
    isUpdate: Bool = false, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    // A cast that fails takes as long as a number that is read, and nearly all are of this type.
    var failure: ConversionError
    if let conversion = error as? ConversionError {
      failure = conversion
    } else if error is JSONSyntaxError || error is DuplicateMember {
      throw error
    } else if let error = error as? JSONAdapterError {
      failure = ConversionError(error, at: place.position)
    } else {
      failure = ConversionError(
        transformFailure: error, at: place.position,
        found: reader.describeValue(at: place.position))
    }
    // In place, as an error takes long to copy.
    if failure.modelClass == nil {
      failure.modelClass = modelClass
      failure.propertyKey = key
    }
    if case .whole = failure.kind { throw failure }
    switch rule(for: failure, field, isWhole: failure.offset == place.position, isUpdate) {
    case .fail:
      guard policy.collectsErrors else { throw failure }
      context.collect(failure)
    case .keep:
      context.note(.skipped, failure)
    case .reset:
      context.note(field?.reset(in: model, context) == true ? .reset : .skipped, failure)
    case .skip:
      context.skippedNull = true
    }
    try context.giveUp(place, &reader)
  }

  private enum Rule {
    case fail, keep, reset, skip
  }

  /// Goes on without what lies behind a value of the wrong kind on the way, by the policy of the
  /// first of the fields.
  @inline(never)
  func handleBlocked(
    _ error: any Error, _ blocked: [Int], _ place: ReadingPlace, _ model: Model,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let field = blocked.first.map { fields[$0] }
    guard var failure = error as? ConversionError, failure.modelClass == nil else { throw error }
    failure = failure.attributed(to: modelClass, field?.property.key)
    if (field?.policy ?? policy).mismatch != .fail {
      context.note(.skipped, failure)
    } else if policy.collectsErrors {
      context.collect(failure)
    } else {
      throw failure
    }
    try context.giveUp(place, &reader)
  }

  /// - Parameter isWhole: whether it is the property's value that failed, not one within it.
  private func rule(
    for failure: ConversionError, _ field: (any JSONField)?, isWhole: Bool, _ isUpdate: Bool
  ) -> Rule {
    // A policy is large, and not copied for this.
    if let own = field?.policy { return rule(of: own, for: failure, field, isWhole, isUpdate) }
    return rule(of: shared.rules, for: failure, field, isWhole, isUpdate)
  }

  private func rule(
    of policy: ConversionPolicy, for failure: ConversionError, _ field: (any JSONField)?,
    _ isWhole: Bool, _ isUpdate: Bool
  ) -> Rule {
    switch failure.kind {
    case .nullValue where isWhole && failure.propertyKey == field?.property.key:
      if !policy.nullClearsOptionals, field?.property.isOptional == true { return .keep }
      if isUpdate, policy.nullKeepsInUpdates { return .keep }
      switch policy.null {
      case .fail: return .fail
      case .keep: return .keep
      case .reset: return .reset
      case .skip: return .skip
      }
    case .validationFailed, .missingKeys:
      return policy.hookReject == .drop ? .keep : .fail
    case .unknownKey:
      return .fail
    case .unreadable where isWhole && policy.unreadableText == .makeNil:
      return policy.mismatch == .reset ? .reset : .keep
    default:
      switch policy.mismatch {
      case .fail: return .fail
      case .keep: return .keep
      case .reset: return .reset
      case .resetScalars: return field?.isResetByMismatch == true ? .reset : .keep
      }
    }
  }
}
