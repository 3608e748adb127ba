/// The models within the fields of a struct, or the elements of a tuple.
///
/// Weak and unowned fields are passed over.
final class PartsContent<Whole>: ModelContent<Whole>, @unchecked Sendable {
  private let parts: [PartContent]

  init(_ parts: [PartContent]) {
    self.parts = parts
  }

  override var mayHaveSets: Bool { parts.contains { $0.mayHaveSets } }

  override func map(_ value: Whole, _ replace: (Model) -> Model) -> Whole {
    var value = value
    ObjectMemory.withMemory(of: &value) { memory in
      for part in parts { part.map(in: memory, replace) }
    }
    return value
  }

  override func forEach(_ value: Whole, _ body: (Model) -> Void) {
    var value = value
    ObjectMemory.withMemory(of: &value) { memory in
      for part in parts { part.forEach(in: memory, body) }
    }
  }

  override func emptied(_ value: Whole) -> Whole? {
    var value = value
    ObjectMemory.withMemory(of: &value) { memory in
      for part in parts { part.empty(in: memory) }
    }
    return value
  }
}

/// The models within one field of a struct, or one element of a tuple.
class PartContent: @unchecked Sendable {
  // Sendable: the only subclass has no mutable state.

  var mayHaveSets: Bool { fatalError("overridden") }
  func map(in memory: ObjectMemory, _ replace: (Model) -> Model) { fatalError("overridden") }
  func forEach(in memory: ObjectMemory, _ body: (Model) -> Void) { fatalError("overridden") }
  func empty(in memory: ObjectMemory) { fatalError("overridden") }
}

final class TypedPartContent<Value>: PartContent, @unchecked Sendable {
  private let offset: Int
  private let content: ModelContent<Value>

  init(offset: Int, content: ModelContent<Value>) {
    self.offset = offset
    self.content = content
  }

  override var mayHaveSets: Bool { content.mayHaveSets }

  override func map(in memory: ObjectMemory, _ replace: (Model) -> Model) {
    memory.store(content.map(memory.load(Value.self, at: offset), replace), at: offset)
  }

  override func forEach(in memory: ObjectMemory, _ body: (Model) -> Void) {
    content.forEach(memory.load(Value.self, at: offset), body)
  }

  override func empty(in memory: ObjectMemory) {
    if let empty = content.emptied(memory.load(Value.self, at: offset)) {
      memory.store(empty, at: offset)
    }
  }
}

/// A struct within itself, as an element of an array in it: its content is known once it is made.
final class RecursiveContent<Value>: ModelContent<Value>, @unchecked Sendable {
  override var mayHaveSets: Bool { true }

  override func map(_ value: Value, _ replace: (Model) -> Model) -> Value {
    func mapped() -> Value { Self.shared?.map(value, replace) ?? value }
    return StackRoom.isLow ? StackRoom.onNewStack(mapped) : mapped()
  }

  override func forEach(_ value: Value, _ body: (Model) -> Void) {
    func look() { Self.shared?.forEach(value, body) }
    StackRoom.isLow ? StackRoom.onNewStack(look) : look()
  }
}
