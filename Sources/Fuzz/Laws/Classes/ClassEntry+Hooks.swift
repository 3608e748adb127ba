import Foundation
import Peridot

extension ClassEntry {
  var keyStyle: JSONKeyStyle {
    switch spec.keyStyle {
    case .identity: .identity
    case .snakeCase: .snakeCase
    case .kebabCase: .kebabCase
    case .upperCamelCase: .upperCamelCase
    case .ignoringCase: .ignoringCase
    }
  }

  var policy: ConversionPolicy? { spec.policy?.policy }

  func policy(forKey key: String, basedOn policy: ConversionPolicy) -> ConversionPolicy {
    (policies[key] ?? []).reduce(into: policy) { $1.apply(&$0) }
  }

  // MARK: Hooks of objects

  func prepare(_ json: [String: Any]) throws -> [String: Any] {
    var json = json
    for rule in spec.prepare {
      switch rule {
      case .rename(let old, let name): json[name] = json[name] ?? json[old]
      case .rejectIfTrue(let name): if json[name] as? Bool == true { throw LawRejection() }
      }
    }
    return json
  }

  func finish(_ json: inout [String: Any]) {
    for rule in spec.finish {
      switch rule {
      case .set(let name, let value): json[name] = value.foundation
      }
    }
  }

  func validate(_ value: inout Any?, forKey key: String) throws {
    guard !spec.keyRules.isEmpty,
      let variable = variables.lazy.compactMap({ $0 }).first(where: { $0.spec.key == key })
    else { return }
    for rule in spec.keyRules {
      switch rule {
      case .reject(key, let refused):
        if variable.plain(value, family) == refused { throw LawRejection() }
      case .replace(key, let old, let new):
        if variable.plain(value, family) == old { value = variable.boxed(new) }
      case .reject, .replace: continue
      }
    }
  }

  func validate(_ model: some LawModel) throws {
    guard !spec.modelRules.isEmpty, case .model(let plain) = PlainWalk(family).model(model) else {
      return
    }
    for rule in spec.modelRules {
      switch rule {
      case .reject(let key, let value): if plain[key] == value { throw LawRejection() }
      }
    }
  }

  // MARK: Clusters

  func cluster<Base: LawModel>(of base: Base.Type) -> Cluster? {
    spec.cluster.map { family.makeCluster($0, of: base) }
  }

  func heldCluster(forKey key: String) -> Cluster? {
    guard let property = property(key), let cluster = property.heldCluster,
      let id = property.type.classIDs.first
    else { return nil }
    return family.makeCluster(cluster, of: family.types[id])
  }
}

extension ClassEntry.Variable {
  /// A value that the library passed to a hook; nil is an Optional's nil, and a value of another
  /// type is no plain data.
  fileprivate func plain(_ value: Any?, _ family: MadeFamily) -> Plain? {
    guard let value else { return Plain.none }
    return erased.plain(any: value, PlainWalk(family))
  }

  fileprivate func boxed(_ plain: Plain) -> Any? { erased.boxed(plain) }
}

extension MadeFamily {
  func makeCluster<Base: LawModel>(_ spec: ClusterSpec, of base: Base.Type) -> Cluster {
    typealias Tagged = (ClusterSpec.Tag, Base.Type)
    func tagged(_ entry: ClusterSpec.Entry) -> Tagged {
      guard let type = types[entry.classID] as? Base.Type else {
        fatalError("laws: C\(entry.classID) is not a subclass")
      }
      return (entry.tag, type)
    }
    let (classes, others) = (spec.entries.map(tagged), spec.otherTags.map(tagged))
    let absent = spec.absent.flatMap { types[$0] as? Base.Type }
    let unknown: UnknownTag<Base> =
      switch spec.unknown {
      case .fail: .fail
      case .base: .base
      case .kept(let id):
        (types[id] as? Base.Type).map { .kept($0) } ?? .fail
      }
    func pairs<Tag>(_ classes: [Tagged], _ tags: [Tag]) -> KeyValuePairs<Tag, Base.Type> {
      let types = classes.map(\.1)
      return switch tags.count {
      case 0: [:]
      case 1: [tags[0]: types[0]]
      case 2: [tags[0]: types[0], tags[1]: types[1]]
      case 3: [tags[0]: types[0], tags[1]: types[1], tags[2]: types[2]]
      default: [tags[0]: types[0], tags[1]: types[1], tags[2]: types[2], tags[3]: types[3]]
      }
    }
    func texts(_ classes: [Tagged]) -> KeyValuePairs<String, Base.Type> {
      pairs(classes, classes.map { if case .text(let text) = $0.0 { text } else { "" } })
    }
    func integers(_ classes: [Tagged]) -> [Int] {
      classes.compactMap { if case .integer(let value) = $0.0 { value } else { nil } }
    }
    func inObject(_ tag: [String], _ content: [String]?) -> Cluster {
      let tag = JSONKeyPath(PlaceSpec.text(of: tag.map { .key($0) }))
      let content = content.map { JSONKeyPath(PlaceSpec.text(of: $0.map { .key($0) })) }
      let numbers = integers(classes)
      let truths = classes.compactMap { if case .boolean(let value) = $0.0 { value } else { nil } }
      if !numbers.isEmpty {
        return base.cluster(
          tag: tag, content: content, pairs(classes, numbers),
          alsoReading: pairs(others, integers(others)), absent: absent, unknown: unknown)
      }
      if !truths.isEmpty {
        return base.cluster(
          tag: tag, content: content, pairs(classes, truths), absent: absent, unknown: unknown)
      }
      return base.cluster(
        tag: tag, content: content, texts(classes), alsoReading: texts(others), absent: absent,
        unknown: unknown)
    }
    switch spec.form {
    case .inside(let tag): return inObject(tag, nil)
    case .beside(let tag, let content): return inObject(tag, content)
    case .around: return base.cluster(around: texts(classes), unknown: unknown)
    case .deduced: return base.cluster(deducedFrom: texts(classes), unknown: unknown)
    }
  }
}

