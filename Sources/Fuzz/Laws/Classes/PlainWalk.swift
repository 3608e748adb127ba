import Foundation
import Peridot

/// A walk that turns one model into plain data.
final class PlainWalk {
  private let classIDs: [ObjectIdentifier: Int]
  /// The models above.
  private var above: [ObjectIdentifier] = []
  /// All objects that were met.
  private(set) var seen: Set<ObjectIdentifier> = []

  init(_ family: MadeFamily) { classIDs = family.classIDs }

  func model(_ model: Model) -> Plain {
    let identity = ObjectIdentifier(model)
    if let level = above.lastIndex(of: identity) { return .back(above.count - level) }
    guard let model = model as? any LawModel,
      let id = classIDs[ObjectIdentifier(Swift.type(of: model))]
    else { return .text("a foreign \(Swift.type(of: model))") }
    above.append(identity)
    seen.insert(identity)
    defer { above.removeLast() }
    let reader = PlainReader(self)
    model.visitVariables(reader)
    return .model(
      Plain.ModelValue(
        classID: id, members: reader.members,
        extras: (model as? any JSONExtrasKeeping).map { any($0.jsonExtras) },
        kept: (model as? any JSONKeeping).map { .raw($0.keptJSON.json) },
        presence: (model as? any JSONPresenceKeeping).flatMap { Self.presence($0.jsonPresence) }))
  }

  /// The lists of names, which have no order.
  private static func presence(_ presence: JSONPresence) -> JSON? {
    guard let data = try? JSONEncoder().encode(presence),
      case .object(let members)? = JSON(String(decoding: data, as: UTF8.self))
    else { return nil }
    let lists = members.map { member -> JSON.Member in
      guard case .array(let names) = member.value else { return member }
      return JSON.Member(member.name, .array(names.sorted { $0.text < $1.text }))
    }
    return .object(lists.sorted { $0.name < $1.name })
  }

  /// What an `Any` holds, whether of Swift's own types or Foundation's.
  func any(_ value: Any) -> Plain {
    // Asked before any cast: on Linux an NSNumber casts to Bool, integers and Double alike.
    if Swift.type(of: value) is NSNumber.Type, let number = value as? NSNumber {
      return Self.plain(number)
    }
    switch value {
    case is NSNull: return .none
    case let model as Model: return self.model(model)
    case let value as Bool: return .bool(value)
    case let value as any BinaryInteger: return .int(value)
    case let value as Decimal: return .decimal("\(value)")
    case let value as Double: return .double(value)
    case let text as String: return .text(text)
    case let elements as [Any]: return .array(elements.map(any))
    case let members as [String: Any]:
      return .makeDictionary(members.map { Plain.Entry(.text($0.key), any($0.value)) })
    default: return .text("an unknown \(Swift.type(of: value))")
    }
  }

  private static func plain(_ number: NSNumber) -> Plain {
    if let number = number as? NSDecimalNumber { return .decimal("\(number.decimalValue)") }
    // Sound: the text is a constant of Foundation's; these are its names of C types.
    return switch unsafe String(cString: number.objCType) {
    case "c": .bool(number.boolValue)
    case "d", "f": .double(number.doubleValue)
    case "Q": .int(number.uint64Value)
    default: .int(number.int64Value)
    }
  }
}

/// Visits the variables of a model with their static types.
class VariableVisitor {
  func visit<Value>(_ entry: ClassEntry, _ index: Int, _ value: inout Value) {}
}

/// Reads the variables as plain data.
private final class PlainReader: VariableVisitor {
  private let walk: PlainWalk
  var members: [Plain.Member] = []

  init(_ walk: PlainWalk) { self.walk = walk }

  override func visit<Value>(_ entry: ClassEntry, _ index: Int, _ value: inout Value) {
    guard let variable = entry.variables[index] else { return }
    let plain = variable.form(of: Value.self).plain(value, walk)
    members.append(Plain.Member(variable.spec.key, plain.orderedByNames(variable.spec)))
  }
}

/// Stores plain data in the variables.
final class PlainFiller: VariableVisitor {
  private let values: [String: Plain]

  init(_ values: [Plain.Member]) {
    self.values = Dictionary(values.map { ($0.name, $0.value) }) { $1 }
  }

  override func visit<Value>(_ entry: ClassEntry, _ index: Int, _ value: inout Value) {
    guard let variable = entry.variables[index], let plain = values[variable.spec.key] else {
      return
    }
    value = variable.form(of: Value.self).value(plain)
  }
}
