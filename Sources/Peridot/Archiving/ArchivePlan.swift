import Foundation

/// How one model class is archived: made once, shared between threads.
final class ArchivePlan: Sendable {
  let type: any ArchivableModel.Type
  let name: String
  /// The mistake in the class's name that prevents archives of it.
  let mistake: ArchiveError?
  /// The archive names of the class and its superclasses.
  let classChain: [String]
  let entries: [Entry]
  let decodesValues: Bool
  /// Whether the class encodes its models itself.
  let encodesItself: Bool
  /// Whether work is left after a model and everything that it refers to was read.
  let finishes: Bool
  /// Whether that work includes the model's own validation and loading.
  let hasHooks: Bool
  /// The entries to write.
  let writtenFields: [Field]
  let writtenKeys: [String]
  /// The beginning of every archive of such a model: the keys and the class.
  let prototype: ArchiveObjects
  /// The class in such an archive.
  let record: ArchiveObjects.ClassRecord
  /// The keys of all properties.
  let keys: Keys
  /// The entries to read.
  let readFields: [Field]
  /// Writes the plain fields of a model, from a position to the first field that is not plain; see
  /// `Field`. A function value, so that the optimizer doesn't see its reads.
  let writeFields: @Sendable (AnyObject, [Field], Int, inout ArchiveObjects, inout [Int32]) -> Int
  /// The entries whose values hold sets of models or models as keys.
  let hashedEntries: [Entry]
  let model: @Sendable (AnyObject) -> any ArchivableModel

  private static let cache = ClassCache<ArchivePlan>()

  /// Returns the plan of `type`, made at first use.
  ///
  /// - Throws: `ArchiveError` if the class names properties that it doesn't have.
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
    mistake = ArchiveNames.mistake(in: name, of: type).map {
      ArchiveError(.invalidDeclaration, "\($0)")
    }
    // Only an object's own class needs a name.
    classChain =
      [name]
      + models.dropFirst().compactMap { model in
        let name = model.archiveName
        return ArchiveNames.mistake(in: name, of: model) == nil ? name : nil
      } + ["NSObject"]
    encodesItself = type.encodesItself

    let properties = type.archivableProperties.filter { !$0.isReadOnly }
    let hashed = type.hashedPropertyKeys
    let behaviors = Self.behaviors(of: models)
    var allowed = [String: [AnyClass]]()
    for model in models.reversed() {
      allowed.merge(
        ClassQuestions.ask(model, Self.classesMember) {
          model.allowedSecureCodingClassesByPropertyKey
        }
      ) { $1 }
    }
    let mistakes =
      Array(behaviors.keys).sorted().compactMap { type.misnaming($0, in: Self.behaviorMember) }
      + Array(allowed.keys).sorted().compactMap { type.misnaming($0, in: Self.classesMember) }
    if !mistakes.isEmpty {
      let words = mistakes.map { "\(type).\($0)" }.joined(separator: "; ")
      throw ArchiveError(.invalidDeclaration, "\(words)")
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
    keys = Keys(
      entries.map(\.storedKey), former: properties.map { $0.formerNames.map(Self.escaped) })
    writeFields = Field.write
    if mistake == nil { ArchiveNames.register(type, as: name) }
  }

  /// The declared behaviors of a class by the keys of its properties.
  static func behaviors(of type: any ArchivableModel.Type) -> [String: EncodingBehavior] {
    behaviors(of: models(from: type))
  }

  /// Each class is asked through its own metatype, the topmost first, so that a subclass adds to its
  /// superclass's declarations without calling super.
  private static func behaviors(
    of models: [any ArchivableModel.Type]
  ) -> [String: EncodingBehavior] {
    var behaviors = [String: EncodingBehavior]()
    for model in models.reversed() {
      behaviors.merge(
        ClassQuestions.ask(model, behaviorMember) { model.encodingBehaviorsByPropertyKey }
      ) { $1 }
    }
    return behaviors
  }

  private static let behaviorMember = "encodingBehaviorsByPropertyKey"
  private static let classesMember = "allowedSecureCodingClassesByPropertyKey"

  /// Checks that nobody is changing the archived properties of `model`.
  func checkReads(of model: AnyObject) {
    guard ObjectMemory.mayConflict else { return }
    for field in writtenFields { entries[field.entry].access.checkRead(of: model) }
  }

  /// Checks that nobody is reading or changing the restored properties of `model`.
  func checkWrites(to model: AnyObject) {
    guard ObjectMemory.mayConflict else { return }
    for entry in entries { entry.access.checkWrite(to: model) }
  }

  /// Returns the classes for the values of each of `properties`.
  static func inferredClasses(for properties: [Property]) -> [String: [AnyClass]] {
    Dictionary(
      properties.map { ($0.key, $0.makeArchiveCodec().classes) }, uniquingKeysWith: { $1 })
  }

  /// Returns the archived form of `key`: archives reserve a leading `$`.
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
    /// The key in an archive.
    let storedKey: String
    let behavior: EncodingBehavior
    let access: any PropertyAccess
    let codec: any AnyArchiveCodec
    /// Whether the property takes part in the hash of the model.
    let isHashed: Bool
    /// The allowed classes of values, elements included.
    let allowedClasses: [AnyClass]
    /// The allowed classes that the class itself names; nil if they follow from the type.
    let allowance: Allowance?
    /// Whether a nil has to be checked before the value is read.
    let mayTakeNil: Bool
    let isSecret: Bool
    let formerNames: [String]

