import Foundation

/// Writes one keyed archive.
///
/// A value's reference is its number in `$objects`, 0 for nil. Strings, numbers, dates and classes
/// are written once; objects once each, by identity. What an object holds is written after the
/// object itself has its number, one object after the other, so that graphs of any depth and with
/// any cycles can be written.
final class ArchiveWriter {
  private(set) var plist = BinaryPlistWriter()
  private let limits: ArchiveLimits
  /// The property list object of each archived one, by number; -1 until it is written.
  private var objects: [Int] = []
  /// The property list's reference to each archived object, by number; -1 until it is needed.
  private var references: [Int] = []

  private var strings: [ExactText: (object: Int, reference: Int)] = [:]
  private var scalars: [ScalarKey: Int] = [:]
  private var classes: [String: Int] = [:]
  private var nullReference = 0

  private var instances: [ObjectIdentifier: Int] = [:]
  private var queue: [(object: NSObject, reference: Int)] = []
  private var written = 0
  /// Numbers of models to which more than one reference leads.
  private var sharedModels: Set<Int> = []
  private var conditionals: [(position: Int, object: AnyObject)] = []

  private var frame = Frame()
  private var planKeys: [ObjectIdentifier: [Int]] = [:]
  private var depth = 0
  private(set) lazy var coder = ArchiveEncoder(self)
  /// The first error in a method that cannot throw.
  private(set) var failure: ArchiveError?

  /// The object that is being written.
  fileprivate struct Frame {
    var keys: [Int] = []
    var values: [Int] = []
    var conditionals: [(index: Int, object: AnyObject)] = []
    var plan: ArchivePlan?
  }

  private struct ScalarKey: Hashable {
    enum Kind { case bool, integer, unsigned, real, float, date }
    let kind: Kind
    let bits: UInt64
  }

  /// A text that equals only what has the same characters in the same encoding.
  private struct ExactText: Hashable {
    let text: String

