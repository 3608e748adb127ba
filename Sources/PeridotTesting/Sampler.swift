import Foundation
import Peridot

/// Makes models and values, each value other than the one before it.
final class Sampler {
  /// The properties that are filled; the others stay as in a new object.
  struct Purpose: OptionSet {
    let rawValue: Int
    /// Those that JSON has, both ways.
    static let json = Self(rawValue: 1)
    /// Those that archives have.
    static let archive = Self(rawValue: 2)
  }

  private static let mostLevels = 4
  private static let mostModels = 200
  private static let attempts = 12

  let purpose: Purpose
  private var number: Int
  private var above: [ObjectIdentifier] = []
  private var modelCount = 0
  /// How many elements, or characters, the value at hand has.
  private(set) var count: Int?
  /// How many structs that decode themselves the value at hand is in.
  var coderLevel = 0

  init(seed: Int, _ purpose: Purpose = []) {
    self.purpose = purpose
    number = abs((seed - 1) % 1_000) * 1_000
  }

  func next() -> Int {
    number += 1
    return number
  }

  // MARK: Models

  func model<M: Model>(_ type: M.Type) -> M {
    let (model, initial) = (type.init(), type.init())
    above.append(ObjectIdentifier(type))
    modelCount += 1
    defer { above.removeLast() }
    for property in ClassDescription(of: type).properties where isFilled(property) {
      fill(property, of: model, unlike: initial)
    }
    return model
  }

  /// A model of a class that a property holds, or of one of its cluster; nil where the graph ends.
  func heldModel(_ type: Model.Type) -> Model? {
    let identity = ObjectIdentifier(type)
    guard above.count < Self.mostLevels, modelCount < Self.mostModels,
      above.count(where: { $0 == identity }) < 2
    else { return nil }
    let classes = ClassDescription(of: type).clusters.last?.classes ?? []
    let listed = classes.map(\.type).filter { isSubclass($0, of: type) }
    return model(listed.isEmpty ? type : listed[next() % listed.count])
  }

  private func isFilled(_ property: PropertyDescription) -> Bool {
    !property.isReadOnly && !property.isWeak && property.storage != .excluded
      && (!purpose.contains(.json) || property.place?.direction == .both)
      && (!purpose.contains(.archive) || property.isArchived)
  }

  private func fill(_ property: PropertyDescription, of model: Model, unlike initial: Model) {
    let old = initial[property.key] as? AnyHashable
    let outline = ModelOutline(of: type(of: model))
    for attempt in 0..<Self.attempts {
      guard let value = candidate(for: property, attempt) else { break }
      guard property.transformer.map({ Self.isKept(value, by: $0) }) ?? true,
        (try? model.setValue(value, forPropertyKey: property.key)) != nil,
        outline.accepts(property.key, of: model)
      else { continue }
      if let old, let new = model[property.key] as? AnyHashable, old == new { continue }
      return
    }
    model.mergeValue(forKey: property.key, from: initial)
  }

  /// Whether a transformer reads what it writes.
  private static func isKept(_ value: Any, by transformer: ValueTransformer) -> Bool {
    guard transformer.canReverse else { return true }
    guard let json = try? transformer.reverse(value), let back = try? transformer.forward(json)
    else { return false }
    guard let first = back as? AnyHashable, let second = value as? AnyHashable else { return true }
    return first == second
  }

  // MARK: Values

  private func candidate(for property: PropertyDescription, _ attempt: Int) -> Any? {
    count = nil
    defer { count = nil }
    for limit in property.limits {
      switch limit {
      case .oneOf(let values):
        let number = next()
        return values.enumerated().first { $0.offset == number % values.endIndex }?.element
      case .range(let lower, let upper): return Self.value(from: lower, to: upper, next())
      case .count(let lower, let upper): count = min(upper ?? .max, max(lower, 2))
      case .pattern: return Self.texts[attempt % Self.texts.count]
      case .rule: break
      }
    }
    return value(property.valueType)
  }

  /// Texts of which many patterns allow one.
  private static let texts = [
    "abc", "ABC", "12", "a1", "user@example.org", "2020-01-31", "#a1b2c3", "+491701234567", "ab-12",
    "12345", "https://example.org/a", "A",
  ]

  private static func value(from lower: Any?, to upper: Any?, _ number: Int) -> Any? {
    func integer(_ value: Any?) -> Int? {
      (value as? any BinaryInteger).flatMap { Int(exactly: $0) }
    }
    if let some = lower ?? upper, some is any BinaryInteger {
      let low = integer(lower) ?? max(integer(upper) ?? 0, .min + 100) - 100
      let high = integer(upper) ?? min(low, .max - 100) + 100
      let (width, isTooWide) = high.subtractingReportingOverflow(low)
      return low + number % (isTooWide ? .max : max(width, 0) &+ 1)
    }
    let part = [0.5, 0.25, 0.75][number % 3]
    switch (lower, upper) {
    case (let low as Double, let high as Double): return low + (high - low) * part
    case (let low as Double, nil): return low + part
    case (let low as Date, let high as Date):
      return low + (high.timeIntervalSince(low) * part).rounded()
    case (let low?, let high?): return number % 2 == 0 ? low : high
    default: return lower ?? upper
    }
  }

  /// A value of the type; nil if none can be made.
  func value(_ type: Any.Type) -> Any? { SampleVisitor(sampler: self).visit(dynamic: type) }

  /// How many elements a collection has; the limit is that of the outermost one.
  func takeCount(_ usual: Int) -> Int {
    defer { count = nil }
    return min(count ?? usual, 1_000)
  }
}

extension PropertyDescription {
  var isArchived: Bool { storage == .permanent && encodingBehavior != .excluded }
}
