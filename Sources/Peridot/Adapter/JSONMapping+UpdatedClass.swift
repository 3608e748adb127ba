extension JSONMapping {
  /// Returns the plan of the class that `model` should be of when the object at the cursor is read
  /// into it; nil when the policy takes what is there as null.
  ///
  /// A class cluster may tell the class by members that an update leaves out. Then it is asked about
  /// the whole object: what `model` is written as, with the update put into it.
  func resolved(
    for model: Model, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> JSONMapping? {
    guard chosenPlans != nil, reader.nextByte() == UInt8(ascii: "{") else {
      return try resolved(&reader, context)
    }
    let object = JSONObject(source: JSONObjectSource(context.source), offset: reader.position)
    let named = choice(for: object)
    if case .found(let type) = named, type == Swift.type(of: model) {
      return try plans.plan(of: type)
    }
    guard let members = members(of: model) else { return try resolved(&reader, context) }
    guard case .found(let own) = choice(for: try JSONObject(members)),
      own == Swift.type(of: model)
    else {
      // The class does not show in what is written, so an update need not name it either.
      if case .nothing = named { return try plans.plan(of: Swift.type(of: model)) }
      return try resolved(&reader, context)
    }
    let place = ReadingPlace(&reader)
    let patch = try reader.readAnyValue() as? [String: Any] ?? [:]
    place.restore(&reader)
    guard case .found(let type) = choice(for: JSONObject(live: members.patched(by: patch))) else {
      return try resolved(&reader, context)
    }
    return try plans.plan(of: type)
  }

  private enum Choice {
    case found(Model.Type)
    case nothing
    case mistaken
  }

  private func choice(for object: JSONObject) -> Choice {
    var asked: [Model.Type] = []
    var type: Model.Type = modelClass
    while let next = type.classForParsing(object) {
      if next == type { return .found(type) }
      guard isSubclass(next, of: modelClass), !asked.contains(where: { $0 == next }) else {
        return .mistaken
      }
      asked.append(type)
      type = next
    }
    return .nothing
  }

  /// The members that a model is written as; nil if it cannot be written.
  func members(of model: Model) -> [String: Any]? {
    var writer = JSONWriter()
    let context = WritingContext(policy: shared, options: [])
    do {
      try plans.plan(of: type(of: model)).write(model, &writer, context)
      return try JSONBytes(writer.bytes()).withReader(maximumDepth: .max) { reader in
        try reader.readValue() as? [String: Any]
      }
    } catch {
      return nil
    }
  }
}
