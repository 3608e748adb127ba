/// The name of a case in an archive.
struct CaseName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

/// The codec of the value of one case.
protocol PayloadCodec<Whole>: AnyObject, Sendable {
  associatedtype Whole

  /// The index of the case.
  var index: Int { get }
  /// The codec of the next case; nil for the last.
  // Not in an array, because a generic one takes ten times as long.
  var next: (any PayloadCodec<Whole>)? { get }
  /// Why the value has no JSON form; nil if it has one.
  var mistake: String? { get }
  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Whole
  func update(
    _ current: Whole, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Whole
  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Whole
  func write(_ value: Whole, to writer: inout JSONWriter, in context: WritingContext) throws
  /// The codec that reads and writes the value where it lies.
  func memoryCodec() throws -> any MemberCodec & ElementCodec
  /// The value, if it is a model.
  func model(in value: Whole) -> Model?
  /// Whether two values of the case have equal contents.
  func areEqual(_ one: Whole, _ other: Whole) -> Bool
  /// Writes the value as it codes itself; false if it doesn't.
  func archive(
    _ value: Whole, to container: inout KeyedEncodingContainer<CaseName>, forKey key: CaseName
  ) throws -> Bool
  /// Reads what `archive` wrote; nil if the value doesn't code itself.
  func unarchived(
    from container: KeyedDecodingContainer<CaseName>, forKey key: CaseName
  ) throws -> Whole?
}

/// The codec of a case by its value's codec.
final class CaseCodec<Whole, Payload>: PayloadCodec {
  let index: Int
  let next: (any PayloadCodec<Whole>)?
  private let cases: EnumCases<Whole>
  /// They own this.
  private unowned let plans: PolicyPlans
  /// Nil for a value with unions, which can lead back to this one: then it is found at first use.
  private let known: (any JSONCodec<Payload>)?
  private let found = OnceReference<Found>()

  private final class Found: Sendable {
    let codec: any JSONCodec<Payload>

    init(_ codec: any JSONCodec<Payload>) {
      self.codec = codec
    }
  }

  init(
    _ cases: EnumCases<Whole>, _ index: Int, next: (any PayloadCodec<Whole>)?, _ plans: PolicyPlans
  ) {
    self.cases = cases
    self.index = index
    self.next = next
    self.plans = plans
    known =
      UnionForms.union(in: Payload.self) == nil ? plans.codec(for: Payload.self) : nil
  }

  deinit {
    // Sound: nobody reads it any more.
    unsafe found.letGo()
  }

  @inline(__always)
  private func codec() throws -> any JSONCodec<Payload> { try known ?? laterCodec() }

  @inline(never)
  private func laterCodec() throws -> any JSONCodec<Payload> {
    if let found = found.object { return found.codec }
    guard let codec = plans.codec(for: Payload.self) else {
      throw JSONAdapterError(
        .invalidMapping, found: "\n- \(TypeName.of(Whole.self)): \(mistake ?? "")")
    }
    return found.store(Found(codec)).codec
  }

  var mistake: String? {
    if plans.codec(for: Payload.self) != nil { return nil }
    let advice =
      UnionForms.advice(for: Payload.self) ?? ErrorAdvice.words(forUnsupported: Payload.self)
    return "case \(cases.cases[index].name) is of type \(TypeName.of(Payload.self)), which has no "
      + "JSON form: \(advice)"
  }

  // A union with an indirect case has no codec.
  private func payload(of value: Whole) -> Payload {
    RuntimeFields.payload(of: value, isIndirect: false)
  }

  @inline(__always)
  private func whole(_ payload: Payload) -> Whole {
    RuntimeFields.value(index, payload, isIndirect: false)
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Whole {
    whole(try codec().read(from: &reader, in: context))
  }

  func update(
    _ current: Whole, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Whole {
    whole(try codec().update(payload(of: current), from: &reader, in: context))
  }

  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Whole {
    whole(try codec().insert(from: &reader, in: context))
  }

  func write(_ value: Whole, to writer: inout JSONWriter, in context: WritingContext) throws {
    try codec().write(payload(of: value), to: &writer, in: context)
  }

  func memoryCodec() throws -> any MemberCodec & ElementCodec { try codec() }

  func areEqual(_ one: Whole, _ other: Whole) -> Bool {
    ValueComparison<Payload>.shared.areEqual(payload(of: one), payload(of: other), nil)
  }

  /// The payload's type, if its values code themselves. A model's code can leave out properties.
  private static var coded: (any Codable.Type)? {
    TypeShape.ModelClassFinder.modelClass(in: Payload.self) == nil
      ? Payload.self as? any Codable.Type : nil
  }

  func archive(
    _ value: Whole, to container: inout KeyedEncodingContainer<CaseName>, forKey key: CaseName
  ) throws -> Bool {
    guard Self.coded != nil, let payload = payload(of: value) as? any Encodable else {
      return false
    }
    try container.encode(payload, forKey: key)
    return true
  }

  func unarchived(
    from container: KeyedDecodingContainer<CaseName>, forKey key: CaseName
  ) throws -> Whole? {
    guard let type = Self.coded else { return nil }
    func decoded<Coded: Decodable>(_ type: Coded.Type) throws -> Payload? {
      try container.decode(type, forKey: key) as? Payload
    }
    return try decoded(type).map(whole)
  }

  func model(in value: Whole) -> Model? {
    KnownConformances.isModel(Payload.self) ? payload(of: value) as? Model : nil
  }
}
