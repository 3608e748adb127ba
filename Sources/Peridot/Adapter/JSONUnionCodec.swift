import Foundation

/// The codec of an enum whose cases are the forms of one JSON value.
final class JSONUnionCodec<Value: JSONUnion>: JSONCodec, UnionMember.Union {
  private let forms: UnionForms
  private let cases: EnumCases<Value>
  /// The codec of the first case with a value, which leads to the others.
  private let first: (any PayloadCodec<Value>)?
  private let choice: UnionChoice
  /// Whether another case takes values of a case's kinds, so that what was written is read again.
  let isContested: [Bool]
  /// A value in memory; nil for one that is written as a whole.
  let memory = EnumMemory(of: Value.self)
  let optionalMemory = EnumMemory(of: Value?.self)
  /// The codecs of the cases' values there, found at first use.
  private let members: [UnionCaseCodec]
  /// The rules by which a case is chosen: strict ones, with the forms that the policy declares.
  private let strict: ConversionPolicy.Shared

  /// Nil if the declaration of the union has mistakes.
  init?(_ plans: PolicyPlans) {
    let forms = UnionForms(of: Value.self)
    guard forms.mistakes.isEmpty, let cases = EnumCases<Value>() else { return nil }
    self.forms = forms
    self.cases = cases
    choice = UnionChoice(forms, plans)
    strict = Self.strict(plans.policy.rules)
    var next: (any PayloadCodec<Value>)?
    for (index, form) in forms.forms.enumerated().reversed() {
      guard let form else { continue }
      func typed<Payload>(_: Payload.Type) -> any PayloadCodec<Value> {
        CaseCodec<Value, Payload>(cases, index, next: next, plans)
      }
      next = _openExistential(form.type, do: typed)
    }
    first = next
    members = forms.forms.indices.map { _ in UnionCaseCodec() }
    isContested = forms.forms.indices.map { index in
      guard let form = forms.forms[index] else { return false }
      return forms.forms.enumerated().contains { other, otherForm in
        other != index && otherForm.map { !$0.kinds.isDisjoint(with: form.kinds) } ?? false
      }
    }
  }

  private static func strict(_ policy: ConversionPolicy) -> ConversionPolicy.Shared {
    var strict = ConversionPolicy.strict
    strict.dateStrategy = policy.dateStrategy
    strict.dataStrategy = policy.dataStrategy
    return strict == .strict ? PolicyPlans.of(.strict).policy : ConversionPolicy.Shared(strict)
  }

  /// Returns the codec under the strict policy.
  ///
  /// - Throws: the mistakes of the declaration.
  static func shared() throws -> JSONUnionCodec {
    let codec = PolicyPlans.of(.strict).codec(for: Value.self) as? JSONUnionCodec
    guard let codec else {
      let forms = UnionForms(of: Value.self)
      throw forms.error(forms.mistakes)
    }
    return codec
  }

  /// Returns the mistakes that the types of the cases' values show.
  func mistakes() throws -> [String] {
    try forms.forms.indices.compactMap { payload($0)?.mistake } + choice.mistakes()
  }

  /// The codec of a case's value; nil for a case without.
  private func payload(_ index: Int) -> (any PayloadCodec<Value>)? {
    var next = first
    while let payload = next {
      if payload.index == index { return payload }
      next = payload.next
    }
    return nil
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    try reading(&reader, in: context) { try read(isInserted: false, from: &$0, in: $1) }
  }

  /// - Parameter isInserted: Whether the value is new in an object that a merge patch changes.
  private func read(
    isInserted: Bool, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    switch try choice.first(&reader, in: context) {
    case .null(let index):
      try reader.skipValue()
      return cases.make(index, ())
    case .one(let index):
      guard let payload = payload(index) else { throw reader.mismatch(forms.words) }
      return isInserted
        ? try payload.insert(from: &reader, in: context)
        : try payload.read(from: &reader, in: context)
    case .several(let indexes): return try readFirst(indexes, from: &reader, in: context)
    case .none: return try repaired(&reader, in: context)
    }
  }

  // MARK: - In memory

