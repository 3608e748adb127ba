/// The models within the fields of a struct, or the elements of a tuple.
///
/// Weak and unowned fields are passed over.
final class PartsContent<Whole>: ModelContent<Whole>, @unchecked Sendable {
  private let parts: [any PartContent]

  init(_ parts: [any PartContent]) {
    self.parts = parts
  }

  override var mayHaveSets: Bool { parts.contains { $0.mayHaveSets } }

  override func map(_ value: Whole, _ walk: ContentWalk?, _ replace: (Model) -> Model) -> Whole {
    var value = value
    ObjectMemory.withMemory(of: &value) { memory in
      for part in parts { part.map(in: memory, walk, replace) }
    }
    return value
  }

  override func forEach(_ value: Whole, _ walk: ContentWalk?, _ body: (Model) -> Void) {
    var value = value
    ObjectMemory.withMemory(of: &value) { memory in
      for part in parts { part.forEach(in: memory, walk, body) }
    }
  }
}

/// The models within one field of a struct, or one element of a tuple.
protocol PartContent: Sendable {
  var mayHaveSets: Bool { get }
  func map(in memory: ObjectMemory, _ walk: ContentWalk?, _ replace: (Model) -> Model)
  func forEach(in memory: ObjectMemory, _ walk: ContentWalk?, _ body: (Model) -> Void)
}

struct TypedPartContent<Value>: PartContent {
  let offset: Int
  let content: ModelContent<Value>

  var mayHaveSets: Bool { content.mayHaveSets }

  func map(in memory: ObjectMemory, _ walk: ContentWalk?, _ replace: (Model) -> Model) {
    memory.store(content.map(memory.load(Value.self, at: offset), walk, replace), at: offset)
  }

  func forEach(in memory: ObjectMemory, _ walk: ContentWalk?, _ body: (Model) -> Void) {
    content.forEach(memory.load(Value.self, at: offset), walk, body)
  }
}

/// A struct within itself, as an element of an array in it: its content is known once it is made.
final class RecursiveContent<Value>: ModelContent<Value>, @unchecked Sendable {
  override var mayHaveSets: Bool { true }

  override func map(
    _ value: Value, _ walk: ContentWalk?, _ replace: (Model) -> Model
  ) -> Value {
    (walk ?? ContentWalk()).map(value, self) { value, walk in
      Self.shared?.map(value, walk, replace) ?? value
    }
  }

  override func forEach(_ value: Value, _ walk: ContentWalk?, _ body: (Model) -> Void) {
    (walk ?? ContentWalk()).visit(value, self) { value, walk in
      Self.shared?.forEach(value, walk, body)
    }
  }
}
