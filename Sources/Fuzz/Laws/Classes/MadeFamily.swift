import Foundation
import Peridot
import Synchronization

/// A family of random classes that were made: Swift types that answer as their descriptions say.
final class MadeFamily: @unchecked Sendable {
  // Sendable: nothing changes after it is made, and the laws of one process run in one task.

  let family: ClassFamily
  private(set) var types: [any LawModel.Type] = []
  private(set) var classIDs: [ObjectIdentifier: Int] = [:]
  /// The type arguments of each class, which subclasses repeat.
  private var arguments: [[Any.Type]] = []
  private var forms: [TypeSpec: AnyValueForm] = [:]

  private static let classCount = Mutex(0)

  var root: any LawModel.Type { types[family.root] }

  init(_ family: ClassFamily) {
    self.family = family
    for spec in family.classes { make(spec) }
  }

  private func make(_ spec: ClassSpec) {
    let number = Self.classCount.withLock { count in
      count += 1
      return count
    }
    let names = spec.shape.ownVariables
    let properties = Dictionary(spec.properties.map { ($0.key, $0) }) { $1 }
    let own = names.map { form(properties[$0]?.type ?? .bool) }
    let inherited = spec.superclass.map { arguments[$0] } ?? []
    let all = inherited + [ClassNumber.type(for: number)] + own.map(\.type)
    let type = spec.shape.type(all)
    types.append(type)
    arguments.append(all)
    classIDs[ObjectIdentifier(type)] = spec.id
    let fixed = spec.shape.fixedVariables(of: spec.id)
    let entry = ClassEntry(
      spec, names: names + fixed.map(\.name), forms: own + fixed.map { form($0.type) },
      number: number, in: self)
    ClassTable.set(entry, of: type)
  }

  /// The form of a type; ends the program for one that does not exist, such as a set of `Any`.
  func form(_ spec: TypeSpec) -> AnyValueForm {
    if let form = forms[spec] { return form }
    let form = LeafForms.form(spec) ?? composed(spec)
    forms[spec] = form
    return form
  }

  private func composed(_ spec: TypeSpec) -> AnyValueForm {
    switch spec {
    case .optional(let wrapped): return form(wrapped).makeOptional()
    case .array(let element): return form(element).makeArray()
    case .set(let element):
      guard let set = form(element).makeSet() else { fatalError("laws: no set of \(element)") }
      return set
    case .dictionary(let key, let value): return form(value).makeDictionary(by: key)
    case .model(let id): return modelForm(types[id], id)
    case .union(let union): return UnionForm(spec: union, form: form).made(types)
    default: fatalError("laws: no form of \(spec)")
    }
  }

  private func modelForm<M: LawModel>(_ type: M.Type, _ id: Int) -> AnyValueForm {
    HashableForm<M>(.model(id)) { model, walk in
      walk.model(model)
    } value: { plain in
      guard case .model(let value) = plain else { return nil }
      return self.model(value) as? M
    }
  }

  /// Makes the model that `value` describes, by plain assignments.
  func model(_ value: Plain.ModelValue) -> any LawModel {
    let model = types[value.classID].init()
    model.visitVariables(PlainFiller(value.members))
    if case .dictionary? = value.extras, let extras = value.extras?.asAny as? [String: Any] {
      (model as? any JSONExtrasKeeping)?.jsonExtras = extras
    }
    if case .raw(let json)? = value.kept, let kept = try? RawJSON(json.text) {
      (model as? any JSONKeeping)?.keptJSON = kept
    }
    if case .object(let members)? = value.presence, !members.isEmpty {
      let presence = try? JSONDecoder().decode(
        JSONPresence.self, from: Data(JSON.object(members).text.utf8))
      (model as? any JSONPresenceKeeping)?.jsonPresence = presence ?? JSONPresence()
    }
    return model
  }

  func plain(_ model: Model) -> Plain { PlainWalk(self).model(model) }
}

extension ShapeKind {
  /// The names of the variables whose types are the class's own type arguments.
  var ownVariables: [String] {
    switch self {
    case .small: ["id", "userName"]
    case .plain, .styled, .hooked: ["id", "userName", "homeURL", "item2"]
    case .wide: ["id", "userName", "homeURL", "item2", "more", "rest", "last"]
    case .extras, .present, .prepared: ["id", "userName", "homeURL"]
    case .base: ["baseID", "baseText"]
    case .sub: ["subA", "subB", "subC"]
    case .leaf: ["leafA", "leafB"]
    case .keeping: ["otherID"]
    case .node: ["id", "name"]
    }
  }

