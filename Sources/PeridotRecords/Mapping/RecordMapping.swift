import Foundation
import Peridot
import Synchronization

/// One class and its records; made once, shared between threads.
final class RecordMapping: Sendable {
  let modelClass: any RecordSerializing.Type
  let outline: ModelOutline
  /// The facts that distinguish the class's records from others.
  let own: RecordClass
  /// The class and the subclasses of its cluster.
  let classes: [RecordClass]
  let recordName: String
  /// The name of its table in SQL.
  let table: String
  let attributes: [Attribute]
  /// Those of which only the values of columns can be compared.
  let columnCompared: [Attribute]
  /// Whether no column holds an object, or the text of one.
  var hasScalarsOnly: Bool { columnCompared.isEmpty && relations.isEmpty }
  /// The relationships, the weak ones last.
  let relations: [Relation]
  /// The attributes that identify a record.
  let identity: [Attribute]
  /// The columns of each index except that of `identity`.
  let indexes: [[String]]
  /// The columns of the facet `.isUnique`.
  let uniqueColumns: [String]
  // Needed for every object.
  let choosesClass: Bool
  let merges: Bool

  // Not caches of Peridot's, whose uses in another module look up generic types each time.
  private static let mappings = Mutex<[ObjectIdentifier: RecordMapping]>([:])

  /// Returns the mapping of `type`, made at first use.
  ///
  /// - Throws: a ``RecordError`` that lists all mistakes.
  static func of(_ type: any RecordSerializing.Type) throws -> RecordMapping {
    let identifier = ObjectIdentifier(type)
    if let known = mappings.withLock({ $0[identifier] }) { return known }
    let made = try RecordMapping(type)
    return mappings.withLock { mappings in
      let first = mappings[identifier] ?? made
      mappings[identifier] = first
      return first
    }
  }

  static func of(_ type: Model.Type) throws -> RecordMapping {
    guard let type = type as? any RecordSerializing.Type else {
      throw RecordError(.invalidMapping, type, found: "\n- conform \(type) to RecordSerializing")
    }
    return try of(type)
  }

