import Foundation
import Peridot
import Synchronization

/// One class and its records: made once, shared between threads.
final class RecordMapping: Sendable {
  let modelClass: any RecordSerializing.Type
  let outline: ModelOutline
  let recordName: String
  let attributes: [Attribute]
  /// Those that follow references: the weak ones last.
  let relations: [Relation]
  /// The attributes that find a record.
  let uniquing: [Attribute]
  /// The columns of each index beside that of `uniquing`.
  let indexes: [[String]]
  /// The first of the classes that share the records.
  let topmost: any RecordSerializing.Type
  /// The name that tells records of this class from those of the others that share them; nil for the
  /// topmost of these.
  let className: String?
  // Asked for every object.
  let validates: Bool
  let loads: Bool
  let choosesClass: Bool
  let merges: Bool

  private static let mappings = Mutex<[ObjectIdentifier: RecordMapping]>([:])

  /// Returns the mapping of `type`, made at first use.
  ///
  /// - Throws: a ``RecordError`` that lists all mistakes.
  static func of(_ type: any RecordSerializing.Type) throws -> RecordMapping {
    let identifier = ObjectIdentifier(type)
    if let known = mappings.withLock({ $0[identifier] }) { return known }
    let made = try RecordMapping(type)
    return mappings.withLock { mappings in
      if let known = mappings[identifier] { return known }
      mappings[identifier] = made
      return made
    }
  }

  static func of(_ type: Model.Type) throws -> RecordMapping {
    guard let type = type as? any RecordSerializing.Type else {
      throw RecordError(
        .invalidMapping, type, found: "\n- conform \(type) to RecordSerializing")
    }
    return try of(type)
  }

