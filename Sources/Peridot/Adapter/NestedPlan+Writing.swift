extension NestedPlan {
  /// Writes a model of the class or of a subclass.
  @inline(__always)
  func write(_ model: Model, _ writer: inout JSONWriter, _ context: WritingContext) throws {
    guard type(of: model) == modelClass else {
      return try JSONMapping.of(type(of: model), policy).write(model, &writer, context)
    }
    guard let plan = permanentPlan else { return try plan().write(model, &writer, context) }
    try plan.use { try $0.write(model, &writer, context) }
  }

  /// Writes the key and the model at `offset` of an object; returns false when there is none.
  func writeMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    guard let object = memory.load(AnyObject?.self, at: offset) else { return false }
    writer.key(key)
    try write(downcast(object, to: Model.self), &writer, context)
    return true
  }

  func write(
    elements: [Model], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.beginArray()
    for index in elements.indices {
      try context.writeElement(index, &writer) { writer throws in
        try write(elements[index], &writer, context)
      }
    }
    writer.endArray()
  }

  func write(
    members: [String: Model], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.beginObject()
    for (name, model) in members.sorted(by: { $0.key < $1.key }) {
      try context.writeMember(name, &writer) { writer throws in
        try write(model, &writer, context)
      }
    }
    writer.endObject()
  }
}
