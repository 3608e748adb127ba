import Foundation

/// The dictionary form of models, made without JSON bytes if that makes no difference.
///
/// The direct way either gives the same result as the bytes, or is abandoned: then writing the
/// bytes reports the errors and the omitted values.
extension AdapterCall {
  /// True while bytes do the work. Calls of the adapter within then use bytes at once, because
  /// trying both ways at each level would double the work with each.
  @TaskLocal private static var isByBytes = false

  func byBytes<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$isByBytes.withValue(true, operation: body)
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
    let text = try byBytes { try data(model, [], report).bytes }
    return try value(of: text, report) as? [String: Any] ?? [:]
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
    let text = try byBytes { try data(models, [], report).bytes }
    let value = try value(of: text, report)
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
    let text = try byBytes { try data(models, [], report).bytes }
    let value = try value(of: text, report)
    return (value as? [String: Any])?.compactMapValues { $0 as? [String: Any] } ?? [:]
  }

  /// The value of the written text; the policy decides about names that a dictionary can't tell
  /// apart.
  private func value(of text: [UInt8], _ report: (JSONIssue) -> Void) throws -> Any {
    let source = JSONBytes(text)
    do {
      return try source.withReader(maximumDepth: .max) { try $0.readValue(keepsDigits: true) }
    } catch {
      // A name that looks like another one, or a number that no Double holds, which has its path in
      // the tree. The text has the call's place already.
      let call = AdapterCall(plans)
      let context = WritingContext(policy: plans.policy, options: [])
      do {
        let value = try JSONTree(text).value(context)
        call.report(context.issues, report)
        return value
      } catch {
        throw call.failure(error)
      }
    }
  }

  /// Puts a model's dictionary at the call's place in the whole document's dictionary.
  private func wrapped(_ value: [String: Any]) -> [String: Any] {
    let whole = place.reversed().reduce(value as Any) { value, component in
      guard case .index(let index) = component else { return [component.label: value] }
      return Array(repeating: NSNull() as Any, count: index) + [value]
    }
    return whole as? [String: Any] ?? [:]
  }

  /// Whether neither the call nor the adapter omits properties.
  private var mayWriteDirectly: Bool { !Self.isByBytes && isWhole }

  private func writing(depth: Int) -> DictionaryWriting {
    let writing = DictionaryWriting(policy: plans.policy, depth: depth)
    writing.context.asksClasses = true
    writing.context.isForCoder = isForCoder
    return writing
  }

  private func direct(_ model: Model, _ writing: DictionaryWriting) throws -> [String: Any] {
    defer { withExtendedLifetime(plans) {} }
    return try plans.plan(of: type(of: model)).boxed(model, writing)
  }
}