  /// The variables whose types are fixed, after the others.
  func fixedVariables(of id: Int) -> [(name: String, type: TypeSpec)] {
    guard self == .node else { return [] }
    return [
      ("next", .optional(.model(id))), ("children", .array(.model(id))),
      ("named", .dictionary(.string, .model(id))),
    ]
  }

  /// Opens the type arguments.
  fileprivate func type(_ types: [Any.Type]) -> any LawModel.Type {
    switch self {
    case .small: Self.small(types[0], types[1], types[2])
    case .plain: Self.plain(types[0], types[1], types[2], types[3], types[4])
    case .wide:
      Self.wide(
        types[0], types[1], types[2], types[3], types[4], types[5], types[6], types[7])
    case .styled: Self.styled(types[0], types[1], types[2], types[3], types[4])
    case .hooked: Self.hooked(types[0], types[1], types[2], types[3], types[4])
    case .extras: Self.extras(types[0], types[1], types[2], types[3])
    case .present: Self.present(types[0], types[1], types[2], types[3])
    case .prepared: Self.prepared(types[0], types[1], types[2], types[3])
    case .node: Self.node(types[0], types[1], types[2])
    case .base: Self.base(types[0], types[1], types[2])
    case .sub:
      Self.sub(types[0], types[1], types[2], types[3], types[4], types[5], types[6])
    case .leaf:
      Self.leaf(
        types[0], types[1], types[2], types[3], types[4], types[5], types[6], types[7], types[8],
        types[9])
    case .keeping: Self.keeping(types[0], types[1], types[2], types[3], types[4])
    }
  }

  private static func small<T, A, B>(_: T.Type, _: A.Type, _: B.Type) -> any LawModel.Type {
    LawSmall<T, A, B>.self
  }

  private static func plain<T, A, B, C, D>(
    _: T.Type, _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) -> any LawModel.Type { LawPlain<T, A, B, C, D>.self }

  private static func wide<T, A, B, C, D, E, F, G>(
    _: T.Type, _: A.Type, _: B.Type, _: C.Type, _: D.Type, _: E.Type, _: F.Type, _: G.Type
  ) -> any LawModel.Type { LawWide<T, A, B, C, D, E, F, G>.self }

  private static func styled<T, A, B, C, D>(
    _: T.Type, _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) -> any LawModel.Type { LawStyled<T, A, B, C, D>.self }

  private static func hooked<T, A, B, C, D>(
    _: T.Type, _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) -> any LawModel.Type { LawHooked<T, A, B, C, D>.self }

  private static func extras<T, A, B, C>(
    _: T.Type, _: A.Type, _: B.Type, _: C.Type
  ) -> any LawModel.Type { LawExtras<T, A, B, C>.self }

  private static func present<T, A, B, C>(
    _: T.Type, _: A.Type, _: B.Type, _: C.Type
  ) -> any LawModel.Type { LawPresent<T, A, B, C>.self }

  private static func prepared<T, A, B, C>(
    _: T.Type, _: A.Type, _: B.Type, _: C.Type
  ) -> any LawModel.Type { LawPrepared<T, A, B, C>.self }

  private static func node<T, A, B>(_: T.Type, _: A.Type, _: B.Type) -> any LawModel.Type {
    LawNode<T, A, B>.self
  }

  private static func base<T, A, B>(_: T.Type, _: A.Type, _: B.Type) -> any LawModel.Type {
    LawBase<T, A, B>.self
  }

  private static func sub<T, A, B, U, C, D, E>(
    _: T.Type, _: A.Type, _: B.Type, _: U.Type, _: C.Type, _: D.Type, _: E.Type
  ) -> any LawModel.Type { LawSub<T, A, B, U, C, D, E>.self }

  private static func leaf<T, A, B, U, C, D, E, V, F, G>(
    _: T.Type, _: A.Type, _: B.Type, _: U.Type, _: C.Type, _: D.Type, _: E.Type, _: V.Type,
    _: F.Type, _: G.Type
  ) -> any LawModel.Type { LawLeaf<T, A, B, U, C, D, E, V, F, G>.self }

  private static func keeping<T, A, B, U, C>(
    _: T.Type, _: A.Type, _: B.Type, _: U.Type, _: C.Type
  ) -> any LawModel.Type { LawKeeping<T, A, B, U, C>.self }
}

extension MadeFamily {
  /// What `check` says about the root's mapping, if it is mistaken.
  var mistake: String? {
    func check<M: LawModel>(_ type: M.Type) -> String? {
      do {
        try JSONAdapter.check(type)
        return nil
      } catch {
        return "\(error)"
      }
    }
    return check(root)
  }
}
