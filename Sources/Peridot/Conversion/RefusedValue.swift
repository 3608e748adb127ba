import Foundation

/// A refused value, for advice that is found when somebody reads it: the value is read again with
/// each switch of the policy that could accept it.
///
/// It runs no code of the user and makes no plan: it reads scalars and the structure around them.
final class RefusedValue: Sendable {
  /// The place of a refused value.
  enum Position {
    /// Within something of which nothing is known.
    case inner
    /// A property's whole value.
    case property(isOptional: Bool)
    /// An element of an array, or a member of a dictionary.
    case element
  }

  /// The part that is known where the value is refused.
  struct Facts: Sendable {
    /// The type of which no value could be read.
    var type: Any.Type
    var position = Position.inner
    /// The rules that refused it; nil for those of the call.
    var policy: ConversionPolicy.Shared?
    /// The value, if it is not in the call's document.
    var text: [UInt8]?
    /// Whether the value counts as null.
    var isNull = false
    /// Whether errors show no values.
    var isHidden = false
  }

  private let facts: Facts
  private let policy: ConversionPolicy.Shared
  private let text: [UInt8]
  private let expected: ErrorPhrase

  /// - Parameter expected: The words for what is accepted, among them the raw values of an enum.
  init(
    _ facts: Facts, _ text: [UInt8], expected: ErrorPhrase, _ policy: ConversionPolicy.Shared
  ) {
    self.facts = facts
    self.policy = facts.policy ?? policy
    self.text = text
    self.expected = expected
  }

  fileprivate enum Outcome {
    case taken, null, refused
    /// Only code of the user knows.
    case unknown
  }

  /// The advice for accepting the value, or nil.
  ///
  /// - Parameter key: The property's key.
  func advice(forKey key: String?) -> ErrorAdvice? {
    guard let kind = JSONBytes(part: text.indices, of: text).withReader({ try? $0.peekKind() })
    else { return nil }
    if facts.isNull { return declaredOptional }
    let reading = Reading(facts.type, text, expected.allowed)
    guard reading.isKnown else { return nil }
    if reading.isUnknownCase(policy.rules) { return unknownCase(reading) }
    let settings = PolicySetting.all.filter { $0.concerns(kind, facts.type) }
    if settings.isEmpty { return .nothing }
    // Nearly always nothing accepts the value, and one reading shows it.
    let plain = settings.filter { !$0.isChoice }
    let all = plain.isEmpty ? .refused : reading.outcome(with: plain, policy.rules)
    return one(of: settings, all, reading, key)
      ?? several(of: plain, all: all, settings: settings, reading, key: key) ?? .nothing
  }

  /// The first switch that accepts the value alone.
  ///
  /// - Parameter all: What becomes of the value with all switches that are no choice.
  private func one(
    of settings: [PolicySetting], _ all: Outcome, _ reading: Reading, _ key: String?
  ) -> ErrorAdvice? {
    for setting in settings where setting.isChoice || all != .refused {
      if setting.isChoice, !reading.suits(setting) { continue }
      switch reading.outcome(with: [setting], policy.rules) {
      case .taken: return advice([setting], isNull: false, key)
      case .null where holdsNil: return advice([setting], isNull: true, key)
      case .null, .refused, .unknown: continue
      }
    }
    return nil
  }

  /// Whether the value's place is one that can hold nil, once it is declared so.
  private var holdsNil: Bool {
    if case .inner = facts.position { false } else { true }
  }

  /// The fewest switches that accept the value together: of `plain`, or of these and a locale.
  private func several(
    of plain: [PolicySetting], all: Outcome, settings: [PolicySetting], _ reading: Reading,
    key: String?
  ) -> ErrorAdvice? {
    let locales = reading.hasDigits ? settings.filter { $0.name == "numberLocale" } : []
    for extra in [[]] + locales.map({ [$0] }) {
      var needed = plain + extra
      var outcome = extra.isEmpty ? all : reading.outcome(with: needed, policy.rules)
      guard outcome == .taken || outcome == .null && holdsNil else { continue }
      // Those that lose are given up first.
      for setting in needed.reversed() {
        let fewer = needed.filter { $0.name != setting.name }
        let without = reading.outcome(with: fewer, policy.rules)
        if without == .taken || without == .null { (needed, outcome) = (fewer, without) }
      }
      return advice(needed, isNull: outcome == .null, key)
    }
    return nil
  }

  private func advice(_ settings: [PolicySetting], isNull: Bool, _ key: String?) -> ErrorAdvice {
    var declaration: String?
    if case .property = facts.position, let key, settings.count == 1,
      let transform = settings[0].transform
    {
      declaration = "property(\"\(key)\", \\.\(key), by: \(transform))"
    }
    var needsOptional = isNull
    if case .property(isOptional: true) = facts.position { needsOptional = false }
    return ErrorAdvice(settings: settings, declaration: declaration, needsOptional: needsOptional)
  }

