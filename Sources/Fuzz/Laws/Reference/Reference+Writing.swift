import Foundation
import Peridot

/// Writing. The order of members is not told.
extension Reference {
  /// Writes a model of the root class.
  func write(_ model: Plain.ModelValue) throws -> JSON { try write(model, at: [], policy) }

  private func write(
    _ model: Plain.ModelValue, at path: Path, _ policy: ConversionPolicy,
    without name: String? = nil
  ) throws -> JSON {
    if case .raw(let kept)? = model.kept, !kept.isNull { return kept }
    if case .dictionary(let extras)? = model.extras, !extras.isEmpty {
      throw Uncovered(what: "writing extras")
    }
    var json = JSON.object([])
    var content: Path = []
    // A tag inside is written for a property at its place, and a null where the class is deduced.
    var tags: [Path] = []
    var deducing: [Path] = []
    for base in family.chain(of: model.classID) {
      guard let cluster = family.classes[base].cluster else { continue }
      guard let entry = entry(of: model.classID, in: cluster) else {
        if model.classID == base, cluster.unknown == .base, cluster.absent == nil {
          if case .beside(_, let inner) = cluster.form {
            content += steps(inner, base)
            json.put(.object([]), at: content)
          }
          continue
        }
        throw Uncovered(what: "writing a class without a tag")
      }
      switch cluster.form {
      case .inside(let tag):
        tags.append(steps(tag, base))
        json.put(entry.tag.json, at: content + steps(tag, base))
      case .beside(let tag, let inner):
        json.put(entry.tag.json, at: content + steps(tag, base))
        content += steps(inner, base)
        json.put(.object([]), at: content)
      case .around:
        content.append(.key(entry.tag.json.asString ?? ""))
        json.put(.object([]), at: content)
      case .deduced: deducing.append([.key(entry.tag.json.asString ?? "")])
      }
    }
    let properties = try family.properties(of: model.classID).filter { $0.key != name }
      .compactMap { property in
        try writtenSteps(of: property, in: model.classID).map { (property, $0) }
      }
    for (index, (_, steps)) in properties.enumerated() {
      for (_, other) in properties[..<index]
      where steps.starts(with: other) || other.starts(with: steps) {
        throw Uncovered(what: "places within each other")
      }
    }
    var faults: [Fault] = []
    let presence = try writtenPresence(of: model, properties, policy)
    for (property, steps) in properties where !presence.leftOut.contains(property.key) {
      guard let value = model[property.key], !tags.contains(steps) else { continue }
      let rules = property.rules(policy)
      if let held = property.heldCluster, value != .none {
        guard case .inside(let tag) = held.form, case .model(let inner) = value,
          let entry = entry(of: inner.classID, in: held)
        else { throw Uncovered(what: "a holder's tag of several models, or of none listed") }
        json.put(entry.tag.json, at: content + self.steps(tag, property.type.classIDs[0]))
      }
      do {
        let written = try self.json(
          of: value, property, steps, at: path + content, rules,
          isNeeded: deducing.contains(steps))
        if written == nil, property.type.isDoubleOptional, deducing.contains(steps) {
          throw Uncovered(what: "an outer nil that has to be there")
        }
        guard let written = written ?? (deducing.contains(steps) ? .null : nil) else { continue }
        json.put(written, at: content + steps)
      } catch var failure as Failure {
        for index in failure.faults.indices where property.isSecret {
          failure.faults[index].path = path + content + steps
        }
        faults += failure.faults
      }
    }
    for (path, value) in presence.others where Node(json: json, path: []).at(path.names) == nil {
      json.put(value, at: path)
    }
    if !faults.isEmpty { throw Failure(faults: faults) }
    let spec = family.classes[model.classID]
    if spec.shape == .prepared, !DocumentFacts(json).fitsDictionary {
      throw Uncovered(what: "a hook for what no dictionary holds")
    }
    for case .set(let name, let value) in spec.finish { json.put(value, at: [.key(name)] as Path) }
    return json
  }

  /// The steps to what is written for a property; nil if nothing is.
  private func writtenSteps(of property: PropertySpec, in classID: Int) throws -> Path? {
    let place = place(of: property, in: classID, [])
    if place.isWritten, place.form == .root { throw Uncovered(what: "writing at the root") }
    if case .all = place.form { throw Uncovered(what: "several places at once") }
    return place.writtenSteps
  }

