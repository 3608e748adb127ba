extension JSONAdapter {
  /// Returns the value in `json` as a property of that type would have it: an array or a dictionary
  /// of arrays of models, a `Codable` value, a union.
  ///
  ///     let rows = try JSONAdapter.value(of: [[Cell]].self, from: data)
  ///     let byDay = try JSONAdapter.value(of: [String: [Event]].self, from: data, at: "data.days")
  ///
  /// The policy is that of the call, else of the class of the models in it, else `.strict`. A place
  /// that is absent is an error of kind `.missingKeys`.
  ///
  /// - Throws: a ``JSONAdapterError`` that says where.
  public static func value<Value>(
    of type: Value.Type = Value.self, from json: some JSONReadable & ~Escapable,
    at place: JSONKeyPath? = nil, policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Value {
    try AdapterCall(.of(policy, for: type), at: place).value(type, try json.jsonInput, report)
  }

  /// Returns the value in `object`: any value that JSONSerialization returns, Data, or a String.
  @_disfavoredOverload
  public static func value<Value>(
    of type: Value.Type = Value.self, from object: Any, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, report: (JSONIssue) -> Void = { _ in }
  ) throws -> Value {
    try AdapterCall(.of(policy, for: type), at: place).value(type, JSONInput(any: object), report)
  }

  /// Returns the value in `json`, by the adapter's policy.
  public func value<Value>(
    of type: Value.Type = Value.self, from json: some JSONReadable & ~Escapable,
    at place: JSONKeyPath? = nil, report: (JSONIssue) -> Void = { _ in }
  ) throws -> Value {
    try AdapterCall(plans(for: type), at: place).value(
      type, try json.jsonInput, report)
  }

  /// Returns the value in `object`, by the adapter's policy.
  @_disfavoredOverload
  public func value<Value>(
    of type: Value.Type = Value.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Value {
    try AdapterCall(plans(for: type), at: place).value(
      type, JSONInput(any: object), report)
  }
}

extension AdapterCall {
  /// Reads a value of any type that a property can have.
  func value<Value>(
    _ type: Value.Type, _ input: JSONInput, _ report: (JSONIssue) -> Void
  ) throws -> Value {
    let codec = try plans.namedCodec(for: type)
    return try DocumentReading(input: input, plans: plans).read(report: report) { reader, context in
      if !(type is Model.Type) { context.repaired.insert(.ofElements(plans.policy.rules)) }
      return try atPlace(nil, &reader, in: context) { reader in
        let place = ReadingContext.Place(&reader)
        do {
          return try codec.reading(&reader, in: context) { try codec.read(from: &$0, in: $1) }
        } catch let error as ConversionError where error.isAboutNull(at: place.position) {
          // A value that counts as null elsewhere, such as empty text, is refused here.
          place.restore(&reader)
          let text = try reader.readStringIfPresent()
          place.restore(&reader)
          // A model's text can be a document, which is null.
          if type is Model.Type, text?.allSatisfy(\.isWhitespace) == false { throw error }
          throw reader.mismatch(error.expected)
        }
      }
    }
  }
}
