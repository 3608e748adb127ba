import Foundation

/// How one model class is archived: made once, shared between threads.
final class ArchivePlan: Sendable {
  let type: any ArchivableModel.Type
  let name: String
  /// The mistake in the class's name, because of which no archive of it can be written.
  let mistake: ArchiveError?
  /// The archive names of the class and of those above it that have one.
  let classChain: [String]
  let entries: [Entry]
  /// Whether the class must be asked for each value that is decoded.
  let decodesValues: Bool
  /// Whether the class must be asked to encode its models.
  let encodesItself: Bool
  /// Whether something is left to do when a model was read with all that it refers to.
  let finishes: Bool
  /// Whether the model's own validation and loading are part of that.
  let hasHooks: Bool
  /// The entries that are written.
  let writtenFields: [Field]
  /// The keys of these as they stand in an archive.
  let writtenKeys: [String]
  /// The beginning of every archive of such a model: the keys and the class.
  let prototype: ArchiveObjects
  /// The class in such an archive.
  let record: ArchiveObjects.ClassRecord
  /// The keys of all properties.
  let keys: Keys
  /// The entries as they are read.
  let readFields: [Field]
  /// Writes the plain fields of a model, from the one at a position to the first that is not; see
  /// `Field`. Held as a function value, which hides from the optimizer that it reads them.
  let writeFields: @Sendable (AnyObject, [Field], Int, inout ArchiveObjects, inout [Int32]) -> Int
  /// Those whose values hold sets of models or models as keys.
  let hashedEntries: [Entry]
  /// Returns an object of the class as what archives ask of it.
  let model: @Sendable (AnyObject) -> any ArchivableModel

  private static let cache = ClassCache<ArchivePlan>()

  /// Returns the plan of `type`, made at first use.
  ///
  /// - Throws: `ArchiveError` when the class names properties that it does not have.
  static func plan(for type: any ArchivableModel.Type) throws -> ArchivePlan {
    try cache.value(asking: type) {
      do {
        return try ArchivePlan(type)
      } catch {
        throw ArchiveError.wrapping(error, .invalidDeclaration)
      }
    }
  }

  /// Returns the position of the entry for the property `key`.
  func index(forKey key: String) -> Int? { keys.positions[Self.escaped(key)] }

  /// Returns the entry for the property `key`.
  func entry(forKey key: String) -> Entry? {
    index(forKey: key).map { entries[$0] }
  }

  private init(_ type: any ArchivableModel.Type) throws {
    try type.checkDeclarations()
    self.type = type
    name = ClassQuestions.ask(type, "archiveName") { type.archiveName }
    decodesValues = type.decodesValues
    model = Self.downcasting(to: type)
    let models = Self.models(from: type)
    mistake = ArchiveNames.mistake(in: name, of: type).map { ArchiveError(.invalidDeclaration, $0) }
    // Only the class of an object needs a name.
    classChain =
      [name]
      + models.dropFirst().compactMap { model in
        let name = model.archiveName
        return ArchiveNames.mistake(in: name, of: model) == nil ? name : nil
      } + ["NSObject"]
    encodesItself = type.encodesItself

    let properties = type.archivableProperties.filter { !$0.isReadOnly }
    let hashed = type.hashedPropertyKeys
    var behaviors: [String: EncodingBehavior] = [:]
    var allowed: [String: [AnyClass]] = [:]
    // Each class is asked on its own metatype, the topmost first, so that a subclass adds to what
    // its superclass declares even if it does not call super.
    for model in models.reversed() {
      behaviors.merge(
        ClassQuestions.ask(model, Self.behaviorMember) { model.encodingBehaviorsByPropertyKey }
      ) { $1 }
      allowed.merge(
        ClassQuestions.ask(model, Self.classesMember) {
          model.allowedSecureCodingClassesByPropertyKey
        }
      ) { $1 }
    }
    let mistakes =
      behaviors.keys.sorted().compactMap { type.misnaming($0, in: Self.behaviorMember) }
      + allowed.keys.sorted().compactMap { type.misnaming($0, in: Self.classesMember) }
    if !mistakes.isEmpty {
      throw ArchiveError(
        .invalidDeclaration, mistakes.map { "\(type).\($0)" }.joined(separator: "; "))
    }
    let entries = properties.map { property in
      Entry(
        property, behavior: behaviors[property.key], isHashed: hashed.contains(property.key),
        declared: allowed[property.key])
    }
    self.entries = entries
    hashedEntries = entries.filter(\.codec.hasHashes)
    hasHooks = type.finishesUnarchiving
    finishes = hasHooks || !hashedEntries.isEmpty
    readFields = entries.enumerated().map { index, entry in
      Field(
        form: entry.behavior == .excluded ? .none : entry.access.form, entry: index)
    }
    let written = entries.indices.filter { entries[$0].behavior != .excluded }.map { index in
      Field(
        form: entries[index].behavior == .conditional ? .none : entries[index].access.form,
        entry: index)
    }
    writtenFields = written
    writtenKeys = written.map { entries[$0.entry].storedKey }
    (prototype, record) = ArchiveObjects.prototype(chain: classChain, keys: writtenKeys)
    keys = Keys(entries.map(\.storedKey))
    writeFields = Field.write
    if mistake == nil { ArchiveNames.register(type, as: name) }
  }

