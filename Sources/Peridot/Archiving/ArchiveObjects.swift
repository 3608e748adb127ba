import Foundation

/// The objects of an archive in writing: their property list objects, and their references.
///
/// A reference is an object's number in `$objects`; 0 means nil.
struct ArchiveObjects {
  var plist = BinaryPlistWriter()
  /// The property list object of each one, by reference; -1 until it is written.
  private(set) var objects: [Int32] = []
  /// The property list's own reference to each one; -1 until it is needed.
  private var uids: [Int32] = []
  /// The references of strings and numbers by their property list objects; 0 if they have none.
  private var references: [Int32] = []

  /// The strings of every archive, in their order.
  enum Known: Int, CaseIterable {
    case null, objectClass, version, className, classChain
    case archiver, objects, top, formatVersion, keyedArchiver, root

    var text: String {
      switch self {
      case .null: "$null"
      case .objectClass: "$class"
      case .version: ArchiveKey.version
      case .className: "$classname"
      case .classChain: "$classes"
      case .archiver: "$archiver"
      case .objects: "$objects"
      case .top: "$top"
      case .formatVersion: "$version"
      case .keyedArchiver: "NSKeyedArchiver"
      case .root: "root"
      }
    }
  }

  /// The objects at the beginning of every archive.
  static let blank = ArchiveObjects()

  private init() {
    for known in Known.allCases { _ = plist.string(known.text) }
    _ = add(Known.null.rawValue)
  }

  mutating func reserve() -> Int {
    add(-1)
  }

  mutating func add(_ object: Int) -> Int {
    objects.append(Int32(truncatingIfNeeded: object))
    uids.append(-1)
    return objects.count - 1
  }

  mutating func set(_ object: Int, for reference: Int) {
    objects[reference] = Int32(truncatingIfNeeded: object)
  }

  /// Returns the property list's reference to the object `reference`.
  @inline(__always)
  mutating func uid(_ reference: Int) -> Int {
    let known = uids[reference]
    if known >= 0 { return Int(known) }
    let object = plist.uid(reference)
    uids[reference] = Int32(truncatingIfNeeded: object)
    return object
  }

  // MARK: Strings and numbers

  /// Returns the reference of `value`; 0 for the one text that means nil.
  @inline(__always)
  mutating func string(_ value: String) -> Int { reference(of: plist.string(value)) }

  @inline(__always)
  mutating func bool(_ value: Bool) -> Int { reference(of: plist.bool(value)) }

  @inline(__always)
  mutating func integer(_ value: Int64) -> Int { reference(of: plist.integer(value)) }

  @inline(__always)
  mutating func real(_ value: Double) -> Int { reference(of: plist.real(value)) }

  /// Returns the reference of a number or a Boolean.
  mutating func number(_ value: Boxed) -> Int { reference(of: plist.scalar(value)) }

  /// Returns the reference of the string or number `object` of the property list.
  @inline(__always)
  private mutating func reference(of object: Int) -> Int {
    if object < references.count, references[object] != 0 { return Int(references[object]) }
    // The first object is the text for nil.
    if object == 0 { return 0 }
    while references.count <= object { references.append(0) }
    let reference = add(object)
    references[object] = Int32(truncatingIfNeeded: reference)
    return reference
  }

  // MARK: Classes and the whole

  /// Adds a class; `chain` names it and its superclasses.
  mutating func addClass(_ chain: [String]) -> Int {
    let names = chain.map { plist.string($0) }
    let list = plist.array(names)
    return add(
      plist.dictionary(
        keys: [Known.className.rawValue, Known.classChain.rawValue], values: [names[0], list]))
  }

  /// Adds `keys` to the references, and the class after them; returns their start.
  mutating func addKeys(_ keys: [Int]) -> Int {
    let start = plist.references.count
    plist.references += (keys + [Known.objectClass.rawValue]).map { Int32(truncatingIfNeeded: $0) }
    return start
  }

  /// Returns the archive whose root is the object `root`.
  ///
  /// - Parameter additions: one more key and value for property list objects that are named.
  mutating func finish(root: Int, additions: [Int: (key: Int, value: Int)]) -> Data {
    let top = plist.dictionary(keys: [Known.root.rawValue], values: [uid(root)])
    let start = plist.references.count
    plist.references += objects
    let list = plist.container(.array, start: start, values: start, count: objects.count)
    let keys = [Known.archiver, .objects, .top, .formatVersion].map(\.rawValue)
    let archive = plist.dictionary(
      keys: keys, values: [Known.keyedArchiver.rawValue, list, top, plist.integer(100_000)])
    return Data(plist.finish(top: archive, additions: additions))
  }
}

// MARK: - Model classes

extension ArchiveObjects {
  /// The reference of a model that is the root.
  static let root = 1

  /// Returns the beginning of every archive of one model class.
  ///
  /// - Parameters:
  ///   - chain: the archive names of the class and its superclasses.
  ///   - keys: the keys of the written properties.
  static func prototype(
    chain: [String], keys: [String]
  ) -> (ArchiveObjects, ClassRecord) {
    var objects = blank
    _ = objects.reserve()
    _ = objects.uid(root)
    let record = ClassRecord(chain: chain, keys: keys, classReference: nil, in: &objects)
    return (objects, record)
  }

  /// A model class in an archive.
  final class ClassRecord: Sendable {
    /// The version, the properties, and last the class.
    let keys: [Int32]
    /// The start of the same keys in the property list's references.
    let keyStart: Int
    /// The property list's reference to the class.
    let classObject: Int
    let classReference: Int

    /// - Parameter classReference: the class, if it has been added already.
    init(
      chain: [String], keys: [String], classReference: Int?, in objects: inout ArchiveObjects
    ) {
      let keyObjects =
        [ArchiveObjects.Known.version.rawValue] + keys.map { objects.plist.string($0) }
      keyStart = objects.addKeys(keyObjects)
      self.keys = Array(objects.plist.references[keyStart...])
      self.classReference = classReference ?? objects.addClass(chain)
      classObject = objects.uid(self.classReference)
    }
  }
}
