import Foundation

extension JSONMapping {
  /// Returns the plan of the class that the object at the cursor asks for; nil when the policy
  /// takes what is there as null.
  func resolved(_ reader: inout JSONReader, _ context: ReadingContext) throws -> JSONMapping? {
    guard reader.nextByte() == UInt8(ascii: "{") else {
      return try resolvedOther(&reader, context)
    }
    guard hooks.choosesClass else { return self }
    var type = modelClass
    var asked: [Model.Type] = []
    while true {
      guard let next = type.classForParsing(try reader.object()) else {
        throw noClass("\(type).classForParsing(_:) found no class", reader.position)
      }
      if next == type { break }
      guard isSubclass(next, of: modelClass) else {
        throw noClass(
          "\(type).classForParsing(_:) gave \(next), which is no subclass of \(modelClass)",
          reader.position)
      }
      asked.append(type)
      if asked.contains(where: { $0 == next }) {
        let chain = (asked + [next]).map { "\($0)" }.joined(separator: ", ")
        throw noClass("classForParsing(_:) runs in a circle: \(chain)", reader.position)
      }
      type = next
    }
    return type == modelClass ? self : try .of(type, policy)
  }

  private func noClass(_ found: String, _ offset: Int) -> ConversionError {
    ConversionError(.noClassFound, at: offset, expected: "\(modelClass)", found: found)
      .attributed(to: modelClass, nil)
  }

