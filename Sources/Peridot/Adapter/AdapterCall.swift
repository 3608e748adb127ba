import Foundation

/// One call of an adapter: what the many forms of the API come down to.
struct AdapterCall {
  let plans: PolicyPlans
  let adapter: JSONAdapter?
  let keys: [String]?
  /// Where in the document the model or models lie.
  var place: [JSONKeyPath.Component] = []

  var policy: ConversionPolicy { plans.policy.rules }

  /// A call that reads.
  init(_ plans: PolicyPlans) {
    self.plans = plans
    adapter = nil
    keys = nil
  }

  /// A call that reads what lies at a place; nil is the document itself.
  init(_ plans: PolicyPlans, at place: JSONKeyPath?) throws {
    self.init(plans)
    if let place { self.place = try place.place() }
  }

  /// A call that writes.
  init(
    _ plans: PolicyPlans, _ adapter: JSONAdapter?, keys: [String]?, at place: JSONKeyPath? = nil
  ) throws {
    self.plans = plans
    self.adapter = adapter
    self.keys = keys
    if let place { self.place = try place.place() }
  }

  func model<M: JSONSerializing>(
    _ type: M.Type, _ input: JSONInput, _ report: (JSONIssue) -> Void
  ) throws -> Fresh<M> {
    Fresh(value: downcast(try model(ofClass: type, input, report).value, to: M.self))
  }

  /// Not generic, so that a call costs no look-up of generic types.
  func model(
    ofClass type: Model.Type, _ input: JSONInput, _ report: (JSONIssue) -> Void
  ) throws -> Fresh<Model> {
    let mapping = try plans.plan(of: type)
    let model = try reading(input).read(report: report) { reader, context in
      try atPlace(type, &reader, context) { reader in
        do {
          if reader.nextByte() == UInt8(ascii: "{"), !mapping.hooks.choosesClass {
            return try mapping.model(&reader, context)
          }
          guard let resolved = try mapping.resolved(&reader, context) else {
            throw reader.mismatch("object")
          }
          return try resolved.model(&reader, context)
        } catch let error as ConversionError {
          throw error.attributed(to: type, nil)
        }
      }
    }
    return Fresh(value: model)
  }

  func models<M: JSONSerializing>(
    _ type: M.Type, _ input: JSONInput, _ report: (JSONIssue) -> Void
  ) throws -> Fresh<[M]> {
    let codec = JSONArrayCodec(JSONModelCodec(type, plans))
    return Fresh(
      value: try reading(input).read(report: report) { reader, context in
        try atPlace(type, &reader, context) { try codec.readRoot(type, &$0, context) }
      })
  }

  func modelsByKey<M: JSONSerializing>(
    _ type: M.Type, _ input: JSONInput, _ report: (JSONIssue) -> Void
  ) throws -> Fresh<[String: M]> {
    guard let key = DictionaryKey<String>.make({ [:] }) else { return Fresh(value: [:]) }
    let codec = JSONDictionaryCodec(key, JSONModelCodec(type, plans))
    return Fresh(
      value: try reading(input).read(report: report) { reader, context in
        try atPlace(type, &reader, context) { try codec.readRoot(type, &$0, context) }
      })
  }

  /// Updates `model`; when anything fails, it and every model in it are as they were.
  func update(
    _ model: Model, _ input: JSONInput, _ report: (JSONIssue) -> Void
  ) throws {
    let mapping = try plans.plan(of: type(of: model))
    let undo = UndoLog()
    do {
      try reading(input).read(report: report, undo: undo) {
        reader, context in
        try atPlace(Swift.type(of: model), &reader, context) {
          try update(model, mapping, &$0, context)
        }
      }
    } catch {
      undo.rollBack()
      throw error
    }
  }

  private func update(
    _ model: Model, _ mapping: JSONMapping, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    do {
      guard let resolved = try mapping.resolved(for: model, &reader, context) else {
        throw reader.mismatch("object")
      }
      guard resolved.modelClass == type(of: model) else {
        throw ConversionError(
          .noClassFound, at: reader.position, expected: "\(type(of: model))",
          found: "expected \(type(of: model)), found \(resolved.modelClass)")
      }
      try resolved.update(model, &reader, context)
    } catch let error as ConversionError {
      throw error.attributed(to: type(of: model), nil)
    }
  }

  private func reading(_ input: JSONInput) -> DocumentReading {
    DocumentReading(input: input, plans: plans)
  }
}

/// Text that was just written.
struct JSONText: ~Copyable {
  private let writer: JSONWriter

  init(writer: consuming JSONWriter) {
    self.writer = writer
  }

  var bytes: [UInt8] { writer.bytes() }
  var string: String { writer.string() }

  consuming func data() -> Data { writer.finish() }
}

extension JSONCodec {
  /// Reads a whole document; what is wrong with the document itself is wrong for `modelClass`.
  fileprivate func readRoot(
    _ modelClass: Model.Type, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Value {
    do {
      return try read(&reader, context)
    } catch let error as ConversionError {
      throw error.attributed(to: modelClass, nil)
    }
  }
}
