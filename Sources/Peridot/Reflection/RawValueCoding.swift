import Foundation

/// How a type with raw values is coded by its own Codable conformance: by its raw values, as in the
/// standard library, or by code of its own.
///
/// Cached per type. The first use tries the type's `init(from:)` and `encode(to:)` with raw values
/// that show a difference.
struct RawValueCoding: Sendable {
  /// Whether `init(from:)` reads more than the raw value.
  let readsItsOwn: Bool
  /// Whether `encode(to:)` writes more than the raw value.
  let writesItsOwn: Bool

  /// Whether the type's own coding has to read or write the values.
  var isOwn: Bool { readsItsOwn || writesItsOwn }

  private static let cache = ClassCache<RawValueCoding>()

  static func of<Value: RawRepresentable>(_ type: Value.Type) -> RawValueCoding {
    cache.value(for: type) {
      let decodable = type as? any (RawRepresentable & Decodable).Type
      let encodable = type as? any (RawRepresentable & Encodable).Type
      return RawValueCoding(
        readsItsOwn: decodable.map { !readsRawValue($0) } ?? false,
        writesItsOwn: encodable.map { !writesRawValue($0) } ?? false)
    }
  }

  private static func readsRawValue<Value: RawRepresentable & Decodable>(
    _ type: Value.Type
  ) -> Bool {
    let samples = Samples<Value.RawValue>.values
    // The standard library reads no other types of raw values.
    guard !samples.isEmpty, readsNothingElse(type) else { return false }
    for sample in samples {
      let decoder = RecordingDecoder(sample)
      let expected = Value(rawValue: sample)
      do {
        let value = try Value(from: decoder)
        guard let expected, decoder.isAskedOnce,
          AnyHashable.of(value.rawValue) == AnyHashable.of(expected.rawValue)
        else { return false }
      } catch DecodingError.dataCorrupted(let context) where expected == nil {
        // This text and this code are the standard library's.
        return context.debugDescription
          == "Cannot initialize \(Value.self) from invalid \(Value.RawValue.self) value \(sample)"
      } catch {
        return false
      }
    }
    return true
  }

  /// Returns whether an unreadable raw value fails at once, without a second attempt.
  private static func readsNothingElse<Value: RawRepresentable & Decodable>(
    _: Value.Type
  ) -> Bool {
    let decoder = RecordingDecoder<Value.RawValue>(nil)
    do {
      _ = try Value(from: decoder)
      return false
    } catch {
      return error is RecordingDecoder<Value.RawValue>.Refusal && decoder.isAskedOnce
    }
  }

  private static func writesRawValue<Value: RawRepresentable & Encodable>(
    _ type: Value.Type
  ) -> Bool {
    let cases = RuntimeFields.plainCases(of: type)
    let values =
      cases.isEmpty ? Samples<Value.RawValue>.values.compactMap(Value.init(rawValue:)) : cases
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    // The first sample alone, too: its difference shows before a later one overflows.
    return [Array(values.prefix(1)), values].allSatisfy { values in
      guard let rawValues = values.map(\.rawValue) as? any Encodable,
        let json = try? encoder.encode(values)
      else { return false }
      return json == (try? encoder.encode(rawValues))
    }
  }
}

extension AnyHashable {
  /// A raw value for comparison; nil for one that can't be compared.
  fileprivate static func of(_ value: Any) -> AnyHashable? { value as? AnyHashable }
}

extension RawValueCoding {
  /// Raw values to try. The first ones are small, so that the type's arithmetic shows before it
  /// overflows.
  fileprivate enum Samples<RawValue> {
    static var values: [RawValue] {
      let values: [Any] =
        switch RawValue.self {
        case is String.Type: texts
        case is Bool.Type: [true, false]
        case let type as any FixedWidthInteger.Type: integers(type)
        case let type as any BinaryFloatingPoint.Type: floatingPoints(type)
        case is Decimal.Type: [1, 0, -7, 1.123_456_789, -1_000_003].map { Decimal($0) }
        case is Date.Type: [Date(timeIntervalSince1970: 1_000_003.123_456)]
        case is URL.Type: [URL(filePath: "/Peridot")]
        case is UUID.Type: [UUID()]
        case is Data.Type: [Data([1, 255, 2])]
        default: []
        }
      return values.compactMap { $0 as? RawValue }
    }

    /// Each character that a type could remove, at both ends and within; words that can stand for
    /// nothing; and text that a type could shorten.
    private static var texts: [Any] {
      let marked = (UInt8(0)..<128).compactMap { byte -> String? in
        let mark = Character(Unicode.Scalar(byte))
        return mark.isLetter || mark.isNumber ? nil : "\(mark)\(mark)Peri\(mark)dot\(mark)1\(mark)"
      }
      let words = [
        "", "peridot", "PERIDOT", "null", "nil", "none", "unknown", "N/A", "true", "-", "0",
      ]
      let others = ["0012.50", "%C3%A9&amp;", "https://Www.Example.com/A/", "éß\u{FEFF}Ａ"]
      return marked + words + others + [String(repeating: "Ab1 ", count: 1_000)]
    }

    private static func integers<Integer: FixedWidthInteger>(_: Integer.Type) -> [Any] {
      let small = [
        1, 2, 0, 3, -1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 24, 42, 60, 64, 99, 100, 101, 127,
      ]
      let large = [128, 200, 255, 256, 404, 500, 999, 1000, -1009, 30_011, 65_535, 1_000_003]
      return (small + large).compactMap { Integer(exactly: $0) }
    }

    private static func floatingPoints<Number: BinaryFloatingPoint>(_: Number.Type) -> [Any] {
      [1, 0, -7.25, 0.123_456_789, 1009.5, -123_456.789].map { Number($0) }
    }
  }

  /// Gives one raw value, or refuses to, and records the requests.
  fileprivate final class RecordingDecoder<RawValue>: Decoder {
    struct Refusal: Error {}

    private let rawValue: RawValue?
    private var containers = 0
    private var values = 0
    private var others = 0

    init(_ rawValue: RawValue?) {
      self.rawValue = rawValue
    }

    /// Whether the type asked for a raw value, once, and for nothing else.
    var isAskedOnce: Bool { containers == 1 && values == 1 && others == 0 }

    let codingPath: [any CodingKey] = []

    var userInfo: [CodingUserInfoKey: Any] {
      others += 1
      return [:]
    }

    func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
      others += 1
      throw Refusal()
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      others += 1
      throw Refusal()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
      containers += 1
      return Container(decoder: self)
    }

    private struct Container: SingleValueDecodingContainer {
      let decoder: RecordingDecoder
      let codingPath: [any CodingKey] = []

      func decodeNil() -> Bool {
        decoder.others += 1
        return false
      }

      func decode<Value: Decodable>(_: Value.Type) throws -> Value {
        guard Value.self == RawValue.self else {
          decoder.others += 1
          throw Refusal()
        }
        decoder.values += 1
        guard let value = decoder.rawValue as? Value else { throw Refusal() }
        return value
      }
    }
  }
}
