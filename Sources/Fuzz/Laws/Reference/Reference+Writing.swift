import Foundation
import Peridot

/// Writing. The order of members is not told.
extension Reference {
  /// Writes a model of the root class.
  func write(_ model: Plain.ModelValue) throws -> JSON { try write(model, at: [], policy) }

  private func write(
    _ model: Plain.ModelValue, at path: Path, _ policy: ConversionPolicy
  ) throws -> JSON {
    if case .raw(let kept)? = model.kept, !kept.isNull { return kept }
    if case .dictionary(let extras)? = model.extras, !extras.isEmpty {
      throw Uncovered(what: "writing extras")
    }
    var json = JSON.object([])
    var content: Path = []
    for base in family.chain(of: model.classID) {
      guard let cluster = family.classes[base].cluster else { continue }
      guard let entry = entry(of: model.classID, in: cluster) else {
        if model.classID == base { continue }
        throw Uncovered(what: "writing a class without a tag")
      }
      func steps(_ names: [String]) -> Path { names.map { .key(family.styled($0, in: base)) } }
      switch cluster.form {
      case .inside(let tag): json.put(entry.tag.json, at: content + steps(tag))
      case .beside(let tag, let inner):
        json.put(entry.tag.json, at: content + steps(tag))
        content += steps(inner)
        json.put(.object([]), at: content)
      case .around:
        content.append(.key(entry.tag.json.asString ?? ""))
        json.put(.object([]), at: content)
      case .deduced: break
      }
    }
    try refuseOverlaps(of: model.classID)
    var faults: [Fault] = []
    for property in family.properties(of: model.classID) {
      do {
        try write(property, of: model, into: &json, content, at: path, policy)
      } catch let failure as Failure {
        faults += failure.faults
      }
    }
    if !faults.isEmpty { throw Failure(faults: faults) }
    if family.classes[model.classID].shape == .prepared, !DocumentFacts(json).fitsDictionary {
      throw Uncovered(what: "finishing what no dictionary holds")
    }
    for case .set(let name, let value) in family.classes[model.classID].finish {
      json.put(value, at: [PlaceSpec.Step.key(name)])
    }
    return json
  }

  /// The steps to what is written for a property; nil if nothing is.
  private func writtenSteps(of property: PropertySpec, in classID: Int) throws -> Path? {
    let place = place(of: property, in: classID)
    guard place.isWritten else { return nil }
    switch place.form {
    case .path(let steps): return steps
    case .firstOf(let paths): return paths[0]
    case .root: throw Uncovered(what: "writing at the root")
    case .excluded: return nil
    }
  }

  private func refuseOverlaps(of classID: Int) throws {
    let all = try family.properties(of: classID).compactMap {
      try writtenSteps(of: $0, in: classID)
    }
    for (index, steps) in all.enumerated() {
      for other in all[..<index] where steps.starts(with: other) || other.starts(with: steps) {
        throw Uncovered(what: "places within each other")
      }
    }
  }

  private func write(
    _ property: PropertySpec, of model: Plain.ModelValue, into object: inout JSON, _ content: Path,
    at path: Path, _ policy: ConversionPolicy
  ) throws {
    let policy = property.policy.reduce(into: policy) { $1.apply(&$0) }
    guard let value = model[property.key],
      let steps = try writtenSteps(of: property, in: model.classID)
    else { return }
    // The tag is written for a property at its place.
    let tags = family.chain(of: model.classID).compactMap { id -> Path? in
      guard case .inside(let tag)? = family.classes[id].cluster?.form else { return nil }
      return tag.map { .key(family.styled($0, in: id)) }
    }
    if tags.contains(steps) { return }
    if let held = property.heldCluster, let base = property.type.classIDs.first, value != .none {
      guard case .inside(let tag) = held.form, case .model(let inner) = value,
        let entry = entry(of: inner.classID, in: held)
      else { throw Uncovered(what: "a holder's tag of several models, or of none that is listed") }
      object.put(entry.tag.json, at: content + tag.map { .key(family.styled($0, in: base)) })
    }
    let isFollowed = try isFollowed(steps, in: model, at: path, policy)
    let json = try self.json(of: value, property, at: path + content + steps, policy, isFollowed)
    // A member by which the class is deduced is there.
    guard let written = json ?? (isDeducing(steps, model.classID) ? .null : nil) else { return }
    object.put(written, at: content + steps)
  }

