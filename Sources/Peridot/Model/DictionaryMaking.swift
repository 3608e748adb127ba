import Foundation

/// Makes the dictionary values of one class's objects: made once for the class.
final class DictionaryMaking: Sendable {
  private enum Form {
    case text, optionalText, int, int64, bool, double
    /// A value that the property's access has to tell.
    case other
  }

  private struct Slot: Sendable {
    let form: Form
    let offset: Int
    let index: Int
  }

  private static let null = NSNull()

  /// The optimizer cannot follow a function value, and so must assume that it touches the object.
  private let body: @Sendable (AnyObject) -> [String: Any]

  init(_ properties: [Property]) {
    let places = properties.compactMap { $0.access.place }
    guard places.count == properties.count else {
      // The getter of a property that is not stored may do anything: all are asked in order.
      body = { object in Self.valuesInOrder(properties, object) }
      return
    }
    var slots: [String: Slot] = [:]
    slots.reserveCapacity(properties.count)
    for (index, property) in properties.enumerated() {
      slots[property.key] = Slot(
        form: Self.form(of: property.valueType), offset: places[index].offset, index: index)
    }
    let accesses = properties.map(\.access)
    let offsets = places.map(\.offset)
    body = { [slots] object in
      ObjectMemory(object).checkReads(at: offsets)
      return Self.values(slots, accesses, object)
    }
  }

  func values(of object: AnyObject) -> [String: Any] {
    body(object)
  }

  private static func form(of type: Any.Type) -> Form {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(String.self): .text
    case ObjectIdentifier(String?.self): .optionalText
    case ObjectIdentifier(Int.self): .int
    case ObjectIdentifier(Int64.self): .int64
    case ObjectIdentifier(Bool.self): .bool
    case ObjectIdentifier(Double.self): .double
    default: .other
    }
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
    _ slots: [String: Slot], _ accesses: [PropertyAccess], _ object: AnyObject
  ) -> [String: Any] {
    let memory = ObjectMemory(object)
    return slots.mapValues { slot in
      switch slot.form {
      case .text: return memory.load(String.self, at: slot.offset)
      case .optionalText:
        if let text = memory.load(String?.self, at: slot.offset) { return text }
      case .int: return memory.load(Int.self, at: slot.offset)
      case .int64: return memory.load(Int64.self, at: slot.offset)
      case .bool: return memory.load(Bool.self, at: slot.offset)
      case .double: return memory.load(Double.self, at: slot.offset)
      case .other:
        if let value = accesses[slot.index].unwrappedValue(of: object) { return value }
      }
      return null
    }
  }
}