  func readMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    if try replace(in: memory, at: offset, optional: nil, &reader, context) { return }
    try readWhole(into: memory, at: offset, from: &reader, in: context)
  }

  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    if let optionalMemory,
      try replace(in: memory, at: offset, optional: optionalMemory, &reader, context)
    {
      return
    }
    try readWholeOptional(into: memory, at: offset, from: &reader, in: context)
  }

  // Whole values have functions of their own: the others would ask the runtime for the type of the
  // Optional each time.

  @inline(never)
  private func readWhole(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    memory.store(try read(from: &reader, in: context), at: offset)
  }

  @inline(never)
  private func readWholeOptional(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    memory.store(Optional(try read(from: &reader, in: context)), at: offset)
  }

  @inline(never)
  private func initializeWhole(
    in memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    memory.initialize(try read(from: &reader, in: context), at: offset)
  }

  func readElement(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    if let layout = self.memory, !reader.readsValues, let index = try choice.only(&reader),
      let payload = try payloadCodec(index)
    {
      try payload.use {
        try $0.codec.readElement(into: memory, at: offset, from: &reader, in: context)
      }
      return layout.make(index, in: memory, at: offset)
    }
    try initializeWhole(in: memory, at: offset, &reader, context)
  }

  /// Reads a value for which there is only one case; returns false, with nothing read, if there are
  /// several.
  @inline(__always)
  private func replace(
    in memory: ObjectMemory, at offset: Int, optional: EnumMemory?, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws -> Bool {
    guard let layout = self.memory, !reader.readsValues, let index = try choice.only(&reader),
      let payload = try payloadCodec(index)
    else { return false }
    try layout.replace(in: memory, at: offset, by: index, optional: optional) { new in
      try payload.use { try $0.codec.readElement(into: new, at: 0, from: &reader, in: context) }
    }
    return true
  }

  /// The codec of a case's value in memory; nil for a case without.
  @inline(__always)
  func payloadCodec(_ index: Int) throws -> Permanent<UnionCaseCodec.Held>? {
    try members[index].held.permanent ?? firstPayloadCodec(index)
  }

  @inline(never)
  private func firstPayloadCodec(_ index: Int) throws -> Permanent<UnionCaseCodec.Held>? {
    guard let payload = payload(index) else { return nil }
    _ = members[index].held.store(UnionCaseCodec.Held(try payload.memoryCodec()))
    return members[index].held.permanent
  }

  /// Reads a text or a number as the first case that takes it: strictly, then by the policy.
  @inline(never)
  private func readFirst(
    _ indexes: [Int], from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    let place = ReadingContext.Place(&reader)
    if let (_, value) = try readStrictly(indexes, from: &reader, in: context) { return value }
    return try readInOrder(indexes, at: place, from: &reader, in: context)
  }

  /// Returns the first case that takes the value under strict rules, and the value.
  private func readStrictly(
    _ indexes: [Int], from reader: inout JSONReader, in context: ReadingContext
  ) throws -> (index: Int, value: Value)? {
    let place = ReadingContext.Place(&reader)
    let outer = context.shared
    defer { context.shared = outer }
    context.shared = strict
    for index in indexes {
      guard let payload = self.payload(index),
        try choice.accepts(&reader, as: index, among: indexes)
      else { continue }
      let notes = context.notes
      do {
        return (index, try payload.read(from: &reader, in: context))
      } catch {
        context.takeBack(to: notes)
        place.restore(&reader)
      }
    }
    return nil
  }

  /// Reads a value as the first case that takes it under the policy.
  private func readInOrder(
    _ indexes: [Int], at place: ReadingContext.Place, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws -> Value {
    if context.policy != .strict {
      for index in indexes {
        guard let payload = self.payload(index),
          try choice.accepts(&reader, as: index, among: indexes)
        else { continue }
        let notes = context.notes
        do {
          return try payload.read(from: &reader, in: context)
        } catch {
          context.takeBack(to: notes)
          place.restore(&reader)
        }
      }
      try reader.refuseBlankText(at: place, in: context, expected: forms.words)
    }
    throw reader.mismatch(forms.words)
  }

  /// Reads a value of which no case has the kind: the policy can make a text or a number of it.
  @inline(never)
  private func repaired(_ reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    let place = ReadingContext.Place(&reader)
    let kind = try reader.peekKind()
    let indexes = forms.forms.indices.filter { index in
      guard let form = forms.forms[index] else { return false }
      return kind == .live || !form.kinds.isDisjoint(with: .scalars)
    }
    switch kind {
    case .object, .array, .null: throw reader.mismatch(forms.words)
    case .live:
      if let (_, value) = try readStrictly(indexes, from: &reader, in: context) { return value }
    case .string, .number, .bool: break
    }
    return try readInOrder(indexes, at: place, from: &reader, in: context)
  }

  // MARK: - Updating

  func update(
    _ current: Value, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    let index = cases.index(of: current)
    guard let payload = self.payload(index) else { return try insert(from: &reader, in: context) }
    let place = ReadingContext.Place(&reader)
    guard try reader.peekKind() == .object else {
      if try reader.peekKind() == .array, case .one(index) = try choice.first(&reader, in: context)
      {
        return try payload.update(current, from: &reader, in: context)
      }
      let value = try read(from: &reader, in: context)
      guard context.extent == .part, let model = payload.model(in: current) else { return value }
      let end = (reader.position, reader.depth)
      place.restore(&reader)
      defer { (reader.position, reader.depth) = end }
      return try choice.isIdentity(of: model, &reader) ? current : value
    }
    if context.isPatch { return try patched(current, payload, index: index, &reader, in: context) }
    // A replacement of the value names all that counts.
    let model = context.extent == .whole ? nil : payload.model(in: current)
    guard let form = forms.forms[index], form.kinds.contains(.object),
      try choice.stays(index, changing: model, &reader, in: context)
    else { return try read(from: &reader, in: context) }
    return try payload.update(current, from: &reader, in: context)
  }

  /// Puts the object of a merge patch into a value: what was there and the patch together choose the
  /// case.
  @inline(never)
  private func patched(
    _ current: Value, _ payload: any PayloadCodec<Value>, index: Int,
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    let place = ReadingContext.Place(&reader)
    var writer = JSONWriter()
    let writing = WritingContext(policy: context.shared, options: [])
    writing.isPatch = true
    try payload.write(current, to: &writer, in: writing)
    let old = writer.bytes()
    guard old.first == UInt8(ascii: "{") else { return try insert(from: &reader, in: context) }
    let patch = try reader.readText()
    place.restore(&reader)
    func readMerged(
      keeping nulls: MergedText.Nulls, _ body: (inout JSONReader, ReadingContext) throws -> Void
    ) throws {
      let merged = JSONBytes(try MergedText(old, patch: patch, keeping: nulls).bytes)
      try context.inner(merged, context.shared, at: place.position, depth: place.depth, body)
    }
    // A null that removes nothing is nil for the new value.
    var value: Value?
    try readMerged(keeping: .allNew) { reader, context in
      let chosen = try choice.first(&reader, in: context)
      if case .one(index) = chosen { return }
      // But where there are nulls alone of another case, they are of what was here before.
      var stays = false
      if case .one(let other) = chosen {
        try readMerged(keeping: .none) { reader, context in
          stays =
            try choice.first(&reader, in: context) == .one(index)
            && !choice.knows(other, &reader, in: context)
        }
      }
      if !stays { value = try insert(from: &reader, in: context) }
    }
    guard let value else { return try payload.update(current, from: &reader, in: context) }
    try place.skip(&reader)
    return value
  }

  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    try reading(&reader, in: context) { try read(isInserted: true, from: &$0, in: $1) }
  }

  // MARK: - Writing

  func write(_ value: Value, to writer: inout JSONWriter, in context: WritingContext) throws {
    let index = cases.index(of: value)
    guard let payload = self.payload(index) else { return writer.null() }
    guard isContested[index], context.policy.unreadableClass != .write else {
      return try payload.write(value, to: &writer, in: context)
    }
    try writeContested(value, index: index, payload, to: &writer, in: context)
  }

  var types: [Any.Type?] { forms.forms.map { $0?.type } }

  var direct: any MemberCodec { UnionMember(self, isOptional: false) ?? self }
  var directForOptional: (any MemberCodec)? { UnionMember(self, isOptional: true) }

  /// Writes a value whose kind several cases take, unless it would be read as another case.
  @inline(never)
  private func writeContested(
    _ value: Value, index: Int, _ payload: any PayloadCodec<Value>, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    let (mark, start, parts) = (writer.mark, writer.count, writer.parts)
    // The text is read, so it has no numbers for objects.
    writer.parts = nil
    defer { writer.parts = parts }
    try payload.write(value, to: &writer, in: context)
    var text = writer.outline(from: start)
    var loss: ErrorPhrase?
    if choice.wantsFraction(index, text) {
      if context.isForCoder { loss = "which a coder writes as a whole number" }
      text += Array(".0".utf8)
      writer.rewind(to: mark)
      writer.raw(text)
    }
    if loss == nil, let other = caseRead(from: text), other != index {
      loss = "which is read back as \(name(other))"
    }
    guard let loss else { return }
    let error = ConversionError(
      .typeMismatch, at: 0, expected: "a value that is read back as its case",
      found: "\(name(index)), \(loss)")
    guard context.policy.unreadableClass == .report else { throw error }
    context.note(.skipped, error)
  }

  private func name(_ index: Int) -> String {
    forms.forms[index]?.name ?? cases.cases[index].name
  }

  /// Returns the case as which a text is read; nil if none reads it.
  private func caseRead(from text: [UInt8]) -> Int? {
    let source = JSONBytes(text)
    let context = ReadingContext(policy: strict, source: source)
    return try? source.withReader { reader in
      switch try choice.first(&reader, in: context) {
      case .null(let index), .one(let index): index
      case .several(let indexes): try readStrictly(indexes, from: &reader, in: context)?.index
      case .none: nil
      }
    }
  }

  // MARK: - Archives

  /// Writes the case's name, and its value: as it codes itself, or else its JSON.
  func archive(_ value: Value, to encoder: any Encoder) throws {
    let index = cases.index(of: value)
    var container = encoder.container(keyedBy: CaseName.self)
    let key = CaseName(stringValue: name(index))
    guard let payload = self.payload(index) else {
      return try container.encode(RawJSON(), forKey: key)
    }
    if try payload.archive(value, to: &container, forKey: key) { return }
    let plans = PolicyPlans.of(.strict)
    let text = try AdapterCall(plans).text { try payload.write(value, to: &$0, in: $1) }
    let json = RawJSON(bytes: Array(text.utf8))
    guard payload.areEqual(value, try archivedValue(json, payload)) else {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: encoder.codingPath,
          debugDescription:
            "an archive holds the value of case \(name(index)) as JSON, which does not "
            + "have all of it: keep it in a property of its own, or map all its properties"))
    }
    try container.encode(json, forKey: key)
  }

  private func archivedValue(
    _ json: RawJSON, _ payload: any PayloadCodec<Value>
  ) throws -> Value {
    try DocumentReading(input: JSONInput(part: JSONBytes(json.bytes)), plans: .of(.strict))
      .read(report: { _ in }, { try payload.read(from: &$0, in: $1) })
  }

  /// Reads what `archive` wrote.
  func unarchived(from decoder: any Decoder) throws -> Value {
    let container = try decoder.container(keyedBy: CaseName.self)
    for index in forms.forms.indices {
      let key = CaseName(stringValue: name(index))
      guard container.contains(key) else { continue }
      guard let payload = self.payload(index) else { return cases.make(index, ()) }
      if let value = try payload.unarchived(from: container, forKey: key) { return value }
      return try archivedValue(try container.decode(RawJSON.self, forKey: key), payload)
    }
    let found = container.allKeys.first?.stringValue ?? ""
    let known = Spelling.ordered(forms.forms.indices.map { name($0) }, like: found)
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription:
          "no case of \(TypeName.of(Value.self)) (\(known.joined(separator: ", "))) has the archived "
          + "name \(Boxed.quoted(found))"))
  }
}