  /// The JSON of a property's value; nil if it is left out.
  func json(
    of value: Plain, _ property: PropertySpec, _ steps: Path, at path: Path,
    _ policy: ConversionPolicy, isNeeded: Bool = false
  ) throws -> JSON? {
    // A declared default is that of a member that is missing in reading.
    let isRead = property.place?.isRead != false
    let absent = isRead ? property.declaredDefault ?? property.initial : property.initial
    // A place that a later element needs is filled.
    let isElement = steps.contains { if case .index = $0 { true } else { false } }
    func omitted() throws -> JSON? {
      // It is written where others have elements of its array, of which it would be read as empty.
      if steps.contains(.each), !value.isEmptyCollection {
        throw Uncovered(what: "a default at each element that is left out")
      }
      if isElement { throw Uncovered(what: "an element that is left out") }
      return nil
    }
    if property.type.isDoubleOptional, absent != .none {
      throw Uncovered(what: "a double Optional with a value in a new object")
    }
    if value == .none, property.type.isOptional {
      if property.type.isDoubleOptional, property.isRequired {
        throw Uncovered(what: "an outer nil that has to be there")
      }
      if property.type.isDoubleOptional { return try omitted() }
      // Nobody reads it where the place is only written.
      let isOwed = property.place?.isRead != false && (property.isRequired || absent != .none)
      // A new object has the nil.
      let isDefault = policy.defaultsOnExport == .omit && absent == .none && !property.isRequired
      if property.isRequired || absent != .none, policy.null == .skip {
        throw Uncovered(what: "a nil whose null is skipped")
      }
      switch policy.nilOnExport {
      case .null where !isDefault: return .null
      case .omit where isOwed: return .null
      case _ where property.writesNull && !isDefault: return .null
      default: return nil
      }
    }
    if value == .some(.none) { return .null }
    // Nobody misses it where the place is only written.
    let isAsked = policy.absentKeys == .fail && !property.type.isOptional && isRead
    if !property.isRequired, !isNeeded, !isAsked {
      let carried = Projection.values(family)
      let isDefault = policy.defaultsOnExport == .omit && carried(value) == carried(absent)
      let isEmpty =
        policy.emptyOnExport == .omit && property.type.isCollection && value.isEmptyCollection
        && (absent.isEmptyCollection || absent == .none)
      if isDefault || isEmpty { return try omitted() }
    }
    if let transformer = property.transformer, transformer != .model {
      return try write(value, by: transformer, at: path + steps)
    }
    if let key = property.keyedBy, case .array(let elements) = value {
      var members: [JSON.Member] = []
      for case .model(let model) in elements {
        let name = model[key]?.memberName ?? ""
        if members.contains(where: { $0.name == name }) {
          throw Failure(faults: [Fault(kind: .typeMismatch, path: path + steps)])
        }
        let inner = path + steps + [.key(name)]
        members.append(JSON.Member(name, try write(model, at: inner, policy, without: key)))
      }
      return .object(members)
    }
    return try write(value, property.type, at: path + steps, policy)
  }

