import Foundation
import Peridot

// The unions that random properties can have; `UnionSpec` describes them.

enum LawScalars: JSONUnion {
  case suit(LawSuit)
  case text(String)
  case whole(Int)
  case number(Double)
  case truth(Bool)
}

enum LawDated: JSONUnion {
  case date(Date)
  case text(String)
}

enum LawNullable: JSONUnion {
  case count(Int8)
  case list([Int])
  case names([String])
  case table([String: Int])
  case null
}

enum LawIdOr<Object: LawModel>: JSONUnion {
  case id(String)
  case object(Object)
}

enum LawEither<One: LawModel, Other: LawModel>: JSONUnion {
  case one(One)
  case other(Other)
  case rest([String: String])
}

/// The form of a union, whose cases are told and made by name.
struct UnionForm {
  let spec: UnionSpec
  /// The form of a case's value.
  let form: (TypeSpec) -> AnyValueForm

  private func value<Payload>(_ name: String, _ plain: Plain, _: Payload.Type) -> Payload? {
    guard case .enumCase(name, let members) = plain, let type = spec.type(of: name),
      let inner = members.first
    else { return nil }
    return (form(type) as? ValueForm<Payload>)?.value(inner.value)
  }

  private func plain(_ value: Any, _ walk: PlainWalk) -> Plain {
    guard let child = Mirror(reflecting: value).children.first, let name = child.label else {
      return .enumCase("\(value)", [])
    }
    let inner = spec.type(of: name).flatMap { form($0).plain(any: child.value, walk) }
    return .enumCase(name, [Plain.Member("_0", inner ?? .text("not of the case's type"))])
  }

  private func make<Union>(_ value: @escaping (Plain) -> Union?) -> AnyValueForm {
    ValueForm<Union>(.union(spec)) { union, walk in
      plain(union, walk)
    } value: {
      value($0)
    }
  }

  /// - Parameter types: The classes by their ids.
  func made(_ types: [any LawModel.Type]) -> AnyValueForm {
    switch spec {
    case .scalars:
      make { plain -> LawScalars? in
        value("suit", plain, LawSuit.self).map { .suit($0) }
          ?? value("text", plain, String.self).map { .text($0) }
          ?? value("whole", plain, Int.self).map { .whole($0) }
          ?? value("number", plain, Double.self).map { .number($0) }
          ?? value("truth", plain, Bool.self).map { .truth($0) }
      }
    case .dated:
      make { plain -> LawDated? in
        value("date", plain, Date.self).map { .date($0) }
          ?? value("text", plain, String.self).map { .text($0) }
      }
    case .nullable:
      make { plain -> LawNullable? in
        if case .enumCase("null", _) = plain { return .null }
        return value("count", plain, Int8.self).map { .count($0) }
          ?? value("list", plain, [Int].self).map { .list($0) }
          ?? value("names", plain, [String].self).map { .names($0) }
          ?? value("table", plain, [String: Int].self).map { .table($0) }
      }
    case .oneOrMany(let element): oneOrMany(form(element).type)
    case .idOr(let id): idOr(types[id])
    case .either(let one, let other): either(types[one], types[other])
    }
  }

  private func oneOrMany<Element>(_: Element.Type) -> AnyValueForm {
    make { plain -> OneOrMany<Element>? in
      value("one", plain, Element.self).map { .one($0) }
        ?? value("many", plain, [Element].self).map { .many($0) }
    }
  }

  private func idOr<M: LawModel>(_: M.Type) -> AnyValueForm {
    make { plain -> LawIdOr<M>? in
      value("id", plain, String.self).map { .id($0) }
        ?? value("object", plain, M.self).map { .object($0) }
    }
  }

  private func either<One: LawModel, Other: LawModel>(
    _: One.Type, _: Other.Type
  ) -> AnyValueForm {
    make { plain -> LawEither<One, Other>? in
      value("one", plain, One.self).map { .one($0) }
        ?? value("other", plain, Other.self).map { .other($0) }
        ?? value("rest", plain, [String: String].self).map { .rest($0) }
    }
  }
}