    init(
      _ property: Property, behavior: EncodingBehavior?, isHashed: Bool, declared: [AnyClass]?
    ) {
      key = property.key
      storedKey = ArchivePlan.escaped(property.key)
      self.behavior = behavior ?? (property.isWeak ? .conditional : .unconditional)
      access = property.storage
      isSecret = property.isSecret
      formerNames = property.formerNames
      codec = property.makeArchiveCodec()
      self.isHashed = isHashed
      mayTakeNil = codec.takesNull && !codec.isOptional
      let inferred = codec.classes
      allowedClasses = declared ?? inferred
      let isInferred =
        Set(allowedClasses.map(ObjectIdentifier.init)) == Set(inferred.map(ObjectIdentifier.init))
      allowance = isInferred ? nil : Allowance(allowedClasses, allowsPlainValues: true)
    }

    /// Whether the property keeps its initial value if the archive has `nullness`: nil in a
    /// property that was an Optional when archived.
    func keepsValue(at nullness: ArchiveReader.Nullness) -> Bool {
      switch nullness {
      case .nothing: !codec.isOptional
      case .null: !codec.takesNull
      case .value: false
      }
    }

    /// Names the property in an error about its value.
    @inline(never)
    func naming(
      _ error: any Error, _ kind: ArchiveError.Kind, in model: AnyObject
    ) -> ArchiveError {
      let error = ArchiveError.wrapping(error, kind)
      var named = (isSecret ? error.hidden : error).within(".\(key)")
      if named.owner == nil {
        named.owner = Swift.type(of: model)
        named.propertyKey = key
      }
      return named
    }

    /// Whether values can hold objects that are archived separately, such as models.
    var mayHoldObjects: Bool {
      allowedClasses.contains { FoundationClass.root(of: $0) == nil && $0 != ArchivedText.self }
    }

    /// Returns the value of `model`; nil means nil.
    func value(of model: AnyObject) -> Any? { codec.boxed(access, of: model) }

    /// Returns the object in the property of `model`; nil for nil and for other values.
    func object(of model: AnyObject) -> NSObject? {
      guard let value = value(of: model), Swift.type(of: value) is AnyClass else { return nil }
      return value as? NSObject
    }
  }

  /// The keys of a class's properties in an archive.
  final class Keys: Sendable {
    /// The bytes of all keys, and the place of each.
    let text: [UInt8]
    let ranges: [Range<Int>]
    let positions: [String: Int]
    /// The positions of the names that properties had before.
    let formerPositions: [String: Int]

    init(_ keys: [String], former: [[String]]) {
      var text: [UInt8] = []
      ranges = keys.map { key in
        text += key.utf8
        return (text.count - key.utf8.count)..<text.count
      }
      self.text = text
      positions = Dictionary(
        keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      formerPositions = Dictionary(
        former.enumerated().flatMap { index, names in names.map { ($0, index) } },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// A property in the order of a class's plan, without counted references.
  ///
  /// Values of the plainest kinds go straight between the archive and the object; the property's
  /// codec handles all others.
  struct Field: Sendable {
    let form: FieldForm
    /// The position of its entry in the plan.
    let entry: Int

    /// Writes the fields of `model` from the one at `start` on, and returns the position of the
    /// first that its codec has to write.
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
  /// Writes the value and returns its reference; -1 if its codec has to.
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
    // The one text that means nil has no reference; its codec handles it.
    return reference == 0 ? -1 : reference
  }
}

/// The classes that a value's place allows, subclasses included.
///
/// A property of an unspecific type always allows collections and plain values, such as strings and
/// dates. Its class declares the classes of other objects in addition. A caller that asks a coder
/// for a class gets objects of that class only.
final class Allowance: Sendable {
  let classes: [AnyClass]
  private let allowsPlainValues: Bool
  /// True if it contains classes other than those of collections and plain values.
  let declaresObjects: Bool

  /// The allowance of a place without declarations, which accepts any plain value.
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

  /// Refuses an object in a place for values of any type if reading would refuse it: it allows
  /// objects of declared classes, and those that Foundation archives as plain values.
  static func check(_ object: NSObject, in allowance: Allowance?) throws {
    let isModel = object is any ArchivableModel
    let type: AnyClass = isModel ? Swift.type(of: object) : object.classForCoder
    if allowance?.allows(type) == true { return }
    if !isModel, FoundationClass.root(of: Swift.type(of: object)) != nil { return }
    throw refusal(of: isModel ? "\(Swift.type(of: object))" : ArchiveNames.foreignName(of: type))
  }

  /// The error for an object of an undeclared class.
  static func refusal(of name: String) -> ArchiveError {
    ArchiveError(
      .classNotAllowed,
      """
      an object of class \(Boxed.escaped(name, limit: 200)) is not allowed here: name its class in \
      allowedSecureCodingClassesByPropertyKey
      """)
  }

  /// The model classes that it names.
  var models: [any ArchivableModel.Type] {
    classes.compactMap { $0 as? any ArchivableModel.Type }.filter { $0 != $0.rootClass }
  }
}