  /// Writes a value by its type.
  private func write(
    _ value: Plain, _ type: TypeSpec, at path: Path, _ policy: ConversionPolicy
  ) throws -> JSON {
    func elements(_ values: [Plain], _ type: TypeSpec) throws -> JSON {
      .array(
        try values.enumerated().map { try write($1, type, at: path + [.index($0)], policy) })
    }
    func entries(_ values: [Plain.Entry], _ type: TypeSpec) throws -> JSON {
      // Any entry can be the first that is refused.
      var members: [JSON.Member] = []
      var faults: [Fault] = []
      for entry in values {
        let name = entry.key.memberName
        do {
          members.append(
            JSON.Member(name, try write(entry.value, type, at: path + [.key(name)], policy)))
        } catch let failure as Failure {
          faults += failure.faults
        }
      }
      if !faults.isEmpty { throw Failure(faults: faults) }
      return .object(members)
    }
    func members(_ values: [Plain.Member], _ types: [TypeSpec], _ path: Path) throws -> JSON {
      .object(
        try zip(values, types).filter { $0.0.value != .none }.map { member, type in
          JSON.Member(
            member.name, try write(member.value, type, at: path + [.key(member.name)], policy))
        })
    }
    switch (type, value) {
    case (_, .none): return .null
    case (.optional(let wrapped), .some(let inner)):
      return try write(inner, wrapped.unwrapped, at: path, policy)
    case (_, .some(let inner)): return try write(inner, type, at: path, policy)
    case (.optional(let wrapped), _): return try write(value, wrapped, at: path, policy)
    case (.float, .double(let number)) where number.isFinite: return .number("\(Float(number))")
    case (_, .double(let number)) where number.isFinite: return .number("\(number)")
    case (_, .decimal(let text)) where text != "NaN": return .number(text)
    case (_, .double), (_, .decimal):
      if self.policy.nonFinite != .fail { throw Uncovered(what: "omitted numbers") }
      throw Failure(faults: [Fault(kind: .notFinite, path: path)])
    case (_, .bool(let value)): return .bool(value)
    case (_, .integer(let value)): return .integer(value)
    case (_, .text(let text)), (_, .url(let text)), (_, .uuid(let text)): return .string(text)
    case (_, .raw(let json)): return json
    case (.date, .date(let seconds)): return try date(seconds, at: path, policy)
    case (.data, .data(let bytes)) where policy.dataStrategy != .utf8:
      let text = Data(bytes).base64EncodedString()
      return .string(policy.dataStrategy == .base64URL ? Self.forURLs(text) : text)
    case (.enumeration(let kind), _): return kind.raw(of: value)
    case (.codable(let kind), .structure(let values)):
      guard case .structure(let types) = kind.shape else { break }
      return try members(values, types.map(\.type), path)
    case (.codable(let kind), .enumCase(let name, let payload)):
      guard case .enumeration(let cases) = kind.shape,
        let types = cases.first(where: { $0.name == name })?.payload
      else { break }
      let inner = try members(payload, types.map(\.type), path + [.key(name)])
      return .object([JSON.Member(name, inner)])
    case (.union(let union), .enumCase(let name, let payload)):
      return try write(name, payload.first?.value, of: union, at: path, policy) {
        try write($0, $1, at: path, policy)
      }
    case (.array(let type), .array(let values)): return try elements(values, type)
    case (.any, .array(let values)): return try elements(values, .any)
    // The order of more is not told.
    case (.set(let type), .set(let values)) where values.count < 2:
      return try elements(values, type)
    case (.dictionary(_, let type), .dictionary(let values)): return try entries(values, type)
    case (.any, .dictionary(let values)): return try entries(values, .any)
    case (.model(let id), .model(let model)):
      let isChosen = family.chain(of: model.classID).contains { family.classes[$0].cluster != nil }
      guard model.classID == id || isChosen else { break }
      return try write(model, at: path, policy)
    default: break
    }
    throw Uncovered(what: "writing \(type)")
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
    case (.base64URL, .data(let bytes)):
      return .string(Self.forURLs(Data(bytes).base64EncodedString()))
    case (.iso8601Date, .date(let seconds)): return try date(seconds, at: path, .strict)
    default: throw Uncovered(what: "writing by \(transformer)")
    }
  }

  private static func forURLs(_ base64: String) -> String {
    base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  private func date(_ seconds: Double, at path: Path, _ policy: ConversionPolicy) throws -> JSON {
    let date = Date(timeIntervalSinceReferenceDate: seconds).timeIntervalSince1970
    let strategy = policy.dateStrategy
    switch strategy {
    case .secondsSince1970: return .number("\(date)")
    case .millisecondsSince1970: return .number("\((date * 1000).rounded())")
    case .microsecondsSince1970: return .number("\((date * 1e6).rounded())")
    case .secondsSince2001: return .number("\(seconds)")
    case .iso8601, .automatic, .iso8601Milliseconds:
      guard Self.hasISOForm(date) else {
        throw Failure(faults: [Fault(kind: .outOfRange, path: path)])
      }
      let digits = strategy == .iso8601Milliseconds ? [0, 3] : [0, 3, 6, 7, 8, 9]
      guard let text = Self.isoText(seconds, digits: digits) else { break }
      return .string(text)
    default: break
    }
    throw Uncovered(what: "writing dates")
  }
}

extension Plain {
  var isEmptyCollection: Bool {
    self == .array([]) || self == .set([]) || self == .dictionary([])
  }

  /// The name of a dictionary's member with that key.
  var memberName: String {
    guard case .enumCase = self else { return asText ?? description }
    let raw = [EnumKind.suit, .rank].lazy.map { $0.raw(of: self) }.first { !$0.isNull } ?? .null
    return raw.asString ?? raw.text
  }
}
