import Foundation

/// Makes the content of a type, by its structure; nil for a type without models.
struct ContentMaker: FormVisitor {
  /// The structs and enums in examination: one can contain itself through an array, or indirectly.
  var outer: Set<ObjectIdentifier> = []

  private func content<Value>(of type: Value.Type) -> ModelContent<Value>? {
    visit(type).map { downcast($0, to: ModelContent<Value>.self) }
  }

  func visitOptional<Wrapped>(_ type: Wrapped.Type) -> (any AnyObject & Sendable)? {
    guard let wrapped = content(of: type) else { return nil }
    return ModelContent<Wrapped?>(
      hasSets: wrapped.hasSets, mayHaveSets: wrapped.mayHaveSets,
      map: { value, walk, replace in value.map { wrapped.map($0, walk, replace) } },
      forEach: { value, walk, body in
        if let value { wrapped.forEach(value, walk, body) }
      },
      merge: { old, new, walk, merge in
        guard let new else { return nil }
        guard let old else { return wrapped.map(new, walk) { merge(nil, $0) } }
        return wrapped.merge(old, new, walk: walk, merge)
      })
  }

  func visitList<Whole>(_ list: ListForm<Whole>) -> (any AnyObject & Sendable)? {
    guard let element = content(of: Whole.Element.self) else { return nil }
    // A user's collection can hash its elements, too.
    let hasSets = list.kind != .array || element.hasSets
    let map: ModelContent<Whole>.Map = { value, walk, replace in
      list.make(value.map { element.map($0, walk, replace) })
    }
    return ModelContent(
      hasSets: hasSets, mayHaveSets: hasSets || element.mayHaveSets, map: map,
      forEach: { value, walk, body in
        for item in value { element.forEach(item, walk, body) }
      },
      merge: { old, new, walk, merge in
        let existing = ModelsByIdentity { ModelContent<Whole>.shared?.forAll(old, $0) }
        return map(new, walk) { merge(existing.counterpart(of: $0), $0) }
      })
  }

  func visitTable<Key, Value, Whole>(
    _ table: TableForm<Key, Value, Whole>
  ) -> (any AnyObject & Sendable)? {
    let item = content(of: Value.self)
    if let key = content(of: Key.self) { return self.table(table, key, item) }
    guard let item else { return nil }
    return ModelContent<Whole>(
      hasSets: item.hasSets, mayHaveSets: item.mayHaveSets,
      map: { value, walk, replace in table.replacing(value) { item.map($1, walk, replace) } },
      forEach: { value, walk, body in
        for member in value { item.forEach(member.value, walk, body) }
      },
      merge: { old, new, walk, merge in
        let old = table.dictionary(old)
        return table.replacing(new) { key, member in
          old[key].map { item.merge($0, member, walk: walk, merge) }
            ?? item.map(member, walk) { merge(nil, $0) }
        }
      })
  }