  private var declaredOptional: ErrorAdvice? {
    switch facts.position {
    case .property(isOptional: true), .inner: nil
    case .property: ErrorAdvice("declare the property as \(optional)", optional)
    case .element: ErrorAdvice("declare the element as \(optional)", optional)
    }
  }

  private func unknownCase(_ reading: Reading) -> ErrorAdvice {
    let type = "\(facts.type)"
    let cure: ErrorPhrase = "conform \(type) to UnknownCaseRepresentable to take unknown cases"
    guard let near = facts.isHidden ? nil : reading.nearestCase else {
      return ErrorAdvice(cure, "UnknownCaseRepresentable")
    }
    return ErrorAdvice(
      "did you mean \(Boxed.quoted(near))? Else \(cure)", "UnknownCaseRepresentable")
  }

  private var optional: String { "\(TypeName.of(facts.type))?" }
}

extension RefusedValue {
  /// Reads the value again.
  fileprivate struct Reading {
    private let type: Any.Type
    private let text: [UInt8]
    private let allowed: [String]
    private let codec: (any JSONCodec)?

    init(_ type: Any.Type, _ text: [UInt8], _ allowed: [String]) {
      self.type = type
      self.text = text
      self.allowed = allowed
      let maker = CodecMaker(
        modelCodec: { type, _ in Stand.codec(for: type, allowed) }, userInfo: { [:] })
      codec = Opened(maker: maker).visit(dynamic: type)
    }

    var isKnown: Bool { codec != nil }

    fileprivate func outcome(with settings: [PolicySetting], _ rules: ConversionPolicy) -> Outcome {
      var policy = rules
      policy.collectsErrors = false
      for setting in settings { setting.set(&policy) }
      return outcome(under: policy)
    }

    private func outcome(under policy: ConversionPolicy) -> Outcome {
      guard let codec else { return .unknown }
      let source = JSONBytes(part: text.indices, of: text)
      let context = ReadingContext(policy: ConversionPolicy.Shared(policy), source: source)
      do {
        _ = try source.withReader(maximumDepth: 512) { try codec.read(from: &$0, in: context) }
        return .taken
      } catch is Stand.Taken {
        return .taken
      } catch is Stand.Unknown {
        return .unknown
      } catch let error as ConversionError where error.isAboutNull(at: 0) {
        return .null
      } catch {
        return .refused
      }
    }

    /// Whether it can be a number in some locale.
    var hasDigits: Bool { text.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }

    /// Whether a choice fits the value: the unit of a number for a date is that of
    /// `DateStrategy.automatic`.
    func suits(_ setting: PolicySetting) -> Bool {
      guard setting.name == "dateStrategy", setting.kinds == [.number] else {
        return setting.name != "numberLocale"
      }
      let magnitude = (Double(String(decoding: text, as: UTF8.self)) ?? 0).magnitude
      let unit =
        magnitude < 1e11
        ? "s" : magnitude < 1e14 ? "millis" : magnitude < 1e17 ? "micros" : "nanos"
      return setting.value == ".\(unit)econdsSince1970"
    }

    /// Whether it is an enum's raw value of the right kind.
    func isUnknownCase(_ rules: ConversionPolicy) -> Bool {
      guard let raw = Stand.rawValue(of: type) else { return false }
      return Reading(raw, text, []).outcome(under: rules) == .taken
    }

    /// The raw value nearest to the found one by spelling; nil if none is near.
    var nearestCase: String? {
      let found =
        (try? JSONBytes(part: text.indices, of: text).withReader {
          try $0.readStringIfPresent()
        }) ?? nil
      return found.flatMap { Spelling.nearest(to: $0, among: allowed) }
    }
  }

  /// The codec of a type that is known only at run time.
  fileprivate struct Opened: LeafVisitor {
    let maker: CodecMaker

    func visitOptional<Wrapped>(_ type: Wrapped.Type) -> (any JSONCodec)? { made(type) }
    func visitArray<Element>(_: Element.Type) -> (any JSONCodec)? { made([Element].self) }
    func visitSet<Element: Hashable>(_: Element.Type) -> (any JSONCodec)? {
      made(Set<Element>.self)
    }
    func visitDictionary<Key: Hashable, Value>(
      _: Key.Type, _: Value.Type
    ) -> (any JSONCodec)? { made([Key: Value].self) }
    func visitLeaf<Leaf>(_ type: Leaf.Type) -> (any JSONCodec)? { made(type) }

    private func made<Value>(_ type: Value.Type) -> (any JSONCodec)? { maker.codec(for: type) }
  }