  private init(_ modelClass: any RecordSerializing.Type) throws {
    self.modelClass = modelClass
    let outline = ModelOutline(of: modelClass)
    self.outline = outline
    let own = RecordClass(modelClass)
    self.own = own
    classes = [own] + own.subclasses
    recordName = own.record
    table = SQL.name(own.record)
    choosesClass = classes.count > 1 || own.tag != nil
    var mistakes = outline.mistakes + (own.mistake.map { [$0] } ?? [])
    if let problem = Self.problem(ofName: recordName, reserved: ["sqlite_", "peridot_"]) {
      mistakes.append("recordName is \(Words.quoted(recordName)), which \(problem)")
    }
    mistakes += outline.untold.map { variable in
      "\"\(variable.name)\" cannot take part: \(variable.reason). Name it in excludedPropertyKeys, begin "
        + "its name with \"_\", or declare it in declaredProperties"
    }
    let facts = (outline.properties + outline.carried).map { RecordFacts(property: $0) }
    var attributes: [Attribute] = []
    var holders: [(facts: RecordFacts, column: String, holding: Holding)] = []
    var owners = ["_record": "the store", "_class": "the store"]
    for facts in facts {
      guard let column = facts.column else { continue }
      let key = "\"\(facts.property.key)\""
      if let problem = Self.problem(ofName: column, reserved: []) {
        mistakes.append("\(key) is mapped to \(Words.quoted(column)), which \(problem)")
        continue
      }
      switch RecordForm.of(facts, in: modelClass) {
      case .value(let codec):
        let tags = own.description.tags(at: facts.property)
        attributes.append(Attribute(facts.property, column, codec, tags: tags))
      case .records(let holding):
        holders.append((facts, column, holding))
        owners[Reference.nameColumn(of: column).lowercased()] = key
      case .mistake(let text):
        // A weak reference to another object is not a relationship.
        if facts.property.isWeak, !facts.isDeclared { continue }
        mistakes.append("\(key) is of type \(TypeName.of(facts.property.valueType)): \(text)")
        continue
      }
      if let other = owners.updateValue(key, forKey: column.lowercased()) {
        mistakes.append(
          "\(key) is mapped to \(Words.quoted(column)), as \(other) is: SQL does not distinguish capital "
            + "letters from small ones, so map it to another name")
      }
    }
    // Weak ones refer back themselves, and come last.
    let (weak, strong) = (
      holders.filter(\.facts.property.isWeak), holders.filter { !$0.facts.property.isWeak }
    )
    let relations = (strong + weak).map { facts, column, holding in
      let all = facts.property.isWeak ? [] : holding.waysBack(to: modelClass)
      if let inverse = facts.inverse, !all.contains(where: { $0.key == inverse }) {
        mistakes.append(
          "\"\(facts.property.key)\" has the inverse \(Words.quoted(inverse)), which must be a weak var, "
            + "or an Optional, of \(holding.target) that holds \(modelClass)")
      }
      let ways = all.filter(\.isWeak).map(\.key)
      // The only weak property that can be it is it.
      let isOnly =
        ways.count == 1 && holding.target != modelClass
        && strong.count { $0.holding.target == holding.target } == 1
      return Relation(
        facts, column, of: own.record, holding, inverse: facts.inverse ?? (isOnly ? ways[0] : nil),
        refersBack: facts.property.isWeak || holding.isInverse(facts.property.key, of: modelClass))
    }
    let values = Dictionary(uniqueKeysWithValues: attributes.map { ($0.property.key, $0.column) })
    let columns = relations.filter { !$0.reference.isList }
      .reduce(into: values) { $0[$1.property.key] = $1.column }
    func check(_ keys: [String], _ member: String, in known: [String: String]) {
      mistakes += keys.filter { known[$0] == nil }.map { key in
        outline.declares(key)
          ? "\(member) is about \"\(key)\", which is not stored as a value"
          : outline.misnaming(key, in: member)
      }
    }
    let unique = facts.filter(\.isUnique).map(\.property.key)
    check(unique, ".isUnique", in: values)
    let identityKeys = outline.identityKeys
    check(identityKeys, modelClass.identityKey == nil ? "isIdentity" : "identityKey", in: values)
    for facts in facts {
      let key = facts.property.key
      check(Array(facts.indexes.joined()), "an index", in: columns)
      if facts.owns || facts.inverse != nil, values[key] != nil {
        mistakes.append("\"\(key)\" holds no records: only a relationship has .owns or .inverse")
      }
      guard facts.merging != nil else { continue }
      check([key], ".merging", in: values)
      if identityKeys.isEmpty {
        mistakes.append(
          "\"\(key)\" has .merging, and the class has no identity, by which a record is found")
      }
    }
    self.attributes = attributes
    columnCompared = attributes.filter { $0.areSame == nil }
    self.relations = relations
    merges = attributes.contains { $0.merging != nil }
    indexes = facts.flatMap(\.indexes).map { $0.compactMap { columns[$0] } }
    identity = attributes.filter { identityKeys.contains($0.property.key) }
    uniqueColumns = unique.compactMap { values[$0] }
    if !mistakes.isEmpty {
      throw RecordError(.invalidMapping, modelClass, found: mistakes.map { "\n- \($0)" }.joined())
    }
  }

  private static func problem(ofName name: String, reserved prefixes: [String]) -> String? {
    if name.isEmpty { return "is empty" }
    if name.utf8.contains(0) { return "has a zero byte in it" }
    if let prefix = prefixes.first(where: { name.lowercased().hasPrefix($0) }) {
      return "begins with \(prefix), which is reserved for SQLite and the store"
    }
    return nil
  }

  // MARK: Finding

  func attribute(forKey key: String) -> Attribute? { attributes.first { $0.property.key == key } }

  func relation(forKey key: String) -> Relation? { relations.first { $0.property.key == key } }

  // The parts with the properties of those keys; nil for all.

  func attributes(_ keys: Set<String>?) -> [Attribute] {
    attributes.filter { keys?.contains($0.property.key) ?? true }
  }

  func relations(_ keys: Set<String>?) -> [Relation] {
    relations.filter { keys?.contains($0.property.key) ?? true }
  }

  func columns(_ keys: Set<String>?) -> [String] {
    attributes(keys).map(\.column)
      + relations(keys).flatMap { !$0.reference.isList ? [$0.column, $0.nameColumn] : [$0.column] }
  }

