import Foundation

/// Makes the dictionary values of one class's objects: made once for the class.
final class DictionaryMaking: Sendable {
  private struct Slot: Sendable {
    let form: FieldForm
    let index: Int
  }

  private static let null = NSNull()

  /// The optimizer cannot follow a function value, and so must assume that it touches the object.
  private let body: @Sendable (AnyObject) -> [String: Any]

  init(_ properties: [Property]) {
    let forms = properties.map(\.access.form)
    guard forms.allSatisfy(\.isStored) else {
      // The getter of a property that is not stored may do anything: all are asked in order.
      body = { object in Self.valuesInOrder(properties, object) }
      return
    }
    var slots: [String: Slot] = [:]
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
    var values: [String: Any] = [:]
    values.reserveCapacity(properties.count)
    for property in properties {
      property.access.checkRead(of: object)
      values[property.key] = property.access.unwrappedValue(of: object) ?? null
    }
    return values
  }

  /// Maps the keys to their values, which hashes none of them.
  private static func values(
    _ slots: [String: Slot], _ accesses: [any PropertyAccess], _ object: AnyObject
  ) -> [String: Any] {
    let memory = ObjectMemory(object)
    return slots.mapValues { slot in
      slot.form.value(in: memory) { accesses[slot.index].unwrappedValue(of: object) } ?? null
    }
  }
}
