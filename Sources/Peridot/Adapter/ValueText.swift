/// The JSON text of values of one type, for adapters that keep such values as text.
package struct ValueText<Value>: Sendable {
  private let plans: PolicyPlans
  private let codec: any JSONCodec<Value>

  /// Dates are numbers that keep each bit; everything else is as under `.strict`.
  private static var policy: ConversionPolicy {
    var policy = ConversionPolicy.strict
    policy.dateStrategy = .secondsSince1970
    policy.keepsDatesExact = true
    return policy
  }

  /// Nil for a type without a JSON form.
  package init?(_ type: Value.Type) {
    plans = .of(Self.policy)
    guard let codec = plans.codec(for: type) else { return nil }
    self.codec = codec
  }

  /// Reads the value in the text.
  ///
  /// - Throws: a ``JSONAdapterError``.
  package func value(from text: String) throws -> Value {
    do {
      let reading = DocumentReading(input: JSONInput(text), plans: plans)
      return try reading.read(report: { _ in }, { try codec.read(&$0, $1) })
    } catch var error as JSONAdapterError {
      // The caller can't choose a policy that would accept the value.
      error.advice = nil
      throw error
    }
  }

  /// Returns the text of a value, with dictionaries' members in the order of their names.
  ///
  /// - Throws: a ``JSONAdapterError``.
  package func text(of value: Value) throws -> String {
    try AdapterCall(plans).text { try codec.write(value, &$0, $1) }
  }
}
