/// The member that holds the tag of a cluster's object, or of a property's models. It is written,
/// and is not a property.
final class ClusterTagField: JSONField, MemberCodec {
  let property: Property
  private let source: Source
  /// The written form of the tag; nil if each object has its own.
  private let bytes: [UInt8]?
  /// The member in compact text, if it doesn't depend on the object.
  private let member: JSONWriter.Key?
  /// The tag's value in a dictionary, likewise.
  private let constant: SharedValue?
  var isConstant: Bool { constant != nil }

  init(_ source: Source) {
    self.source = source
    let entry = source.entry.map { source.table.entries[$0] }
    bytes = entry?.bytes
    let ready = source.overlapped == nil ? entry : nil
    constant = ready.map { SharedValue(value: $0.tag.value) }
    member = ready.flatMap { entry in
      source.table.path.last.map { .of($0, value: entry.bytes) }
    }
    // No property has such a key.
    property = Property("(tag at \(source.table.place))", \Model.[tagOf: source])
  }

  var isTag: Bool { true }
  var form: FieldForm { .none }
  var writingForm: FieldForm { isConstant ? FieldForm(.other, at: 0) : .none }
  var memberCodec: (any MemberCodec)? { isConstant ? self : nil }
  var policy: ConversionPolicy? { nil }
  var isResetByMismatch: Bool { false }

  // The tag has determined the class before the object is read.

  func read(
    into model: Model, isUpdate: Bool, from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    try reader.skipValue()
  }

  func value(_ reader: inout JSONReader, in context: ReadingContext) throws -> Any? {
    try reader.readAnyValue(context)
  }

  func reset(in model: Model, _ context: ReadingContext) -> Bool { false }

  // Not for models without a tag that the JSON would lose: `write` refuses them.
  func isNil(in model: Model) -> Bool {
    bytes == nil && source.tag(of: model) == nil && source.lostClass(in: model) == nil
  }

  func write(from model: Model, to writer: inout JSONWriter, in context: WritingContext) throws {
    if let failure = contradiction(in: model) {
      guard context.policy.mismatch != .fail else { throw failure }
      context.note(.skipped, failure)
    }
    if let lost = source.lostClass(in: model), context.asksClasses,
      context.policy.unreadableClass != .write
    {
      try context.noteLostClass(lost)
    }
    if let bytes = bytes ?? source.tag(of: model)?.bytes {
      writer.raw(bytes)
    } else {
      writer.null()
    }
  }

  /// The error for a property at the tag's place that holds the tag of another class, and for
  /// models of several classes under one tag.
  func contradiction(in model: Model) -> ConversionError? {
    isConstant ? nil : source.contradiction(in: model)
  }

  /// The error for a model in a property that the tag's cluster doesn't list.
  func lostClass(in model: Model) -> ConversionError? { source.lostClass(in: model) }

  /// The tag of the models in a property of `model`; nil if this is another one's.
  func tag(ofModelsIn key: String, of model: Model) -> Cluster.Tag? {
    source.entry == nil && source.key == key ? source.tag(of: model) : nil
  }

  func boxed(from model: Model, _ writing: DictionaryWriting) throws -> Any {
    if let constant { return constant.value }
    guard contradiction(in: model) == nil, source.lostClass(in: model) == nil,
      let tag = source.tag(of: model)
    else { throw DictionaryWriting.LeftToBytes() }
    return tag.value
  }

  // MARK: As a codec

  func readMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    try reader.skipValue()
  }

  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    try reader.skipValue()
  }

  func storeNil(in memory: ObjectMemory, at offset: Int) {}

  func writeMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    guard let bytes else { return false }
    if writer.isCompact, let member {
      writer.key(member)
    } else {
      writer.key(key)
      writer.raw(bytes)
    }
    return true
  }

  func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    try writeMember(key, from: memory, at: offset, to: &writer, in: context)
  }
}

