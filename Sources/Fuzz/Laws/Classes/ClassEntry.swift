import Foundation
import Peridot
import PeridotRecords
import Synchronization

/// A model class that stands for random ones.
protocol LawModel: CodableModel, RecordSerializing, Freezable {
  /// Visits each variable, those of superclasses first.
  func visitVariables(_ visitor: VariableVisitor)
}

extension LawModel {
  /// A cluster has one table.
  static var recordName: String {
    let entry = ClassTable.entry(of: self)
    let base = entry.family.family.chain(of: entry.spec.id)[0]
    return ClassTable.entry(of: entry.family.types[base]).archiveName
  }
}

/// What a class that was made at run time says about itself, ready for the library's questions.
final class ClassEntry: @unchecked Sendable {
  // Sendable: nothing changes after the class is made, and the laws of one process run in one task.

  /// A variable of the shape that the class uses.
  struct Variable {
    let spec: PropertySpec
    let erased: AnyValueForm

    init(_ spec: PropertySpec, _ form: AnyValueForm) {
      self.spec = spec
      erased = form
    }

    func form<Value>(of: Value.Type) -> ValueForm<Value> {
      guard let form = erased as? ValueForm<Value> else {
        fatalError("laws: \(spec.key) is no \(Value.self)")
      }
      return form
    }
  }

  let spec: ClassSpec
  /// By the index of the variable; nil for one that the class does not use.
  let variables: [Variable?]
  let initials: [AnyObject]
  let archiveName: String
  let unused: Set<String>
  let keyPaths: [String: JSONKeyPath]
  let required: Set<String>
  let secrets: Set<String>
  /// The transformers of the class's own properties, and of those that it inherits.
  let transformers: [String: ValueTransformer]
  let policies: [String: [PolicyChange]]
  let storage: [String: PropertyStorage]
  let identityKey: String?
  /// Made when the library asks, because classes of the cluster come later.
  let family: MadeFamily

  init(
    _ spec: ClassSpec, names: [String], forms: [AnyValueForm], number: Int, in family: MadeFamily
  ) {
    self.spec = spec
    self.family = family
    let properties = Dictionary(spec.properties.map { ($0.key, $0) }) { $1 }
    variables = zip(names, forms).map { name, form in
      properties[name].map { Variable($0, form) }
    }
    initials = zip(names, forms).map { name, form in
      form.initial(properties[name]?.initial ?? form.filler)
    }
    unused = Set(names.filter { properties[$0] == nil })
    archiveName = "Law\(number)"
    let told = spec.properties.filter { !$0.isDeclared }
    keyPaths = Dictionary(
      uniqueKeysWithValues: told.compactMap { property in
        property.place.map { (property.key, $0.keyPath) }
      })
    required = Set(told.filter(\.isRequired).map(\.key))
    secrets = Set(spec.properties.filter(\.isSecret).map(\.key))
    transformers = Dictionary(
      uniqueKeysWithValues: told.compactMap { property in
        property.transformer.map { (property.key, $0.transformer(for: property.type)) }
      })
    policies = Dictionary(
      uniqueKeysWithValues: told.compactMap { property in
        property.policy.isEmpty ? nil : (property.key, property.policy)
      })
    storage = Dictionary(
      uniqueKeysWithValues: spec.properties.map { ($0.key, $0.storage) })
    identityKey = spec.identityKey
  }

  func initial<Value>(_ index: Int) -> Value {
    guard let initial = initials[index] as? Initial<Value> else {
      fatalError("laws: variable \(index) of \(spec.id) is no \(Value.self)")
    }
    return initial.make()
  }

  /// The declaration of a variable; nil if the class does not declare it.
  func declaration<Root: Model, Value>(
    _ index: Int, _ path: any ReferenceWritableKeyPath<Root, Value> & Sendable
  ) -> Property? {
    guard let variable = variables[index], variable.spec.isDeclared else { return nil }
    let spec = variable.spec
    let form = variable.form(of: Value.self)
    let limits = spec.limits.compactMap(form.limit)
    var facet: Facet<Root, Value>?
    if spec.usesAccessors { facet = .accessors }
    if let key = spec.keyedBy {
      facet = facet?.and(.keyed(by: key)) ?? .keyed(by: key)
    }
    if !spec.policy.isEmpty {
      let changes = spec.policy
      let policy = Facet<Root, Value>.policy { policy in
        for change in changes { change.apply(&policy) }
      }
      facet = facet?.and(policy) ?? policy
    }
    if spec.writesNull, let type = Value.self as? any ExpressibleByNilLiteral.Type,
      let nulls = Self.writesNull(Root.self, type) as? Facet<Root, Value>
    {
      facet = facet?.and(nulls) ?? nulls
    }
    return Root.property(
      spec.key, path, at: spec.isRenamed ? nil : spec.place?.keyPath,
      by: spec.transformer.map {
        switch $0 {
        case .embedded: .embeddedJSON
        case .model: .using(modelTransformer(of: spec.type))
        default: .using($0.transformer(for: spec.type))
        }
      },
      limits: limits.dropFirst().reduce(limits.first) { $0?.and($1) },
      default: spec.declaredDefault.map(form.value),
      isRequired: spec.isRequired ? true : nil, isSecret: spec.isSecret ? true : nil,
      isIdentity: spec.isIdentity ? true : nil,
      formerly: spec.isRenamed ? spec.formerName.map { [$0] } : nil,
      facets: facet)
  }

  private func modelTransformer(of type: TypeSpec) -> ValueTransformer {
    func make<M: LawModel>(_ type: M.Type) -> ValueTransformer { .model(type) }
    return type.classIDs.first.map { make(family.types[$0]) } ?? .byType
  }

  private static func writesNull<Root, Value: ExpressibleByNilLiteral>(
    _: Root.Type, _: Value.Type
  ) -> Any { Facet<Root, Value>.writesNull }

  func property(_ key: String) -> PropertySpec? { spec.properties.first { $0.key == key } }
}

/// The classes that were made, by their types.
enum ClassTable {
  private static let entries = Mutex<[ObjectIdentifier: ClassEntry]>([:])

  static func entry(of type: Any.Type) -> ClassEntry {
    guard let entry = entries.withLock({ $0[ObjectIdentifier(type)] }) else {
      fatalError("laws: \(type) is not in the table")
    }
    return entry
  }

  static func set(_ entry: ClassEntry, of type: Any.Type) {
    entries.withLock { $0[ObjectIdentifier(type)] = entry }
  }
}