  @inline(never)
  private func resolvedOther(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> JSONMapping? {
    let place = ReadingPlace(&reader)
    switch try reader.peekKind() {
    case .array where policy.emptyArrayIsObject:
      if try !reader.beginArray() { return nil }
    case .string where policy.emptyStringIsNull || policy.embeddedJSON:
      let text = try reader.readStringIfPresent() ?? ""
      if policy.emptyStringIsNull, text.allSatisfy(\.isWhitespace) { return nil }
      if policy.embeddedJSON {
        place.restore(&reader)
        return self
      }
    default:
      break
    }
    place.restore(&reader)
    throw reader.mismatch("object")
  }

  /// Makes a model of the object at the cursor, which `resolved` chose this plan for.
  func model(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Model {
    if reader.nextByte() == UInt8(ascii: "\"") { return try embeddedModel(&reader, context) }
    let model = modelClass.init()
    try fill(model, isUpdate: false, &reader, context)
    return model
  }

  /// Reads into `model` what the object at the cursor names.
  func update(
    _ model: Model, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    context.willUpdate(model)
    try fill(model, isUpdate: true, &reader, context)
  }

  private func embeddedModel(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Model {
    let place = ReadingPlace(&reader)
    let text = try reader.readStringIfPresent() ?? ""
    do {
      let source = JSONBytes(text)
      let superseded = DuplicateMembers.find(in: source)
      return try inner(
        source, at: place.position, context, depth: reader.depth, superseded: superseded
      ) {
        guard let mapping = try self.resolved(&$0, $1) else { throw $0.mismatch("object") }
        let model = try mapping.model(&$0, $1)
        try $0.endDocument()
        return model
      }
    } catch is JSONSyntaxError {
      throw ConversionError(
        .typeMismatch, at: place.position, expected: "object",
        found: reader.describeValue(at: place.position))
    }
  }

  /// Reads a document that stands in place of the value at `offset`.
  ///
  /// - Parameter origin: Where in the outer document an offset of this one comes from, if it does.
  func inner<Result>(
    _ source: JSONBytes, at offset: Int, _ context: ReadingContext, depth: Int,
    superseded: Set<Int> = [], origin: ((Int) -> Int?)? = nil,
    _ body: (inout JSONReader, ReadingContext) throws -> Result
  ) throws -> Result {
    let innerContext = ReadingContext(policy: policy, source: source, superseded: superseded)
    if let origin {
      innerContext.origin = { origin($0).flatMap { context.origin?($0) ?? $0 } }
    }
    innerContext.willUpdate = context.willUpdate
    do {
      let result = try source.withReader(maximumDepth: max(0, policy.maximumDepth - depth)) {
        try body(&$0, innerContext)
      }
      context.adopt(innerContext, at: offset, origin)
      return result
    } catch let error as ConversionError {
      context.adopt(innerContext, at: offset, origin)
      throw error.moved(outOf: source, to: offset, origin)
    } catch let error as JSONSyntaxError {
      guard case .tooDeep = error.reason else { throw error }
      throw ConversionError(.tooDeep, at: error.byteOffset, found: "\(error.reason)")
        .moved(outOf: source, to: offset, origin)
    }
  }

  private func fill(
    _ model: Model, isUpdate: Bool, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    guard let prepare else {
      return try readObject(model, isUpdate: isUpdate, &reader, context)
    }
    let place = ReadingPlace(&reader)
    guard let json = try reader.readValue() as? [String: Any] else {
      throw reader.mismatch("object")
    }
    var writer = JSONWriter()
    do {
      try writer.any(try prepare.prepare(json), maximumDepth: policy.maximumDepth)
    } catch let error as JSONValueError {
      var failure = ConversionError(error).attributed(to: modelClass, nil)
      failure.offset = place.position
      throw failure
    } catch {
      throw rejection(error, at: place.position)
    }
    try inner(JSONBytes(writer.bytes()), at: place.position, context, depth: reader.depth) {
      try self.readObject(model, isUpdate: isUpdate, &$0, $1)
    }
  }

  private func rejection(_ error: any Error, at offset: Int) -> any Error {
    if error is ConversionError || error is JSONSyntaxError { return error }
    if let error = error as? JSONAdapterError {
      // A hook that parses JSON itself: its error is the better one.
      return ConversionError(error, at: offset).attributed(to: modelClass, nil)
    }
    return ConversionError(
      .validationFailed, at: offset, expected: "\(modelClass)", found: "\(error)",
      underlying: error
    ).attributed(to: modelClass, nil)
  }

  private func readObject(
    _ model: Model, isUpdate: Bool, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let place = ReadingPlace(&reader)
    var marks = MarkSet(count: markCount)
    try readMembers(of: input, model, isUpdate, &marks, isTop: true, &reader, context)
    if !deferred.isEmpty {
      let end = reader.position
      try readDeferred(model, isUpdate, &marks, place, &reader, context)
      reader.position = end
      reader.depth = place.depth
    }
    if !required.isEmpty, !isUpdate { try checkRequired(marks, place.position) }
    do {
      if hooks.validates { try model.validate() }
      if hooks.loads { try model.didLoad(from: .json) }
    } catch {
      throw rejection(error, at: place.position)
    }
  }

  private func checkRequired(_ marks: MarkSet, _ offset: Int) throws {
    let missing = required.filter { !marks.contains($0) }.map { fields[$0].property.key }
    guard !missing.isEmpty else { return }
    throw ConversionError(.missingKeys(missing), at: offset).attributed(to: modelClass, nil)
  }

  private func readMembers(
    of node: JSONInputNode, _ model: Model, _ isUpdate: Bool, _ marks: inout MarkSet, isTop: Bool,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    guard try reader.beginObject() else { return }
    let memory = ObjectMemory(model)
    let hasSuperseded = !context.superseded.isEmpty
    var expected = 0
    var extras: [String: Any] = [:]
    repeat {
      let index = try reader.nextKey(in: node.table, expecting: expected)
      guard index >= 0 else {
        try readUnknown(isTop: isTop, &extras, &reader, context)
        continue
      }
      expected = index + 1
      let step = node.steps[index]
      if !marks.insert(step.mark) || hasSuperseded {
        if try isSuperseded(&reader, context) { continue }
      }
      if try step.reading.read(into: memory, &reader) { continue }
      let member = node.members[index]
      if let child = member.child {
        try readChild(child, member, model, isUpdate, &marks, &reader, context)
      } else if member.fields.count == 1 {
        try readField(member.fields[0], model, isUpdate, &reader, context)
      } else {
        try readFields(member.fields, model, isUpdate, &marks, &reader, context)
      }
    } while try reader.nextMember()
    if keepsExtras, isTop, let keeping = model as? any JSONExtrasKeeping {
      keeping.jsonExtras = isUpdate ? keeping.jsonExtras.merging(extras) { $1 } : extras
    }
  }

  /// Handles a member that was met before, in a document with duplicates that are known, or one
  /// where they are not.
  private func isSuperseded(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Bool {
    if context.superseded.isEmpty { throw DuplicateMember() }
    let place = ReadingPlace(&reader)
    guard context.isSuperseded(at: place.position) else { return false }
    try reader.skipValue()
    return true
  }

  private func readUnknown(
    isTop: Bool, _ extras: inout [String: Any], _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    if isTop, keepsExtras {
      extras[reader.lastKey] = try reader.readValue()
      return
    }
    if policy.unknownKeys != .ignore {
      let error = ConversionError(
        .unknownKey, at: ReadingPlace(&reader).position, expected: "a member that is mapped",
        found: "\"\(reader.lastKey)\""
      ).attributed(to: modelClass, nil)
      if policy.unknownKeys == .report {
        context.note(.unknownKey, error)
      } else if policy.collectsErrors {
        context.collect(error)
      } else {
        throw error
      }
    }
    try reader.skipValue()
  }

  /// Reads several fields from the same value.
  private func readFields(
    _ indexes: [Int], _ model: Model, _ isUpdate: Bool, _ marks: inout MarkSet,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let place = ReadingPlace(&reader)
    for index in indexes {
      place.restore(&reader)
      _ = marks.insert(index)
      try readField(index, model, isUpdate, &reader, context)
    }
  }

  /// Reads what lies inside a member, and the fields that lie at the member itself.
  private func readChild(
    _ child: JSONInputNode, _ member: JSONInputNode.Member, _ model: Model, _ isUpdate: Bool,
    _ marks: inout MarkSet, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let place = ReadingPlace(&reader)
    try readFields(member.fields, model, isUpdate, &marks, &reader, context)
    place.restore(&reader)
    switch try reader.peekKind() {
    case .object:
      try readMembers(of: child, model, isUpdate, &marks, isTop: false, &reader, context)
    case .null:
      // Null on the way is null at its end.
      try readFields(child.allFields, model, isUpdate, &marks, &reader, context)
      try place.skip(&reader)
    case .array where child.allFields.contains { (fields[$0].policy ?? policy).implicitCollect }:
      try place.skip(&reader)
    default:
      let error = reader.mismatch("object")
      try handleBlocked(error, child.allFields, place, model, &reader, context)
    }
  }

  @inline(__always)
  func readField(
    _ index: Int, _ model: Model, _ isUpdate: Bool, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    let place = ReadingPlace(&reader)
    let field = fields[index]
    do {
      if let nested = field.nested, !isUpdate, reader.nextByte() == UInt8(ascii: "{") {
        let value = try nested.codec.readModel(&reader, context)
        // A property of a model class, Optional or not, has the layout of any reference.
        ObjectMemory(model).store(AnyObject?(value), at: nested.offset)
        return
      }
      try field.read(into: model, isUpdate: isUpdate, &reader, context)
    } catch {
      try handle(error, place, field: field, key: field.property.key, model, &reader, context)
    }
  }

  /// Decides what becomes of a value that cannot be read: the policy may go on without it.
  @inline(never)
  private func handle(
    _ error: any Error, _ place: ReadingPlace, field: JSONField?, key: String?, _ model: Model,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    if error is JSONSyntaxError || error is DuplicateMember { throw error }
    let failure =
      (error as? ConversionError
      ?? (error as? JSONAdapterError).map { ConversionError($0, at: place.position) }
      ?? ConversionError(
        .transformFailed, at: place.position, expected: key ?? "",
        found: reader.describeValue(at: place.position), underlying: error))
      .attributed(to: modelClass, key)
    if case .whole = failure.kind { throw failure }
    switch rule(for: failure, field, isWhole: failure.offset == place.position) {
    case .fail:
      guard policy.collectsErrors else { throw failure }
      context.collect(failure)
    case .keep:
      context.note(.skipped, failure)
    case .reset:
      _ = field?.reset(in: model)
      context.note(.skipped, failure)
    case .skip:
      break
    }
    try place.skip(&reader)
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
    try place.skip(&reader)
  }

  /// - Parameter isWhole: whether it is the property's value that failed, not one within it.
  private func rule(
    for failure: ConversionError, _ field: JSONField?, isWhole: Bool
  ) -> Rule {
    let policy = field?.policy ?? policy
    switch failure.kind {
    case .nullValue where isWhole && failure.propertyKey == field?.property.key:
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

/// Which members of one object were met.
struct MarkSet {
  private var low: UInt64 = 0
  private var high: [UInt64]

  init(count: Int) {
    high = count > 64 ? Array(repeating: 0, count: (count - 1) / 64) : []
  }

  func contains(_ mark: Int) -> Bool {
    let word = mark < 64 ? low : high[mark / 64 - 1]
    return word & 1 << UInt64(mark & 63) != 0
  }

  /// Adds a mark; false when it was there.
  @inline(__always)
  mutating func insert(_ mark: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(mark & 63)
    if mark < 64 {
      defer { low |= bit }
      return low & bit == 0
    }
    defer { high[mark / 64 - 1] |= bit }
    return high[mark / 64 - 1] & bit == 0
  }
}
