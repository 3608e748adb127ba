import Foundation
import Peridot

/// The column form of values of one type.
struct ColumnCodec<Value>: @unchecked Sendable {
  // Sendable: the functions capture types and other codecs only.

  let kind: ColumnKind
  /// - Throws: a ``ColumnMismatch``, or another error with its own message.
  let encode: (Value) throws -> ColumnValue
  let decode: (ColumnValue) throws -> Value
}

extension ColumnCodec {
  /// Returns the codec of a type: scalars unchanged, enums by raw values, everything else as JSON;
  /// nil for a type without a form.
  static func of(_ type: Value.Type) -> Self? { CodecMaker().visit(type) as? Self }

  fileprivate static func json(_ type: Value.Type) -> Self? {
    guard let text = ValueText(type) else { return nil }
    return Self(
      kind: .json, encode: { .text(try text.text(of: $0)) },
      decode: { column in
        if let json = column.text { return try text.value(from: json) }
        throw column.mismatch("\(TypeName.of(Value.self)) as JSON text")
      })
  }
}

/// Makes the codec of a type known only at run time.
private struct CodecMaker: FormVisitor {
  func visitOptional<Wrapped>(_ type: Wrapped.Type) -> Any? {
    // A column has one NULL, so a double optional would lose one of its two nils.
    if type is any OptionalProtocol.Type { return nil }
    guard let codec = ColumnCodec<Wrapped>.of(type) else { return nil }
    return ColumnCodec<Wrapped?>(
      kind: codec.kind, encode: { try $0.map(codec.encode) ?? .null },
      decode: { $0 == .null ? nil : try codec.decode($0) })
  }

  func visitList<Whole>(_: ListForm<Whole>) -> Any? { ColumnCodec<Whole>.json(Whole.self) }
  func visitTable<Key, Value, Whole>(_: TableForm<Key, Value, Whole>) -> Any? {
    ColumnCodec<Whole>.json(Whole.self)
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Any? {
    if let scalar = type as? any ColumnScalar.Type { return scalarCodec(scalar) }
    if let raw = type as? any RawRepresentable.Type, let codec = rawValueCodec(raw) { return codec }
    return ColumnCodec<Leaf>.json(type)
  }

  private func scalarCodec<Scalar: ColumnScalar>(_: Scalar.Type) -> Any {
    ColumnCodec<Scalar>(
      kind: Scalar.columnKind, encode: { try $0.columnValue },
      decode: { try Scalar(columnValue: $0) })
  }

  private func rawValueCodec<Raw: RawRepresentable>(_: Raw.Type) -> Any? {
    guard Raw.RawValue.self is any ColumnScalar.Type,
      let codec = ColumnCodec<Raw.RawValue>.of(Raw.RawValue.self)
    else { return nil }
    return ColumnCodec<Raw>(
      kind: codec.kind, encode: { try codec.encode($0.rawValue) },
      decode: { column in
        if let value = Raw(rawValueOrUnknown: try codec.decode(column)) { return value }
        throw column.mismatch("a raw value of \(TypeName.of(Raw.self))")
      })
  }
}
