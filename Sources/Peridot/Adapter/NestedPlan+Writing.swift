extension NestedPlan {
  /// Writes a model of the class or of a subclass.
  @inline(__always)
  func write(_ model: Model, _ writer: inout JSONWriter, _ context: WritingContext) throws {
    guard type(of: model) == modelClass, let plan = permanentPlan else {
      return try writeOther(model, &writer, context)
    }
    try plan.use { try $0.write(model, &writer, context) }
  }

  @inline(never)
  private func writeOther(
    _ model: Model, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    let plan = try type(of: model) == modelClass ? plan() : plan(of: type(of: model))
    try plan.write(model, &writer, context)
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
