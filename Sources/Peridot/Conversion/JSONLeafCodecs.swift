import Foundation
import Synchronization

extension RawRepresentable {
  /// The raw values of an enum, in their order; empty for any other type.
  dynamic static var rawValueNames: [String] {
    func all<Cases: CaseIterable>(_: Cases.Type) -> [Self] {
      Cases.allCases.compactMap { $0 as? Self }
    }
    let cases = (Self.self as? any CaseIterable.Type).map { all($0) }
    return (cases ?? RuntimeFields.plainCases(of: Self.self)).map { "\($0.rawValue)" }
  }

  /// The words for an expected value: the type and its raw values, those most similar to `found`
  /// first.
  dynamic static func expectedCases(like found: String?) -> ErrorPhrase {
    let names = rawValueNames
    guard !names.isEmpty else { return "\(Self.self)" }
    let sorted = (found.map { Spelling.ordered(names, like: $0) } ?? names).map {
      Boxed.escaped($0)
    }
    return "\(Self.self) (\(allowed: sorted))"
  }
}

extension CodecMaker {
  /// An enum (or any other type with raw values) by its raw value.
  final class RawValueCodec<Value: RawRepresentable>: JSONCodec {
    private let rawValue: any JSONCodec<Value.RawValue>

    init(_ rawValue: any JSONCodec<Value.RawValue>) {
      self.rawValue = rawValue
    }

    func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
      let place = ReadingContext.Place(&reader)
      let raw: Value.RawValue
      do {
        raw = try rawValue.read(from: &reader, in: context)
      } catch {
        throw Self.refusal(error, at: place)
      }
      if let value = Value(rawValueOrUnknown: raw) { return value }
      throw ConversionError(
        context.policy.unknownEnum == .makeNil ? .unknownCase : .typeMismatch, at: place.position,
        expected: Value.expectedCases(like: "\(raw)"),
        found: reader.describeValue(at: place.position),
        of: Value.self)
    }

    /// The error for a value from which no raw value could be read: it lists the cases.
    @inline(never)
    private static func refusal(_ error: any Error, at place: ReadingContext.Place) -> any Error {
      guard var failure = error as? ConversionError, failure.isAboutKind(at: place.position) else {
        return error
      }
      failure.expected = Value.expectedCases(like: nil)
      failure.refused = RefusedValue.Facts(type: Value.self)
      return failure
    }

    func write(
      _ value: Value, to writer: inout JSONWriter, in context: WritingContext
    ) throws {
      try rawValue.write(value.rawValue, to: &writer, in: context)
    }

    // The defaults would look for the codec's conformance at each element.

    func readElement(
      into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
      in context: ReadingContext
    ) throws {
      memory.initialize(try read(from: &reader, in: context), at: offset)
    }

    func writeElement(
      from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
      in context: WritingContext
    ) throws {
      try write(memory.load(Value.self, at: offset), to: &writer, in: context)
    }

