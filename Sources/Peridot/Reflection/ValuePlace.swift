import Foundation

/// Where a stored value lies in an object, and what may be done with it right there, knowing its
/// type.
struct ValuePlace: Sendable {
  enum Form: UInt8 {
    /// Whatever is not one of the others.
    case other
    /// Two values are equal if their bytes are the same, and only then.
    case bytes
    case text
    /// It has the layout of a text.
    case optionalText
    case double
    case optionalWord
  }

  let form: Form
  let offset: Int
  let size: Int
  /// Whether a value is copied by copying its bytes.
  let isTrivial: Bool

  init<Value>(_ type: Value.Type, at offset: Int) {
    form = Self.form(of: type)
    self.offset = offset
    size = MemoryLayout<Value>.size
    isTrivial = RuntimeFields.isTrivial(type)
  }

  private static func form(of type: Any.Type) -> Form {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(String.self): .text
    case ObjectIdentifier(String?.self): .optionalText
    case ObjectIdentifier(Int.self), ObjectIdentifier(Bool.self), ObjectIdentifier(Int64.self),
      ObjectIdentifier(Int32.self), ObjectIdentifier(Int16.self), ObjectIdentifier(Int8.self),
      ObjectIdentifier(UInt.self), ObjectIdentifier(UInt64.self), ObjectIdentifier(UInt32.self),
      ObjectIdentifier(UInt16.self), ObjectIdentifier(UInt8.self), ObjectIdentifier(Bool?.self),
      ObjectIdentifier(UUID.self):
      .bytes
    case ObjectIdentifier(Double.self): .double
    case ObjectIdentifier(Int?.self) where Int.bitWidth == 64,
      ObjectIdentifier(Int64?.self), ObjectIdentifier(UInt64?.self):
      .optionalWord
    default: .other
    }
  }
}
