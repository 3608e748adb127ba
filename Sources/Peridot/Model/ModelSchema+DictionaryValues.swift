import Foundation

extension ModelSchema {
  /// Stores values of their properties' exact types, in any order; made once per class.
  ///
  /// It identifies the most common types by the exact type of the value in an `Any`, and stores
  /// them in the object's memory. The property's access stores anything else.
  final class DictionaryFilling: Sendable {
    /// The optimizer can't follow a function value, and so assumes that it uses the object.
    private let body: (@Sendable (_ object: AnyObject, _ dictionary: [String: Any]) -> Bool)?

    init(_ properties: [Property]) {
      // Code that runs when a value is set can depend on the order.
      guard !properties.contains(where: { $0.access.runsCode }) else {
        body = nil
        return
      }
      let table = JSONKeyTable(properties.map(\.key))
      let forms = properties.map(\.access.form)
      body = { object, dictionary in
        Self.fill(object, from: dictionary, table: table, forms, properties)
      }
    }

    /// Stores the values of `dictionary`; returns false if they have to be stored, or refused, one
    /// by one.
    func fill(_ object: AnyObject, from dictionary: [String: Any]) -> Bool {
      body?(object, dictionary) ?? false
    }

    private static func fill(
      _ object: AnyObject, from dictionary: [String: Any], table: JSONKeyTable,
      _ forms: [FieldForm],
      _ properties: [Property]
    ) -> Bool {
      let memory = ObjectMemory(object)
      for (key, value) in dictionary {
        guard let index = table.index(of: key) else { return false }
        if forms[index].store(value, into: memory) { continue }
        guard properties[index].take(Property.present(value), in: object) else { return false }
      }
      return true
    }
  }
}

extension FieldForm {
  /// Stores null or a value of exactly the property's type; for any other, returns false and stores
  /// nothing.
  @inline(__always)
  func store(_ value: Any, into memory: ObjectMemory) -> Bool {
    func opened<Value>(_ value: Value) -> Bool { stored(value, into: memory) }
    return _openExistential(value, do: opened)
  }

  private func stored<Value>(_ value: Value, into memory: ObjectMemory) -> Bool {
    switch kind {
    case .none, .other, .bits: false
    case .string: store(exactly(value, as: String.self), into: memory)
    case .optionalString: storeOptional(exactly(value, as: String.self), value, into: memory)
    case .int: store(exactly(value, as: Int.self), into: memory)
    case .optionalInt: storeOptional(exactly(value, as: Int.self), value, into: memory)
    case .int64: store(exactly(value, as: Int64.self), into: memory)
    case .optionalInt64: storeOptional(exactly(value, as: Int64.self), value, into: memory)
    case .bool: store(exactly(value, as: Bool.self), into: memory)
    case .optionalBool: storeOptional(exactly(value, as: Bool.self), value, into: memory)
    case .double: store(exactly(value, as: Double.self), into: memory)
    case .optionalDouble: storeOptional(exactly(value, as: Double.self), value, into: memory)
    case .date: store(exactly(value, as: Date.self), into: memory)
    case .optionalDate: storeOptional(exactly(value, as: Date.self), value, into: memory)
    case .url: store(exactly(value, as: URL.self), into: memory)
    case .optionalURL: storeOptional(exactly(value, as: URL.self), value, into: memory)
    }
  }

  @inline(__always)
  private func store<Stored>(_ value: Stored?, into memory: ObjectMemory) -> Bool {
    guard let value else { return false }
    memory.store(value, at: offset)
    return true
  }

  @inline(__always)
  private func storeOptional<Stored, Value>(
    _ stored: Stored?, _ value: Value, into memory: ObjectMemory
  ) -> Bool {
    guard stored != nil || Value.self == NSNull.self else { return false }
    memory.store(stored, at: offset)
    return true
  }
}

extension ModelSchema {
  /// Makes the dictionary values of one class's objects; made once per class.
  final class DictionaryMaking: Sendable {
    private struct Slot: Sendable {
      let form: FieldForm
      let index: Int
    }

    private static let null = NSNull()

    /// The optimizer can't follow a function value, and so assumes that it uses the object.
    private let body: @Sendable (AnyObject) -> [String: Any]

    init(_ properties: [Property]) {
      let forms = properties.map(\.access.form)
      guard forms.allSatisfy(\.isStored) else {
        // The getter of a property that is not stored can do anything, so all are called in order.
        body = { object in Self.valuesInOrder(properties, object) }
        return
      }
      var slots = [String: Slot]()
      slots.reserveCapacity(properties.count)
      for (index, property) in properties.enumerated() {
        slots[property.key] = Slot(form: forms[index], index: index)
      }
      let accesses = properties.map(\.access)
      let offsets = forms.map(\.offset)
      body = { [slots] object in
        ObjectMemory(object).checkReads(at: offsets)
        return Self.values(slots, accesses, object)
      }
    }

    func values(of object: AnyObject) -> [String: Any] {
      body(object)
    }

    private static func valuesInOrder(
      _ properties: [Property], _ object: AnyObject
    ) -> [String: Any] {
      var values = [String: Any]()
      values.reserveCapacity(properties.count)
      for property in properties {
        property.access.checkRead(of: object)
        values[property.key] = property.access.unwrappedValue(of: object) ?? null
      }
      return values
    }

    /// Maps the keys to their values, without hashing a key.
    private static func values(
      _ slots: [String: Slot], _ accesses: [any PropertyAccess], _ object: AnyObject
    ) -> [String: Any] {
      let memory = ObjectMemory(object)
      return slots.mapValues { slot in
        slot.form.value(in: memory) { accesses[slot.index].unwrappedValue(of: object) } ?? null
      }
    }
  }
}
