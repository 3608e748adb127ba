import Foundation

/// Property values converted by the rules of JSON.
extension Model {
  /// Creates a model with the values of `dictionary`, by property key, like `init(dictionary:)`.
  ///
  /// A value that doesn't fit its property is read like JSON under `policy`: `"5"` for an Int under
  /// `.lenient`, and ISO text for a Date or a dictionary for a model under any policy. If the
  /// policy can't convert a value, this throws, whatever the policy's rules for mismatches are.
  /// Transformers, key paths and properties' own policies apply to documents only.
  ///
  /// After the model is made, `report` is called for each part of a value that the policy repaired,
  /// skipped or dropped. The paths of issues begin with the property's key.
  ///
  /// - Throws: the errors of `init(dictionary:)`. For a part of a value, ``ModelError/path`` and
  ///   ``ModelError/underlying`` tell which.
  public convenience init(
    dictionary: [String: Any], policy: ConversionPolicy, report: (JSONIssue) -> Void = { _ in }
  ) throws {
    var conversion = ValueConversion(Self.self, policy)
    var values = dictionary
    // In order, so that issues have an order.
    for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      guard let property = Self.property(forKey: key) else { continue }
      values[key] = conversion.converted(value, for: property)
    }
    do {
      try self.init(dictionary: values)
    } catch {
      throw conversion.shown(error)
    }
    conversion.issues.forEach(report)
  }

  /// Sets the property named `key` to a value converted as in
  /// `init(dictionary:policy:report:)`, which says what `report` is called for.
  ///
  /// - Throws: the errors of ``setValue(_:forPropertyKey:)``.
  public func setValue(
    _ value: Any?, forPropertyKey key: String, policy: ConversionPolicy,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    var conversion = ValueConversion(type(of: self), policy)
    var converted = value
    if let value, let property = Self.property(forKey: key) {
      converted = conversion.converted(value, for: property)
    }
    do {
      try setValue(converted, forPropertyKey: key)
    } catch {
      throw conversion.shown(error)
    }
    conversion.issues.forEach(report)
  }
}

/// The conversions of one call, with their issues and errors.
private struct ValueConversion {
  private let modelClass: Model.Type
  private let policy: ConversionPolicy
  private let plans: PolicyPlans
  private(set) var issues: [JSONIssue] = []
  /// The errors of values without a conversion, by property key.
  private var failures: [String: JSONAdapterError] = [:]

  init(_ modelClass: Model.Type, _ policy: ConversionPolicy) {
    self.modelClass = modelClass
    self.policy = policy
    plans = .of(policy)
  }

  /// Returns the policy's conversion of a value that doesn't fit; the value itself if there is
  /// none.
  mutating func converted(_ value: Any, for property: Property) -> Any {
    let given = Property.present(value)
    if property.isReadOnly || property.fitting(given) != nil { return value }
    let reading = PolicyReading(
      value: given ?? NSNull(), property: property, modelClass: modelClass, plans: plans)
    do {
      guard let result = try property.access.accept(reading).get() else { return value }
      issues += result.issues.map { $0.moved(into: [.key(property.key)]) }
      return result.value
    } catch {
      failures[property.key] = error.errors.first ?? error
      return value
    }
  }

  /// Returns the error in its form under the policy, with the place within the value.
  func shown(_ error: any Error) -> any Error {
    guard var error = error as? ModelError else { return error }
    if error.kind == .typeMismatch, let key = error.propertyKey, let failure = failures[key] {
      error = error.within(failure)
    }
    return policy.hidesFoundValues ? error.hidden : error
  }
}

extension ModelError {
  /// The error about the part of the value that `failure` is about.
  fileprivate func within(_ failure: JSONAdapterError) -> ModelError {
    guard failure.isAboutValue, !failure.pathComponents.isEmpty else { return self }
    let (expected, found) = failure.issuePhrases
    guard expected != "" else { return self }
    var error = ModelError(
      kind: kind, modelClass: modelClass, propertyKey: propertyKey,
      expected: expected.description, foundPhrase: found)
    error.underlying = failure
    error.path = failure.pathComponents.step
    return error
  }
}

/// Reads a value in memory as JSON, if that is possible; nil for a type without a JSON form.
private struct PolicyReading: PropertyVisitor {
  let value: Any
  let property: Property
  let modelClass: Model.Type
  let plans: PolicyPlans

  func visit<Value>(
    _: TypedAccess<Value>
  ) -> Swift.Result<(value: Any, issues: [JSONIssue])?, JSONAdapterError> {
    guard let codec = plans.codec(for: Value.self) else { return .success(nil) }
    var issues: [JSONIssue] = []
    do {
      let reading = DocumentReading(input: JSONInput(value: value), plans: plans)
      let result = try reading.read(
        report: { issues.append($0) },
        { try read(codec, from: &$0, in: $1) })
      return .success((Boxed.unwrapped(result) ?? NSNull(), issues))
    } catch {
      return .failure((error as? JSONAdapterError) ?? JSONAdapterError(.transformFailed))
    }
  }

  private func read<Value>(
    _ codec: any JSONCodec<Value>, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    let place = ReadingContext.Place(&reader)
    defer {
      context.attribute(since: 0, to: modelClass, property.key)
      if property.isSecret {
        context.change(where: { _ in true }, by: { $0.conceal(at: place.position) })
      }
    }
    do {
      return try codec.reading(&reader, in: context) { try codec.read(from: &$0, in: $1) }
    } catch let error as ConversionError {
      var error = error.attributed(to: modelClass, property.key)
      if property.isSecret { error.conceal(at: place.position) }
      throw error
    }
  }
}