  /// A dictionary whose keys can contain models. It hashes them when it is made, as a set does.
  private func table<Key, Value, Whole>(
    _ table: TableForm<Key, Value, Whole>, _ key: ModelContent<Key>, _ item: ModelContent<Value>?
  ) -> any AnyObject & Sendable {
    ModelContent<Whole>(
      hasSets: true, mayHaveSets: true,
      map: { value, walk, replace in
        let members = value.map { member in
          (
            key.map(member.key, walk, replace),
            item?.map(member.value, walk, replace) ?? member.value
          )
        }
        // Keys that are not complete yet can be equal; then it is made again.
        return table.make(members.map(\.0), Dictionary(members) { $1 })
      },
      forEach: { value, walk, body in
        for member in value {
          key.forEach(member.key, walk, body)
          item?.forEach(member.value, walk, body)
        }
      })
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> (any AnyObject & Sendable)? {
    switch RuntimeFields.kind(of: type) {
    case .existential: return Self.existential(type)
    case .class:
      if let model = nestedModel(type) { return Self.model(model) }
      return type == NSObject.self ? Self.object : nil
    case .struct, .tuple: return parts(of: type)
    case .enum: return cases(of: type)
    case .function, .metatype, .other: return nil
    }
  }

  // The result doesn't name the class: then the compiler would take it for `Model`.
  private static func model<Object: NestedModel>(_: Object.Type) -> any AnyObject & Sendable {
    // Several times as fast as a cast.
    func typed(_ model: Model) -> Object? {
      isSubclass(type(of: model), of: Object.self) ? downcast(model, to: Object.self) : nil
    }
    return ModelContent<Object>(
      hasSets: false, mayHaveSets: false,
      map: { value, _, replace in typed(replace(value)) ?? value },
      forEach: { value, _, body in body(value) },
      merge: { old, new, _, merge in typed(merge(old, new)) ?? new })
  }

  /// An object that can be a model.
  private static var object: ModelContent<NSObject> {
    ModelContent(
      hasSets: false, mayHaveSets: false,
      map: { value, _, replace in (value as? Model).map(replace) ?? value },
      forEach: { value, _, body in
        if let model = value as? Model { body(model) }
      },
      merge: { old, new, _, merge in (new as? Model).map { merge(old as? Model, $0) } ?? new })
  }

  /// An `Any` or a protocol: a model, or a value that contains some.
  private static func existential<Value>(_: Value.Type) -> ModelContent<Value> {
    func model(in value: Value) -> Model? { Model.held(in: value) }
    /// Returns `value` in its own type, with that type's content; nil if it contains no models.
    func content<Found>(
      of value: Value, as type: Found.Type
    ) -> (Found, ModelContent<Found>)? {
      guard type != Value.self, let content = ModelContent<Found>.shared,
        let found = value as? Found
      else { return nil }
      return (found, content)
    }
    let map: ModelContent<Value>.Map = { value, walk, replace in
      (walk ?? ContentWalk()).map(value) { value, walk in
        if let model = model(in: value) { return replace(model) as? Value ?? value }
        func typed<Found>(_: Found.Type) -> Value? {
          guard let (found, content) = content(of: value, as: Found.self) else { return nil }
          return content.map(found, walk, replace) as? Value
        }
        return _openExistential(type(of: value as Any), do: typed) ?? value
      }
    }
    return ModelContent(
      hasSets: false, mayHaveSets: true, map: map,
      forEach: { value, walk, body in
        (walk ?? ContentWalk()).visit(value) { value, walk in
          if let model = model(in: value) { return body(model) }
          func typed<Found>(_: Found.Type) {
            guard let (found, content) = content(of: value, as: Found.self) else { return }
            content.forEach(found, walk, body)
          }
          _openExistential(type(of: value as Any), do: typed)
        }
      },
      merge: { old, new, walk, merge in
        guard let found = model(in: new) else { return map(new, walk) { merge(nil, $0) } }
        return merge(model(in: old), found) as? Value ?? new
      })
  }

  /// The fields of a struct, or the elements of a tuple, except weak and unowned ones.
  private func parts<Whole>(of type: Whole.Type) -> (any AnyObject & Sendable)? {
    if isPlainScalar(type) || type == Data.self || RuntimeFields.isTrivial(type) { return nil }
    guard !outer.contains(ObjectIdentifier(type)) else { return Self.recursive(type) }
    let inside = ContentMaker(outer: outer.union([ObjectIdentifier(type)]))
    var parts: [Part] = []
    for part in RuntimeFields.parts(of: type) where part.isStrong {
      func typed<Value>(_ type: Value.Type) -> Part? {
        inside.content(of: type).map { Part($0, at: part.offset) }
      }
      if let part = _openExistential(part.type, do: typed) { parts.append(part) }
    }
    guard !parts.isEmpty else { return nil }
    return ModelContent<Whole>(
      hasSets: false, mayHaveSets: parts.contains(where: \.mayHaveSets),
      map: { value, walk, replace in
        var value = value
        ObjectMemory.withMemory(of: &value) { memory in
          for part in parts { part.map(memory, walk, replace) }
        }
        return value
      },
      forEach: { value, walk, body in
        var value = value
        ObjectMemory.withMemory(of: &value) { memory in
          for part in parts { part.forEach(memory, walk, body) }
        }
      })
  }

  /// The payloads of an enum.
  private func cases<Whole>(of type: Whole.Type) -> (any AnyObject & Sendable)? {
    if RuntimeFields.isTrivial(type) { return nil }
    guard !outer.contains(ObjectIdentifier(type)) else { return Self.recursive(type) }
    guard let cases = EnumCases<Whole>() else { return nil }
    let inside = ContentMaker(outer: outer.union([ObjectIdentifier(type)]))
    let payloads = cases.cases.indices.map { index -> Payload<Whole>? in
      func typed<Value>(_ type: Value.Type) -> Payload<Whole>? {
        inside.content(of: type).map { Payload($0, of: cases, at: index) }
      }
      return cases.cases[index].payload.flatMap { _openExistential($0, do: typed) }
    }
    guard payloads.contains(where: { $0 != nil }) else { return nil }
    return ModelContent<Whole>(
      hasSets: false, mayHaveSets: payloads.contains { $0?.mayHaveSets ?? false },
      map: { value, walk, replace in
        payloads[cases.index(of: value)]?.map(value, walk, replace) ?? value
      },
      forEach: { value, walk, body in
        payloads[cases.index(of: value)]?.forEach(value, walk, body)
      })
  }

  /// A struct or an enum within itself, such as an element of its array: its content is complete
  /// only later.
  private static func recursive<Value>(_: Value.Type) -> ModelContent<Value> {
    ModelContent(
      hasSets: false, mayHaveSets: true,
      map: { value, walk, replace in
        (walk ?? ContentWalk()).map(value) { value, walk in
          ModelContent<Value>.shared?.map(value, walk, replace) ?? value
        }
      },
      forEach: { value, walk, body in
        (walk ?? ContentWalk()).visit(value) { value, walk in
          ModelContent<Value>.shared?.forEach(value, walk, body)
        }
      })
  }
}

extension ContentMaker {
  /// The models within the payload of one case of an enum.
  fileprivate struct Payload<Whole> {
    let mayHaveSets: Bool
    let map: ModelContent<Whole>.Map
    let forEach: ModelContent<Whole>.ForEach

    init<Value>(_ content: ModelContent<Value>, of cases: EnumCases<Whole>, at index: Int) {
      mayHaveSets = content.mayHaveSets
      map = { value, walk, replace in
        let payload = cases.payload(of: value, at: index, as: Value.self)
        return cases.make(index, content.map(payload, walk, replace))
      }
      forEach = { value, walk, body in
        content.forEach(cases.payload(of: value, at: index, as: Value.self), walk, body)
      }
    }
  }
}

/// A model class whose exact type is not known statically.
protocol NestedModel: Model {}

extension Model: NestedModel {}

/// Returns `type` as the class of a model; nil for any other type.
func nestedModel(_ type: Any.Type) -> (any NestedModel.Type)? {
  KnownConformances.inherited(type) { $0 as? any NestedModel.Type }
}

extension ContentMaker {
  /// The models within one field of a struct, or one element of a tuple.
  fileprivate struct Part {
    let mayHaveSets: Bool
    let map: (ObjectMemory, ContentWalk?, _ replace: (Model) -> Model) -> Void
    let forEach: (ObjectMemory, ContentWalk?, _ body: (Model) -> Void) -> Void

    init<Value>(_ content: ModelContent<Value>, at offset: Int) {
      mayHaveSets = content.mayHaveSets
      map = { memory, walk, replace in
        memory.store(content.map(memory.load(Value.self, at: offset), walk, replace), at: offset)
      }
      forEach = { memory, walk, body in
        content.forEach(memory.load(Value.self, at: offset), walk, body)
      }
    }
  }
}
