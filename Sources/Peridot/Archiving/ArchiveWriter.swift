import Foundation

/// Writes one keyed archive.
///
/// A value's reference is its number in `$objects`, 0 for nil. Strings, numbers, dates and classes
/// are written once; objects once each, by identity. What an object holds is written after the
/// object itself has its number, one object after the other, so that graphs of any depth and with
/// any cycles can be written.
final class ArchiveWriter {
  var plist = BinaryPlistWriter()
  let limits: ArchiveLimits
  /// The property list object of each archived one, by number; -1 until it is written.
  var objects: [Int] = []
  /// The property list's reference to each archived object, by number; -1 until it is needed.
  var references: [Int] = []

  var strings: [ExactText: (object: Int, reference: Int)] = [:]
  var scalars: [ScalarKey: Int] = [:]
  var classes: [String: Int] = [:]
  var nullReference = 0
  /// The keys and the class of objects of each form, once they are written.
  var forms: [(keys: [Int], classObject: Int)?] = Array(
    repeating: nil, count: ObjectForm.allCases.count)

  var instances: [ObjectIdentifier: Int] = [:]
  var queue: [(object: NSObject, reference: Int)] = []
  var written = 0
  /// Numbers of models to which more than one reference leads.
  var sharedModels: Set<Int> = []
  var conditionals: [(position: Int, object: AnyObject)] = []

  var frame = Frame()
  var planKeys: [ObjectIdentifier: [Int]] = [:]
  var depth = 0
  lazy var coder = ArchiveEncoder(self)
  /// The first error in a method that cannot throw.
  var failure: ArchiveError?

  /// The object that is being written.
  struct Frame {
    var keys: [Int] = []
    var values: [Int] = []
    var conditionals: [(index: Int, object: AnyObject)] = []
    var plan: ArchivePlan?
  }

  struct ScalarKey: Hashable {
    enum Kind { case bool, integer, unsigned, real, float, date }
    let kind: Kind
    let bits: UInt64
  }

  /// A text that equals only what has the same characters in the same encoding.
  struct ExactText: Hashable {
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

  func finish(root: Int) throws -> Data {
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

  func write(_ object: NSObject, as reference: Int) throws {
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

  func writeFrame() -> Int {
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

  func keys(of plan: ArchivePlan) -> [Int] {
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

  func append(key: Int, reference: Int) {
    frame.keys.append(key)
    frame.values.append(uid(reference))
  }

  func appendConditional(key: Int, _ object: AnyObject) {
    frame.conditionals.append((frame.values.count, object))
    append(key: key, reference: 0)
  }
}

extension ArchiveWriter.Frame {
  /// Takes back what was written for `keys`, which is to be written anew.
  mutating func removeValues(forKeys removed: [Int]) {
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
