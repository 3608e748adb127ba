import Peridot

/// Of law 4, the values of a model after an update whose document names them.
struct UpdatedValues {
  let trial: Trial
  private var family: ClassFamily { trial.family }

  /// Nil where a hook or a policy decides, or a name is there twice.
  init?(_ trial: Trial) {
    self.trial = trial
    let policy = trial.policy.policy
    guard policy.null == .fail, policy.nestedUpdate == .update, policy.dictionaryUpdate == .merge,
      !policy.fallsBackToLiteralNames, !trial.family.hasOwnPolicies,
      DocumentFacts(trial.document).hasEachNameOnce,
      trial.family.classes.allSatisfy({ spec in
        spec.policy == nil && spec.shape != .prepared && spec.keyRules.isEmpty
          && spec.keyStyle != .ignoringCase
      })
    else { return nil }
  }

  /// A property that has another value than its member gives it.
  ///
  /// - Parameter fresh: What reading the document gives, or nil.
  func finding(_ before: Plain, _ after: Plain, fresh: Plain?) -> Finding? {
    guard case .model(let old) = before, case .model(let new) = after,
      old.classID == new.classID, family.chain(of: old.classID).allSatisfy({ !hasContent($0) })
    else { return nil }
    let read: Plain.ModelValue? =
      if case .model(let model)? = fresh, model.classID == new.classID { model } else { nil }
    for property in family.properties(of: old.classID)
    where property.transformer == nil && property.storage != .excluded {
      guard let value = member(of: property, in: old.classID), let result = new[property.key]
      else { continue }
      var wanted: Plain?
      switch property.type.unwrapped {
      case .raw where !property.type.isDoubleOptional:
        if case .raw(let json)? = old[property.key], DocumentFacts(json).hasEachNameOnce {
          wanted = .raw(json.merged(with: value))
        }
        if case .raw(let one) = result, case .raw(let other)? = wanted, one == other { continue }
      case let type where type.isReplaced:
        // The same case keeps what the document doesn't name.
        if case .enumCase(let one, let payload)? = old[property.key], !payload.isEmpty,
          case .enumCase(one, _) = result
        {
          continue
        }
        wanted = read?[property.key]
      default: break
      }
      guard let wanted, result != wanted || property.type.unwrapped == .raw else { continue }
      return Finding(
        "an update gives \(property.key) another value than its member",
        ["before": "\(before)", "after": "\(after)", "wanted": "\(wanted)"])
    }
    return nil
  }

  private func hasContent(_ id: Int) -> Bool {
    switch family.classes[id].cluster?.form {
    case .beside?, .around?: true
    case .inside?, .deduced?, nil: false
    }
  }

  /// The document's value at the one path of a property, not null.
  private func member(of property: PropertySpec, in id: Int) -> JSON? {
    let place = family.place(of: property, in: id)
    guard place.isRead, case .path(let steps) = place.form, steps.names.count == steps.count else {
      return nil
    }
    var value: JSON? = trial.document
    for name in steps.names { value = value?[name] }
    return value?.isNull == false ? value : nil
  }
}

extension TypeSpec {
  /// Whether an update puts a new value in the place of the current one, whatever that is.
  fileprivate var isReplaced: Bool {
    switch self {
    case .bool, .integer, .double, .float, .decimal, .string, .character, .date, .url, .uuid, .data,
      .enumeration, .set:
      true
    case .codable(let kind): if case .enumeration = kind.shape { true } else { false }
    case .array(let element): element.isReplaced
    case .optional, .any, .raw, .dictionary, .model, .union: false
    }
  }
}

/// Of law 4, the objects of lists whose elements have an identity: an element of the same identity stays
/// the same object.
struct KeptObjects {
  private struct Element {
    let object: Model
    let identity: String
  }

  private let made: MadeFamily
  private let model: any LawModel
  private let before: [String: [Element]]

  /// Nil where a policy decides, or an identity is no property at a place of its own.
  init?(of model: any LawModel, _ trial: Trial, _ made: MadeFamily) {
    guard trial.policy.policy.nestedUpdate == .update, !trial.family.hasOwnPolicies,
      trial.family.classes.allSatisfy({ $0.policy == nil && $0.keyRules.isEmpty })
    else { return nil }
    self.made = made
    self.model = model
    before = Self.elements(of: model, made)
    if before.isEmpty { return nil }
  }

  /// A list in which another object has the identity of one that was there.
  var finding: Finding? {
    let after = Self.elements(of: model, made)
    for (key, old) in before {
      for element in after[key] ?? [] {
        let one = old.filter { $0.identity == element.identity }
        let others = after[key]?.count { $0.identity == element.identity } ?? 0
        guard one.count == 1, others == 1, one[0].object !== element.object,
          type(of: one[0].object) == type(of: element.object)
        else { continue }
        return Finding(
          "an update makes another object of an element of \(key)",
          ["identity": element.identity, "after": "\(made.plain(model))"])
      }
    }
    return nil
  }

  private static func elements(
    of model: any LawModel, _ made: MadeFamily
  ) -> [String: [Element]] {
    guard case .model(let plain) = made.plain(model) else { return [:] }
    var found: [String: [Element]] = [:]
    for property in made.family.properties(of: plain.classID) {
      guard case .array(.model(let id)) = property.type.unwrapped, property.keyedBy == nil,
        property.transformer != .embedded,
        !property.type.isDoubleOptional, property.storage != .excluded,
        made.family.chain(of: id).allSatisfy({ made.family.classes[$0].cluster == nil }),
        property.heldCluster == nil,
        let objects = model.dictionaryValue[property.key] as? [Model]
      else { continue }
      let keys = made.family.identityKeys(of: id)
      guard !keys.isEmpty else { continue }
      found[property.key] = objects.compactMap { object in
        guard let object = object as? any LawModel, case .model(let value) = made.plain(object)
        else { return nil }
        let parts = keys.map { value[$0] ?? .none }
        // A new object has it, too.
        let isDefault = made.family.properties(of: id).contains { property in
          keys.contains(property.key)
            && [property.initial, property.declaredDefault].contains(value[property.key])
        }
        return parts.contains(.none) || isDefault
          ? nil : Element(object: object, identity: "\(parts)")
      }
    }
    return found
  }
}
