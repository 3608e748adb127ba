import Foundation

// Objects other than models, and the classes of all.

extension ArchiveWriter {
  /// How objects of Foundation's classes are archived.
  enum ObjectForm: Int, CaseIterable {
    case null, date, url, uuid, array, set, dictionary, mutableString, decimal

    var className: String {
      switch self {
      case .null: "NSNull"
      case .date: "NSDate"
      case .url: "NSURL"
      case .uuid: "NSUUID"
      case .array: "NSArray"
      case .set: "NSSet"
      case .dictionary: "NSDictionary"
      case .mutableString: "NSMutableString"
      case .decimal: ArchivedText.archiveName
      }
    }

    var keys: [String] {
      switch self {
      case .null: []
      case .date: ["NS.time"]
      case .url: ["NS.base", "NS.relative"]
      case .uuid: ["NS.uuidbytes"]
      case .array, .set: ["NS.objects"]
      case .dictionary: ["NS.keys", "NS.objects"]
      case .mutableString: ["NS.string"]
      case .decimal: [ArchivedText.decimalKey]
      }
    }

    /// The names of the class and of those above it.
    var chain: [String] {
      switch self {
      case .mutableString: [className, "NSString", "NSObject"]
      default: [className, "NSObject"]
      }
    }
  }

  /// A form of objects in this archive.
  struct Form {
    /// Where its keys stand among the references of the property list, the class last.
    let keyStart: Int
    /// The property list's reference to the class.
    let classObject: Int
    /// The one object of its form, if there can be but one.
    var only = 0
  }

  /// Adds an object with `values` for the keys of its form.
  func object(_ form: ObjectForm, _ values: [Int]) -> Int {
    if forms.isEmpty { forms = Array(repeating: nil, count: ObjectForm.allCases.count) }
    let known = forms[form.rawValue] ?? make(form)
    if known.only != 0 { return known.only }
    let start = output.plist.references.count
    for value in values { output.plist.references.append(Int32(truncatingIfNeeded: value)) }
    output.plist.references.append(Int32(truncatingIfNeeded: known.classObject))
    let object = output.plist.container(
      .dictionary, start: known.keyStart, values: start, count: values.count + 1)
    let reference = output.add(object)
    if values.isEmpty { forms[form.rawValue]?.only = reference }
    return reference
  }

  private func make(_ form: ObjectForm) -> Form {
    let keyStart = output.addKeys(form.keys.map { output.plist.string($0) })
    let reference = archivedClass(form.chain)
    let made = Form(keyStart: keyStart, classObject: output.uid(reference))
    forms[form.rawValue] = made
    return made
  }

  /// Returns the reference of the class by which `object` is archived.
  func archivedClass(of object: NSObject) -> Int {
    let type: AnyClass = object.classForCoder
    if let known = foreignClasses[ObjectIdentifier(type)] { return known }
    var chain: [String] = []
    var current: AnyClass? = type
    while let next = current {
      chain.append(ArchiveNames.foreignName(of: next))
      current = _getSuperclass(next)
    }
    let reference = archivedClass(chain)
    foreignClasses[ObjectIdentifier(type)] = reference
    return reference
  }

  /// Returns the reference of the class that is named first, before those above it.
  private func archivedClass(_ chain: [String]) -> Int {
    if let known = classes[chain[0]] { return known }
    let reference = output.addClass(chain)
    classes[chain[0]] = reference
    return reference
  }
}