  private static let behaviorMember = "encodingBehaviorsByPropertyKey"
  private static let classesMember = "allowedSecureCodingClassesByPropertyKey"

  /// Makes sure that nobody is changing the archived properties of `model`.
  func checkReads(of model: AnyObject) {
    guard ObjectMemory.mayConflict else { return }
    for field in writtenFields { entries[field.entry].access.checkRead(of: model) }
  }

  /// Makes sure that nobody is reading or changing the restored properties of `model`.
  func checkWrites(to model: AnyObject) {
    guard ObjectMemory.mayConflict else { return }
    for entry in entries { entry.access.checkWrite(to: model) }
  }

  /// Returns the classes that values of each of `properties` may be of.
  static func inferredClasses(for properties: [Property]) -> [String: [AnyClass]] {
    Dictionary(
      properties.map { ($0.key, $0.makeArchiveCodec().classes) }, uniquingKeysWith: { $1 })
  }

  /// Returns `key` as it stands in an archive, where a leading `$` is taken.
  static func escaped(_ key: String) -> String {
    key.hasPrefix("$") ? "$" + key : key
  }

  /// Returns `type` and its superclasses that are models.
  private static func models(from type: any ArchivableModel.Type) -> [any ArchivableModel.Type] {
    var models: [any ArchivableModel.Type] = []
    var current: AnyClass? = type
    while let next = current, let model = next as? any ArchivableModel.Type {
      models.append(model)
      current = _getSuperclass(next)
    }
    return models
  }

  private static func downcasting<M: ArchivableModel>(
    to type: M.Type
  ) -> @Sendable (AnyObject) -> any ArchivableModel {
    { downcast($0, to: M.self) }
  }
}

// MARK: - Properties

extension ArchivePlan {
  /// How one property of a model class is archived.
  final class Entry: Sendable {
    let key: String
    /// The key as it stands in an archive.
    let storedKey: String
    let behavior: EncodingBehavior
    let access: any PropertyAccess
    let codec: any AnyArchiveCodec
    /// Whether the property takes part in the hash of the model.
    let isHashed: Bool
    /// The classes that a value may be of, elements included.
    let allowedClasses: [AnyClass]
    /// The same if the class names them itself; nil if they were inferred from the type.
    let allowance: Allowance?
    /// Whether the property has to be asked about nil before its value is read.
    let mayTakeNil: Bool
    private let isSecret: Bool

    init(
      _ property: Property, behavior: EncodingBehavior?, isHashed: Bool, declared: [AnyClass]?
    ) {
      key = property.key
      storedKey = ArchivePlan.escaped(property.key)
      self.behavior = behavior ?? (property.isWeak ? .conditional : .unconditional)
      access = property.access
      isSecret = property.isSecret
      codec = property.makeArchiveCodec()
      self.isHashed = isHashed
      mayTakeNil = codec.takesNull && !codec.isOptional
      let inferred = codec.classes
      allowedClasses = declared ?? inferred
      let isInferred =
        Set(allowedClasses.map(ObjectIdentifier.init)) == Set(inferred.map(ObjectIdentifier.init))
      allowance = isInferred ? nil : Allowance(allowedClasses, allowsPlainValues: true)
    }

    /// Whether the property keeps its initial value where the archive has `nullness`: nil, in a
    /// property that was an Optional once.
    func keepsValue(at nullness: ArchiveReader.Nullness) -> Bool {
      switch nullness {
      case .nothing: !codec.isOptional
      case .null: !codec.takesNull
      case .value: false
      }
    }

    /// Names the property in an error about its value.
    func naming(_ error: any Error, _ kind: ArchiveError.Kind) -> ArchiveError {
      let error = ArchiveError.wrapping(error, kind)
      return (isSecret ? error.hidden : error).within(".\(key)")
    }

    /// Whether values may hold objects that are written by themselves, as models are.
    var mayHoldObjects: Bool {
      allowedClasses.contains { FoundationClass.root(of: $0) == nil && $0 != ArchivedText.self }
    }

    /// Returns the value of `model` as it is; nil means nil.
    func value(of model: AnyObject) -> Any? { codec.boxed(access, of: model) }

    /// Returns the object that the property of `model` refers to; nil for nil and for other values.
    func object(of model: AnyObject) -> NSObject? {
      guard let value = value(of: model), Swift.type(of: value) is AnyClass else { return nil }
      return value as? NSObject
    }
  }

  /// The keys of a class's properties as they stand in an archive.
  final class Keys: Sendable {
    /// All of them, one after the other, and where each lies.
    let text: [UInt8]
    let ranges: [Range<Int>]
    let positions: [String: Int]

