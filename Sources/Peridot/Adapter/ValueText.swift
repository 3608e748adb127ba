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
  ///
  /// - Parameters:
  ///   - key: The key of the property that holds the values. If the class declares the cluster of
  ///     its models, the tag is part of the text.
  ///   - holder: The property's class.
  package init?(_ type: Value.Type, forKey key: String, of holder: Model.Type) {
    let plans = PolicyPlans.of(Self.policy)
    let cluster = ClassQuestions.ask(holder, "cluster(forKey:)") { holder.cluster(forKey: key) }
    let codec =
      if let cluster {
        ModelCodecs.maker(plans, tagging: ClusterTable(cluster), key: key).codec(for: type)
      } else {
        plans.codec(for: type)
      }
    guard let codec else { return nil }
    self.plans = plans
    self.codec = codec
  }

  /// Reads the value in the text.
  ///
  /// - Throws: a ``JSONAdapterError``.
  package func value(from text: String) throws -> Value {
    do {
      let reading = DocumentReading(input: JSONInput(text), plans: plans)
      return try reading.read(report: { _ in }, { try codec.read(from: &$0, in: $1) })
    } catch var error as JSONAdapterError {
      // The caller can't choose a policy that would accept the value.
      error.cure = nil
      error.refused = nil
      throw error
    }
  }

  /// Returns the text of a value, with dictionaries' members in the order of their names.
  ///
  /// - Throws: a ``JSONAdapterError``.
  package func text(of value: Value) throws -> String {
    try AdapterCall(plans).text { try codec.write(value, to: &$0, in: $1) }
  }
}
