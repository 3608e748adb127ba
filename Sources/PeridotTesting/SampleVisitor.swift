import Foundation
import Peridot

/// Makes a value of a type that is known only at run time; nil if it can't.
struct SampleVisitor: TypeVisitor {
  let sampler: Sampler

  func visitOptional<Wrapped>(_ type: Wrapped.Type) -> Any? {
    (visit(type) as? Wrapped).map { Optional($0) as Any }
  }

  func visitArray<Element>(_ type: Element.Type) -> Any? { elements(type, count: 2) }

  func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> Any? {
    Whole(elements(Whole.Element.self, count: 2))
  }

  func visitSet<Element: Hashable>(_ type: Element.Type) -> Any? {
    Set(elements(type, count: 2))
  }

  func visitDictionary<Key: Hashable, Value>(_ key: Key.Type, _ value: Value.Type) -> Any? {
    members(key, value)
  }

  func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> Any? {
    Whole(uniqueKeysWithValues: members(Whole.Key.self, Whole.Value.self).map { ($0, $1) })
  }

  private func elements<Element>(_ type: Element.Type, count: Int) -> [Element] {
    (0..<sampler.takeCount(count)).compactMap { _ in visit(type) as? Element }
  }

  private func members<Key: Hashable, Value>(
    _ key: Key.Type, _ value: Value.Type
  ) -> [Key: Value] {
    var members: [Key: Value] = [:]
    for _ in 0..<sampler.takeCount(2) {
      if let key = visit(key) as? Key, members[key] == nil { members[key] = visit(value) as? Value }
    }
    return members
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Any? {
    if let type = type as? Model.Type { return sampler.heldModel(type) }
    if let value = scalar(type) { return value }
    if RuntimeFields.isEnum(type) { return enumCase(type) }
    if let type = type as? any Decodable.Type { return decoded(type) }
    func raw<Raw: RawRepresentable>(_: Raw.Type) -> Any? {
      (visit(Raw.RawValue.self) as? Raw.RawValue).flatMap { Raw(rawValue: $0) }
    }
    return (type as? any RawRepresentable.Type).flatMap { raw($0) }
  }

  // MARK: Scalars

  private func scalar<Leaf>(_ type: Leaf.Type) -> Any? {
    switch type {
    case is Bool.Type: return sampler.next() % 2 == 0
    case is String.Type: return text
    case let type as any FixedWidthInteger.Type:
      let number = sampler.next()
      return type.init(exactly: number) ?? type.init(number % 100 + 1)
    case let type as any BinaryFloatingPoint.Type:
      return type.init(Double(sampler.next() % 1_000) + 0.5)
    case is Decimal.Type: return Decimal(sampler.next()) + Decimal(25) / 100
    case is Character.Type:
      return Character(UnicodeScalar(UInt8(97 + sampler.next() % 26)))
    // Whole days, as some transformers keep no more.
    case is Date.Type:
      return Date(timeIntervalSinceReferenceDate: Double(sampler.next() % 20_000) * 86_400)
    case is Data.Type:
      let number = sampler.next()
      return Data((0..<sampler.takeCount(3)).map { UInt8(truncatingIfNeeded: number + $0) })
    case is URL.Type: return URL(string: "https://example.org/\(sampler.next())")
    case is UUID.Type:
      return UUID(uuidString: String(format: "E621E1F8-C36C-495A-93FC-%012X", sampler.next()))
    case is RawJSON.Type: return try? RawJSON(#"{"number":\#(sampler.next())}"#)
    case is Locale.Type: return Locale(identifier: "de_DE")
    case is TimeZone.Type: return TimeZone(identifier: "Europe/Berlin")
    case is NSNumber.Type: return NSNumber(value: sampler.next())
    case _ where ObjectIdentifier(type) == ObjectIdentifier(Any.self): return text
    default: return nil
    }
  }

  private var text: String {
    let number = sampler.next()
    guard let count = sampler.count else { return "text \(number)" }
    _ = sampler.takeCount(0)
    let text = "\(number) " + String(repeating: "abcdefgh", count: count / 8 + 1)
    return String(text.prefix(count))
  }

  // MARK: Enums and structs

  private func enumCase<Leaf>(_ type: Leaf.Type) -> Any? {
    func all<Cases: CaseIterable>(_: Cases.Type) -> [Any] { Array(Cases.allCases) }
    let known =
      (type as? any CaseIterable.Type).map { all($0) } ?? RuntimeFields.plainCases(of: type)
    if !known.isEmpty { return known[sampler.next() % known.count] }
    // A union's case is made here: only its payload is coded.
    if type is any JSONUnion.Type, let cases = EnumCases<Leaf>()?.cases {
      let choices = cases.indices.filter { cases[$0].payload != nil }
      let first = sampler.next()
      for offset in choices.indices {
        let index = choices[(first + offset) % choices.count]
        if let value = union(type, index, cases[index].payload) { return value }
      }
      return nil
    }
    return (type as? any Decodable.Type).flatMap { decoded($0) }
  }

  private func union<Leaf>(_: Leaf.Type, _ index: Int, _ payload: Any.Type?) -> Any? {
    func make<Payload>(_ type: Payload.Type) -> Any? {
      guard let payload = visit(type) as? Payload else { return nil }
      return EnumCases<Leaf>()?.make(index, payload)
    }
    return payload.flatMap { _openExistential($0, do: make) }
  }

  /// A value that reads itself from a coder, which answers with samples.
  private func decoded<Value: Decodable>(_ type: Value.Type) -> Any? {
    guard sampler.coderLevel < 5 else { return nil }
    sampler.coderLevel += 1
    defer { sampler.coderLevel -= 1 }
    return try? Value(from: SampleDecoder(sampler, isEnum: RuntimeFields.isEnum(type)))
  }
}