  /// Whether a later element of an array through which the steps lead is written.
  private func isFollowed(
    _ steps: Path, in model: Plain.ModelValue, at path: Path, _ policy: ConversionPolicy
  ) throws -> Bool {
    guard steps.contains(where: { if case .index = $0 { true } else { false } }) else {
      return false
    }
    return try family.properties(of: model.classID).contains { other in
      guard let later = try writtenSteps(of: other, in: model.classID),
        let value = model[other.key],
        let (own, next) = zip(steps, later).first(where: { $0 != $1 }),
        case .index(let index) = own, case .index(let laterIndex) = next, index < laterIndex
      else { return false }
      let rules = other.policy.reduce(into: policy) { $1.apply(&$0) }
      return try json(of: value, other, at: path + later, rules, false) != nil
    }
  }

  private func isDeducing(_ steps: Path, _ classID: Int) -> Bool {
    family.chain(of: classID).contains { id in
      guard let cluster = family.classes[id].cluster, cluster.form == .deduced else { return false }
      return entry(of: classID, in: cluster)?.tag == .text(PlaceSpec.text(of: steps))
    }
  }

  /// The JSON of a property's value; nil if it is left out.
  ///
  /// - Parameter isFollowed: Whether its place has to be filled, because a later element is written.
  private func json(
    of value: Plain, _ property: PropertySpec, at path: Path, _ policy: ConversionPolicy,
    _ isFollowed: Bool
  ) throws -> JSON? {
    let absent = property.declaredDefault ?? property.initial
    if value == .none, property.type.isOptional {
      if property.type.isDoubleOptional, isFollowed {
        throw Scope(policy: policy, key: property.key).failure(
          .typeMismatch, Node(json: .null, path: path))
      }
      if property.type.isDoubleOptional { return nil }
      // Nobody reads it where the place is only written.
      let isOwed = property.place?.isRead != false && (property.isRequired || absent != .none)
      return policy.nilOnExport == .null || isOwed ? .null : nil
    }
    if value == .some(.none) { return .null }
    if !property.isRequired, !isFollowed {
      if policy.defaultsOnExport == .omit, value == absent { return nil }
      if policy.emptyOnExport == .omit, value.isEmptyCollection,
        absent.isEmptyCollection || absent == .none
      {
        return nil
      }
    }
    if let transformer = property.transformer { return try write(value, by: transformer, at: path) }
    return try write(value, property.type, at: path, policy)
  }

  /// Writes a value by its type.
  private func write(
    _ value: Plain, _ type: TypeSpec, at path: Path, _ policy: ConversionPolicy
  ) throws -> JSON {
    switch (type, value) {
    case (_, .none): return .null
    case (.optional(let wrapped), .some(let inner)):
      return try write(inner, wrapped.unwrapped, at: path, policy)
    case (.optional(let wrapped), _): return try write(value, wrapped, at: path, policy)
    case (.float, .double(let number)) where number.isFinite: return .number("\(Float(number))")
    case (.date, .date(let seconds)): return try date(seconds, at: path, policy)
    case (.data, .data(let bytes)):
      guard policy.dataStrategy == .base64 else { throw Uncovered(what: "writing Data") }
      return .string(Data(bytes).base64EncodedString())
    case (.enumeration(let kind), _): return kind.raw(of: value)
    case (.codable(let kind), _): return try write(value, kind.shape, at: path, policy)
    case (.array(let element), .array(let elements)):
      return .array(try write(elements, element, at: path, policy))
    case (.set(let element), .set(let elements)):
      // Their order is not told.
      guard elements.count < 2 else { throw Uncovered(what: "writing a set's order") }
      return .array(try write(elements, element, at: path, policy))
    case (.dictionary(_, let type), .dictionary(let entries)):
      return .object(
        try entries.map { entry in
          let name = entry.key.memberName
          return JSON.Member(name, try write(entry.value, type, at: path + [.key(name)], policy))
        })
    case (.model(let id), .model(let model)):
      let isChosen = family.chain(of: model.classID).contains { family.classes[$0].cluster != nil }
      guard model.classID == id || isChosen else { throw Uncovered(what: "a class without a tag") }
      return try write(model, at: path, policy)
    default: return try untyped(value, at: path)
    }
  }

