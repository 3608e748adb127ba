import Foundation

/// Writes one keyed archive.
///
/// A value's reference is its number in `$objects`, 0 for nil. Equal strings, numbers, dates and
/// classes are written once, and so is each object. An object's content is written after the object
/// has its number, one object after the other, so that graphs of any depth and with any cycles can
/// be written.
final class ArchiveWriter {
  /// The greatest nesting of collections.
  let nesting = StackRoom.depthToWrite(ArchiveLimits().nesting)
  var output: ArchiveObjects
  var frame = Frame()
  var depth = 0
  lazy var coder = ArchiveEncoder(self)
  /// The first error in a method that can't throw.
  var failure: ArchiveError?
  /// Whether a property is being written; otherwise an overridden `encode(with:)` is writing its
  /// own values.
  var isWritingProperty = false
  /// The classes that the current property allows, if its class declares them.
  var allowance: Allowance?

  // Objects written once, by reference.
  var dates = [Int: Int]()
  var classes = [String: Int]()
  var foreignClasses = [ObjectIdentifier: Int]()
  var forms: [Form?] = []
  var classRecords: [ObjectIdentifier: (plan: ArchivePlan, record: ArchiveObjects.ClassRecord)] =
    [:]
  /// The latest one, which is mostly the next one, too.
  var lastRecord: (plan: ArchivePlan, record: ArchiveObjects.ClassRecord)?

  private let root: (any ArchivableModel)?
  /// The references of all objects except the root.
  private var instances = [ObjectIdentifier: Int]()
  private var queue: [Instance] = []
  private var written = 0
  /// The numbers of models with more than one reference.
  private var sharedModels: Set<Int> = []
  /// References that count only if something else holds the object, by their positions.
  private var conditionals: [(position: Int, object: AnyObject)] = []

  private struct Instance {
    let object: NSObject
    /// The object, if it is a model; else nil.
    let model: (any ArchivableModel)?
    let reference: Int
  }

  private init() {
    output = ArchiveObjects.blank
    root = nil
  }

  private init(root: any ArchivableModel) throws {
    let plan = try ArchivePlan.plan(for: type(of: root))
    if let mistake = plan.mistake { throw mistake }
    output = plan.prototype
    lastRecord = (plan, plan.record)
    classes[plan.name] = plan.record.classReference
    classRecords[ObjectIdentifier(plan.type)] = lastRecord
    self.root = root
  }

  /// Returns the archive whose root is `value`.
  static func archive<Value>(_ value: Value) throws -> Data {
    let writer = ArchiveWriter()
    let root = try archiveCodec(Value.self).encode(value, writer)
    return try writer.finish(root: root, of: value)
  }

  /// Returns the archive whose root is `model`.
  static func archive(model: any ArchivableModel) throws -> Data {
    let writer = try ArchiveWriter(root: model)
    writer.queue.append(
      Instance(object: model, model: model, reference: ArchiveObjects.root))
    return try writer.finish(root: ArchiveObjects.root, of: model)
  }

  private func finish(root: Int, of value: Any) throws -> Data {
    while written < queue.count {
      let instance = queue[written]
      written += 1
      do {
        let object = try write(instance.object, instance.model)
        output.set(object, for: instance.reference)
      } catch {
        throw ArchiveError.wrapping(error, .decodingFailed).within(value, at: instance.object)
      }
    }
    for (position, object) in conditionals {
      guard let target = reference(of: object) else { continue }
      if object is any ArchivableModel { sharedModels.insert(target) }
      output.plist.references[position] = Int32(truncatingIfNeeded: output.uid(target))
    }
    var additions = [Int: (key: Int, value: Int)]()
    if !sharedModels.isEmpty {
      let key = output.plist.string(ArchiveKey.identifier)
      for model in sharedModels.sorted() {
        let number = output.plist.integer(Int64(model))
        additions[Int(output.objects[model])] = (key, number)
      }
    }
    // The code above cut off larger numbers.
    guard output.plist.references.count < Int32.max else {
      throw ArchiveError(.tooLarge, "an archive holds at most \(Int32.max) references")
    }
    return output.finish(root: root, additions: additions)
  }

  // MARK: Objects

  /// Returns the reference of `model`; a new one is written later.
  func model(_ model: any ArchivableModel) -> Int {
    if let known = reference(of: model) {
      sharedModels.insert(known)
      return known
    }
    return add(Instance(object: model, model: model, reference: output.reserve()))
  }

  /// Returns the reference of `object`; a new one is written later.
  func object(_ object: NSObject) -> Int {
    if let model = object as? any ArchivableModel { return self.model(model) }
    if let known = instances[ObjectIdentifier(object)] { return known }
    return add(Instance(object: object, model: nil, reference: output.reserve()))
  }

  private func reference(of object: AnyObject) -> Int? {
    object === root ? ArchiveObjects.root : instances[ObjectIdentifier(object)]
  }

  private func add(_ instance: Instance) -> Int {
    instances[ObjectIdentifier(instance.object)] = instance.reference
    queue.append(instance)
    return instance.reference
  }
}

// The contents of objects.

extension ArchiveWriter {
  /// The object being written.
  struct Frame {
    /// The keys, unless they are exactly those of the model's class.
    var keys: [Int32] = []
    var values: [Int32] = []
    var conditionals: [(index: Int, object: AnyObject)] = []
    /// The start of the keys in the property list's references, if they are exactly those of the
    /// model's class.
    var classKeys: Int?
  }

  /// Returns the class's plan and its part of this archive.
  func record(
    of type: any ArchivableModel.Type
  ) throws -> (plan: ArchivePlan, record: ArchiveObjects.ClassRecord) {
    if let lastRecord, lastRecord.plan.type == type { return lastRecord }
    let record = try classRecords[ObjectIdentifier(type)] ?? makeRecord(of: type)
    lastRecord = record
    return record
  }

