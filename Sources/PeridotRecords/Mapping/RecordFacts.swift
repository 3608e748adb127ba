import Foundation
import Peridot

/// What a class says about its records: the one place where it is asked.
struct RecordFacts {
  /// What it says about one property.
  struct PropertyFacts {
    let property: Property
    /// The name of its column; nil if it takes no part.
    let column: String?
    /// Whether the class says anything about it.
    let isDeclared: Bool
    let transformer: ValueTransformer?
    /// The keys of the properties that an index has behind this one.
    let indexes: [[String]]
    /// Whether the records that it holds are parts of the record.
    let owns: Bool
    /// The key of the weak property of those records that leads back.
    let inverse: String?
  }

  let recordName: String
  /// Those that follow `modelClass` down to the class, and share its records.
  let topmost: any RecordSerializing.Type
  let properties: [PropertyFacts]
  /// The keys of the properties that tell a record from all others.
  let uniquingKeys: Set<String>
  /// The names of properties that there are none of, and what else the class cannot mean.
  private(set) var mistakes: [String]

  init(of modelClass: any RecordSerializing.Type, _ outline: ModelOutline) {
    recordName = modelClass.recordName
    let name = recordName
    topmost =
      outline.classChain.lazy.compactMap { $0 as? any RecordSerializing.Type }
      .first { $0.recordName == name } ?? modelClass
    mistakes = outline.mistakes
    mistakes += outline.untold.map { variable in
      "\"\(variable.name)\" cannot take part: \(variable.reason). Name it in excludedPropertyKeys, begin "
        + "its name with \"_\", or declare it by key path in properties"
    }
    let declared = outline.answers("recordKeysByPropertyKey") { $0.recordKeysByPropertyKey }
      .reduce(into: [:]) { $0.merge($1) { $1 } }
    for (key, facts) in declared.sorted(by: { $0.key < $1.key }) {
      for key in [key] + facts.indexes.joined() where !outline.declares(key) {
        mistakes.append(outline.misnaming(key, in: "recordKeysByPropertyKey"))
      }
    }
    let all = outline.properties + (outline.extras.map { [$0] } ?? [])
    let transformers = modelClass.declaredRecordTransformers(forKeys: all.map(\.key))
    properties = zip(all, transformers).map { property, transformer in
      let facts = declared[property.key]
      return PropertyFacts(
        property: property,
        column: facts?.isExcluded == true ? nil : facts?.name ?? property.key,
        isDeclared: facts != nil, transformer: transformer, indexes: facts?.indexes ?? [],
        owns: facts?.owns ?? false, inverse: facts?.inverse)
    }
    var keys = Set(outline.answers("uniquingPropertyKeys") { $0.uniquingPropertyKeys }.joined())
    if keys.isEmpty, let identity = modelClass.identityKey { keys = [identity] }
    uniquingKeys = keys
  }
}
