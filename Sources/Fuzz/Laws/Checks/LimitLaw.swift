import Foundation
import Peridot

/// Law 6: limits, required members and validation hold at every door.
enum LimitLaw: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    var draw = Draw(seed: trial.seed)
    let call = ReadingCall(made, trial.document, trial.policy.policy)
    let facts = DocumentFacts(trial.document)
    let door = draw.pick(ReadingDoor.allCases)
    if facts.fits(door, trial.policy.policy) {
      let outcome = await call.outcome(by: door)
      if let value = outcome.value, let broken = trial.family.brokenRule(in: value) {
        return Finding(
          "\(door) gives a model that breaks a rule", ["rule": broken, "model": "\(value)"])
      }
    }
    return valueFinding(trial, made)
  }

  /// A model that breaks a rule is refused by `validate()` and by `init(dictionary:)`.
  private static func valueFinding(_ trial: Trial, _ made: MadeFamily) -> Finding? {
    guard let value = trial.values.first else { return nil }
    let model = made.model(value)
    // What a rule replaces is another value for the next one.
    if trial.family.hasReplacements { return nil }
    let broken = trial.family.brokenRule(in: .model(value), isDeep: false)
    func accepts(_ body: () throws -> Void) -> Bool { (try? body()) != nil }
    let isValid = accepts { try model.validate() }
    if isValid != (broken == nil) {
      return Finding(
        "validate() \(isValid ? "accepts" : "refuses") a model",
        ["broken rule": broken ?? "none", "model": "\(Plain.model(value))"])
    }
    if let finding = formFinding(value, model, trial) { return finding }
    guard let broken else { return nil }
    // What a dictionary or an archive lacks keeps its initial value, and a dictionary of values has
    // one nil of a double Optional.
    let storages = trial.family.properties(of: value.classID).map(\.storage)
    func breaks(_ body: () throws -> any LawModel) -> Bool {
      guard let result = try? body() else { return false }
      return trial.family.brokenRule(in: made.plain(result), isDeep: false) != nil
    }
    let takes =
      !storages.contains(.excluded)
      && breaks { try Swift.type(of: model).init(dictionary: model.dictionaryValue) }
    let reads =
      storages.allSatisfy { $0 == .permanent }
      && breaks { try Swift.type(of: model).unarchive(from: model.archivedData()) }
    guard takes || reads else { return nil }
    return Finding(
      "\(takes ? "init(dictionary:)" : "unarchive(from:)") gives a model that breaks a rule",
      ["broken rule": broken, "model": "\(Plain.model(value))"])
  }
}

extension LimitLaw {
  /// The method that a form calls accepts a value out of a limit, where no class overrides it.
  private static func formFinding(
    _ value: Plain.ModelValue, _ model: any LawModel, _ trial: Trial
  ) -> Finding? {
    guard
      trial.family.chain(of: value.classID).allSatisfy({ trial.family.classes[$0].shape != .hooked }
      )
    else { return nil }
    for property in trial.family.properties(of: value.classID) where property.storage != .excluded {
      guard let own = value[property.key], own != .none,
        let limit = property.limits.first(where: { !$0.allows(own) })
      else { continue }
      var boxed = model.dictionaryValue[property.key]
      guard (try? model.validate(&boxed, forKey: property.key)) != nil else { continue }
      return Finding(
        "validate(_:forKey:) accepts a value of \(property.key)",
        ["limit": "\(limit)", "value": "\(own)"])
    }
    return nil
  }
}

extension LimitSpec {
  /// Whether a value, not nil, is within the limit.
  func allows(_ value: Plain) -> Bool {
    let number: Double? =
      switch value {
      case .integer(let value): Double(value)
      case .double(let value): value
      default: nil
      }
    let count: Int? =
      switch value {
      case .text(let text): text.count
      case .array(let elements), .set(let elements): elements.count
      case .dictionary(let entries): entries.count
      default: nil
      }
    switch self {
    case .within(let low, let high):
      return number.map { $0 >= Double(low) && $0 <= Double(high) } ?? true
    case .atLeast(let low): return number.map { $0 >= Double(low) } ?? true
    case .atMost(let high): return number.map { $0 <= Double(high) } ?? true
    case .count(let low, let high): return count.map { $0 >= low && $0 <= high } ?? true
    case .oneOf(let values): return values.contains(value)
    case .matching(let pattern):
      guard let text = value.asText else { return true }
      switch pattern {
      case LimitSpec.patterns[0]: return text.utf8.allSatisfy(isLetter)
      case LimitSpec.patterns[1]:
        return (1...4).contains(text.utf8.count)
          && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
      default: return text.count <= 3
      }
    }
  }

  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}

extension ClassFamily {
  /// The first rule that a model, or one in it, breaks, in words.
  func brokenRule(in value: Plain, isDeep: Bool = true) -> String? {
    switch value {
    case .model(let model): return brokenRule(in: model, isDeep: isDeep)
    case .some(let inner): return brokenRule(in: inner, isDeep: isDeep)
    case .array(let elements), .set(let elements):
      return elements.lazy.compactMap { brokenRule(in: $0, isDeep: isDeep) }.first
    case .dictionary(let entries):
      return entries.lazy.compactMap { brokenRule(in: $0.value, isDeep: isDeep) }.first
    default: return nil
    }
  }

  /// Whether nobody asks about the values of a property.
  private func isExcluded(_ key: String, of id: Int) -> Bool {
    properties(of: id).contains { $0.key == key && $0.storage == .excluded }
  }

  private func brokenRule(in model: Plain.ModelValue, isDeep: Bool) -> String? {
    for property in properties(of: model.classID) where property.storage != .excluded {
      guard let value = model[property.key], value != .none else { continue }
      for limit in property.limits where !limit.allows(value) {
        return "\(property.key): \(limit), found \(value)"
      }
      // What a new object has, the class itself answers for.
      if isDeep, value != property.initial, value != property.declaredDefault,
        let inner = brokenRule(in: value)
      {
        return inner
      }
    }
    for id in chain(of: model.classID) {
      for case .reject(let key, let value) in classes[id].keyRules
      // The method gets the one nil of an Any.
      where model[key] == value && value != .some(.none) && !isExcluded(key, of: id) {
        return "validate(_:forKey: \(key)) rejects \(value)"
      }
      for case .reject(let key, let value) in classes[id].modelRules where model[key] == value {
        return "validate() rejects \(value) of \(key)"
      }
    }
    return nil
  }
}
