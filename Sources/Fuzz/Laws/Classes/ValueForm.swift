import Foundation
import Peridot

/// A Swift type that stands for a `TypeSpec`, and the way between its values and plain data.
class AnyValueForm {
  let type: Any.Type
  let spec: TypeSpec

  init(type: Any.Type, spec: TypeSpec) {
    self.type = type
    self.spec = spec
  }

  func makeOptional() -> AnyValueForm { fatalError("overridden") }
  func makeArray() -> AnyValueForm { fatalError("overridden") }
  func makeSet() -> AnyValueForm? { nil }
  func makeDictionary(by key: TypeSpec.KeyKind) -> AnyValueForm { fatalError("overridden") }

  /// Plain data of a value of the type; nil for a value of another type.
  func plain(any value: Any, _ walk: PlainWalk) -> Plain? { fatalError("overridden") }
  /// The value as an `Any`; nil for an Optional's nil.
  func boxed(_ plain: Plain) -> Any? { fatalError("overridden") }
  /// A value for a variable that the class does not use.
  var filler: Plain {
    switch spec {
    case .optional: .none
    case .array: .array([])
    case .dictionary: .dictionary([])
    default: .bool(false)
    }
  }
  /// A source of new values that `plain` stands for.
  func initial(_ plain: Plain) -> AnyObject { fatalError("overridden") }
}

/// A source of new values for a variable.
final class Initial<Value> {
  let make: () -> Value

  init(_ make: @escaping () -> Value) { self.make = make }
}

class ValueForm<Value>: AnyValueForm {
  private let toPlain: (Value, PlainWalk) -> Plain
  private let fromPlain: (Plain) -> Value?
  /// The limit that a description stands for; nil where the type has none of that kind.
  var limit: (LimitSpec) -> Limit<Value>? = { _ in nil }
  /// The same for an Optional of the type.
  var optionalLimit: (LimitSpec) -> Limit<Value?>? = { _ in nil }

  init(
    _ spec: TypeSpec, plain: @escaping (Value, PlainWalk) -> Plain,
    value: @escaping (Plain) -> Value?
  ) {
    toPlain = plain
    fromPlain = value
    super.init(type: Value.self, spec: spec)
  }

  final func plain(_ value: Value, _ walk: PlainWalk) -> Plain { toPlain(value, walk) }

  /// The value that `plain` stands for; ends the program for plain data of another type.
  final func value(_ plain: Plain) -> Value {
    guard let value = fromPlain(plain) else {
      fatalError("laws: \(plain) is no \(Value.self)")
    }
    return value
  }

  override func plain(any value: Any, _ walk: PlainWalk) -> Plain? {
    (value as? Value).map { plain($0, walk) }
  }

  override func boxed(_ plain: Plain) -> Any? {
    if case .none = plain, spec.isOptional { return nil }
    return value(plain)
  }

  override func initial(_ plain: Plain) -> AnyObject { Initial { self.value(plain) } }

  override func makeOptional() -> AnyValueForm {
    let isDouble = spec.isOptional
    let form = ValueForm<Value?>(
      .optional(spec),
      plain: { value, walk in
        guard let value else { return .none }
        let plain = self.plain(value, walk)
        return isDouble ? .some(plain) : plain
      },
      value: { plain in
        switch plain {
        case .none: .some(nil)
        case .some(let inner) where isDouble: .some(self.fromPlain(inner))
        default: self.fromPlain(plain).map { .some($0) }
        }
      })
    form.limit = optionalLimit
    return form
  }

  override func makeArray() -> AnyValueForm {
    let form = ValueForm<[Value]>(
      .array(spec),
      plain: { values, walk in .array(values.map { self.plain($0, walk) }) },
      value: { plain in
        guard case .array(let elements) = plain else { return nil }
        return elements.map(self.value)
      })
    form.limitCount()
    return form
  }

  override func makeDictionary(by key: TypeSpec.KeyKind) -> AnyValueForm {
    switch key {
    case .string:
      dictionary(key) {
        .text($0)
      } _: {
        $0.asText
      }
    case .int:
      dictionary(key) {
        .int($0)
      } _: {
        $0.asInteger.flatMap { Int(exactly: $0) }
      }
    case .int8:
      dictionary(key) {
        .int($0)
      } _: {
        $0.asInteger.flatMap { Int8(exactly: $0) }
      }
    case .uint16:
      dictionary(key) {
        .int($0)
      } _: {
        $0.asInteger.flatMap { UInt16(exactly: $0) }
      }
    case .suit:
      dictionary(key) {
        .enumCase("\($0)", [])
      } _: {
        LawSuit.case(of: $0)
      }
    case .rank:
      dictionary(key) {
        .enumCase("\($0)", [])
      } _: {
        LawRank.case(of: $0)
      }
    }
  }

  private func dictionary<Key: Hashable>(
    _ kind: TypeSpec.KeyKind, _ plainKey: @escaping (Key) -> Plain, _ key: @escaping (Plain) -> Key?
  ) -> AnyValueForm {
    let form = ValueForm<[Key: Value]>(
      .dictionary(kind, spec),
      plain: { values, walk in
        .makeDictionary(values.map { Plain.Entry(plainKey($0), self.plain($1, walk)) })
      },
      value: { plain in
        guard case .dictionary(let entries) = plain else { return nil }
        return Dictionary(
          entries.compactMap { entry in key(entry.key).map { ($0, self.value(entry.value)) } }
        ) { $1 }
      })
    form.limitCount()
    return form
  }
}

/// A form whose values can be in a set.
class HashableForm<Value: Hashable>: ValueForm<Value> {
  override func makeSet() -> AnyValueForm? {
    let form = ValueForm<Set<Value>>(
      .set(spec),
      plain: { values, walk in .makeSet(values.map { self.plain($0, walk) }) },
      value: { plain in
        guard case .set(let elements) = plain else { return nil }
        return Set(elements.map(self.value))
      })
    form.limitCount()
    return form
  }
}

extension ValueForm where Value: Collection {
  /// Takes limits of the count.
  func limitCount() {
    limit = { spec in
      if case .count(let low, let high) = spec { .count(low...high) } else { nil }
    }
    optionalLimit = { spec in
      if case .count(let low, let high) = spec { .count(low...high) } else { nil }
    }
  }
}

extension CaseIterable {
  /// The case that plain data names.
  static func `case`(of plain: Plain) -> Self? {
    guard case .enumCase(let name, _) = plain else { return nil }
    return allCases.first { "\($0)" == name }
  }
}
