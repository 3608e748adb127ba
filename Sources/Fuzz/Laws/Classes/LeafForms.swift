import Foundation
import Peridot

/// The forms of types without parts.
enum LeafForms {
  static func form(_ spec: TypeSpec) -> AnyValueForm? {
    switch spec {
    case .bool:
      HashableForm<Bool>(spec) { value, _ in
        .bool(value)
      } value: {
        $0.asBool
      }
    case .integer(let kind): integer(kind)
    case .double:
      double(spec) { value in
        .double(value)
      } value: {
        $0.asDouble
      }
    case .float:
      double(spec) { (value: Float) in
        .double(Double(value))
      } value: {
        $0.asDouble.map { Float($0) }
      }
    case .decimal:
      HashableForm<Decimal>(spec) { value, _ in
        .decimal("\(value)")
      } value: { plain in
        if case .decimal(let text) = plain { Decimal(string: text) } else { nil }
      }
    case .string: string()
    case .character:
      HashableForm<Character>(spec) { value, _ in
        .text(String(value))
      } value: {
        $0.asText?.first
      }
    case .date:
      HashableForm<Date>(spec) { value, _ in
        .date(value.timeIntervalSinceReferenceDate)
      } value: {
        if case .date(let seconds) = $0 {
          Date(timeIntervalSinceReferenceDate: seconds)
        } else {
          nil
        }
      }
    case .url:
      HashableForm<URL>(spec) { value, _ in
        .url(value.absoluteString)
      } value: { plain in
        if case .url(let text) = plain { URL(string: text) } else { nil }
      }
    case .uuid:
      HashableForm<UUID>(spec) { value, _ in
        .uuid(value.uuidString)
      } value: { plain in
        if case .uuid(let text) = plain { UUID(uuidString: text) } else { nil }
      }
    case .data:
      HashableForm<Data>(spec) { value, _ in
        .data(Array(value))
      } value: { plain in
        if case .data(let bytes) = plain { Data(bytes) } else { nil }
      }
    case .any:
      ValueForm<Any>(spec) { value, walk in
        walk.any(value)
      } value: {
        $0.asAny
      }
    case .raw:
      HashableForm<RawJSON>(spec) { value, _ in
        .raw(value.json)
      } value: { plain in
        if case .raw(let json) = plain { try? RawJSON(json.text) } else { nil }
      }
    case .enumeration(.suit): enumeration(LawSuit.self, spec)
    case .enumeration(.rank): enumeration(LawRank.self, spec)
    case .enumeration(.color): enumeration(LawColor.self, spec)
    case .codable(.pair):
      HashableForm<LawPair>(spec) { value, _ in
        value.plain
      } value: {
        LawPair($0)
      }
    case .codable(.nested):
      HashableForm<LawNested>(spec) { value, _ in
        value.plain
      } value: {
        LawNested($0)
      }
    case .codable(.load):
      HashableForm<LawLoad>(spec) { value, _ in
        value.plain
      } value: {
        LawLoad($0)
      }
    case .optional, .array, .set, .dictionary, .model, .union: nil
    }
  }

  private static func integer(_ kind: TypeSpec.IntegerKind) -> AnyValueForm {
    switch kind {
    case .int: integer(Int.self, kind)
    case .int8: integer(Int8.self, kind)
    case .int16: integer(Int16.self, kind)
    case .int32: integer(Int32.self, kind)
    case .int64: integer(Int64.self, kind)
    case .uint: integer(UInt.self, kind)
    case .uint8: integer(UInt8.self, kind)
    case .uint16: integer(UInt16.self, kind)
    case .uint32: integer(UInt32.self, kind)
    case .uint64: integer(UInt64.self, kind)
    }
  }

  private static func integer<Number: FixedWidthInteger & Sendable>(
    _ type: Number.Type, _ kind: TypeSpec.IntegerKind
  ) -> AnyValueForm {
    let form = HashableForm<Number>(.integer(kind)) { value, _ in
      .int(value)
    } value: {
      $0.asInteger.flatMap { Number(exactly: $0) }
    }
    form.limitRange {
      Number(clamping: $0)
    } member: {
      $0.asInteger.flatMap { Number(exactly: $0) }
    }
    return form
  }

  private static func double<Number: BinaryFloatingPoint & Sendable>(
    _ spec: TypeSpec, plain: @escaping (Number) -> Plain, value: @escaping (Plain) -> Number?
  ) -> AnyValueForm {
    let form = HashableForm<Number>(spec) { number, _ in
      plain(number)
    } value: {
      value($0)
    }
    form.limitRange {
      Number($0)
    } member: {
      value($0)
    }
    return form
  }

  private static func string() -> AnyValueForm {
    let form = HashableForm<String>(.string) { value, _ in
      .text(value)
    } value: {
      $0.asText
    }
    form.limit = { limit in
      switch limit {
      case .count(let low, let high): .count(low...high)
      case .oneOf(let values): .oneOf(values.compactMap(\.asText))
      case .matching(let pattern): .matching(pattern)
      case .within, .atLeast, .atMost: nil
      }
    }
    form.optionalLimit = { limit in
      switch limit {
      case .count(let low, let high): .count(low...high)
      case .oneOf(let values): .oneOf(values.compactMap(\.asText))
      case .matching(let pattern): .matching(pattern)
      case .within, .atLeast, .atMost: nil
      }
    }
    return form
  }