extension TransformerSpec {
  private static let prefix = ValueTransformer.closure(
    forward: { (text: String) throws -> Int in
      guard text.hasPrefix("n"), let number = Int(text.dropFirst()) else { throw LawRejection() }
      return number
    },
    reverse: { (number: Int) throws -> String in "n\(number)" })

  func transformer(for type: TypeSpec) -> ValueTransformer {
    switch self {
    case .epochSeconds: .epochSeconds
    case .epochMilliseconds: .epochMilliseconds
    case .iso8601Date: .iso8601Date
    case .rfc1123Date: .rfc1123Date
    case .microseconds: .date(format: "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
    case .grouped: .number(locale: Locale(identifier: "en_US"))
    case .mapping: .mapping(["one": "1", "two": "2"])
    case .prefixed: Self.prefix
    case .elements:
      if case .set = type.unwrapped { .set(of: Self.prefix) } else { .array(of: Self.prefix) }
    case .both(let left, let right):
      .closure(
        forward: { (values: [String: Any]) throws -> LawPair in
          guard let number = values[left].flatMap(Self.integer) else { throw LawRejection() }
          return LawPair(left: number, right: values[right] as? String)
        },
        reverse: { (pair: LawPair) throws -> [String: Any] in
          var values: [String: Any] = [left: pair.left]
          values[right] = pair.right
          return values
        })
    case .trimmed: .string(trimmed: true)
    // A declaration takes the type from the property.
    case .lossyArray, .embedded, .model: .byType
    case .decimal: .decimal
    case .base64: .base64Data
    case .base64URL: .base64URLData
    }
  }
}

extension TransformerSpec {
  /// A whole number, of Swift's own types or Foundation's.
  fileprivate static func integer(_ value: Any) -> Int? {
    // Asked before any cast: on Linux an NSNumber casts to Bool, integers and Double alike.
    guard type(of: value) is NSNumber.Type, let number = value as? NSNumber else {
      return value as? Int ?? (value as? Double).flatMap { Int(exactly: $0) }
    }
    // Sound: the text is a constant of Foundation's; these are its names of C types.
    return switch unsafe String(cString: number.objCType) {
    case "c", "Q": nil
    case "d", "f": Int(exactly: number.doubleValue)
    default: Int(exactly: number.int64Value)
    }
  }
}

extension JSON {
  /// The value in JSONSerialization's form, of Swift's own types: an integer, a Double, or a
  /// Decimal for what neither holds exactly.
  var foundation: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .number(let text): Self.number(text)
    case .string(let text): text
    case .array(let elements): elements.map(\.foundation)
    case .object(let members):
      Dictionary(members.map { ($0.name, $0.value.foundation) }) { $1 } as [String: Any]
    }
  }

  private static func number(_ text: String) -> Any {
    if let integer = Int(text) { return integer }
    if let integer = UInt64(text) { return integer }
    let double = Double(text) ?? .nan
    if canonicalNumber("\(double)") == canonicalNumber(text) { return double }
    return Decimal(string: text) ?? double as Any
  }
}