  private func write(
    _ elements: [Plain], _ type: TypeSpec, at path: Path, _ policy: ConversionPolicy
  ) throws -> [JSON] {
    try elements.enumerated().map { try write($1, type, at: path + [.index($0)], policy) }
  }

  /// Values whose kind alone tells their JSON.
  private func untyped(_ value: Plain, at path: Path) throws -> JSON {
    switch value {
    case .none: .null
    case .some(let value): try untyped(value, at: path)
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value) where value.isFinite: .number("\(value)")
    case .decimal(let text) where text != "NaN": .number(text)
    case .double, .decimal:
      throw policy.nonFinite == .fail
        ? Failure(faults: [Fault(kind: .notFinite, path: path)])
        : Uncovered(what: "omitted numbers") as any Error
    case .text(let text), .url(let text), .uuid(let text): .string(text)
    case .raw(let json): json
    case .array(let elements):
      .array(try elements.enumerated().map { try untyped($1, at: path + [.index($0)]) })
    case .dictionary(let entries):
      .object(
        try entries.map { entry in
          let name = entry.key.memberName
          return JSON.Member(name, try untyped(entry.value, at: path + [.key(name)]))
        })
    case .date, .data, .enumCase, .structure, .set, .model, .back:
      throw Uncovered(what: "writing \(value)")
    }
  }

  private func write(
    _ value: Plain, _ shape: CodableKind.Shape, at path: Path, _ policy: ConversionPolicy
  ) throws -> JSON {
    func members(
      _ values: [Plain.Member], _ types: [(name: String, type: TypeSpec)], _ path: Path
    ) throws -> JSON {
      .object(
        try zip(values, types).filter { $0.0.value != .none }.map { member, type in
          JSON.Member(
            member.name,
            try write(member.value, type.type, at: path + [.key(member.name)], policy))
        })
    }
    switch (shape, value) {
    case (.structure(let types), .structure(let values)): return try members(values, types, path)
    case (.enumeration(let cases), .enumCase(let name, let payload)):
      let types = cases.first { $0.name == name }?.payload ?? []
      return .object([JSON.Member(name, try members(payload, types, path + [.key(name)]))])
    case (.structure, _), (.enumeration, _): throw Uncovered(what: "writing \(value)")
    }
  }

  private func write(_ value: Plain, by transformer: TransformerSpec, at path: Path) throws -> JSON
  {
    switch (transformer, value) {
    case (_, .some(let inner)): return try write(inner, by: transformer, at: path)
    case (.mapping, .text(let text)):
      if let name = ["1": "one", "2": "two"][text] { return .string(name) }
      throw Failure(faults: [Fault(kind: .transformFailed, path: path)])
    case (.prefixed, .integer(let number)): return .string("n\(number)")
    case (.trimmed, .text(let text)): return .string(text)
    case (.base64, .data(let bytes)): return .string(Data(bytes).base64EncodedString())
    case (.iso8601Date, .date(let seconds)): return try date(seconds, at: path, .strict)
    default: throw Uncovered(what: "writing by \(transformer)")
    }
  }

  private func date(_ seconds: Double, at path: Path, _ policy: ConversionPolicy) throws -> JSON {
    let date = Date(timeIntervalSinceReferenceDate: seconds).timeIntervalSince1970
    switch policy.dateStrategy {
    case .secondsSince1970: return .number("\(date)")
    case .millisecondsSince1970: return .number("\((date * 1000).rounded())")
    case .iso8601, .automatic, .text:
      guard Self.hasISOForm(date), let text = Self.isoText(seconds) else {
        throw Failure(faults: [Fault(kind: .outOfRange, path: path)])
      }
      return .string(text)
    case .iso8601Milliseconds:
      guard Self.hasISOForm(date), let text = Self.isoText(seconds, isShort: true) else {
        throw Failure(faults: [Fault(kind: .outOfRange, path: path)])
      }
      return .string(text)
    default: throw Uncovered(what: "dates by \(policy.dateStrategy)")
    }
  }
}

extension Plain {
  fileprivate var isEmptyCollection: Bool {
    self == .array([]) || self == .set([]) || self == .dictionary([])
  }

  /// The name of a dictionary's member with that key.
  fileprivate var memberName: String {
    guard case .enumCase = self else { return asText ?? description }
    let raw = [EnumKind.suit, .rank].lazy.map { $0.raw(of: self) }.first { !$0.isNull } ?? .null
    return raw.asString ?? raw.text
  }
}
