/// The JSON text of values of one type, for adapters that keep such values as text.
package struct ValueText<Value>: Sendable {
  private let plans: PolicyPlans
  private let codec: any JSONCodec<Value>

  /// Dates are numbers, and keep each bit; all else is as under `.strict`.
  private static var policy: ConversionPolicy {
    var policy = ConversionPolicy.strict
    policy.dateStrategy = .secondsSince1970
    policy.keepsDatesExact = true
    return policy
  }

  /// Nil for a type that has no JSON form.
  package init?(_ type: Value.Type) {
    plans = .of(Self.policy)
    guard let codec = plans.codec(for: type) else { return nil }
    self.codec = codec
  }

  /// Reads the value that the text holds.
  ///
  /// - Throws: a ``JSONAdapterError``.
  package func value(from text: String) throws -> Value {
    do {
      let reading = DocumentReading(input: JSONInput(text), plans: plans)
      return try reading.read(report: { _ in }, { try codec.read(&$0, $1) })
    } catch var error as JSONAdapterError {
      // The caller cannot choose a policy that would let the value through.
      error.advice = nil
      throw error
    }
  }

  /// Returns the text of a value, the members of dictionaries in the order of their names.
  ///
  /// - Throws: a ``JSONAdapterError``.
  package func text(of value: Value) throws -> String {
    try AdapterCall(plans).text { try codec.write(value, &$0, $1) }
  }
}