  private static func enumeration<Value: CaseIterable & Hashable & Sendable>(
    _ type: Value.Type, _ spec: TypeSpec
  ) -> AnyValueForm {
    let form = HashableForm<Value>(spec) { value, _ in
      .enumCase("\(value)", [])
    } value: {
      Value.case(of: $0)
    }
    form.limit = { limit in
      if case .oneOf(let values) = limit {
        .oneOf(values.compactMap { Value.case(of: $0) })
      } else {
        nil
      }
    }
    form.optionalLimit = { limit in
      if case .oneOf(let values) = limit {
        .oneOf(values.compactMap { Value.case(of: $0) })
      } else {
        nil
      }
    }
    return form
  }
}

extension ValueForm where Value: Comparable & Hashable & Sendable {
  /// Takes limits of numbers.
  fileprivate func limitRange(
    bound: @escaping (Int) -> Value, member: @escaping (Plain) -> Value?
  ) {
    limit = { limit in
      switch limit {
      case .within(let low, let high): .within(bound(low)...bound(high))
      case .atLeast(let low): .atLeast(bound(low))
      case .atMost(let high): .atMost(bound(high))
      case .oneOf(let values): .oneOf(values.compactMap(member))
      case .count, .matching: nil
      }
    }
    optionalLimit = { limit in
      switch limit {
      case .within(let low, let high): .within(bound(low)...bound(high))
      case .atLeast(let low): .atLeast(bound(low))
      case .atMost(let high): .atMost(bound(high))
      case .oneOf(let values): .oneOf(values.compactMap(member))
      case .count, .matching: nil
      }
    }
  }
}

// MARK: Plain data

extension Plain {
  var asBool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var asInteger: Int128? { if case .integer(let value) = self { value } else { nil } }
  var asDouble: Double? { if case .double(let value) = self { value } else { nil } }
  var asText: String? { if case .text(let value) = self { value } else { nil } }

  /// The value in an `Any`, of Swift's own types.
  var asAny: Any? {
    switch self {
    case .none: NSNull()
    case .bool(let value): value
    case .integer(let value): Int(exactly: value) ?? (UInt64(exactly: value) as Any?)
    case .double(let value): value
    case .decimal(let text): Decimal(string: text)
    case .text(let text): text
    case .array(let elements): elements.compactMap(\.asAny)
    case .dictionary(let entries):
      Dictionary(
        entries.compactMap { entry in
          entry.key.asText.flatMap { key in entry.value.asAny.map { (key, $0) } }
        }
      ) { $1 } as [String: Any]
    default: nil
    }
  }
}

extension RawJSON {
  /// The kept text as plain JSON.
  var json: JSON { JSON(bytes: Array(data)) ?? .string("not JSON: \(data)") }
}

extension LawPair {
  var plain: Plain {
    .structure([
      Plain.Member("left", .int(left)), Plain.Member("right", right.map { .text($0) } ?? .none),
    ])
  }

  init?(_ plain: Plain) {
    guard case .structure(let members) = plain, members.count == 2,
      let left = members[0].value.asInteger
    else { return nil }
    self.init(left: Int(left), right: members[1].value.asText)
  }
}

extension LawNested {
  var plain: Plain {
    .structure([
      Plain.Member("pair", pair.plain), Plain.Member("list", .array(list.map { .int($0) })),
      Plain.Member("ratio", ratio.map { .double($0) } ?? .none),
      Plain.Member("load", load?.plain ?? .none),
    ])
  }

  init?(_ plain: Plain) {
    guard case .structure(let members) = plain, members.count == 4,
      let pair = LawPair(members[0].value), case .array(let list) = members[1].value
    else { return nil }
    self.init(
      pair: pair, list: list.compactMap { $0.asInteger.map { Int($0) } },
      ratio: members[2].value.asDouble, load: LawLoad(members[3].value))
  }
}

extension LawLoad {
  var plain: Plain {
    switch self {
    case .idle: .enumCase("idle", [])
    case .loading(let progress): .enumCase("loading", [Plain.Member("progress", .double(progress))])
    case .failed(let code, let reason):
      .enumCase(
        "failed",
        [
          Plain.Member("code", .int(code)),
          Plain.Member("reason", reason.map { .text($0) } ?? .none),
        ])
    }
  }

  init?(_ plain: Plain) {
    guard case .enumCase(let name, let payload) = plain else { return nil }
    switch name {
    case "idle": self = .idle
    case "loading": self = .loading(progress: payload[0].value.asDouble ?? 0)
    default:
      self = .failed(
        code: payload[0].value.asInteger.map { Int($0) } ?? 0, reason: payload[1].value.asText)
    }
  }
}
