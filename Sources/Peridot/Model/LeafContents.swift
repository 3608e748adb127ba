/// A model, or an object that may be one.
final class ObjectContent<Object>: ModelContent<Object>, @unchecked Sendable {
  override func map(_ value: Object, _: ContentWalk?, _ replace: (Model) -> Model) -> Object {
    guard let model = value as? Model else { return value }
    return replace(model) as? Object ?? value
  }

  override func forEach(_ value: Object, _: ContentWalk?, _ body: (Model) -> Void) {
    if let model = value as? Model { body(model) }
  }

  override func merge(
    _ old: Object, _ new: Object, _: ContentWalk?, _ merge: (Model?, Model) -> Model
  ) -> Object {
    guard let model = new as? Model else { return new }
    return merge(old as? Model, model) as? Object ?? new
  }
}

/// An `Any` or a protocol: a model, or a value that holds some.
final class ExistentialContent<Value>: ModelContent<Value>, @unchecked Sendable {
  override var mayHaveSets: Bool { true }

  override func map(
    _ value: Value, _ walk: ContentWalk?, _ replace: (Model) -> Model
  ) -> Value {
    (walk ?? ContentWalk()).map(value, self) { value, walk in mapHere(value, walk, replace) }
  }

  private func mapHere(
    _ value: Value, _ walk: ContentWalk, _ replace: (Model) -> Model
  ) -> Value {
    if let model = model(in: value) { return replace(model) as? Value ?? value }
    func typed<Found>(_: Found.Type) -> Value? {
      guard let (found, content) = self.content(of: value, as: Found.self) else { return nil }
      return content.map(found, walk, replace) as? Value
    }
    return _openExistential(type(of: value as Any), do: typed) ?? value
  }

  override func forEach(_ value: Value, _ walk: ContentWalk?, _ body: (Model) -> Void) {
    (walk ?? ContentWalk()).visit(value, self) { value, walk in forEachHere(value, walk, body) }
  }

  private func forEachHere(_ value: Value, _ walk: ContentWalk, _ body: (Model) -> Void) {
    if let model = model(in: value) { return body(model) }
    func typed<Found>(_: Found.Type) {
      guard let (found, content) = self.content(of: value, as: Found.self) else { return }
      content.forEach(found, walk, body)
    }
    _openExistential(type(of: value as Any), do: typed)
  }

  override func merge(
    _ old: Value, _ new: Value, _ walk: ContentWalk?, _ merge: (Model?, Model) -> Model
  ) -> Value {
    guard let model = model(in: new) else { return super.merge(old, new, walk, merge) }
    return merge(self.model(in: old), model) as? Value ?? new
  }

  /// Other values are not cast: an array would be made one of objects first, at any depth.
  private func model(in value: Value) -> Model? {
    type(of: value as Any) is AnyClass ? value as? Model : nil
  }

  /// Returns `value` as what it is, with the content of that type; nil when it holds no models.
  private func content<Found>(
    of value: Value, as type: Found.Type
  ) -> (Found, ModelContent<Found>)? {
    guard type != Value.self, let content = ModelContent<Found>.shared,
      let found = value as? Found
    else { return nil }
    return (found, content)
  }
}