    func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
      try rawValue.boxed(value.rawValue, writing)
    }
  }

  /// Text, some words of which mean null.
  final class NullWordCodec: JSONCodec {
    typealias Value = String

    func read(from reader: inout JSONReader, in context: ReadingContext) throws -> String {
      let place = ReadingContext.Place(&reader)
      let text = try String.read(from: &reader, in: context)
      // The longest of the words has six letters.
      guard text.utf8.count < 64,
        Numeral.isNullWord(text.trimmed.lowercased())
      else { return text }
      throw ConversionError(
        .nullValue, at: place.position, expected: "String",
        found: reader.describeValue(at: place.position))
    }

    func write(
      _ value: String, to writer: inout JSONWriter, in context: WritingContext
    ) throws {
      writer.string(value)
    }

    var resetValue: String? { "" }
  }

  /// A Foundation number as a JSON number or Boolean.
  final class NumberCodec: JSONCodec {
    typealias Value = NSNumber

    var isResetByMismatch: Bool { true }

    func read(from reader: inout JSONReader, in context: ReadingContext) throws -> NSNumber {
      let place = ReadingContext.Place(&reader)
      let kind = try reader.peekKind()
      if kind == .number || kind == .bool,
        let number = try reader.readAnyValue(context) as? NSNumber
      {
        return number
      }
      let policy = context.policy
      let numeral = try Numeral.read(
        from: &reader, in: context, expected: "NSNumber", isAllowed: policy.acceptsNumericStrings,
        for: policy.legacyRules[.readsNSNumbersAsDoubles] ? .floatingPoint : .integer,
        of: NSNumber.self)
      if let number = try number(numeral.text, &reader, in: context, at: place.position) {
        if let repair = numeral.repair { context.note(.converted, repair) }
        return number
      }
      throw ConversionError(
        .outOfRange, at: place.position, expected: "a number that Double holds",
        found: reader.describeValue(at: place.position))
    }

    /// The number of a text at `offset`; nil if it is out of range.
    private func number(
      _ text: String, _ reader: inout JSONReader, in context: ReadingContext, at offset: Int
    ) throws -> NSNumber? {
      let policy = context.policy
      if !policy.legacyRules[.readsNSNumbersAsDoubles],
        let number = try? JSONBytes(text).withReader({ try $0.readValue() as? NSNumber })
      {
        return number
      }
      let number = Double(nearestTo: text)
      if number.isNaN {
        return NSNumber(
          value: try Numeral.FloatingPointReading.zero(
            for: number, &reader, in: context, at: offset, expected: "a number that Double holds"))
      }
      guard policy.legacyRules[.readsNSNumbersAsDoubles],
        number.isFinite || policy.acceptsNonFiniteText
      else { return nil }
      return NSNumber(value: number)
    }

    func write(
      _ value: NSNumber, to writer: inout JSONWriter, in context: WritingContext
    ) throws {
      do {
        try writer.any(value)
      } catch {
        throw ConversionError(.notFinite, at: 0, expected: "a finite number", found: "\(value)")
      }
    }

    func boxed(_ value: NSNumber, _ writing: DictionaryWriting) throws -> Any {
      try Boxed(json: value).normalized(maximumDepth: 0)
    }
  }

  /// A Foundation number that is read and written like a Decimal.
  final class DecimalNumberCodec: JSONCodec {
    typealias Value = NSDecimalNumber

    func read(
      from reader: inout JSONReader, in context: ReadingContext
    ) throws -> NSDecimalNumber {
      NSDecimalNumber(decimal: try Decimal.read(from: &reader, in: context))
    }

    func write(
      _ value: NSDecimalNumber, to writer: inout JSONWriter, in context: WritingContext
    ) throws {
      try value.decimalValue.write(&writer, in: context)
    }
  }
}

/// A property of type `Any`: any JSON value, as JSONSerialization returns it.
///
/// A value that JSONSerialization refuses is written like a property of its type.
final class JSONAnyCodec: JSONCodec {
  typealias Value = Any

  private let maker: CodecMaker
  /// Nil for a type without a codec.
  private let codecs = Mutex<[ObjectIdentifier: (any JSONCodec)?]>([:])