extension ClusterTagField {
  /// The source of an object's tag.
  final class Source: Hashable, Sendable {
    let table: ClusterTable
    /// The entry of the objects' class; nil for the tag of a property's models.
    let entry: Int?
    /// The key of that property.
    let key: String
    private let modelClass: Model.Type
    /// The property at the tag's place.
    let overlapped: Property?

    init(
      _ table: ClusterTable, _ entry: Int?, of modelClass: Model.Type, heldIn key: String = "",
      overlapped: Property?
    ) {
      self.table = table
      self.entry = entry
      self.key = key
      self.modelClass = modelClass
      self.overlapped = overlapped
    }

    static func == (first: Source, second: Source) -> Bool { first === second }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// The models whose class the tag determines, if a property holds them.
    private func held(in model: Model) -> [Model] {
      var held: [Model] = []
      ModelSchema.of(modelClass).contents.content(forKey: key)?.forEach(in: model) {
        held.append($0)
      }
      return held
    }

    func tag(of model: Model) -> Cluster.Tag? {
      if let entry { return table.entries[entry].tag }
      for held in held(in: model) {
        if let entry = table.entry(for: type(of: held)) { return table.entries[entry].tag }
        if let tag = (held as? any JSONKeeping)?.keptJSON.holderTag { return tag }
      }
      return overlappedTag(of: model)
    }

    private func overlappedTag(of model: Model) -> Cluster.Tag? {
      guard let access = overlapped?.access else { return nil }
      // By far the most frequent type, without a cast.
      if access.form.kind == .string {
        return .text(ObjectMemory(model).load(String.self, at: access.form.offset))
      }
      return Cluster.Tag(access.unwrappedValue(of: model))
    }

    func contradiction(in model: Model) -> ConversionError? {
      func failure(_ tag: Cluster.Tag, _ found: ErrorPhrase, _ key: String?) -> ConversionError {
        let type =
          table.entries.first { $0.tag == tag }.map { ", which stands for \($0.type)" } ?? ""
        return ConversionError(
          .typeMismatch, at: 0, expected: "the tag \(tag.words)\(type)", found: found
        ).attributed(to: modelClass, key)
      }
      guard let tag = tag(of: model) else { return nil }
      if entry == nil {
        for held in held(in: model) {
          if let other = table.entry(for: type(of: held)), table.entries[other].tag != tag {
            return failure(tag, TypeName.phrase(withArticle: type(of: held)), key)
          }
        }
      }
      guard let found = overlappedTag(of: model), found != tag,
        let other = table.entries.first(where: { $0.tag == found })
      else { return nil }
      return failure(
        tag,
        "\(found.words), which stands for \(other.type): leave the property as a new object has "
          + "it, or map it to .readOnly", overlapped?.key)
    }

    /// The error for a model whose class has no tag.
    func lostClass(in model: Model) -> ConversionError? {
      if entry != nil { return nil }
      return held(in: model).lazy.compactMap { self.table.problem(of: $0, in: self.key) }.first
        .map { .lostClass($0, cure: .listedClass) }
    }
  }
}

extension ClusterTable {
  /// Why a model in a property named `key`, whose holder has the tag, would be read back as another
  /// class; nil if it would not.
  func problem(of model: Model, in key: String) -> String? {
    let type = type(of: model)
    if let entry = entry(for: type) {
      let listed = entries[entry].type
      // It can choose a subclass by itself.
      if type == listed || ModelSchema.of(listed).hooks.asksClass
        || ClusterPlace.of(listed)?.shownClass(of: type) == type
      {
        return nil
      }
    } else if case .base = cluster.unknown, type == cluster.base {
      return nil
    } else if model is any JSONKeeping {
      return nil
    }
    return "\(type) is not in the cluster of the classes in \"\(key)\""
  }
}

extension Model {
  /// This object's tag from `source`.
  subscript(tagOf source: ClusterTagField.Source) -> Cluster.Tag? { source.tag(of: self) }
}
