import Foundation

/// The Swift type of a property, as data.
indirect enum TypeSpec: Sendable, Hashable {
  case bool
  case integer(IntegerKind)
  case double
  case float
  case decimal
  case string
  case character
  case date
  case url
  case uuid
  case data
  /// `Any`: what JSONSerialization gives.
  case any
  /// `RawJSON`.
  case raw
  case enumeration(EnumKind)
  case codable(CodableKind)
  case union(UnionSpec)
  /// `T?`; `.optional(.optional(T))` is a double Optional, which tells absent (nil) from null
  /// (`.some(nil)`).
  case optional(TypeSpec)
  case array(TypeSpec)
  case set(TypeSpec)
  case dictionary(KeyKind, TypeSpec)
  /// A class of the same family, by its index.
  case model(Int)

  enum IntegerKind: String, Sendable, Hashable, CaseIterable {
    case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64

    /// The least and the greatest value.
    var range: ClosedRange<Int128> {
      switch self {
      case .int, .int64: Int128(Int64.min)...Int128(Int64.max)
      case .int8: -128...127
      case .int16: -32_768...32_767
      case .int32: -2_147_483_648...2_147_483_647
      case .uint, .uint64: 0...Int128(UInt64.max)
      case .uint8: 0...255
      case .uint16: 0...65_535
      case .uint32: 0...4_294_967_295
      }
    }
  }

  /// The key type of a dictionary. In JSON a key is its text: `12`, `-3`, a case's raw value.
  enum KeyKind: String, Sendable, Hashable, CaseIterable {
    case string, int, int8, uint16, suit, rank
  }

  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  var isDoubleOptional: Bool {
    if case .optional(.optional) = self { true } else { false }
  }

  var isCollection: Bool {
    switch unwrapped {
    case .array, .set, .dictionary: true
    default: false
    }
  }

  /// The type without its Optionals.
  var unwrapped: TypeSpec {
    if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
  }

  /// Whether the type, or one of its parts, is meant.
  func holds(_ isMeant: (TypeSpec) -> Bool) -> Bool {
    if isMeant(self) { return true }
    switch self {
    case .optional(let inner), .array(let inner), .set(let inner), .dictionary(_, let inner):
      return inner.holds(isMeant)
    case .union(let union): return union.cases.contains { $0.type?.holds(isMeant) == true }
    default: return false
    }
  }

  /// The classes that values of the type have, as declared.
  var classIDs: [Int] {
    switch self {
    case .optional(let inner), .array(let inner), .set(let inner), .dictionary(_, let inner):
      inner.classIDs
    case .model(let id): [id]
    case .union(let union): union.cases.flatMap { $0.type?.classIDs ?? [] }
    default: []
    }
  }
}

/// The raw-value enums that properties can have; their cases stand in `FixedTypes.swift`.
enum EnumKind: String, Sendable, Hashable, CaseIterable {
  /// `String` raw values.
  case suit
  /// `Int` raw values.
  case rank
  /// `String` raw values and `UnknownCaseRepresentable`: an unknown value is `.other`.
  case color

  /// The raw values by the names of their cases.
  var cases: [(name: String, raw: JSON)] {
    switch self {
    case .suit: [("clubs", .string("clubs")), ("hearts", .string("h")), ("stars", .string("é*"))]
    case .rank: [("low", .number("-1")), ("none", .number("0")), ("high", .number("12"))]
    case .color:
      [("red", .string("red")), ("green", .string("green")), ("other", .string("other"))]
    }
  }
}

/// The Codable types that properties can have, with synthesized coding.
enum CodableKind: String, Sendable, Hashable, CaseIterable {
  /// `struct { var left: Int; var right: String? }`
  case pair
  /// `struct { var pair: Pair; var list: [Int]; var ratio: Double?; var load: Load? }`
  case nested
  /// `enum { case idle, loading(progress: Double), failed(code: Int, reason: String?) }`
  case load

  var shape: Shape {
    switch self {
    case .pair:
      .structure([("left", .integer(.int)), ("right", .optional(.string))])
    case .nested:
      .structure([
        ("pair", .codable(.pair)), ("list", .array(.integer(.int))),
        ("ratio", .optional(.double)), ("load", .optional(.codable(.load))),
      ])
    case .load:
      .enumeration([
        ("idle", []), ("loading", [("progress", .double)]),
        ("failed", [("code", .integer(.int)), ("reason", .optional(.string))]),
      ])
    }
  }

  enum Shape {
    /// `{"left":1}`: a nil member is omitted; a missing member that is no Optional is an error.
    case structure([(name: String, type: TypeSpec)])
    /// `{"loading":{"progress":0.5}}`: one member, the name of the case, with an object of its
    /// payload.
    case enumeration([(name: String, payload: [(name: String, type: TypeSpec)])])
  }
}

extension TypeSpec {
  /// Whether the JSON of all values, but for nil, is an array or an object.
  var isObjectOrArray: Bool {
    switch self {
    case .array, .set, .dictionary, .model, .codable: true
    case .optional(let wrapped): !wrapped.isOptional && wrapped.isObjectOrArray
    case .bool, .integer, .double, .float, .decimal, .string, .character, .date, .url, .uuid, .data,
      .any, .raw, .enumeration, .union:
      false
    }
  }
}

extension TypeSpec: CustomStringConvertible {
  /// The type in Swift.
  var description: String {
    switch self {
    case .bool: "Bool"
    case .integer(let kind): kind.rawValue.replacing("int", with: "Int").replacing("uI", with: "UI")
    case .double: "Double"
    case .float: "Float"
    case .decimal: "Decimal"
    case .string: "String"
    case .character: "Character"
    case .date: "Date"
    case .url: "URL"
    case .uuid: "UUID"
    case .data: "Data"
    case .any: "Any"
    case .raw: "RawJSON"
    case .enumeration(let kind): "Law" + kind.rawValue.capitalized
    case .codable(let kind): "Law" + kind.rawValue.capitalized
    case .union(let union): union.description
    case .optional(let wrapped): "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .set(let element): "Set<\(element)>"
    case .dictionary(let key, let value): "[\(key.rawValue.capitalized): \(value)]"
    case .model(let id): "C\(id)"
    }
  }
}
