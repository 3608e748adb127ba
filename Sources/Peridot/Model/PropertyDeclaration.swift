#if canImport(ObjectiveC)
  import Foundation
#endif

/// The facets of a property that one class, or several of a chain, declare. Nil means not stated.
struct DeclaredFacets: Sendable {
  var place: JSONKeyPath?
  var transformer: ValueTransformer?
  var limits: [LimitRule]?
  var initial: SharedValue?
  var isRequired: Bool?
  var isSecret: Bool?
  var isIdentity: Bool?
  var formerNames: [String]?
  var note: String?
  var usesAccessors: Bool?
  /// The property of the list's elements that is the name of their member.
  var keyedBy: String?
  var policy: (@Sendable (inout ConversionPolicy) -> Void)?
  /// The facts that other libraries declare, by type.
  var facts = [ObjectIdentifier: any Sendable]()

  /// These facets, with those of `base` for the ones not stated here.
  func over(_ base: DeclaredFacets) -> DeclaredFacets {
    var merged = self
    merged.place = place ?? base.place
    merged.transformer = transformer ?? base.transformer
    merged.limits = limits ?? base.limits
    merged.initial = initial ?? base.initial
    merged.isRequired = isRequired ?? base.isRequired
    merged.isSecret = isSecret ?? base.isSecret
    merged.isIdentity = isIdentity ?? base.isIdentity
    merged.formerNames = formerNames ?? base.formerNames
    merged.note = note ?? base.note
    merged.usesAccessors = usesAccessors ?? base.usesAccessors
    merged.keyedBy = keyedBy ?? base.keyedBy
    merged.policy = policy ?? base.policy
    merged.facts = base.facts.merging(facts) { $1 }
    return merged
  }
}

/// A value that models share.
struct SharedValue: @unchecked Sendable {
  // Sendable: it is only copied, and a declaration with an object in it is a mistake.
  let value: Any
}

final class PropertyDeclaration: PropertyFacts {
  let facets: DeclaredFacets
  private let path: any AnyKeyPath & Sendable

  init(_ facets: DeclaredFacets, _ path: any AnyKeyPath & Sendable) {
    self.facets = facets
    self.path = path
  }

  convenience init(
    _ path: any AnyKeyPath & Sendable, place: JSONKeyPath?, transformer: ValueTransformer?,
    limits: [LimitRule]? = nil, initial: SharedValue? = nil, isRequired: Bool? = nil,
    isSecret: Bool?,
    isIdentity: Bool?, formerNames: [String]? = nil, note: String?, others: DeclaredFacets?
  ) {
    let facets = DeclaredFacets(
      place: place, transformer: transformer, limits: limits, initial: initial,
      isRequired: isRequired, isSecret: isSecret, isIdentity: isIdentity, formerNames: formerNames,
      note: note)
    self.init(others.map { facets.over($0) } ?? facets, path)
  }

  var isSecret: Bool { facets.isSecret ?? false }
  var formerNames: [String] { facets.formerNames ?? [] }

  /// The name of the stored variable that the key path leads to, if it is known.
  var storedName: String? {
    let name = Self.name(of: path)
    return name.isEmpty ? nil : name
  }

  /// The name of the stored variable that `path` leads to; empty if it is unknown.
  static func name(of path: AnyKeyPath) -> String {
    // Interpolations would look for conformances that neither has.
    let root = "\\" + _typeName(type(of: path).rootType, qualified: false) + "."
    let text = path.debugDescription
    guard text.hasPrefix(root) else { return "" }
    let name = text.dropFirst(root.count)
    return name.contains { "<.?![(".contains($0) } ? "" : String(name)
  }
}

extension Property {
  /// The property's declaration; nil if no `declaredProperties` has one.
  var declaration: PropertyDeclaration? {
    facts.map { downcast($0, to: PropertyDeclaration.self) }
  }

  /// The limits of its values.
  var limits: [LimitRule] { declaration?.facets.limits ?? [] }

  /// The property of the list's elements that is the name of their member in JSON; nil for a list that
  /// is an array.
  var keyedBy: String? { declaration?.facets.keyedBy }
}

