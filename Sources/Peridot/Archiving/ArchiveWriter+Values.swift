import Foundation

// Values of each kind, and the classes of objects.

extension ArchiveWriter {
  /// Writes a scalar.
  func scalar(_ value: Boxed) throws -> Int {
    switch value {
    case .string(let text): return string(text)
    case .data(let data): return output.add(output.plist.data(data))
    case .date(let date):
      let seconds = output.plist.real(date.timeIntervalSinceReferenceDate)
      if let known = dates[seconds] { return known }
      let reference = object(.date, seconds)
      dates[seconds] = reference
      return reference
    case .url(let url):
      return try nested {
        let base = try url.baseURL.map { try scalar(.url($0)) } ?? 0
        return object(.url, output.uid(base), output.uid(string(url.relativeString)))
      }
    case .uuid(let uuid):
      let b = uuid.uuid
      let bytes = [
        b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7, b.8, b.9, b.10, b.11, b.12, b.13, b.14, b.15,
      ]
      return object(.uuid, output.plist.data(bytes))
    // In a place for values of any type, text would be ambiguous.
    case .decimal(let decimal):
      return object(.decimal, output.uid(string(decimal.archivedText)))
    case .bool, .integer, .unsigned, .double, .float, .null, .object, .array, .other:
      return output.number(value)
    }
  }

  private func string(_ text: String) -> Int {
    let reference = output.string(text)
    if reference != 0 { return reference }
    // A plain string would read as nil.
    return object(.mutableString, output.plist.string(text))
  }

  func null() -> Int { object(.null) }

  /// Writes a collection; `elements` returns the references to its elements.
  func collection(_ form: ObjectForm, elements: () throws -> [Int]) throws -> Int {
    try nested { object(form, output.plist.array(try elements())) }
  }

  /// Writes elements by `encode`, nil as a null object, and returns the references.
  @inline(__always)
  func elements<Element>(
    _ elements: [Element], encode: (Element) throws -> Int
  ) throws -> [Int] {
    var references: [Int] = []
    references.reserveCapacity(elements.count)
    for element in elements {
      references.append(try self.element("[\(references.count)]") { try encode(element) })
    }
    return references
  }

  func dictionary<Key, Item>(
    _ members: some Swift.Collection<(key: Key, value: Item)>, key: (Key) throws -> Int,
    item: (Item) throws -> Int
  ) throws -> Int {
    try nested {
      var keys: [Int] = []
      var values: [Int] = []
      keys.reserveCapacity(members.count)
      values.reserveCapacity(members.count)
      for member in members {
        keys.append(try element("[\(Boxed.text(member.key))]") { try key(member.key) })
        values.append(try element("[\(Boxed.text(member.key))]") { try item(member.value) })
      }
      return object(.dictionary, output.plist.array(keys), output.plist.array(values))
    }
  }

  // MARK: Values of types known only at run time

  /// Writes a value in a place for any value, nil as a null object.
  func any(_ value: Any) throws -> Int {
    switch ArchivedValue(value) {
    case .null: return null()
    case .scalar(let value): return try scalar(value)
    case .array(let elements):
      return try collection(.array) { try self.elements(elements) { try any($0) } }
    case .set(let elements):
      return try collection(.set) { try self.elements(elements, encode: anyMember) }
    case .orderedSet(let elements):
      return try collection(.array) {
        try self.elements(elements) { try $0 is any ArchivableModel ? any($0) : anyMember($0) }
      }
    case .dictionary(let members):
      return try dictionary(members, key: anyMember, item: any)
    case .object(let object):
      if isWritingProperty { try Allowance.check(object, in: allowance) }
      return self.object(object)
    case .unsupported: throw ArchiveError.unsupported(value)
    }
  }

  /// Writes a value in a place for any key or member of a set.
  private func anyMember(_ value: Any) throws -> Int {
    try Self.checkMember(value)
    return try any(value)
  }

