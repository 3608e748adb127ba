import Foundation

/// Writes one keyed archive.
///
/// A value's reference is its number in `$objects`, 0 for nil. Strings, numbers, dates and classes
/// are written once; objects once each, by identity. What an object holds is written after the
/// object itself has its number, one object after the other, so that graphs of any depth and with
/// any cycles can be written.
final class ArchiveWriter {
  let limits: ArchiveLimits
  var output: ArchiveObjects
  var frame = Frame()
  var depth = 0
  lazy var coder = ArchiveEncoder(self)
  /// The first error in a method that cannot throw.
  var failure: ArchiveError?
  /// Whether a property is being written, and not what an overridden `encode(with:)` adds.
  var isWritingProperty = false
  /// The classes that the property that is being written allows, if its class says so.
  var allowance: Allowance?

  // Objects that are written once, by reference.
  var dates: [Int: Int] = [:]
  var classes: [String: Int] = [:]
  var foreignClasses: [ObjectIdentifier: Int] = [:]
  var forms: [Form?] = []
  var classRecords: [ObjectIdentifier: (plan: ArchivePlan, record: ClassRecord)] = [:]
  /// The one that was used last, which is the next one to be used more often than not.
  var lastRecord: (plan: ArchivePlan, record: ClassRecord)?

  private let root: (any ArchivableModel)?
  /// The references of all objects but the root.
  private var instances: [ObjectIdentifier: Int] = [:]
  private var queue: [Instance] = []
  private var written = 0
  /// Numbers of models to which more than one reference leads.
  private var sharedModels: Set<Int> = []
  private var conditionals: [(position: Int, object: AnyObject)] = []

  private struct Instance {
    let object: NSObject
    /// The same, if it is a model.
    let model: (any ArchivableModel)?
    let reference: Int
  }

  init(limits: ArchiveLimits = ArchiveLimits()) {
    self.limits = limits.fittingStack(StackRoom.depthToWrite)
    output = ArchiveObjects.blank
    root = nil
  }

  private init(root: any ArchivableModel) throws {
    let plan = try ArchivePlan.plan(for: type(of: root))
    if let mistake = plan.mistake { throw mistake }
    limits = ArchiveLimits().fittingStack(StackRoom.depthToWrite)
    output = plan.prototype.objects
    lastRecord = (plan, plan.prototype.record)
    classes[plan.name] = plan.prototype.record.classReference
    classRecords[ObjectIdentifier(plan.type)] = lastRecord
    self.root = root
  }

  /// Returns the archive whose root is `value`.
  static func archive<Value>(_ value: Value, limits: ArchiveLimits = ArchiveLimits()) throws -> Data
  {
    let writer = ArchiveWriter(limits: limits)
    let root = try archiveCodec(Value.self).encode(value, writer)
    return try writer.finish(root: root, of: value)
  }

  /// Returns the archive whose root is `model`.
  static func archive(model: any ArchivableModel) throws -> Data {
    let writer = try ArchiveWriter(root: model)
    writer.queue.append(
      Instance(object: model, model: model, reference: ArchivePrototype.root))
    return try writer.finish(root: ArchivePrototype.root, of: model)
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
    var additions: [Int: (key: Int, value: Int)] = [:]
    if !sharedModels.isEmpty {
      let key = output.plist.string(ArchiveKey.identifier)
      for model in sharedModels.sorted() {
        let number = output.plist.integer(Int64(model))
        additions[Int(output.objects[model])] = (key, number)
      }
    }
    // Numbers above that have been cut off.
    guard output.plist.references.count < Int32.max else {
      throw ArchiveError(.tooLarge, "an archive holds at most \(Int32.max) references")
    }
    return output.finish(root: root, additions: additions)
  }

  // MARK: Objects

  /// Returns the reference of `model`, which is written later if it is new.
  func model(_ model: any ArchivableModel) -> Int {
    if let known = reference(of: model) {
      sharedModels.insert(known)
      return known
    }
    return add(Instance(object: model, model: model, reference: output.reserve()))
  }

  /// Returns the reference of `object`, which is written later if it is new.
  func object(_ object: NSObject) -> Int {
    if let model = object as? any ArchivableModel { return self.model(model) }
    if let known = instances[ObjectIdentifier(object)] { return known }
    return add(Instance(object: object, model: nil, reference: output.reserve()))
  }

  /// The same for an object that stands where a value may be of any type.
  func anyObject(_ object: NSObject) throws -> Int {
    if isWritingProperty { try Allowance.check(object, in: allowance) }
    return self.object(object)
  }

  private func reference(of object: AnyObject) -> Int? {
    object === root ? ArchivePrototype.root : instances[ObjectIdentifier(object)]
  }

  private func add(_ instance: Instance) -> Int {
    instances[ObjectIdentifier(instance.object)] = instance.reference
    queue.append(instance)
    return instance.reference
  }

  /// Notes that a reference to `object` at `position` counts only if something else holds it.
  func addConditional(_ object: AnyObject, at position: Int) {
    conditionals.append((position, object))
  }
}
