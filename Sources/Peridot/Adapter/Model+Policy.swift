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
  /// - Throws: the errors of `init(dictionary:)`.
  public convenience init(dictionary: [String: Any], policy: ConversionPolicy) throws {
    var values = dictionary
    for (key, value) in dictionary {
      if let property = Self.property(forKey: key) {
        values[key] = property.converted(value, PolicyPlans.of(policy))
      }
    }
    do {
      try self.init(dictionary: values)
    } catch {
      throw error.shown(under: policy)
    }
  }

  /// Sets the property named `key` to a value converted as in `init(dictionary:policy:)`.
  ///
  /// - Throws: the errors of ``setValue(_:forPropertyKey:)``.
  public func setValue(
    _ value: Any?, forPropertyKey key: String, policy: ConversionPolicy
  ) throws {
    let property = value == nil ? nil : Self.property(forKey: key)
    let converted = value.map { property?.converted($0, PolicyPlans.of(policy)) ?? $0 }
    do {
      try setValue(converted, forPropertyKey: key)
    } catch {
      throw error.shown(under: policy)
    }
  }
}

extension Error {
  /// The error in its form under a policy.
  fileprivate func shown(under policy: ConversionPolicy) -> any Error {
    guard policy.hidesFoundValues, let error = self as? ModelError else { return self }
    return error.hidden
  }
}

extension Property {
  /// Returns the policy's conversion of a value that doesn't fit; the value itself if there is
  /// none.
  fileprivate func converted(_ value: Any, _ plans: PolicyPlans) -> Any {
    let given = Self.present(value)
    if isReadOnly || fitting(given) != nil { return value }
    return access.accept(PolicyReading(value: given ?? NSNull(), plans: plans)) ?? value
  }
}

/// Reads a value in memory as JSON, if that is possible.
private struct PolicyReading: PropertyVisitor {
  let value: Any
  let plans: PolicyPlans

  func visit<Value>(_: TypedAccess<Value>) -> Any? {
    guard let codec = plans.codec(for: Value.self) else { return nil }
    do {
      let input = JSONInput(value: value)
      let reading = DocumentReading(input: input, plans: plans)
      let result = try reading.read(
        report: { _ in },
        { reader, context in
          try codec.reading(&reader, context) { try codec.read(&$0, $1) }
        })
      return Boxed.unwrapped(result) ?? NSNull()
    } catch {
      return nil
    }
  }
}
