import Foundation

/// The layout and offset of a stored value of a plain type: the one list of plain types.
///
/// The loops that handle values directly in an object's memory, without a codec or an access,
/// switch over the kind: reading and writing JSON, dictionaries, archives, comparing, copying. A
/// new kind doesn't build until each of them handles it.
struct FieldForm: Sendable {
  enum Kind: UInt8 {
    /// Not a stored value, or one with more rules than its type's.
    case none
    /// A stored value of any other type.
    case other
    case string, optionalString
    case int, optionalInt
    /// If it has the layout of an Int; else `other`.
    case int64, optionalInt64
    case bool, optionalBool
    case double, optionalDouble
    case date, optionalDate
    case url, optionalURL
    /// A value of another type, equal if and only if its bytes are.
    case bits

    // The compiler's own initializer is not inlined.
    @inline(__always)
    init(number: UInt8) {
      switch number {
      case 1: self = .other
      case 2: self = .string
      case 3: self = .optionalString
      case 4: self = .int
      case 5: self = .optionalInt
      case 6: self = .int64
      case 7: self = .optionalInt64
      case 8: self = .bool
      case 9: self = .optionalBool
      case 10: self = .double
      case 11: self = .optionalDouble
      case 12: self = .date
      case 13: self = .optionalDate
      case 14: self = .url
      case 15: self = .optionalURL
      case 16: self = .bits
      default: self = .none
      }
    }
  }

  let kind: Kind
  /// Whether copying a value's bytes copies the value.
  let isTrivial: Bool
  private let storedOffset: Int32
  private let storedSize: Int32

  var offset: Int { Int(storedOffset) }

  /// The number of bytes of a value.
  var size: Int { Int(storedSize) }

  static let none = FieldForm(.none, at: 0)

  init(_ kind: Kind, at offset: Int32) {
    self.kind = kind
    isTrivial = false
    storedOffset = offset
    storedSize = 0
  }

  private init(_ kind: Kind, like other: FieldForm) {
    self.kind = kind
    isTrivial = other.isTrivial
    storedOffset = other.storedOffset
    storedSize = other.storedSize
  }

  init<Value>(_ type: Value.Type, at offset: Int) {
    guard let offset = Int32(exactly: offset),
      let size = Int32(exactly: MemoryLayout<Value>.size)
    else {
      self = .none
      return
    }
    kind = Self.kind(of: type)
    isTrivial = RuntimeFields.isTrivial(type)
    storedOffset = offset
    storedSize = size
  }

  var isStored: Bool { kind != .none }

  /// The form at this place for a value with more rules than its type's.
  var opaque: FieldForm { isStored ? FieldForm(.other, like: self) : self }

  /// Returns the value without its Optionals, or the result of `access`; nil if the value is nil.
  @inline(__always)
  func value(in memory: ObjectMemory, otherwise access: () -> Any?) -> Any? {
    switch kind {
    case .string: memory.load(String.self, at: offset)
    case .optionalString: memory.load(String?.self, at: offset)
    case .int: memory.load(Int.self, at: offset)
    case .optionalInt: memory.load(Int?.self, at: offset)
    case .int64: memory.load(Int64.self, at: offset)
    case .optionalInt64: memory.load(Int64?.self, at: offset)
    case .bool: memory.load(Bool.self, at: offset)
    case .optionalBool: memory.load(Bool?.self, at: offset)
    case .double: memory.load(Double.self, at: offset)
    case .optionalDouble: memory.load(Double?.self, at: offset)
    case .date: memory.load(Date.self, at: offset)
    case .optionalDate: memory.load(Date?.self, at: offset)
    case .url: memory.load(URL.self, at: offset)
    case .optionalURL: memory.load(URL?.self, at: offset)
    case .none, .other, .bits: access()
    }
  }

  private static let is64Bit = Int.bitWidth == 64

  private static func kind(of type: Any.Type) -> Kind {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(String.self): .string
    case ObjectIdentifier(String?.self): .optionalString
    case ObjectIdentifier(Int.self): .int
    case ObjectIdentifier(Int?.self): .optionalInt
    case ObjectIdentifier(Int64.self): is64Bit ? .int64 : .bits
    case ObjectIdentifier(Int64?.self): is64Bit ? .optionalInt64 : .other
    case ObjectIdentifier(Bool.self): .bool
    case ObjectIdentifier(Bool?.self): .optionalBool
    case ObjectIdentifier(Double.self): .double
    case ObjectIdentifier(Double?.self): .optionalDouble
    case ObjectIdentifier(Date.self): .date
    case ObjectIdentifier(Date?.self): .optionalDate
    case ObjectIdentifier(URL.self): .url
    case ObjectIdentifier(URL?.self): .optionalURL
    case ObjectIdentifier(Int32.self), ObjectIdentifier(Int16.self), ObjectIdentifier(Int8.self),
      ObjectIdentifier(UInt.self), ObjectIdentifier(UInt64.self), ObjectIdentifier(UInt32.self),
      ObjectIdentifier(UInt16.self), ObjectIdentifier(UInt8.self), ObjectIdentifier(UUID.self):
      .bits
    default: .other
    }
  }
}