    init(_ keys: [String]) {
      var text: [UInt8] = []
      ranges = keys.map { key in
        text += key.utf8
        return (text.count - key.utf8.count)..<text.count
      }
      self.text = text
      positions = Dictionary(
        keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// A property in the order of a class's plan, without the references that would be counted.
  ///
  /// Values of the plainest kinds go straight between the archive and the object; all else is left to
  /// the property's codec.
  struct Field: Sendable {
    let form: FieldForm
    /// The position of its entry in the plan.
    let entry: Int

    /// Writes the fields of `model` from the one at `start` on, and returns the position of the first
    /// that its codec has to write.
    @Sendable
    static func write(
      _ model: AnyObject, _ fields: [Field], _ start: Int, _ objects: inout ArchiveObjects,
      _ values: inout [Int32]
    ) -> Int {
      let memory = ObjectMemory(model)
      var index = start
      while index < fields.count {
        let reference = fields[index].form.write(from: memory, to: &objects)
        if reference < 0 { break }
        values.append(Int32(truncatingIfNeeded: objects.uid(reference)))
        index += 1
      }
      return index
    }
  }
}

extension FieldForm {
  /// Writes the value and returns its reference; -1 if the codec has to.
  @inline(__always)
  fileprivate func write(from memory: ObjectMemory, to objects: inout ArchiveObjects) -> Int {
    switch kind {
    case .none, .other, .date, .optionalDate, .url, .optionalURL, .bits: return -1
    case .string: return text(memory, &objects)
    case .optionalString:
      // An Optional's text has the layout of the text itself.
      return memory[String?.self, at: offset] == nil ? 0 : text(memory, &objects)
    case .int, .int64: return objects.integer(Int64(memory.load(Int.self, at: offset)))
    case .optionalInt, .optionalInt64:
      return memory.load(Int?.self, at: offset).map { objects.integer(Int64($0)) } ?? 0
    case .bool: return objects.bool(memory.load(Bool.self, at: offset))
    case .optionalBool: return memory.load(Bool?.self, at: offset).map { objects.bool($0) } ?? 0
    case .double: return objects.real(memory.load(Double.self, at: offset))
    case .optionalDouble:
      return memory.load(Double?.self, at: offset).map { objects.real($0) } ?? 0
    }
  }

  @inline(__always)
  private func text(_ memory: ObjectMemory, _ objects: inout ArchiveObjects) -> Int {
    let reference = objects.string(memory[String.self, at: offset])
    // The one text that stands for nil has no reference; its codec knows what to do with it.
    return reference == 0 ? -1 : reference
  }
}

/// The classes that the place of a value allows, subclasses included.
///
/// A property of a type that says nothing always allows plain values, as strings and dates, and
/// collections; what its class declares are the classes of other objects beside them. Whoever
/// asks a coder for a class gets objects of that class only.
final class Allowance: Sendable {
  let classes: [AnyClass]
  private let allowsPlainValues: Bool
  /// True if classes are among them that are neither a collection's nor a plain value's.
  let declaresObjects: Bool

  /// Stands for a place that declares nothing, where any plain value is allowed.
  static let plain = Allowance([], allowsPlainValues: true)

  init(_ classes: [AnyClass], allowsPlainValues: Bool) {
    self.classes = classes
    self.allowsPlainValues = allowsPlainValues
    declaresObjects = classes.contains { FoundationClass(of: $0) == nil && $0 != NSNumber.self }
  }

  func allows(_ type: AnyClass) -> Bool {
    classes.contains { isSubclass(type, of: $0) }
  }

  func allowsPlain(_ type: AnyClass) -> Bool {
    allowsPlainValues || allows(type)
  }

  /// Refuses an object, written where a value may be of any type, that is to be refused when it is
  /// read: only those of declared classes are not, and what Foundation archives as plain values.
  static func check(_ object: NSObject, in allowance: Allowance?) throws {
    let isModel = object is any ArchivableModel
    let type: AnyClass = isModel ? Swift.type(of: object) : object.classForCoder
    if allowance?.allows(type) == true { return }
    if !isModel, FoundationClass.root(of: Swift.type(of: object)) != nil { return }
    throw refusal(of: isModel ? "\(Swift.type(of: object))" : ArchiveNames.foreignName(of: type))
  }

  /// The error for an object of a class that is not declared.
  static func refusal(of name: String) -> ArchiveError {
    ArchiveError(
      .classNotAllowed,
      """
      an object of class \(Boxed.escaped(name, limit: 200)) is not allowed here: name its class in \
      allowedSecureCodingClassesByPropertyKey
      """)
  }

  /// The model classes that are named themselves.
  var models: [any ArchivableModel.Type] {
    classes.compactMap { $0 as? any ArchivableModel.Type }.filter { $0 != $0.rootClass }
  }
}
