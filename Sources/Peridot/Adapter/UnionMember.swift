/// Writes a member of a union where it lies: once for all unions, because code that is generic over them
/// would ask the runtime for types each time.
final class UnionMember: MemberCodec {
  /// The codec of a union, which knows its cases.
  protocol Union: MemberCodec {
    /// A value in memory; nil for one that is written as a whole.
    var memory: EnumMemory? { get }
    var optionalMemory: EnumMemory? { get }
    /// Whether another case takes values of a case's kinds, so that what was written is read again.
    var isContested: [Bool] { get }
    /// The types of the cases' values; nil for a case without.
    var types: [Any.Type?] { get }

    /// The codec of a case's value in memory; nil for a case without.
    func payloadCodec(_ index: Int) throws -> Permanent<UnionCaseCodec.Held>?
  }

  private let union: any Union
  private let memory: EnumMemory
  /// The memory of the Optional, if the property is one.
  private let optional: EnumMemory?
  private let isContested: [Bool]
  private let payloadCount: Int
  /// The forms of the values that are written straight, and `.none` for other values; cases without a
  /// value, which come last, have none. Empty if a payload has to be taken out.
  private let forms: [FieldForm]
  /// Where a value has the index of its case, if its payload needs not be taken out.
  private let tagOffset: Int

  /// Nil for a union whose values are written as a whole.
  init?(_ union: some Union, isOptional: Bool) {
    guard let memory = union.memory else { return nil }
    optional = isOptional ? union.optionalMemory : nil
    if isOptional, optional == nil { return nil }
    self.memory = memory
    self.union = union
    isContested = union.isContested
    let types = union.types.compactMap(\.self)
    let tagOffset = memory.tagOffset(
      payloads: types, cases: union.types.count, optional: optional)
    self.tagOffset = tagOffset ?? 0
    payloadCount = types.count
    guard tagOffset != nil else {
      forms = []
      return
    }
    forms = zip(types, isContested).map { type, isContested in
      let form = FieldForm(type, at: 0)
      return form.isBoxed && !isContested ? form : .none
    }
  }

  func writeMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    let index = Int(memory.load(UInt8.self, at: offset &+ tagOffset))
    guard index < forms.count else {
      return try writeTakenOut(key, from: memory, at: offset, to: &writer, in: context)
    }
    let payload = memory.from(offset)
    if forms[index].write(from: payload, key, to: &writer) == .value { return true }
    if try write(index, key, from: payload, to: &writer, in: context) { return true }
    return try union.writeMember(key, from: memory, at: offset, to: &writer, in: context)
  }

  /// Writes a value whose case the runtime tells.
  @inline(never)
  private func writeTakenOut(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    if let optional, optional.caseIndex(in: memory, at: offset) != 0 { return false }
    let index = self.memory.caseIndex(in: memory, at: offset)
    if index < payloadCount {
      let isWritten = try self.memory.withPayload(in: memory, at: offset) { payload in
        try write(index, key, from: payload, to: &writer, in: context)
      }
      if isWritten { return true }
    }
    return try union.writeMember(key, from: memory, at: offset, to: &writer, in: context)
  }

  /// Writes a case's value by its codec; returns false, with nothing written, if the whole has to be.
  @inline(__always)
  private func write(
    _ index: Int, _ key: JSONWriter.Key, from payload: ObjectMemory, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    guard !isContested[index] || context.policy.unreadableClass == .write,
      let codec = try union.payloadCodec(index)
    else { return false }
    return try codec.use {
      try $0.direct.writeMember(key, from: payload, at: 0, to: &writer, in: context)
    }
  }

  func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    try union.writeOptionalMember(key, from: memory, at: offset, to: &writer, in: context)
  }

  func readMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    try union.readMember(into: memory, at: offset, from: &reader, in: context)
  }

  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    try union.readOptionalMember(into: memory, at: offset, from: &reader, in: context)
  }

  func storeNil(in memory: ObjectMemory, at offset: Int) {
    union.storeNil(in: memory, at: offset)
  }
}

/// The codec of one case's value in memory, found at first use.
final class UnionCaseCodec: Sendable {
  final class Held: Sendable {
    let codec: any MemberCodec & ElementCodec
    let direct: any MemberCodec

    init(_ codec: any MemberCodec & ElementCodec) {
      self.codec = codec
      direct = codec.direct
    }
  }

  let held = OnceReference<Held>()

  deinit {
    // Sound: nobody reads it any more.
    unsafe held.letGo()
  }
}
