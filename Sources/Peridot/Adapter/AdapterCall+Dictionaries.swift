import Foundation

/// The dictionary form, without its bytes where that makes no difference.
///
/// The direct way either comes out as by the bytes, or is given up: then the bytes say what is
/// wrong, or what was repaired.
extension AdapterCall {
  /// Set while bytes do what could not be done directly. What calls the adapter within does it by
  /// bytes at once: to try both ways at each level would double the work with each.
  @TaskLocal private static var isByBytes = false

  func byBytes<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$isByBytes.withValue(true, operation: body)
  }

  func model<M: JSONSerializing>(
    _ type: M.Type, boxed value: Any, _ report: (JSONIssue) -> Void
  ) throws -> Fresh<M> {
    if !place.isEmpty {
      if let text = try JSONInput(text: value) { return try model(type, text, report) }
      return try atPlace(in: value, type) { call, found, path in
        try call.model(type, boxed: found) { report($0.moved(into: path)) }
      }
    }
    defer { withExtendedLifetime(plans) {} }
    if let model = directModel(ofClass: type, value) {
      return Fresh(value: downcast(model, to: M.self))
    }
    if let model = JSONModelCodec(type, plans).taken(value) { return Fresh(value: model) }
    return try byBytes {
      let input = try JSONInput(
        any: value, maximumDepth: policy.maximumDepth, for: try plans.plan(of: type))
      return try model(type, input, report)
    }
  }

  /// Not generic, so that a call costs no look-up of generic types.
  private func directModel(ofClass type: Model.Type, _ value: Any) -> Model? {
    guard !Self.isByBytes, case .object(let members) = Boxed(json: value),
      let mapping = try? plans.plan(of: type),
      let input = mapping.dictionaries.input
    else { return nil }
    return try? mapping.model(members, input, DictionaryReading(policy: plans.policy))
  }

  func models<M: JSONSerializing>(
    _ type: M.Type, boxed value: Any, _ report: (JSONIssue) -> Void
  ) throws -> Fresh<[M]> {
    if !place.isEmpty {
      if let text = try JSONInput(text: value) { return try models(type, text, report) }
      return try atPlace(in: value, type) { call, found, path in
        try call.models(type, boxed: found) { report($0.moved(into: path)) }
      }
    }
    defer { withExtendedLifetime(plans) {} }
    let boxed = Boxed(json: value)
    let codec = JSONArrayCodec(JSONModelCodec(type, plans))
    if !Self.isByBytes, case .array = boxed {
      let models = try? codec.read(boxed, DictionaryReading(policy: plans.policy))
      if let models { return Fresh(value: models) }
    }
    return try byBytes { try models(type, try input(value, for: codec), report) }
  }

  func modelsByKey<M: JSONSerializing>(
    _ type: M.Type, boxed value: Any, _ report: (JSONIssue) -> Void
  ) throws -> Fresh<[String: M]> {
    if !place.isEmpty {
      if let text = try JSONInput(text: value) { return try modelsByKey(type, text, report) }
      return try atPlace(in: value, type) { call, found, path in
        try call.modelsByKey(type, boxed: found) { report($0.moved(into: path)) }
      }
    }
    defer { withExtendedLifetime(plans) {} }
    guard let key = DictionaryKey<String>.make({ [:] }) else { return Fresh(value: [:]) }
    let boxed = Boxed(json: value)
    let codec = JSONDictionaryCodec(key, JSONModelCodec(type, plans))
    if !Self.isByBytes, case .object = boxed {
      let models = try? codec.read(boxed, DictionaryReading(policy: plans.policy))
      if let models { return Fresh(value: models) }
    }
    return try byBytes { try modelsByKey(type, try input(value, for: codec), report) }
  }

  private func input<Value>(_ value: Any, for codec: any JSONCodec<Value>) throws -> JSONInput {
    try JSONInput(any: value, maximumDepth: policy.maximumDepth) { value, writer, depth in
      try codec.writeText(of: value, &writer, maximumDepth: depth)
    }
  }

  func update(_ model: Model, boxed value: Any, _ report: (JSONIssue) -> Void) throws {
    if !place.isEmpty {
      if let text = try JSONInput(text: value) { return try update(model, text, report) }
      return try atPlace(in: value, type(of: model)) { call, found, path in
        try call.update(model, boxed: found) { report($0.moved(into: path)) }
      }
    }
    defer { withExtendedLifetime(plans) {} }
    let mapping = try plans.plan(of: type(of: model))
    if !Self.isByBytes, case .object(let members) = Boxed(json: value) {
      let undo = UndoLog()
      do {
        return try mapping.update(model, members, undo)
      } catch {
        undo.rollBack()
      }
    }
    let input = try JSONInput(
      any: value, maximumDepth: policy.maximumDepth, for: mapping, isUpdate: true)
    try update(model, input, report)
  }

  func dictionary(_ model: Model, _ report: (JSONIssue) -> Void) throws -> [String: Any] {
    if place.first?.isIndex == true {
      throw JSONAdapterError(
        .invalidMapping,
        found:
          "\n- at: \"\(JSONKeyPath(.path(place)))\" lies in an array, and this makes a dictionary: "
          + "call data or string")
    }
    if mayWriteDirectly, lostClass(of: model) == nil,
      let dictionary = try? direct(model, writing(depth: place.count))
    {
      return place.isEmpty ? dictionary : wrapped(dictionary)
    }
    let source = JSONBytes(try byBytes { try data(model, [], report).bytes })
    let value = try source.withReader(maximumDepth: .max) { try $0.readValue(keepsDigits: true) }
    return value as? [String: Any] ?? [:]
  }

  func array(_ models: [Model], _ report: (JSONIssue) -> Void) throws -> [[String: Any]] {
    if mayWriteDirectly {
      let writing = writing(depth: 1)
      if models.allSatisfy({ lostClass(of: $0) == nil }),
        let dictionaries = try? models.map({ try direct($0, writing) })
      {
        return dictionaries
      }
    }
    let source = JSONBytes(try byBytes { try data(models, [], report).bytes })
    let value = try source.withReader(maximumDepth: .max) { try $0.readValue(keepsDigits: true) }
    return (value as? [Any])?.compactMap { $0 as? [String: Any] } ?? []
  }

  func dictionary(
    _ models: [String: Model], _ report: (JSONIssue) -> Void
  ) throws -> [String: [String: Any]] {
    if mayWriteDirectly {
      let writing = writing(depth: 1)
      if models.values.allSatisfy({ lostClass(of: $0) == nil }),
        let dictionaries = try? models.mapValues({ try direct($0, writing) })
      {
        return dictionaries
      }
    }
    let source = JSONBytes(try byBytes { try data(models, [], report).bytes })
    let value = try source.withReader(maximumDepth: .max) { try $0.readValue(keepsDigits: true) }
    return (value as? [String: Any])?.compactMapValues { $0 as? [String: Any] } ?? [:]
  }

  /// Puts what is written at the call's place into the dictionary of the whole document.
  private func wrapped(_ value: [String: Any]) -> [String: Any] {
    let whole = place.reversed().reduce(value as Any) { value, component in
      guard case .index(let index) = component else { return [component.label: value] }
      return Array(repeating: NSNull() as Any, count: index) + [value]
    }
    return whole as? [String: Any] ?? [:]
  }

  /// Whether neither the call nor the adapter leaves properties out.
  private var mayWriteDirectly: Bool { !Self.isByBytes && isWhole }

  private func writing(depth: Int) -> DictionaryWriting {
    let writing = DictionaryWriting(policy: plans.policy, depth: depth)
    writing.context.asksClasses = true
    return writing
  }

  private func direct(_ model: Model, _ writing: DictionaryWriting) throws -> [String: Any] {
    defer { withExtendedLifetime(plans) {} }
    return try plans.plan(of: type(of: model)).boxed(model, writing)
  }
}