extension ModelSchema {
  /// The declarations of a class chain by `declaredProperties`, the topmost class first.
  struct Declarations: Sendable {
    struct Level: Sendable {
      let type: Model.Type
      let properties: [Property]

      func property(_ key: String) -> Property? { properties.first { $0.key == key } }
    }

    private(set) var levels: [Level] = []

    init(of type: Model.Type) {
      let chain = RuntimeFields.classChain(of: type, below: Model.self)
      for index in chain.indices {
        guard let owner = chain[index] as? Model.Type else { continue }
        let declared = ClassQuestions.ask(owner, "declaredProperties") { owner.declaredProperties }
        if declared.isEmpty { continue }
        let base: AnyClass = index == 0 ? Model.self : chain[index - 1]
        // If a class inherits the list, it is not read again.
        guard Hook.declarations.isOverridden(by: owner, below: base) else { continue }
        levels.append(Level(type: owner, properties: declared))
      }
    }

    /// Whether the classes declare at least as many properties as `owner` has variables, so that
    /// reflection is not needed.
    func suffices(for owner: AnyClass, variables count: Int) -> Bool {
      levels.first { $0.type == owner }.map { $0.properties.count >= count } ?? false
    }

    /// The properties of the class: those found by reflection, with their declarations, and those
    /// that are only declared.
    func merged(
      into stored: [Property], of modelClass: Model.Type
    ) -> (properties: [Property], mistakes: [ModelError]) {
      var properties = stored
      var mistakes: [ModelError] = []
      func mistake(_ key: String, _ found: String) {
        mistakes.append(
          ModelError(
            kind: .invalidDeclaration, modelClass: modelClass, propertyKey: key,
            expected: "one declaration", foundPhrase: "declaredProperties \(found)"))
      }
      for level in levels {
        var known: Set<String> = []
        for property in level.properties {
          let key = property.key
          guard let declaration = property.declaration else { continue }
          if key.isEmpty {
            mistake(
              key,
              "has a property of type \(TypeName.of(property.valueType)) without its name, which its "
                + "key path does not tell: write the name, or make the variable final")
            continue
          }
          if let owner = property.access.owner, !isSubclass(level.type, of: owner) {
            mistake(
              key,
              "has \"\(key)\", which is a property of \(owner): declare it by a key path from "
                + "\(level.type) or a superclass")
            continue
          }
          if !known.insert(key).inserted { mistake(key, "has \"\(key)\" twice") }
          if let name = declaration.storedName, name != key {
            mistake(key, "names \"\(key)\", and its key path is that of \"\(name)\"")
          }
          // Of private variables with one name, that of the declaring class, or of the next class
          // above.
          let index = properties.lastIndex {
            $0.key == key && $0.access.owner.map { isSubclass(level.type, of: $0) } ?? false
          }
          guard let index else {
            properties.append(property)
            continue
          }
          let outer = properties[index]
          if outer.valueType != property.valueType {
            mistake(
              key,
              "has \"\(key)\" of type \(TypeName.of(property.valueType)), and the variable is of type "
                + TypeName.of(outer.valueType))
            continue
          }
          properties[index] = outer.declared(by: property, declaration)
        }
      }
      let keys = Set(properties.map(\.key))
      for property in properties {
        for name in property.formerNames where keys.contains(name) {
          mistake(
            property.key,
            "has \"\(name)\" as a former name of \"\(property.key)\", and it is a property's name: remove it"
          )
        }
      }
      return (properties, mistakes)
    }
  }
}

extension Property {
  /// This property with the facts that another declaration states.
  fileprivate func declared(
    by property: Property, _ declaration: PropertyDeclaration
  ) -> Property {
    let facets = declaration.facets.over(self.declaration?.facets ?? DeclaredFacets())
    let isStored = access.storedOffset != nil
    // The setters of an `@Observable` class notify its observers.
    let usesPath = !isStored || observedIn != nil || facets.usesAccessors == true
    return Property(
      key: key, isWeak: isWeak, access: usesPath ? property.access : access,
      storage: observedIn == nil || facets.usesAccessors == true ? nil : access,
      facts: declaration.merged(facets))
  }
}

extension PropertyDeclaration {
  fileprivate func merged(_ facets: DeclaredFacets) -> PropertyDeclaration {
    PropertyDeclaration(facets, path)
  }
}
