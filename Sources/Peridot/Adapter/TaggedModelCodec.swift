/// A model whose holder has the tag of its class, in text apart from the holder: the tag is the
/// first member of the object.
final class TaggedModelCodec<Value: NestedModel>: JSONCodec {
  private let model: JSONModelCodec<Value>
  private let table: ClusterTable
  /// The key of the holder's property.
  private let key: String
  /// They own this.
  private unowned let plans: PolicyPlans

  private static var name: String { "_class" }

  init(_ type: Value.Type, _ table: ClusterTable, key: String, _ plans: PolicyPlans) {
    model = JSONModelCodec(type, plans, isDeclared: false)
    self.table = table
    self.key = key
    self.plans = plans
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    let place = ReadingContext.Place(&reader)
    guard reader.nextByte() == UInt8(ascii: "{"), try reader.beginObject(),
      try reader.readKey() == Self.name
    else {
      // From before there was a tag.
      place.restore(&reader)
      return try model.read(from: &reader, in: context)
    }
    let value = ReadingContext.Place(&reader)
    let tag: Cluster.Tag? =
      switch Boxed(json: try reader.readAnyValue(context)) {
      case .string(let text): .text(text)
      case .bool(let isTrue): .boolean(isTrue)
      case .integer(let number): .integer(Int(number))
      default: nil
      }
    let isLast = reader.nextByte() == UInt8(ascii: "}")
    let start = isLast ? reader.position : reader.position + 1
    try place.skip(&reader)
    let source = JSONBytes([UInt8(ascii: "{")] + reader.bytes(from: start, to: reader.position))
    let plan = try plans.plan(of: type(of: tag, at: value.position))
    let made: Model = try context.inner(
      source, context.shared, at: place.position, depth: place.depth,
      superseded: JSONReader.DuplicateMembers.find(
        in: source, maximumDepth: context.shared.rules.maximumDepth)
    ) { reader, context in
      try (plan.resolved(&reader, in: context) ?? plan).model(&reader, in: context)
    }
    if table.entries.allSatisfy({ $0.tag != tag }), let kept = made as? any JSONKeeping {
      kept.keptJSON.holderTag = tag
    }
    return downcast(made, to: Value.self)
  }

  private func type(of tag: Cluster.Tag?, at offset: Int) throws -> Model.Type {
    guard let tag else { return model.nested.modelClass }
    if let entry = table.entries.first(where: { $0.tag == tag }) { return entry.type }
    return try table.classOfOthers {
      ConversionError(
        .noClassFound, at: offset, expected: "\(table.cluster.base)",
        found: table.unknownTag(tag.words))
    }
  }

  func write(_ value: Value, to writer: inout JSONWriter, in context: WritingContext) throws {
    if let problem = table.problem(of: value, in: key) {
      try context.noteLostClass(.lostClass(problem, cure: .listedClass))
    }
    let tag =
      table.entry(for: Swift.type(of: value)).map { table.entries[$0].tag }
      ?? (value as? any JSONKeeping)?.keptJSON.holderTag
    var text = JSONWriter(within: writer)
    try model.write(value, to: &text, in: context)
    let members = text.bytes().drop { $0 != UInt8(ascii: "{") }.dropFirst()
    let isEmpty = members.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "}")
    var tagged = JSONWriter(within: writer)
    tagged.string(Self.name)
    let name = tagged.bytes() + [UInt8(ascii: ":")]
    writer.raw(
      [UInt8(ascii: "{")] + name + (tag?.bytes ?? Array("null".utf8))
        + (isEmpty ? [] : [UInt8(ascii: ",")]) + members)
  }
}

extension ModelCodecs {
  /// Returns the maker of codecs for a property whose holder has the tag of its models.
  static func maker(
    _ plans: PolicyPlans, tagging table: ClusterTable, key: String
  ) -> CodecMaker {
    CodecMaker(
      modelCodec: { [unowned plans] type, _ in
        nestedModel(type).map { codec($0, table, key: key, plans) }
      }, userInfo: { JSONAdapter.userInfo })
  }

  private static func codec<Nested: NestedModel>(
    _ type: Nested.Type, _ table: ClusterTable, key: String, _ plans: PolicyPlans
  ) -> any JSONCodec {
    TaggedModelCodec(type, table, key: key, plans)
  }
}