  private init(_ modelClass: any RecordSerializing.Type) throws {
    self.modelClass = modelClass
    outline = ModelOutline(of: modelClass)
    let outline = outline
    let facts = RecordFacts(of: modelClass, outline)
    var mistakes = facts.mistakes
    recordName = facts.recordName
    topmost = facts.topmost
    validates = outline.validates
    loads = outline.loads
    choosesClass = outline.choosesRecordClass
    merges = outline.mergesRecords
    className = topmost == modelClass ? nil : "\(modelClass)"
    if let problem = Self.problem(ofName: recordName, reserved: ["sqlite_", "peridot_"]) {
      mistakes.append("recordName is \(Words.quoted(recordName)), which \(problem)")
    }
    if className != nil, !ModelOutline(of: topmost).choosesRecordClass {
      mistakes.append(
        "\(modelClass) shares the records of \(topmost): override classForParsing(_ record: Record) in "
          + "\(topmost), so that they are read as their own classes, or give \(modelClass) a recordName of "
          + "its own")
    }
    var attributes: [Attribute] = []
    var relations: [Relation] = []
    var columns: [String: String] = ["_record": "the store", "_class": "the store"]
    for facts in facts.properties {
      let property = facts.property
      guard let column = facts.column else { continue }
      if let problem = Self.problem(ofName: column, reserved: []) {
        mistakes.append(
          "\"\(property.key)\" is mapped to \(Words.quoted(column)), which \(problem)")
        continue
      }
      switch RecordProperty.of(facts, column, of: recordName) {
      case .attribute(let attribute): attributes.append(attribute)
      case .relation(let relation):
        relations.append(relation)
        columns[relation.nameColumn.lowercased()] = "\"\(property.key)\""
      case .mistake(let text):
        // A weak reference to something else is no one's record.
        if property.isWeak, !facts.isDeclared { continue }
        mistakes.append(
          "\"\(property.key)\" is of type \(TypeName.of(property.valueType)): \(text)")
        continue
      }
      if let other = columns.updateValue("\"\(property.key)\"", forKey: column.lowercased()) {
        mistakes.append(
          "\"\(property.key)\" is mapped to \(Words.quoted(column)), as \(other) is: SQL does not "
            + "distinguish capital letters from small ones, so map it to another name")
      }
    }
    for index in relations.indices {
      mistakes += relations[index].findInverse(in: modelClass, among: relations)
    }
    for facts in facts.properties where facts.owns || facts.inverse != nil {
      guard let column = facts.column, !relations.contains(where: { $0.column == column }) else {
        continue
      }
      mistakes.append(
        "\"\(facts.property.key)\" holds no records: only a relationship has owns: or inverse:")
    }
    self.attributes = attributes
    self.relations = relations.filter { !$0.property.isWeak } + relations.filter(\.property.isWeak)
    let columnsByKey = Dictionary(
      uniqueKeysWithValues: attributes.map { ($0.property.key, $0.column) }
        + relations.filter { $0.form == .one }.map { ($0.property.key, $0.column) })
    indexes = facts.properties.flatMap { facts in
      facts.indexes.map { ([facts.property.key] + $0).compactMap { columnsByKey[$0] } }
    }.filter { !$0.isEmpty }
    uniquing = attributes.filter { facts.uniquingKeys.contains($0.property.key) }
    for key in facts.uniquingKeys.sorted()
    where !uniquing.contains(where: { $0.property.key == key }) {
      mistakes.append(
        outline.declares(key)
          ? "uniquingPropertyKeys names \"\(key)\", which is not stored as a value: name properties "
            + "whose values lie in columns"
          : outline.misnaming(key, in: "uniquingPropertyKeys"))
    }
    if !mistakes.isEmpty {
      throw RecordError(
        .invalidMapping, modelClass, found: mistakes.map { "\n- \($0)" }.joined())
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

  func attribute(forKey key: String) -> Attribute? {
    attributes.first { $0.property.key == key }
  }

  func relation(forKey key: String) -> Relation? {
    relations.first { $0.property.key == key }
  }

  /// The columns of the class's own rows, in the order in which statements name them.
  func columns(_ attributes: [Attribute], _ relations: [Relation]) -> [String] {
    attributes.map(\.column)
      + relations.flatMap { $0.form == .one ? [$0.column, $0.nameColumn] : [$0.column] }
  }

  private let reached = Mutex<[RecordMapping]?>(nil)

  /// The class's mapping and those of all classes that it refers to.
  var reachable: [RecordMapping] {
    get throws {
      if let known = reached.withLock({ $0 }) { return known }
      var all = [self]
      var next = 0
      while next < all.count {
        for relation in all[next].relations {
          let target = try RecordMapping.of(relation.target)
          if !all.contains(where: { $0 === target }) { all.append(target) }
        }
        next += 1
      }
      let found = all
      reached.withLock { $0 = found }
      return found
    }
  }

  private let ownQuery = Mutex<RecordQuery?>(nil)

  /// The query of the class's records, and where it has their columns.
  var query: RecordQuery {
    ownQuery.withLock { known in
      let query = known ?? RecordQuery(self, keys: nil)
      known = query
      return query
    }
  }

  /// Finds all mistakes of the class and of those that it refers to.
  static func check(_ type: any RecordSerializing.Type) throws {
    var waiting: [any RecordSerializing.Type] = [type]
    var visited: Set<ObjectIdentifier> = []
    var errors: [RecordError] = []
    while let next = waiting.popLast() {
      guard visited.insert(ObjectIdentifier(next)).inserted else { continue }
      do {
        waiting += try RecordMapping.of(next).relations.map(\.target)
      } catch let error as RecordError {
        errors.append(error)
      }
    }
    guard var first = errors.first else { return }
    first.found += errors.dropFirst().map { "\n\($0)" }.joined()
    throw first
  }

  // MARK: Defaults and errors

  /// The values that new objects have, in the order of `attributes`; nil where two of them differ, or
  /// where a value cannot be stored.
  func defaults() -> [ColumnValue?] {
    let (first, second) = (modelClass.init(), modelClass.init())
    return attributes.map { attribute in
      let value = try? attribute.value(of: first)
      return value == (try? attribute.value(of: second)) ? value : nil
    }
  }

  /// Names the class and the property of what was thrown about a value.
  func error(_ error: any Error, _ key: String?) -> RecordError {
    let isSecret = key.flatMap { modelClass.property(forKey: $0) }?.isSecret == true
    return switch error {
    case let mismatch as ColumnMismatch:
      RecordError(
        mismatch.kind, modelClass, key, expected: mismatch.expected,
        found: isSecret ? Words.secret : mismatch.found,
        underlying: isSecret ? nil : mismatch.underlying)
    case let error as RecordError: error.attributed(to: modelClass, key)
    default:
      RecordError(
        .unstorable, modelClass, key, found: isSecret ? Words.secret : Words.of(error),
        underlying: isSecret ? nil : error)
    }
  }

  func invalidKey(_ key: String, in argument: String) -> RecordError {
    if relation(forKey: key) != nil {
      return RecordError(
        .invalidQuery, modelClass, key,
        found: "\(argument) names a relationship, which has no value to compare")
    }
    return RecordError(.invalidQuery, modelClass, found: outline.misnaming(key, in: argument))
  }

  /// The error for an object whose record nothing tells.
  var isUnknown: RecordError {
    RecordError(
      .invalidQuery, modelClass,
      found: """
        records of a class without uniquingPropertyKeys cannot be found: override them, or delete an object \
        that this store has saved or read
        """)
  }
}