  /// The columns of properties that had other names before, and these.
  var formerNames: [(column: String, names: [String])] {
    (attributes.map { ($0.column, $0.property.formerNames) }
      + relations.map { ($0.column, $0.property.formerNames) }).filter { !$0.1.isEmpty }
  }

  /// The mappings of all known classes whose records are in the same table.
  func sharing() throws -> [RecordMapping] {
    try RecordMapping.of(own.topmost).classes.filter {
      $0.record.lowercased() == recordName.lowercased()
    }.map { try RecordMapping.of($0.type) }
  }

  func isIdentity(_ attribute: Attribute) -> Bool { identity.contains { $0 === attribute } }

  // MARK: What follows from it

  private let inserts = Mutex<[Set<String>?: RecordInsert]>([:])
  private let knownQuery = Mutex<RecordQuery?>(nil)
  private let knownReachable = Mutex<[RecordMapping]?>(nil)

  /// The query of the class's records, with the places of their columns.
  var query: RecordQuery {
    knownQuery.withLock { known in
      if let known { return known }
      let query = RecordQuery(self, keys: nil)
      known = query
      return query
    }
  }

  /// The class's mapping and those of all classes that it refers to.
  var reachable: [RecordMapping] {
    get throws {
      if let known = knownReachable.withLock({ $0 }) { return known }
      let reachable = try Self.walk(from: modelClass) { $0.relations.map(\.target) }
      knownReachable.withLock { $0 = reachable }
      return reachable
    }
  }

  /// The statement that writes the properties of those keys; nil for all.
  func insert(keys: Set<String>?) -> RecordInsert {
    if let known = inserts.withLock({ $0[keys] }) { return known }
    let insert = RecordInsert(self, keys)
    inserts.withLock { inserts in
      // A program may choose the keys of each call.
      if inserts.count >= 256 { inserts = [:] }
      inserts[keys] = insert
    }
    return insert
  }