  /// Refuses a value that reading would refuse as a key, or a member of a set, of a type known only
  /// at run time.
  static func checkMember(_ value: Any) throws {
    switch ArchivedValue(value) {
    case .array, .set, .orderedSet, .dictionary: break
    case .object(let object) where ArchiveReader.structure(of: object) == nil: break
    case .null, .scalar, .object, .unsupported: return
    }
    throw ArchiveError.noMember(
      (value as? AnyHashable)?.base ?? value,
      advice: ". Declare the property with the type of the set or dictionary, or use an array")
  }

  /// Writes `value` as a member of an object; nil is the reference 0.
  func member(_ value: Any) throws -> Int {
    if let optional = value as? any OptionalProtocol, optional.unwrapped == nil { return 0 }
    return try any(value)
  }

  @inline(__always)
  private func element(_ name: @autoclosure () -> String, encode: () throws -> Int) throws -> Int {
    do {
      let reference = try encode()
      return output.uid(reference == 0 ? null() : reference)
    } catch {
      throw failure(error, name())
    }
  }

  @inline(never)
  private func failure(_ error: any Error, _ name: String) -> ArchiveError {
    ArchiveError.wrapping(error, .unsupportedType).within(name)
  }

  private func nested(_ body: () throws -> Int) throws -> Int {
    guard depth < nesting else {
      throw ArchiveError(.tooDeep, "values are nested more than \(nesting) levels deep")
    }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }
}

// MARK: - Classes

extension ArchiveWriter {
  /// How objects of Foundation classes are archived.
  enum ObjectForm: Int, CaseIterable {
    case null, date, url, uuid, array, set, dictionary, mutableString, decimal

    /// The names of the class and its superclasses except the last, and the keys.
    fileprivate var names: (chain: [String], keys: [String]) {
      switch self {
      case .null: (["NSNull"], [])
      case .date: (["NSDate"], ["NS.time"])
      case .url: (["NSURL"], ["NS.base", "NS.relative"])
      case .uuid: (["NSUUID"], ["NS.uuidbytes"])
      case .array: (["NSArray"], ["NS.objects"])
      case .set: (["NSSet"], ["NS.objects"])
      case .dictionary: (["NSDictionary"], ["NS.keys", "NS.objects"])
      case .mutableString: (["NSMutableString", "NSString"], ["NS.string"])
      case .decimal: ([ArchivedText.archiveName], [ArchivedText.decimalKey])
      }
    }
  }

  /// A form of objects in this archive.
  struct Form {
    /// The start of its keys in the property list's references, with the class last.
    let keyStart: Int
    /// The property list's reference to the class.
    let classObject: Int
    /// The only object of its form, if there can be only one.
    var only = 0
  }

  /// Adds an object with the values for its form's keys, at most two.
  func object(_ form: ObjectForm, _ first: Int? = nil, _ second: Int? = nil) -> Int {
    if forms.isEmpty { forms = Array(repeating: nil, count: ObjectForm.allCases.count) }
    let known = forms[form.rawValue] ?? make(form)
    if known.only != 0 { return known.only }
    let start = output.plist.references.count
    if let first { output.plist.references.append(Int32(truncatingIfNeeded: first)) }
    if let second { output.plist.references.append(Int32(truncatingIfNeeded: second)) }
    output.plist.references.append(Int32(truncatingIfNeeded: known.classObject))
    let object = output.plist.container(
      .dictionary, start: known.keyStart, values: start,
      count: output.plist.references.count - start)
    let reference = output.add(object)
    if first == nil { forms[form.rawValue]?.only = reference }
    return reference
  }

  private func make(_ form: ObjectForm) -> Form {
    let (chain, keys) = form.names
    let keyStart = output.addKeys(keys.map { output.plist.string($0) })
    let reference = archivedClass(chain + ["NSObject"])
    let made = Form(keyStart: keyStart, classObject: output.uid(reference))
    forms[form.rawValue] = made
    return made
  }

  /// Returns the reference of the class under which `object` is archived.
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

  /// Returns the reference of the class; `chain` names it and its superclasses.
  private func archivedClass(_ chain: [String]) -> Int {
    if let known = classes[chain[0]] { return known }
    let reference = output.addClass(chain)
    classes[chain[0]] = reference
    return reference
  }
}