  init(_ maker: CodecMaker) {
    self.maker = maker
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Any {
    try reader.readAnyValue(context)
  }

  func taken(_ live: Any) -> Any? { Boxed(json: live).withoutForm == nil ? live : nil }

  // Compiled for the type, because most dictionary properties are of it.
  func readMembers(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [String: Any] {
    try reader.readMembers(context) { reader in try reader.readAnyValue(context) }
  }

  func update(
    _ current: Any, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Any {
    let value = try reader.readAnyValue(context)
    guard context.merges, let patch = value as? [String: Any] else {
      return value
    }
    return (current as? [String: Any] ?? [:]).patched(by: patch)
  }

  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Any {
    try update([String: Any](), from: &reader, in: context)
  }

  func write(
    _ value: Any, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    let maximumDepth = writer.depthLeft(of: context.policy.maximumDepth)
    try write(value, maximumDepth, to: &writer, in: context)
  }

  @inline(never)
  private func write(
    _ value: Any, _ maximumDepth: Int, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    switch Boxed(json: value) {
    case .object(let members):
      try write(
        object: members, sorts: writer.sortsMembers, maximumDepth, to: &writer, in: context)
    case .array(let elements):
      try checkDepth(writer, maximumDepth)
      writer.beginArray()
      for (index, element) in elements.enumerated() {
        try context.writeUntyped(.index(index), to: &writer) { writer throws in
          try write(element, maximumDepth, to: &writer, in: context)
        }
      }
      writer.endArray()
    case let plain where plain.isPlain:
      try plain.write(to: &writer, maximumDepth: maximumDepth)
    case let other:
      try writeOther(other.value, maximumDepth: maximumDepth, to: &writer, in: context)
    }
  }

  private func write(
    object members: [String: Any], sorts: Bool, _ maximumDepth: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    try checkDepth(writer, maximumDepth)
    writer.beginObject()
    if sorts {
      for (name, value) in members.sortedByName {
        try write(member: name, value, maximumDepth, to: &writer, in: context)
      }
    } else {
      for (name, value) in members {
        try write(member: name, value, maximumDepth, to: &writer, in: context)
      }
    }
    writer.endObject()
  }

  private func write(
    member name: String, _ value: Any, _ maximumDepth: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    try context.writeUntyped(.key(name), to: &writer) { writer throws in
      writer.key(name)
      try write(value, maximumDepth, to: &writer, in: context)
    }
  }

  func write(
    elements: [Any], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    try write(elements, to: &writer, in: context)
  }

  /// In the order of names, as in every dictionary with a static type.
  func write(
    members: [String: Any], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    let maximumDepth = writer.depthLeft(of: context.policy.maximumDepth)
    try write(object: members, sorts: true, maximumDepth, to: &writer, in: context)
  }

  private func checkDepth(_ writer: borrowing JSONWriter, _ maximumDepth: Int) throws {
    guard writer.depth >= maximumDepth else { return }
    throw ConversionError(JSONValueError(.tooDeep(limit: maximumDepth)))
  }

  /// Writes a value like a property of its type.
  @inline(never)
  private func writeOther(
    _ value: Any, maximumDepth: Int, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    // A cast converts Swift's sets to Foundation's, which have no order.
    if type(of: value) is AnyObject.Type, let set = value as? NSSet {
      return try write(set.allObjects, maximumDepth, to: &writer, in: context)
    }
    if try _openExistential(value, do: typed).write(by: self, to: &writer, in: context) { return }
    // A dictionary with keys of any type, such as `userInfo`.
    if let members = value as? [String: Any] {
      return try write(members, maximumDepth, to: &writer, in: context)
    }
    do {
      try writer.any(value, maximumDepth: maximumDepth)
    } catch let error as JSONValueError {
      throw ConversionError(error)
    }
  }

  /// Writes a value of a type that has a codec; returns false for any other.
  fileprivate func writeTyped<Value>(
    _ value: Value, to writer: inout JSONWriter, in context: WritingContext
  ) throws -> Bool {
    let type = ObjectIdentifier(Value.self)
    // Made without the lock, because making one can need another.
    let found =
      codecs.withLock { $0[type] }
      ?? {
        let made: (any JSONCodec)? = maker.codec(for: Value.self)
        return codecs.withLock { known in
          if let first = known[type] { return first }
          known.updateValue(made, forKey: type)
          return made
        }
      }()
    guard let codec = found?.asCodec(of: Value.self) else { return false }
    try codec.write(value, to: &writer, in: context)
    return true
  }

  func boxed(_ value: Any, _ writing: DictionaryWriting) throws -> Any {
    do {
      return try Boxed(json: value).normalized(maximumDepth: writing.remainingDepth)
    } catch {
      return try boxedBytes(of: value, writing)
    }
  }

  func isNil(_ value: Any) -> Bool {
    guard let optional = value as? any OptionalProtocol else { return false }
    return optional.unwrapped == nil
  }
}

extension JSONAnyCodec {
  fileprivate protocol AnyTypedValue {
    func write(
      by codec: JSONAnyCodec, to writer: inout JSONWriter, in context: WritingContext
    ) throws -> Bool
  }

  fileprivate struct TypedValue<Value>: AnyTypedValue {
    let value: Value

    func write(
      by codec: JSONAnyCodec, to writer: inout JSONWriter, in context: WritingContext
    ) throws -> Bool {
      try codec.writeTyped(value, to: &writer, in: context)
    }
  }
}

// The compiler crashes on a method instead of this.
private func typed<Value>(_ value: Value) -> any JSONAnyCodec.AnyTypedValue {
  JSONAnyCodec.TypedValue(value: value)
}

extension JSONAnyCodec {
  /// A hashable value of any type, read and written like an `Any`.
  final class HashableCodec: JSONCodec {
    typealias Value = AnyHashable

    private let any: JSONAnyCodec

    init(_ any: JSONAnyCodec) {
      self.any = any
    }

    func read(from reader: inout JSONReader, in context: ReadingContext) throws -> AnyHashable {
      let place = ReadingContext.Place(&reader)
      if !(try reader.readNullIfPresent()),
        let value = try any.read(from: &reader, in: context) as? AnyHashable
      {
        return value
      }
      place.restore(&reader)
      throw reader.mismatch("a value that can be hashed")
    }

    func write(
      _ value: AnyHashable, to writer: inout JSONWriter, in context: WritingContext
    ) throws {
      try any.write(value.base, to: &writer, in: context)
    }
  }
}

extension JSONAnyCodec {
  /// The value of a property, under a policy that has a rule for null.
  final class KeptAtNullCodec: JSONCodec {
    typealias Value = Any

    private let any: any JSONCodec<Any>

    init(_ any: any JSONCodec<Any>) {
      self.any = any
    }

    func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Any {
      try refuseNull(&reader)
      return try any.read(from: &reader, in: context)
    }

    func update(
      _ current: Any, from reader: inout JSONReader, in context: ReadingContext
    ) throws -> Any {
      try refuseNull(&reader)
      return try any.update(current, from: &reader, in: context)
    }

    private func refuseNull(_ reader: inout JSONReader) throws {
      if try reader.peekKind() == .null { throw reader.mismatch("a value") }
    }

    func write(
      _ value: Any, to writer: inout JSONWriter, in context: WritingContext
    ) throws {
      try any.write(value, to: &writer, in: context)
    }

    func boxed(_ value: Any, _ writing: DictionaryWriting) throws -> Any {
      try any.boxed(value, writing)
    }

    func isNil(_ value: Any) -> Bool { any.isNil(value) }
    func taken(_ live: Any) -> Any? { isNullObject(live) ? nil : any.taken(live) }
  }
}

extension [String: Any] {
  /// Returns these members, changed by a JSON merge patch (RFC 7396): null removes a member, an
  /// object is merged into an object, and any other value replaces the member.
  func patched(by patch: [String: Any]) -> [String: Any] {
    var result = self
    for (name, value) in patch {
      let isNull = type(of: value) == NSNull.self
      // It is another name, which no member to remove or to merge into has.
      if result.hasLookalike(of: name) {
        if isNull { continue }
        result[name] = nil
      }
      if isNull {
        result[name] = nil
      } else if let inner = value as? [String: Any] {
        result[name] = (result[name] as? [String: Any] ?? [:]).patched(by: inner)
      } else {
        result[name] = value
      }
    }
    return result
  }
  /// Whether a name is here that has other Unicode scalars and that String takes for this one.
  func hasLookalike(of name: String) -> Bool {
    guard let index = index(forKey: name) else { return false }
    return !self[index].key.hasSameScalars(as: name)
  }

  /// Removes the member of such a name; returns false without one.
  mutating func removeLookalike(of name: String) -> Bool {
    guard hasLookalike(of: name) else { return false }
    self[name] = nil
    return true
  }

  /// The first name in a merge patch, at any level, of which these members have a lookalike that
  /// they would lose.
  func lookalike(in patch: [String: Any]) -> String? {
    for (name, value) in patch.sortedByName where type(of: value) != NSNull.self {
      if hasLookalike(of: name) { return name }
      guard let inner = value as? [String: Any], let members = self[name] as? [String: Any] else {
        continue
      }
      if let found = members.lookalike(in: inner) { return found }
    }
    return nil
  }
}