  /// The mappings of a class and of the classes from `next`; throws the mistakes of all of them
  /// together.
  private static func walk(
    from first: any RecordSerializing.Type,
    _ next: (RecordMapping) -> [any RecordSerializing.Type]
  ) throws -> [RecordMapping] {
    var waiting = [first]
    var visited: Set<ObjectIdentifier> = []
    var found: [RecordMapping] = []
    var failure: RecordError?
    while let type = waiting.popLast() {
      guard visited.insert(ObjectIdentifier(type)).inserted else { continue }
      do {
        found.append(try .of(type))
        waiting += found.last.map(next) ?? []
      } catch let error as RecordError {
        failure?.found += "\n\(error)"
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return found
  }

  private static func walkAll(from type: any RecordSerializing.Type) throws -> [RecordMapping] {
    try walk(from: type) { $0.relations.map(\.target) + $0.classes.map(\.type) }
  }

  /// The lowercase names of all records that a query of a class can meet.
  static func recordNames(reachedFrom type: any RecordSerializing.Type) throws -> Set<String> {
    Set(try walkAll(from: type).map { $0.recordName.lowercased() })
  }

  /// Finds all mistakes of the class, of those that it refers to, and of those that share its
  /// records.
  static func check(_ type: any RecordSerializing.Type) throws {
    let found = try walkAll(from: type)
    let errors = found.compactMap(\.lackOfIdentity)
    guard var error = errors.first else { return }
    error.found += errors.dropFirst().map { "\n\($0)" }.joined()
    throw error
  }

  /// The mistake of a class of JSON that has a unique property and no identity: neither an update
  /// from JSON nor a save finds its records.
  private var lackOfIdentity: RecordError? {
    guard identity.isEmpty, modelClass is any JSONSerializing.Type,
      let unique = attributes.first(where: { uniqueColumns.contains($0.column) })?.property.key
    else { return nil }
    return RecordError(
      .invalidMapping, modelClass,
      found: "\n- \"\(unique)\" is unique, and the class has no identity, by which a save or an "
        + "update finds a record: declare property(\"\(unique)\", …, isIdentity: true), or another one"
    )
  }

  // MARK: Defaults and errors

  /// The values of new objects, in the order of `attributes`; nil if two objects differ, or if a
  /// value can't be stored.
  func defaults() -> [ColumnValue?] {
    let (first, second) = (modelClass.init(), modelClass.init())
    return attributes.map { attribute in
      let value = try? attribute.value(of: first)
      return value == (try? attribute.value(of: second)) ? value : nil
    }
  }

  /// Adds the class and the property to an error about a value.
  func error(_ error: any Error, _ key: String?) -> RecordError {
    if let error = error as? RecordError { return error.attributed(to: modelClass, key) }
    let isSecret = key.flatMap { modelClass.property(forKey: $0) }?.isSecret == true
    let isTransformed = key.flatMap(attribute(forKey:))?.codec.kind == .transformed
    let mismatch =
      error as? ColumnMismatch
      ?? ColumnMismatch(
        kind: isTransformed ? .transformFailed : .unstorable, expected: "", found: Words.of(error),
        underlying: error)
    return RecordError(
      mismatch.kind, modelClass, key, expected: mismatch.expected,
      found: isSecret ? Words.secret : mismatch.found,
      underlying: isSecret ? nil : mismatch.underlying)
  }

  /// The error for an error of a hook or a function of the class.
  func refusal(_ error: any Error, _ key: String? = nil, record: String?) -> RecordError {
    RecordError(
      .validationFailed, modelClass, key, record: record, found: Words.of(error), underlying: error)
  }

  /// - Throws: a ``RecordError`` if the class does not accept the model.
  func validate(_ model: Model, record: @autoclosure () -> String? = nil) throws {
    guard outline.validates, let failure = outline.failure(of: model) else { return }
    throw refusal(failure.error, failure.key, record: record())
  }

  func invalidKey(_ key: String, in argument: String) -> RecordError {
    if relation(forKey: key) == nil {
      return RecordError(.invalidQuery, modelClass, found: outline.misnaming(key, in: argument))
    }
    return RecordError(
      .invalidQuery, modelClass, key,
      found: "\(argument) names a relationship, which has no value to compare")
  }

  /// - Throws: an error for keys of properties that don't exist.
  func check(_ keys: [String], in argument: String = "keys") throws {
    for key in keys where relation(forKey: key) == nil {
      guard attribute(forKey: key) != nil else { throw invalidKey(key, in: argument) }
      if argument == "keys" { continue }
      throw RecordError(
        .invalidQuery, modelClass, key, found: "\(argument) names a value, and not a relationship")
    }
  }

  /// The error for something that cannot be done without an identity.
  func keyless(_ problem: String, cure: String = "") -> RecordError {
    RecordError(
      .invalidQuery, modelClass,
      found:
        "records of a class without an identity cannot be \(problem): declare a property with "
        + "isIdentity: true\(cure)")
  }

  /// The error for an object whose record can't be identified.
  var isUnknown: RecordError {
    keyless("found", cure: ", or delete an object that this store has saved or read")
  }

  /// Names the unique property in SQLite's error that another record has its value.
  @inline(__always)
  func namingUnique<Result>(_ write: () throws -> Result) throws -> Result {
    do {
      return try write()
    } catch var error as RecordError where error.resultCode == SQLiteCode.notUnique {
      let column = uniqueColumns.first { error.found.contains(".\($0)\"") }
      error.modelClass = modelClass
      error.propertyKey = attributes.first { $0.column == column }?.property.key
      error.found = "another record has this value, and the property is unique"
      throw error
    }
  }

  // MARK: Records of models

  /// Binds the value of an object; returns false for NULL.
  func bind(
    _ attribute: Attribute, of object: AnyObject, to statement: Statement, at position: Int32
  ) throws -> Bool {
    do {
      return try attribute.bind(object, statement, position)
    } catch {
      throw self.error(error, attribute.property.key)
    }
  }

  /// The record's name and its identifying values, for errors.
  func words(for model: Model) -> String {
    words(identity.map { $0.property.unwrappedValue(of: model) })
  }

  func words(_ values: [Any?]) -> String {
    let words = zip(identity, values).map { attribute, value in
      attribute.property.key + ": "
        + (attribute.property.isSecret ? Words.secret : value.map { Words.name($0) } ?? "nil")
    }
    return recordName + (words.isEmpty ? "" : "(" + words.joined(separator: ", ") + ")")
  }
}
