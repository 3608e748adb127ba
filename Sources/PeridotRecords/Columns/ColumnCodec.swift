import Foundation
import Peridot

/// The column form of values of one type.
struct ColumnCodec: @unchecked Sendable {
  // Sendable: the functions capture types and other codecs only.

  let kind: ColumnKind
  /// Returns the column of a value, or nil for one of another type.
  ///
  /// - Throws: a ``ColumnMismatch``, or another error with its own message.
  let encode: (Any?) throws -> ColumnValue?
  let decode: (ColumnValue) throws -> Any?
}

extension ColumnCodec {
  /// Nil is NULL.
  private init<Value>(
    _ kind: ColumnKind, encode: @escaping (Value) throws -> ColumnValue,
    decode: @escaping (ColumnValue) throws -> Value
  ) {
    self.init(
      kind: kind,
      encode: { value in
        guard let value else { return .null }
        return try (value as? Value).map(encode)
      },
      decode: { $0 == .null ? nil : try decode($0) })
  }

  /// Scalars unchanged, enums by raw values, everything else as JSON; nil for a type without a form.
  static func of<Value>(_ type: Value.Type, in property: Property, of holder: Model.Type) -> Self? {
    if let scalar = type as? any ColumnScalar.Type { return self.scalar(scalar) }
    if let raw = type as? any RawRepresentable.Type, let codec = self.raw(raw) { return codec }
    return json(type, in: property, of: holder)
  }

  private static func scalar<Scalar: ColumnScalar>(_: Scalar.Type) -> Self {
    Self(
      Scalar.columnKind, encode: { (value: Scalar) in try value.columnValue },
      decode: { try Scalar(columnValue: $0) })
  }

  private static func raw<Raw: RawRepresentable>(_: Raw.Type) -> Self? {
    guard let codec = (Raw.RawValue.self as? any ColumnScalar.Type).map({ scalar($0) }) else {
      return nil
    }
    return Self(
      codec.kind, encode: { (value: Raw) in try codec.encode(value.rawValue) ?? .null },
      decode: { column in
        let stored = try codec.decode(column) as? Raw.RawValue
        if let value = stored.flatMap(Raw.init(rawValueOrUnknown:)) { return value }
        throw column.mismatch("a raw value of \(TypeName.of(Raw.self))")
      })
  }

  static func json<Value>(
    _: Value.Type, in property: Property, of holder: Model.Type
  ) -> Self? {
    guard let text = ValueText(Value.self, forKey: property.key, of: holder) else { return nil }
    return Self(
      .json, encode: { (value: Value) in .text(try text.text(of: value)) },
      decode: { column in
        if let json = column.text { return try text.value(from: json) }
        throw column.mismatch("\(TypeName.of(Value.self)) as JSON text")
      })
  }

  /// The form that a transformer gives; it decides about nil, too.
  init(_ transformer: ValueTransformer) {
    kind = .transformed
    encode = { value in
      let stored = try transformer.reverse(value)
      if let column = try ColumnValue(stored) { return column }
      throw ColumnMismatch(
        kind: .unstorable, expected: "text, a number, data or a date from the transformer",
        found: Words.found(stored))
    }
    decode = { try transformer.forward($0.value) }
  }
}