    static func == (first: ExactText, second: ExactText) -> Bool {
      first.text == second.text && first.text.utf8.elementsEqual(second.text.utf8)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  init(limits: ArchiveLimits = ArchiveLimits()) {
    self.limits = limits
    objects.append(plist.string("$null"))
    references.append(-1)
  }

  /// Returns the archive whose root is `value`.
  static func archive<Value>(_ value: Value, limits: ArchiveLimits = ArchiveLimits()) throws -> Data
  {
    let writer = ArchiveWriter(limits: limits)
    let root = try ValueCodec<Value>.make().encode(value, to: writer)
    return try writer.finish(root: root)
  }

  private func finish(root: Int) throws -> Data {
    while written < queue.count {
      let (object, reference) = queue[written]
      written += 1
      do {
        try write(object, as: reference)
      } catch {
        throw ArchiveError.wrapping(error, .decodingFailed).within("<\(type(of: object))>")
      }
    }
    for (position, object) in conditionals {
      guard let target = instances[ObjectIdentifier(object)] else { continue }
      if object is any ArchivableModel { sharedModels.insert(target) }
      plist.replaceReference(at: position, with: uid(target))
    }
    var additions: [Int: (key: Int, value: Int)] = [:]
    if !sharedModels.isEmpty {
      let key = stringObject(ArchiveKey.identifier)
      for model in sharedModels.sorted() {
        additions[objects[model]] = (key, plist.integer(Int64(model)))
      }
    }
    let top = plist.dictionary(keys: [stringObject("root")], values: [uid(root)])
    let keys = ["$archiver", "$objects", "$top", "$version"].map { stringObject($0) }
    let values = [
      stringObject("NSKeyedArchiver"), plist.array(objects), top, plist.integer(100_000),
    ]
    let archive = plist.dictionary(keys: keys, values: values)
    return Data(plist.finish(top: archive, additions: additions))
  }

  // MARK: Objects

  /// Returns the reference of `object`, which is written later if it is new.
  func object(_ object: NSObject) -> Int {
    if let known = instances[ObjectIdentifier(object)] {
      if object is any ArchivableModel { sharedModels.insert(known) }
      return known
    }
    let reference = reserve()
    instances[ObjectIdentifier(object)] = reference
    queue.append((object, reference))
    return reference
  }

  private func write(_ object: NSObject, as reference: Int) throws {
    frame.keys.removeAll(keepingCapacity: true)
    frame.values.removeAll(keepingCapacity: true)
    frame.conditionals.removeAll(keepingCapacity: true)
    let classReference: Int
    if let model = object as? any ArchivableModel {
      let plan = ArchivePlan.plan(for: type(of: model))
      frame.plan = plan
      model.encode(with: coder)
      classReference = classes[plan.name] ?? archivedClass(plan.name, chain: plan.classChain)
    } else if let coding = object as? any NSObject & NSSecureCoding {
      frame.plan = nil
      coding.encode(with: coder)
      classReference = archivedClass(of: coding)
    } else {
      throw ArchiveError(
        .unsupportedType, "\(type(of: object)) does not conform to NSSecureCoding")
    }
    if let failure { throw failure }
    append(key: stringObject("$class"), reference: classReference)
    objects[reference] = writeFrame()
  }

  private func writeFrame() -> Int {
    let values = plist.nextReference + frame.keys.count
    for (index, object) in frame.conditionals { conditionals.append((values + index, object)) }
    return plist.dictionary(keys: frame.keys, values: frame.values)
  }

  /// Writes the version and the properties of `model`, the object that is being written.
  func encodeProperties(of model: any ArchivableModel) {
    guard failure == nil else { return }
    let plan = ArchivePlan.plan(for: type(of: model))
    let keys = keys(of: plan)
    let overlaps = !frame.keys.isEmpty
    if overlaps { frame.removeValues(forKeys: keys) }
    append(key: keys[0], reference: integer(Int64(type(of: model).modelVersion)))
    for (index, entry) in plan.entries.enumerated() where entry.behavior != .excluded {
      do {
        if entry.behavior == .conditional, let target = entry.property.object(of: model) {
          appendConditional(key: keys[index + 1], target)
        } else {
          append(key: keys[index + 1], reference: try entry.property.encode(model, to: self))
        }
      } catch {
        failure = ArchiveError.wrapping(error, .unsupportedType).within(".\(entry.key)")
        return
      }
    }
  }

  private func keys(of plan: ArchivePlan) -> [Int] {
    if let keys = planKeys[ObjectIdentifier(plan)] { return keys }
    let keys = [stringObject(ArchiveKey.version)] + plan.entries.map { stringObject($0.storedKey) }
    planKeys[ObjectIdentifier(plan)] = keys
    return keys
  }

  /// Adds a member to the object that is being written, for a coder's user.
  func encode(forKey key: String, _ value: () throws -> Int) {
    guard failure == nil else { return }
    do {
      let reference = try value()
      let keyObject = stringObject(ArchivePlan.escaped(key))
      frame.removeValues(forKeys: [keyObject])
      append(key: keyObject, reference: reference)
    } catch {
      failure = ArchiveError.wrapping(error, .unsupportedType).within(".\(key)")
    }
  }

  /// Adds a number that stands inline, as `decodeInteger(forKey:)` and its like expect it.
  func encodeInline(_ number: ArchivedNumber, forKey key: String) {
    guard failure == nil else { return }
    let keyObject = stringObject(ArchivePlan.escaped(key))
    frame.removeValues(forKeys: [keyObject])
    frame.keys.append(keyObject)
    frame.values.append(inline(number))
  }

  /// Adds a reference to `object` that counts only if something else holds it.
  func encodeConditional(_ object: AnyObject, forKey key: String) {
    let keyObject = stringObject(ArchivePlan.escaped(key))
    frame.removeValues(forKeys: [keyObject])
    appendConditional(key: keyObject, object)
  }

  private func append(key: Int, reference: Int) {
    frame.keys.append(key)
    frame.values.append(uid(reference))
  }

  private func appendConditional(key: Int, _ object: AnyObject) {
    frame.conditionals.append((frame.values.count, object))
    append(key: key, reference: 0)
  }

  // MARK: Values

  func null() -> Int {
    if nullReference == 0 {
      nullReference = add(
        plist.dictionary(keys: [stringObject("$class")], values: [uid(foundationClass("NSNull"))]))
    }
    return nullReference
  }

  func bool(_ value: Bool) -> Int {
    scalar(.bool, value ? 1 : 0) { $0.bool(value) }
  }

  func integer(_ value: Int64) -> Int {
    scalar(.integer, UInt64(bitPattern: value)) { $0.integer(value) }
  }

  func unsigned(_ value: UInt64) -> Int {
    scalar(.unsigned, value) { $0.unsigned(value) }
  }

  func real(_ value: Double) -> Int {
    scalar(.real, value.bitPattern) { $0.real(value) }
  }

  func float(_ value: Float) -> Int {
    scalar(.float, UInt64(value.bitPattern)) { $0.float(value) }
  }

  func date(_ value: Date) -> Int {
    let seconds = value.timeIntervalSinceReferenceDate
    let key = ScalarKey(kind: .date, bits: seconds.bitPattern)
    if let known = scalars[key] { return known }
    let reference = dictionary("NSDate", ["NS.time": inline(.real(seconds))])
    scalars[key] = reference
    return reference
  }

  func string(_ value: String) -> Int {
    let text = ExactText(text: value)
    if let known = strings[text] {
      if known.reference >= 0 { return known.reference }
      if value != "$null" {
        let reference = add(known.object)
        strings[text] = (known.object, reference)
        return reference
      }
    }
    if value == "$null" {
      // As a plain string it would be read as nil.
      return dictionary("NSMutableString", ["NS.string": stringObject(value)])
    }
    let object = plist.string(value)
    let reference = add(object)
    strings[text] = (object, reference)
    return reference
  }

  func data(_ value: Data) -> Int { add(plist.data(value)) }

  func uuid(_ value: UUID) -> Int {
    let bytes = value.uuid
    let array = [
      bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7, bytes.8, bytes.9,
      bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15,
    ]
    return dictionary("NSUUID", ["NS.uuidbytes": plist.data(array)])
  }

  func url(_ value: URL) throws -> Int {
    try nested {
      let base = try value.baseURL.map { try url($0) } ?? 0
      return dictionary(
        "NSURL",
        ["NS.base": uid(base), "NS.relative": uid(string(value.relativeString))])
    }
  }

  /// Writes a Decimal where any value may stand, so that text would not tell.
  func decimal(_ value: Decimal) -> Int {
    dictionary(
      ArchivedText.archiveName,
      [ArchivedText.decimalKey: uid(string(ArchivedDecimal.text(value)))])
  }

  enum Collection: String {
    case array = "NSArray"
    case set = "NSSet"
  }

  func collection<Element>(
    _ collection: Collection, _ elements: some Swift.Collection<Element>,
    _ codec: ValueCodec<Element>
  ) throws -> Int {
    try self.collection(collection, count: elements.count, elements.lazy.map { $0 }) {
      try codec.encode($0, to: self)
    }
  }

  /// Writes the elements by `encode`, nil among them as a null object.
  func collection<Element>(
    _ collection: Collection, count: Int, _ elements: some Sequence<Element>,
    encode: (Element) throws -> Int
  ) throws -> Int {
    try nested {
      var values: [Int] = []
      values.reserveCapacity(count)
      for (index, element) in elements.enumerated() {
        values.append(try self.element("[\(index)]") { try encode(element) })
      }
      return dictionary(collection.rawValue, ["NS.objects": plist.array(values)])
    }
  }

  func dictionary<Key, Value>(
    _ members: [Key: Value], _ key: ValueCodec<Key>, _ value: ValueCodec<Value>
  ) throws -> Int {
    try nested {
      var keys: [Int] = []
      var values: [Int] = []
      for (memberKey, member) in members {
        keys.append(try element("[\(memberKey)]") { try key.encode(memberKey, to: self) })
        values.append(try element("[\(memberKey)]") { try value.encode(member, to: self) })
      }
      return dictionary(
        "NSDictionary", ["NS.keys": plist.array(keys), "NS.objects": plist.array(values)])
    }
  }

  /// Adds an object of a class of Foundation's, with `members` in the property list.
  private func dictionary(_ className: String, _ members: KeyValuePairs<String, Int>) -> Int {
    var keys = members.map { stringObject($0.key) }
    var values = members.map(\.value)
    keys.append(stringObject("$class"))
    values.append(uid(foundationClass(className)))
    return add(plist.dictionary(keys: keys, values: values))
  }

  private func element(_ name: @autoclosure () -> String, encode: () throws -> Int) throws -> Int {
    do {
      let reference = try encode()
      return uid(reference == 0 ? null() : reference)
    } catch {
      throw ArchiveError.wrapping(error, .unsupportedType).within(name())
    }
  }

  private func nested(_ body: () throws -> Int) throws -> Int {
    guard depth < limits.nesting else {
      throw ArchiveError(.tooDeep, "values are nested more than \(limits.nesting) levels deep")
    }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  // MARK: Classes and the property list

  private func foundationClass(_ name: String) -> Int {
    if let known = classes[name] { return known }
    let chain =
      switch name {
      case "NSMutableString": [name, "NSString", "NSObject"]
      default: [name, "NSObject"]
      }
    return archivedClass(name, chain: chain)
  }

  private func archivedClass(of object: NSObject) -> Int {
    let type: AnyClass = object.classForCoder
    let name = ArchiveNames.foreignName(of: type)
    if let known = classes[name] { return known }
    var chain: [String] = []
    var current: AnyClass? = type
    while let next = current {
      chain.append(ArchiveNames.foreignName(of: next))
      current = _getSuperclass(next)
    }
    return archivedClass(name, chain: chain)
  }

  private func archivedClass(_ name: String, chain: [String]) -> Int {
    let names = plist.array(chain.map { stringObject($0) })
    let reference = add(
      plist.dictionary(
        keys: [stringObject("$classname"), stringObject("$classes")],
        values: [stringObject(name), names]))
    classes[name] = reference
    return reference
  }

  private func scalar(
    _ kind: ScalarKey.Kind, _ bits: UInt64, write: (inout BinaryPlistWriter) -> Int
  ) -> Int {
    let key = ScalarKey(kind: kind, bits: bits)
    if let known = scalars[key] { return known }
    let reference = add(write(&plist))
    scalars[key] = reference
    return reference
  }

  /// Returns the property list object for a number that stands inline.
  private func inline(_ number: ArchivedNumber) -> Int {
    switch number {
    case .bool(let value): plist.bool(value)
    case .integer(let value): plist.integer(value)
    case .unsigned(let value): plist.unsigned(value)
    case .real(let value): plist.real(value)
    case .float(let value): plist.float(value)
    }
  }

  /// Returns the property list object for `text`, which may be no object of the archive.
  private func stringObject(_ text: String) -> Int {
    let exact = ExactText(text: text)
    if let known = strings[exact] { return known.object }
    let object = plist.string(text)
    strings[exact] = (object, -1)
    return object
  }

  private func reserve() -> Int {
    objects.append(-1)
    references.append(-1)
    return objects.count - 1
  }

  private func add(_ object: Int) -> Int {
    objects.append(object)
    references.append(-1)
    return objects.count - 1
  }

  private func uid(_ reference: Int) -> Int {
    if references[reference] >= 0 { return references[reference] }
    let object = plist.uid(reference)
    references[reference] = object
    return object
  }
}

extension ArchiveWriter.Frame {
  /// Takes back what was written for `keys`, which is to be written anew.
  fileprivate mutating func removeValues(forKeys removed: [Int]) {
    for key in removed {
      guard let index = keys.firstIndex(of: key) else { continue }
      keys.remove(at: index)
      values.remove(at: index)
      conditionals = conditionals.compactMap { position, object in
        position == index ? nil : (position > index ? position - 1 : position, object)
      }
    }
  }
}
