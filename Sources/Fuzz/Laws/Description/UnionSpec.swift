/// The unions that properties can have; their cases stand in `LawUnions.swift`.
enum UnionSpec: Sendable, Hashable {
  /// Texts, numbers and Booleans.
  case scalars
  /// A date or text.
  case dated
  /// Arrays, an object, and a case for null.
  case nullable
  /// `OneOrMany`.
  case oneOrMany(TypeSpec)
  /// An id or an object of a class.
  case idOr(Int)
  /// An object of one of two classes, or any other.
  case either(Int, Int)

  /// The cases in the order of declaration, with the types of their values; nil for null.
  var cases: [(name: String, type: TypeSpec?)] {
    switch self {
    case .scalars:
      [
        ("suit", .enumeration(.suit)), ("text", .string), ("whole", .integer(.int)),
        ("number", .double), ("truth", .bool),
      ]
    case .dated: [("date", .date), ("text", .string)]
    case .nullable:
      [
        ("count", .integer(.int8)), ("list", .array(.integer(.int))), ("names", .array(.string)),
        ("table", .dictionary(.string, .integer(.int))), ("null", nil),
      ]
    case .oneOrMany(let element): [("one", element), ("many", .array(element))]
    case .idOr(let id): [("id", .string), ("object", .model(id))]
    case .either(let one, let other):
      [("one", .model(one)), ("other", .model(other)), ("rest", .dictionary(.string, .string))]
    }
  }

  func type(of name: String) -> TypeSpec? { cases.first { $0.name == name }?.type }
}

extension UnionSpec: CustomStringConvertible {
  var description: String {
    switch self {
    case .scalars: "LawScalars"
    case .dated: "LawDated"
    case .nullable: "LawNullable"
    case .oneOrMany(let element): "OneOrMany<\(element)>"
    case .idOr(let id): "LawIdOr<C\(id)>"
    case .either(let one, let other): "LawEither<C\(one), C\(other)>"
    }
  }
}