  private func makeRecord(
    of type: any ArchivableModel.Type
  ) throws -> (plan: ArchivePlan, record: ArchiveObjects.ClassRecord) {
    let plan = try ArchivePlan.plan(for: type)
    let record = ArchiveObjects.ClassRecord(
      chain: plan.classChain, keys: plan.writtenKeys, classReference: classes[plan.name],
      in: &output)
    classes[plan.name] = record.classReference
    classRecords[ObjectIdentifier(type)] = (plan, record)
    return (plan, record)
  }

  /// Writes the content of `object` and returns its property list object.
  func write(_ object: NSObject, _ model: (any ArchivableModel)?) throws -> Int {
    frame.keys.removeAll(keepingCapacity: true)
    frame.values.removeAll(keepingCapacity: true)
    if !frame.conditionals.isEmpty { frame.conditionals.removeAll() }
    let classObject: Int
    if let model {
      let (plan, record) = try record(of: type(of: model))
      if let mistake = plan.mistake { throw mistake }
      frame.classKeys = plan.encodesItself ? nil : record.keyStart
      if plan.encodesItself {
        model.encode(with: coder)
      } else {
        encodeProperties(of: model, plan, record)
      }
      classObject = record.classObject
    } else if let coding = object as? any NSObject & NSSecureCoding {
      frame.classKeys = nil
      coding.encode(with: coder)
      classObject = output.uid(archivedClass(of: coding))
    } else {
      throw ArchiveError(
        .unsupportedType, "\(type(of: object)) does not conform to NSSecureCoding")
    }
    if let failure { throw failure }
    return writeFrame(classObject)
  }

  private func writeFrame(_ classObject: Int) -> Int {
    frame.values.append(Int32(truncatingIfNeeded: classObject))
    let keyStart = frame.classKeys ?? output.plist.references.count
    if frame.classKeys == nil {
      output.plist.references += frame.keys + [Int32(ArchiveObjects.Known.objectClass.rawValue)]
    }
    let start = output.plist.references.count
    output.plist.references += frame.values
    for (index, object) in frame.conditionals { conditionals.append((start + index, object)) }
    return output.plist.container(
      .dictionary, start: keyStart, values: start, count: frame.values.count)
  }

  /// Writes the version and the properties of `model`, whose `encode(with:)` calls this.
  func encodeProperties(of model: any ArchivableModel) {
    do {
      let (plan, record) = try record(of: type(of: model))
      encodeProperties(of: model, plan, record)
    } catch {
      failure = failure ?? .wrapping(error, .invalidDeclaration)
    }
  }

  private func encodeProperties(
    of model: any ArchivableModel, _ plan: ArchivePlan, _ record: ArchiveObjects.ClassRecord
  ) {
    guard failure == nil else { return }
    if frame.classKeys == nil {
      let keys = record.keys.dropLast()
      if !frame.keys.isEmpty { frame.removeValues(forKeys: keys) }
      frame.keys += keys
    }
    let version = output.integer(Int64(plan.type.modelVersion))
    frame.values.append(Int32(truncatingIfNeeded: output.uid(version)))
    let fields = plan.writtenFields
    plan.checkReads(of: model)
    var index = 0
    isWritingProperty = true
    defer {
      isWritingProperty = false
      allowance = nil
    }
    while true {
      index = plan.writeFields(model, fields, index, &output, &frame.values)
      guard index < fields.count else { return }
      let entry = plan.entries[fields[index].entry]
      allowance = entry.allowance
      do {
        if entry.behavior == .conditional, let target = entry.object(of: model) {
          frame.conditionals.append((frame.values.count, target))
          append(0)
        } else {
          append(try entry.codec.encode(entry.access, of: model, to: self))
        }
      } catch {
        failure = entry.naming(error, .unsupportedType, in: model)
        return
      }
      index += 1
    }
  }

  private func append(_ reference: Int) {
    frame.values.append(Int32(truncatingIfNeeded: output.uid(reference)))
  }
}

// MARK: - What a coder's user writes

extension ArchiveWriter {
  /// Adds a member to the current object.
  func encode(forKey key: String, _ value: () throws -> Int) {
    guard failure == nil else { return }
    do {
      let reference = try value()
      append(output.uid(reference), forKey: key)
    } catch {
      failure = ArchiveError.wrapping(error, .unsupportedType).within(".\(key)")
    }
  }

  /// Adds an inline number or data, as `decodeInteger(forKey:)` and similar methods expect.
  func encodeInline(_ value: Boxed, forKey key: String) {
    guard failure == nil else { return }
    append(output.plist.scalar(value), forKey: key)
  }

  /// Adds a reference to `object` that counts only if something else holds it.
  func encodeConditional(_ object: AnyObject, forKey key: String) {
    guard failure == nil else { return }
    append(output.uid(0), forKey: key)
    frame.conditionals.append((frame.values.count - 1, object))
  }

  /// Keeps the first error until it can be thrown.
  func fail(_ error: ArchiveError) {
    if failure == nil { failure = error }
  }

  private func append(_ object: Int, forKey key: String) {
    let keyObject = Int32(truncatingIfNeeded: output.plist.string(ArchivePlan.escaped(key)))
    frame.removeValues(forKeys: [keyObject])
    frame.keys.append(keyObject)
    frame.values.append(Int32(truncatingIfNeeded: object))
  }
}

extension ArchiveWriter.Frame {
  /// Removes the values of `keys`, which are written again.
  fileprivate mutating func removeValues(forKeys removed: some Sequence<Int32>) {
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
