import Foundation

// What values of each type become.

extension ArchiveWriter {
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
    let reference = object(.date, [inline(.real(seconds))])
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
      return object(.mutableString, [stringObject(value)])
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
    return object(.uuid, [plist.data(array)])
  }

  func url(_ value: URL) throws -> Int {
    try nested {
      let base = try value.baseURL.map { try url($0) } ?? 0
      return object(.url, [uid(base), uid(string(value.relativeString))])
    }
  }

  /// Writes a Decimal where any value may stand, so that text would not tell.
  func decimal(_ value: Decimal) -> Int {
    object(.decimal, [uid(string(ArchivedDecimal.text(value)))])
  }

  func collection<Element>(
    _ collection: ObjectForm, _ elements: some Swift.Collection<Element>,
    _ codec: ValueCodec<Element>
  ) throws -> Int {
    try self.collection(collection, count: elements.count, elements.lazy.map { $0 }) {
      try codec.encode($0, to: self)
    }
  }

  /// Writes the elements by `encode`, nil among them as a null object.
  func collection<Element>(
    _ collection: ObjectForm, count: Int, _ elements: some Sequence<Element>,
    encode: (Element) throws -> Int
  ) throws -> Int {
    try nested {
      var values: [Int] = []
      values.reserveCapacity(count)
      for (index, element) in elements.enumerated() {
        values.append(try self.element("[\(index)]") { try encode(element) })
      }
      return object(collection, [plist.array(values)])
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
      return object(.dictionary, [plist.array(keys), plist.array(values)])
    }
  }

  /// How an object that is no model is archived.
  enum ObjectForm: Int, CaseIterable {
    case date, url, uuid, array, set, dictionary, mutableString, decimal

    var className: String {
      switch self {
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
      case .date: ["NS.time"]
      case .url: ["NS.base", "NS.relative"]
      case .uuid: ["NS.uuidbytes"]
      case .array, .set: ["NS.objects"]
      case .dictionary: ["NS.keys", "NS.objects"]
      case .mutableString: ["NS.string"]
      case .decimal: [ArchivedText.decimalKey]
      }
    }
  }

  /// Adds an object with `values` for the keys of its form.
  func object(_ form: ObjectForm, _ values: [Int]) -> Int {
    if forms[form.rawValue] == nil {
      let keys = (form.keys + ["$class"]).map { stringObject($0) }
      forms[form.rawValue] = (keys, uid(foundationClass(form.className)))
    }
    guard let (keys, classObject) = forms[form.rawValue] else { return 0 }
    return add(plist.dictionary(keys: keys, values: values, classObject))
  }

  func element(_ name: @autoclosure () -> String, encode: () throws -> Int) throws -> Int {
    do {
      let reference = try encode()
      return uid(reference == 0 ? null() : reference)
    } catch {
      throw ArchiveError.wrapping(error, .unsupportedType).within(name())
    }
  }

  func nested(_ body: () throws -> Int) throws -> Int {
    guard depth < limits.nesting else {
      throw ArchiveError(.tooDeep, "values are nested more than \(limits.nesting) levels deep")
    }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  func foundationClass(_ name: String) -> Int {
    if let known = classes[name] { return known }
    let chain =
      switch name {
      case "NSMutableString": [name, "NSString", "NSObject"]
      default: [name, "NSObject"]
      }
    return archivedClass(name, chain: chain)
  }

  func archivedClass(of object: NSObject) -> Int {
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

  func archivedClass(_ name: String, chain: [String]) -> Int {
    let names = plist.array(chain.map { stringObject($0) })
    let reference = add(
      plist.dictionary(
        keys: [stringObject("$classname"), stringObject("$classes")],
        values: [stringObject(name), names]))
    classes[name] = reference
    return reference
  }

  func scalar(
    _ kind: ScalarKey.Kind, _ bits: UInt64, write: (inout BinaryPlistWriter) -> Int
  ) -> Int {
    let key = ScalarKey(kind: kind, bits: bits)
    if let known = scalars[key] { return known }
    let reference = add(write(&plist))
    scalars[key] = reference
    return reference
  }

  /// Returns the property list object for a number that stands inline.
  func inline(_ number: ArchivedNumber) -> Int {
    switch number {
    case .bool(let value): plist.bool(value)
    case .integer(let value): plist.integer(value)
    case .unsigned(let value): plist.unsigned(value)
    case .real(let value): plist.real(value)
    case .float(let value): plist.float(value)
    }
  }

  /// Returns the property list object for `text`, which may be no object of the archive.
  func stringObject(_ text: String) -> Int {
    let exact = ExactText(text: text)
    if let known = strings[exact] { return known.object }
    let object = plist.string(text)
    strings[exact] = (object, -1)
    return object
  }

  func reserve() -> Int {
    objects.append(-1)
    references.append(-1)
    return objects.count - 1
  }

  func add(_ object: Int) -> Int {
    objects.append(object)
    references.append(-1)
    return objects.count - 1
  }

  func uid(_ reference: Int) -> Int {
    if references[reference] >= 0 { return references[reference] }
    let object = plist.uid(reference)
    references[reference] = object
    return object
  }
}