  /// A codec that stands for one that would run code of the user.
  fileprivate enum Stand {
    /// The value is accepted as far as that can be told.
    struct Taken: Error {}
    /// Only code of the user can tell.
    struct Unknown: Error {}

    static func rawValue(of type: Any.Type) -> Any.Type? {
      func raw<Raw: RawRepresentable>(_: Raw.Type) -> Any.Type { Raw.RawValue.self }
      return (type as? any RawRepresentable.Type).map { raw($0) }
    }

    static func codec(for type: Any.Type, _ allowed: [String]) -> (any JSONCodec)? {
      func made<Value>(_: Value.Type) -> any JSONCodec { Codec<Value>(allowed) }
      let isOfUser =
        KnownConformances.isModel(type) || type is any RawRepresentable.Type
        || type is any Codable.Type
      return isOfUser ? made(type) : nil
    }

    final class Codec<Value>: JSONCodec {
      private let allowed: [String]

      init(_ allowed: [String]) { self.allowed = allowed }

      func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
        if KnownConformances.isModel(Value.self) { throw try object(&reader, in: context) }
        guard let raw = Stand.rawValue(of: Value.self) else { throw Unknown() }
        let codec = Opened(maker: CodecMaker(modelCodec: { _, _ in nil }, userInfo: { [:] }))
          .visit(dynamic: raw)
        guard let codec else { throw Unknown() }
        let value = try codec.read(from: &reader, in: context)
        // The cases of an element are not asked for, because that runs code of the user.
        let isCase = allowed.isEmpty || allowed.contains("\(value)")
        throw isCase ? Taken() : ConversionError(.typeMismatch, at: 0)
      }

      private func object(
        _ reader: inout JSONReader, in context: ReadingContext
      ) throws -> any Error {
        if try reader.peekKind() == .object { return Taken() }
        switch try reader.objectSubstitute(under: context.policy) {
        case .null: return ConversionError(.nullValue, at: 0)
        case .text:
          let text = try reader.readStringIfPresent() ?? ""
          let isObject = JSONBytes(text).withReader(maximumDepth: context.policy.maximumDepth) {
            (try? $0.beginObject()) != nil
          }
          return isObject ? Taken() : ConversionError(.typeMismatch, at: 0)
        case nil: return ConversionError(.typeMismatch, at: 0)
        }
      }

      func write(_ value: Value, to _: inout JSONWriter, in _: WritingContext) throws {
        throw Unknown()
      }
    }
  }
}

extension JSONBytes {
  /// The text of the value at `offset`, for reading it again, or nil.
  func refusedText(at offset: Int) -> [UInt8]? {
    withReader(at: offset, maximumDepth: .max) { $0.refusedText() }
  }
}

extension JSONReader {
  /// A value that a policy accepts instead of an object.
  enum ObjectSubstitute {
    case null, text
  }

  /// Returns what the value at the cursor, not an object, stands for; nil if the policy refuses
  /// it. The cursor stays.
  mutating func objectSubstitute(
    under policy: borrowing ConversionPolicy
  ) throws -> ObjectSubstitute? {
    let place = ReadingContext.Place(&self)
    let kind = try peekKind()
    var isNull = false
    if kind == .array, policy.emptyArrayIsObject { isNull = try !beginArray() }
    if kind == .string, policy.emptyStringIsNull {
      isNull = try readStringIfPresent()?.allSatisfy(\.isWhitespace) == true
    }
    place.restore(&self)
    if isNull { return .null }
    return kind == .string && policy.parsesEmbeddedJSON ? .text : nil
  }

  /// The text of the value at the cursor, for reading it again: of an array or an object only
  /// whether it is empty; nil for one that is too long, or that has no text.
  mutating func refusedText() -> [UInt8]? {
    let place = ReadingContext.Place(&self)
    switch try? peekKind() {
    case .null: return Array("null".utf8)
    case .object: return Array("{}".utf8)
    case .array: return (try? beginArray()) == true ? Array("[0]".utf8) : Array("[]".utf8)
    case .string, .number, .bool:
      if readsValues {
        var writer = JSONWriter()
        guard let value = try? readAnyValue(nil, keepsDigits: true, isInner: true),
          (try? writer.any(value, maximumDepth: 1)) != nil
        else { return nil }
        return writer.bytes()
      }
      guard (try? skipValue()) != nil, position - place.position <= Self.longestRefused else {
        return nil
      }
      return bytes(from: place.position, to: position)
    case .live, nil: return nil
    }
  }

  private static var longestRefused: Int { 65536 }
}
