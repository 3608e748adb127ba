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
  /// The name that tells records of this class from those of the others that share them; nil for the
  /// topmost of these.
  let className: String?
  let modelVersion: Int
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
    recordName = modelClass.recordName
    modelVersion = modelClass.modelVersion
    validates = outline.validates
    loads = outline.loads
    choosesClass = outline.choosesRecordClass
    merges = outline.mergesRecords
    let topmost =
      outline.classChain.lazy.compactMap { $0 as? any RecordSerializing.Type }
      .first { $0.recordName == modelClass.recordName } ?? modelClass
    className = topmost == modelClass ? nil : "\(modelClass)"
    var mistakes = outline.mistakes
    mistakes += outline.untold.map { variable in
      "\"\(variable.name)\" cannot take part: \(variable.reason). Name it in excludedPropertyKeys, begin "
        + "its name with \"_\", or declare it by key path in properties"
    }
    if let problem = Self.problem(ofName: recordName, reserved: ["sqlite_", "peridot_"]) {
      mistakes.append("recordName is \(Words.quoted(recordName)), which \(problem)")
    }
    if topmost != modelClass, !ModelOutline(of: topmost).choosesRecordClass {
      mistakes.append(
        "\(modelClass) shares the records of \(topmost): override classForParsing(_ record: Record) in "
          + "\(topmost), so that they are read as what they are, or give \(modelClass) a recordName of "
          + "its own")
    }
    let declared = outline.answers("recordKeysByPropertyKey") { $0.recordKeysByPropertyKey }
      .reduce(into: [:]) { $0.merge($1) { $1 } }
    for key in declared.keys.sorted() where !outline.declares(key) {
      mistakes.append(outline.misnaming(key, in: "recordKeysByPropertyKey"))
    }
    var properties = outline.properties
    if let extras = outline.extras { properties.append(extras) }
    let transformers = modelClass.declaredRecordTransformers(forKeys: properties.map(\.key))
    var attributes: [Attribute] = []
    var relations: [Relation] = []
    var columns: [String: String] = ["_record": "the store", "_class": "the store"]
    for (property, transformer) in zip(properties, transformers) {
      guard let column = (declared[property.key] ?? RecordKey(property.key)).name else { continue }
      if let problem = Self.problem(ofName: column, reserved: []) {
        mistakes.append(
          "\"\(property.key)\" is mapped to \(Words.quoted(column)), which \(problem)")
        continue
      }
      switch RecordProperty.of(property, column, transformer) {
      case .attribute(let attribute): attributes.append(attribute)
      case .relation(let relation):
        relations.append(relation)
        columns[relation.nameColumn.lowercased()] = "\"\(property.key)\""
      case .mistake(let text):
        // A weak reference to something else is nobody's record.
        if property.isWeak, declared[property.key] == nil { continue }
        mistakes.append(
          "\"\(property.key)\" is of type \(TypeName.of(property.valueType)): \(text)")
        continue
      }
      if let other = columns.updateValue("\"\(property.key)\"", forKey: column.lowercased()) {
        mistakes.append(
          "\"\(property.key)\" is mapped to \(Words.quoted(column)), as \(other) is: SQL does not "
            + "tell capital letters from small ones, so map it to another name")
      }
    }
    self.attributes = attributes
    self.relations = relations.filter { !$0.property.isWeak } + relations.filter(\.property.isWeak)
    var keys = Set(
      outline.answers("uniquingPropertyKeys") { $0.uniquingPropertyKeys }.joined())
    if keys.isEmpty, let identity = modelClass.identityKey { keys = [identity] }
    uniquing = attributes.filter { keys.contains($0.property.key) }
    for key in keys.sorted() where !uniquing.contains(where: { $0.property.key == key }) {
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
      return "begins with \(prefix), as only SQLite's and the store's own names do"
    }
    return nil
  }

  /// What the columns hold, by name, and what else the tables are made by.
  var kinds: [String: String] {
    var kinds = [
      "": uniquing.map { SQL.name($0.column) }.joined(separator: ", ")
    ]
    for attribute in attributes { kinds[attribute.column] = attribute.kind.rawValue }
    for relation in relations { kinds[relation.column] = relation.kind }
    return kinds
  }

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

  /// The class's mapping and those of all classes that it refers to.
  var reachable: [RecordMapping] {
    get throws {
      var all = [self]
      var next = 0
      while next < all.count {
        for relation in all[next].relations {
          let target = try RecordMapping.of(relation.target)
          if !all.contains(where: { $0 === target }) { all.append(target) }
        }
        next += 1
      }
      return all
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
}

/// Pieces of SQL.
enum SQL {
  /// A name in quotes.
  static func name(_ name: String) -> String {
    "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  static func names(_ names: [String]) -> String {
    names.map { name($0) }.joined(separator: ", ")
  }

  static func parameters(_ count: Int) -> String {
    repeatElement("?", count: count).joined(separator: ", ")
  }

  /// The table of a to-many relationship.
  static func links(_ recordName: String, _ column: String) -> String {
    name(recordName + "." + column)
  }
}
