/// The types that coders have calls of their own for. What the compiler makes for a property of such
/// a type calls them, and a coder may do otherwise in the general call.
enum PrimitiveCodings {
  static let all: [ObjectIdentifier: any AnyObject & Sendable] = [
    of(
      Bool.self, { try $0.decodeIfPresent(Bool.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      String.self, { try $0.decodeIfPresent(String.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      Double.self, { try $0.decodeIfPresent(Double.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      Float.self, { try $0.decodeIfPresent(Float.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      Int.self, { try $0.decodeIfPresent(Int.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      Int8.self, { try $0.decodeIfPresent(Int8.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      Int16.self, { try $0.decodeIfPresent(Int16.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      Int32.self, { try $0.decodeIfPresent(Int32.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      Int64.self, { try $0.decodeIfPresent(Int64.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      UInt.self, { try $0.decodeIfPresent(UInt.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      UInt8.self, { try $0.decodeIfPresent(UInt8.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      UInt16.self, { try $0.decodeIfPresent(UInt16.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      UInt32.self, { try $0.decodeIfPresent(UInt32.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
    of(
      UInt64.self, { try $0.decodeIfPresent(UInt64.self, forKey: $1) },
      { try $1.encode($0, forKey: $2) }, { try $1.encodeIfPresent($0, forKey: $2) }),
  ].reduce(into: [:]) { $0[$1.type] = $1.coding }

  private static func of<Value: Codable>(
    _: Value.Type, _ decode: @escaping TypeCoding<Value>.Decode,
    _ encode: @escaping TypeCoding<Value>.Encode,
    _ encodeIfPresent: @escaping TypeCoding<Value>.EncodeIfPresent
  ) -> (type: ObjectIdentifier, coding: any AnyObject & Sendable) {
    (ObjectIdentifier(Value.self), TypeCoding(decode, encode, encodeIfPresent))
  }
}
