import Foundation

// Objects that are no models, and the classes of all.

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

    fileprivate static let encoded = allCases.map { form in
      (keys: form.keys.map { EncodedString($0) }, chain: form.chain.map { EncodedString($0) })
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
    let encoded = ObjectForm.encoded[form.rawValue]
    let keys = (encoded.keys + [ArchiveKey.Encoded.objectClass]).map {
      Int32(truncatingIfNeeded: output.plist.encodedString($0))
    }
    let keyStart = output.plist.references.count
    output.plist.references += keys
    let reference =
      classes[form.className] ?? archivedClass(encoded.chain[0], chain: encoded.chain)
    let made = Form(keyStart: keyStart, classObject: output.uid(reference))
    forms[form.rawValue] = made
    return made
  }

  /// Returns the reference of the class by which `object` is archived.
  func archivedClass(of object: NSObject) -> Int {
    let type: AnyClass = object.classForCoder
    if let known = foreignClasses[ObjectIdentifier(type)] { return known }
    let reference = makeClass(type)
    foreignClasses[ObjectIdentifier(type)] = reference
    return reference
  }

  private func makeClass(_ type: AnyClass) -> Int {
    let name = ArchiveNames.foreignName(of: type)
    if let known = classes[name] { return known }
    var chain: [EncodedString] = []
    var current: AnyClass? = type
    while let next = current {
      chain.append(EncodedString(ArchiveNames.foreignName(of: next)))
      current = _getSuperclass(next)
    }
    return archivedClass(EncodedString(name), chain: chain)
  }

  /// Adds a class with the names of those above it.
  func archivedClass(_ name: EncodedString, chain: [EncodedString]) -> Int {
    let names = output.plist.array(chain.map { output.plist.encodedString($0) })
    let keys = [ArchiveKey.Encoded.name, ArchiveKey.Encoded.chain].map {
      output.plist.encodedString($0)
    }
    let object = output.plist.dictionary(
      keys: keys, values: [output.plist.encodedString(name), names])
    let reference = output.add(object)
    classes[name.text] = reference
    return reference
  }
}
