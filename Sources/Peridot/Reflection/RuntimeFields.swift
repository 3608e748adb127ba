import Foundation

extension RuntimeFields {
  /// One stored property of a class in the runtime's description.
  struct Field {
    let name: String
    let type: Any.Type
    let offset: Int
    let isVariable: Bool
    let reference: Reference
    /// False for a type that can't be copied; `type` is then perhaps `Void`.
    let isCopyable: Bool
    /// The class that declares it.
    let owner: AnyClass

    enum Reference {
      case strong, weak, unowned
    }
  }
}

/// The runtime's own reflection: the stored properties of classes and their offsets.
///
/// This file and `RuntimeFields+Memory.swift` contain all unsafe memory access to objects.
/// Everything outside uses only `RuntimeFields.Field`, `TypedAccess` and `ObjectMemory`.
package enum RuntimeFields {
  /// Returns the stored properties that `type` and its superclasses below `root` declare,
  /// superclass first, and the classes that declare variables which reflection doesn't show.
  ///
  /// Traps if reflection doesn't show all variables of any other class, or is not reliable.
  ///
  /// - Parameters:
  ///   - failure: Why reflection is not reliable; nil if it is.
  ///   - declares: Whether a class with this number of variables declares them.
  dynamic static func fields(
    of type: AnyClass, below root: AnyClass, failure: String? = nil,
    _ declares: (_ owner: AnyClass, _ count: Int) -> Bool = { _, _ in false }
  ) -> (fields: [Field], unreflected: [AnyClass]) {
    var fields: [Field] = []
    var unreflected: [AnyClass] = []
    fields.reserveCapacity(recursiveCount(type))
    for owner in classChain(of: type, below: root) {
      let inherited = _getSuperclass(owner).map { recursiveCount($0) } ?? 0
      let count = recursiveCount(owner)
      let expected = declaredCount(of: owner) ?? 0
      if failure != nil || count - inherited < expected {
        // If reflection is not reliable, the count can be wrong too.
        if expected == 0 || declares(owner, failure == nil ? expected : 1) {
          unreflected.append(owner)
          continue
        }
        if let failure { fatalError(failure) }
        fatalError(
          """
          Peridot: \(owner) was built without reflection metadata, so its \(expected) stored \
          variables cannot be found. Build its module without -disable-reflection-metadata and \
          without -reflection-metadata-for-debugger-only, or list all of them in declaredProperties.
          """)
      }
      for index in inherited..<max(inherited, count) {
        fields.append(field(at: index, in: type, owner: owner, inherited: inherited))
      }
    }
    return (fields, unreflected)
  }

  /// Returns `type` and its superclasses below `root`, the topmost first.
  static func classChain(of type: AnyClass, below root: AnyClass) -> [AnyClass] {
    var chain: [AnyClass] = []
    var current: AnyClass? = type
    while let next = current, next != root {
      chain.append(next)
      current = _getSuperclass(next)
    }
    return chain.reversed()
  }

  @inline(never)
  private static func field(
    at index: Int, in type: AnyClass, owner: AnyClass, inherited: Int
  ) -> Field {
    if let common = commonField(at: index - inherited, in: owner) {
      return Field(
        name: plainName(common.name), type: common.type,
        offset: recursiveChildOffset(type, index: index), isVariable: common.isVariable,
        reference: .strong, isCopyable: true, owner: owner)
    }
    var record = unsafe FieldRecord()
    // Sound: the runtime fills the record and keeps no pointer to it; `index` is below the count
    // that the same runtime returned.
    let fieldType = unsafe recursiveChildMetadata(type, index: index, fieldMetadata: &record)
    // Sound: the name is a C string that lives until the record's own function frees it.
    let name = unsafe record.name.map { unsafe String(cString: $0) } ?? ""
    unsafe record.freeFunction?(record.name)
    let isStrong = unsafe record.isStrong
    // The last letters of the mangled type name: "Xw" for weak; "Xo" and "Xu" for unowned; "yt" for
    // `Void`, which the runtime also returns for a type that can't be copied.
    let suffix =
      isStrong && fieldType != Void.self ? "" : typeSuffix(of: index - inherited, in: owner)
    return Field(
      name: plainName(name),
      type: fieldType,
      offset: recursiveChildOffset(type, index: index),
      isVariable: unsafe record.isVariable,
      reference: isStrong ? .strong : suffix == "Xw" ? .weak : .unowned,
      isCopyable: fieldType == Void.self ? suffix == "yt" : isCopyable(fieldType),
      owner: owner)
  }

  /// The runtime records a name that is not an identifier with its backticks, and with nonbreaking
  /// spaces.
  private static func plainName(_ name: String) -> String {
    guard name.utf8.first == UInt8(ascii: "`") else { return name }
    return String(name.dropFirst().dropLast()).replacing("\u{A0}", with: " ")
  }

  /// Returns the number of stored properties that `owner` itself declares, which its class
  /// descriptor has even without reflection metadata; nil for a class that is not Swift's.
  private static func declaredCount(of owner: AnyClass) -> Int? {
    // Sound: as in `fieldRecord(at:in:)`.
    guard let context = unsafe typeContextDescriptor(owner) else { return nil }
    return unsafe Int(context.loadUnaligned(fromByteOffset: 36, as: UInt32.self))
  }

  /// Returns the last two letters of a field's mangled type name.
  private static func typeSuffix(of index: Int, in owner: AnyClass) -> String {
    guard let record = unsafe fieldRecord(at: index, in: owner),
      let mangledName = unsafe relativeReference(at: record + 4)
    else { return "" }
    return unsafe lastTwoCharacters(ofMangledName: mangledName)
  }

  /// Returns a field of one of the most common types; nil for any other. For each field, the
  /// runtime takes apart its type's name, which takes half of the time of reflection.
  private static func commonField(
    at index: Int, in owner: AnyClass
  ) -> (name: String, type: Any.Type, isVariable: Bool)? {
    guard let record = unsafe fieldRecord(at: index, in: owner),
      let typeName = unsafe relativeReference(at: record + 4),
      let name = unsafe relativeReference(at: record + 8)
    else { return nil }
    // Sound: names are C strings that live as long as the process, and no letter after the end of
    // the name is read. The flags are the first word of the record.
    func letter(_ position: Int) -> UInt8 {
      unsafe typeName.load(fromByteOffset: position, as: UInt8.self)
    }
    guard letter(0) == UInt8(ascii: "S"), letter(1) != 0 else { return nil }
    let isOptional = letter(2) == UInt8(ascii: "S") && letter(3) == UInt8(ascii: "g")
    guard letter(isOptional ? 4 : 2) == 0 else { return nil }
    let type: Any.Type
    switch letter(1) {
    case UInt8(ascii: "S"): type = isOptional ? String?.self : String.self
    case UInt8(ascii: "i"): type = isOptional ? Int?.self : Int.self
    case UInt8(ascii: "b"): type = isOptional ? Bool?.self : Bool.self
    case UInt8(ascii: "d"): type = isOptional ? Double?.self : Double.self
    default: return nil
    }
    let flags = unsafe record.loadUnaligned(as: UInt32.self)
    let text = unsafe String(cString: name.assumingMemoryBound(to: CChar.self))
    return (text, type, flags & 2 != 0)
  }

  /// Returns the runtime's description of a field that `owner` itself declares.
  private static func fieldRecord(at index: Int, in owner: AnyClass) -> UnsafeRawPointer? {
    // Sound: a Swift class has a context descriptor for the life of the process. Its layout and
    // that of the field descriptor are the compiler's stable reflection format: relative 32-bit
    // references, at the offsets below.
    guard let context = unsafe typeContextDescriptor(owner),
      let descriptor = unsafe relativeReference(at: context + 16)
    else { return nil }
    let recordSize = unsafe Int(descriptor.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
    let count = unsafe Int(descriptor.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    return unsafe index < count ? descriptor + 16 + index * recordSize : nil
  }

  /// Returns whether values of `type`, perhaps a generic argument, can be copied.
  private static func isCopyable(_ type: Any.Type) -> Bool {
    // Sound: a type is the address of its metadata. The word before it is the address of its value
    // witness table: eight functions, size, stride, and the flags, one of which answers this. All
    // compiled code relies on that stable layout for values of generic types.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let witnesses = unsafe (metadata - MemoryLayout<Int>.size).load(as: UnsafeRawPointer.self)
    let flags = unsafe witnesses.load(
      fromByteOffset: 10 * MemoryLayout<Int>.size, as: UInt32.self)
    // The flag doesn't cover all types that can be copied only if their arguments can.
    return flags & 0x80_0000 == 0 && copiedArguments(of: type).allSatisfy(isCopyable)
  }

  /// Returns the arguments of a generic struct, enum or Optional that can be copied only if these
  /// can.
  private static func copiedArguments(of type: Any.Type) -> [Any.Type] {
    // Sound: a struct, an enum and an Optional have a context descriptor for the life of the
    // process. Its seven words precede the generic part, as in `overriddenMethods(of:)`. A 2 in the
    // fourth count means that the type can be copied on a condition. A parameter's byte says
    // whether the metadata has its argument, from the third word on.
    guard [0x200, 0x201, 0x202].contains(metadataKind(type)),
      let context = unsafe typeContextDescriptor(type),
      unsafe context.loadUnaligned(as: UInt32.self) & 0x80 != 0
    else { return [] }
    let table = unsafe context + 28
    guard unsafe table.loadUnaligned(fromByteOffset: 14, as: UInt16.self) == 2 else { return [] }
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    var arguments: [Any.Type] = []
    for index in 0..<(unsafe Int(table.loadUnaligned(fromByteOffset: 8, as: UInt16.self))) {
      // Neither a pack nor a value.
      guard unsafe table.load(fromByteOffset: 16 + index, as: UInt8.self) == 0x80 else { break }
      let word = (2 + arguments.count) * MemoryLayout<Int>.size
      arguments.append(unsafe metadata.load(fromByteOffset: word, as: Any.Type.self))
    }
    return arguments
  }

  /// Returns the size of an object of the class `type`, with its header.
  static func instanceSize(of type: AnyClass) -> Int {
    Int(instanceExtents(type).positive)
  }

  static func relativeReference(at address: UnsafeRawPointer) -> UnsafeRawPointer? {
    // Sound: called only on fields of descriptors that hold such a reference.
    let distance = unsafe Int(address.loadUnaligned(as: Int32.self))
    return unsafe distance == 0 ? nil : address + distance
  }

  private static func lastTwoCharacters(ofMangledName name: UnsafeRawPointer) -> String {
    let length = unsafe length(ofMangledName: name)
    // Sound: the letters are within the name; those of a symbolic reference are not a suffix.
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: name + max(0, length - 2), count: min(2, length)),
      as: UTF8.self)
  }

  /// Returns the number of bytes of a mangled name. It can contain symbolic references, in which
  /// zero bytes can be.
  static func length(ofMangledName name: UnsafeRawPointer) -> Int {
    var position = 0
    while true {
      // Sound: a mangled name ends with a zero byte that belongs to no symbolic reference.
      switch unsafe name.load(fromByteOffset: position, as: UInt8.self) {
      case 0: return position
      case 0x01...0x17: position += 5
      case 0x18...0x1F: position += 1 + MemoryLayout<Int>.size
      default: position += 1
      }
    }
  }
}

extension RuntimeFields {
  /// Returns whether `type` and its superclasses below `NSObject` are Swift classes.
  static func isSwift(_ type: AnyClass) -> Bool {
    classChain(of: type, below: NSObject.self).allSatisfy {
      unsafe typeContextDescriptor($0) != nil
    }
  }

  /// Returns whether a value of `type` is only bytes: copied and released without further work.
  static func isTrivial<Value>(_ type: Value.Type) -> Bool {
    _isPOD(type)
  }

  /// Returns the name of the case of `value`, if it is an enum's.
  static func caseName(of value: Any) -> String? {
    func name<Value>(_ value: Value) -> String? {
      // Sound: the name is a C string of the program's own data.
      unsafe enumCaseName(value).map { unsafe String(cString: $0) }
    }
    return _openExistential(value, do: name)
  }

  /// Returns all cases of an enum whose cases hold no values; none for any other type.
  package static func plainCases<Value>(of type: Value.Type) -> [Value] {
    // Sound: an enum has a context descriptor for the life of the process. After the five words
    // common to all types come the number of its cases with values, in 24 bits, and the number of
    // its cases without.
    guard metadataKind(type) == 0x201, isTrivial(type),
      let context = unsafe typeContextDescriptor(type),
      unsafe context.loadUnaligned(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF == 0
    else { return [] }
    let count = unsafe Int(context.loadUnaligned(fromByteOffset: 24, as: UInt32.self))
    // Sound: a value of such an enum is the number of its case, in as few bytes as the count needs.
    // One with the layout of C is larger.
    switch MemoryLayout<Value>.size {
    case 0 where count == 1:
      return [unsafe unsafeBitCast((), to: Value.self)]
    case 1 where (2...256).contains(count):
      return (0..<count).map { unsafe unsafeBitCast(UInt8($0), to: Value.self) }
    case 2 where (257...65536).contains(count):
      return (0..<count).map { unsafe unsafeBitCast(UInt16($0), to: Value.self) }
    default:
      return []
    }
  }

  /// Calls `body` with the object in `value` if it is of exactly the class `type`; otherwise
  /// returns nil. No reference is counted.
  static func withObject<Result>(
    in value: Any?, of type: AnyClass, _ body: (AnyObject) -> Result
  ) -> Result? {
    // Sound: an `Any` is three words for a value or its address, and its type, which is zero in an
    // Optional of nil. The copied bits own nothing.
    let words = unsafe unsafeBitCast(value, to: (UInt, UInt, UInt, UInt).self)
    guard words.3 != 0 else { return nil }
    // Sound: the word is a type, because it is not zero.
    let found = unsafe unsafeBitCast(words.3, to: Any.Type.self)
    guard kind(of: found) == .class else { return nil }
    // Sound: a value whose type is a class is a reference, and `value`, which keeps its object
    // alive, lives until the end.
    guard let object = unsafe UnsafeRawPointer(bitPattern: words.0) else { return nil }
    return withExtendedLifetime(value) {
      unsafe Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef {
        Swift.type(of: $0) == type ? body($0) : nil
      }
    }
  }

  /// Returns the value in `value` if it is of exactly the type `type`, as a dynamic cast does, but
  /// without its search for conversions.
  static func value<Value>(in value: Any, as type: Value.Type) -> Value? {
    func typed<Found>(_ found: Found) -> Value? {
      guard Found.self == Value.self else { return nil }
      // Sound: the two types are the same.
      return unsafe unsafeBitCast(found, to: Value.self)
    }
    return _openExistential(value, do: typed)
  }

  /// The sorts of types.
  enum Kind {
    case `class`, `struct`, `enum`, tuple, existential, function, metatype
    case other
  }

  static func kind(of type: Any.Type) -> Kind {
    switch metadataKind(type) {
    // Swift's classes; on Apple systems, Core Foundation's and Objective-C's, too.
    case 0, 0x203, 0x305: .class
    case 0x200: .struct
    // An Optional isn't one.
    case 0x201: .enum
    case 0x301: .tuple
    case 0x302: .function
    case 0x303, 0x307: .existential
    case 0x304, 0x306: .metatype
    default: .other
    }
  }

  /// Whether the type is an enum; an Optional isn't one.
  package static func isEnum(_ type: Any.Type) -> Bool { kind(of: type) == .enum }

  /// Returns the wrapped type of an Optional; nil for any other type.
  package static func wrappedType(ofOptional type: Any.Type) -> Any.Type? {
    guard metadataKind(type) == 0x202 else { return nil }
    // Sound: the metadata of a generic type has its arguments from the third word on.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    return unsafe metadata.load(fromByteOffset: 2 * MemoryLayout<Int>.size, as: Any.Type.self)
  }

  /// Returns the type within all Optionals, or `type` itself.
  static func withoutOptionals(_ type: Any.Type) -> Any.Type {
    var type = type
    while let wrapped = wrappedType(ofOptional: type) { type = wrapped }
    return type
  }

  /// One field of a struct, or one element of a tuple.
  struct Part {
    /// Empty for an element of a tuple without a label.
    let name: String
    let type: Any.Type
    let offset: Int
    let isStrong: Bool
  }

  /// Returns the fields of a struct, or the elements of a tuple.
  static func parts(of type: Any.Type) -> [Part] {
    (0..<recursiveCount(type)).map { index in
      var record = unsafe FieldRecord()
      // Sound: as in `field(at:in:owner:inherited:)`.
      let part = unsafe recursiveChildMetadata(type, index: index, fieldMetadata: &record)
      let name = unsafe record.name.map { unsafe String(cString: $0) } ?? ""
      unsafe record.freeFunction?(record.name)
      return Part(
        name: name, type: part, offset: recursiveChildOffset(type, index: index),
        isStrong: unsafe record.isStrong)
    }
  }

  /// Whether `parts(of:)` has all fields of a struct: those of a module without reflection metadata
  /// are missing.
  static func showsAllParts(of type: Any.Type) -> Bool {
    guard kind(of: type) == .struct else { return true }
    // Sound: a struct has a context descriptor for the life of the process. After the five words
    // common to all types comes the number of its fields.
    guard let context = unsafe typeContextDescriptor(type) else { return false }
    return unsafe recursiveCount(type)
      == Int(context.loadUnaligned(fromByteOffset: 20, as: UInt32.self))
  }

  static func elements(ofTuple type: Any.Type) -> [Any.Type] {
    parts(of: type).map(\.type)
  }

  /// Returns the identities of the methods that `type` itself overrides; nil if they can't be
  /// found, as for a class with a parameter pack.
  static func overriddenMethods(of type: AnyClass) -> [UInt]? {
    // Sound: as in `fieldRecord(at:in:)`. The context descriptor of a class ends with its tables:
    // after the fixed part come, depending on the flags, the resilient superclass, the records of
    // metadata initialization, the methods that it adds, and the methods that it overrides.
    guard let context = unsafe typeContextDescriptor(type) else { return nil }
    let flags = unsafe context.loadUnaligned(as: UInt32.self)
    let classFlags = flags >> 16
    var table = unsafe context + 44
    let isGeneric = flags & 0x80 != 0
    if isGeneric {
      // Two references for the runtime, four counts, a byte for each parameter, and three words for
      // each requirement. A fourth count means kinds of parameters with more words after them.
      let parameters = unsafe Int(table.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
      let requirements = unsafe Int(table.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
      guard unsafe table.loadUnaligned(fromByteOffset: 14, as: UInt16.self) == 0 else { return nil }
      unsafe table += 16 + (parameters + 3) / 4 * 4 + 12 * requirements
    }
    if classFlags & 1 << 13 != 0 { unsafe table += 4 }
    switch classFlags & 3 {
    case 1: unsafe table += 12
    case 2: unsafe table += 4
    default: break
    }
    if classFlags & 1 << 15 != 0 {
      let added = unsafe Int(table.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
      unsafe table += 8 + 8 * added
    }
    guard classFlags & 1 << 14 != 0 else { return [] }
    let count = unsafe Int(table.loadUnaligned(as: UInt32.self))
    var methods: [UInt] = []
    methods.reserveCapacity(count)
    for index in 0..<count {
      // The second of a record's three relative references names the method; its lowest bit means
      // that it leads to a pointer.
      let address = unsafe table + 4 + 12 * index + 4
      let distance = unsafe Int(address.loadUnaligned(as: Int32.self))
      let target = unsafe address + (distance & ~1)
      let isIndirect = distance & 1 != 0
      methods.append(
        isIndirect
          ? unsafe target.loadUnaligned(as: UInt.self) : UInt(bitPattern: target))
    }
    return methods
  }
}

extension RuntimeFields {
  /// The runtime's record of a field, laid out as the standard library's `_FieldReflectionMetadata`.
  @unsafe fileprivate struct FieldRecord {
    var name: UnsafePointer<CChar>?
    var freeFunction: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
  }
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func recursiveCount(_: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func recursiveChildMetadata(
  _: Any.Type, index: Int, fieldMetadata: UnsafeMutablePointer<RuntimeFields.FieldRecord>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func recursiveChildOffset(_: Any.Type, index: Int) -> Int

// On Apple systems, the function that knows Objective-C classes, too.
#if canImport(ObjectiveC)
  @_silgen_name("_swift_getObjCClassInstanceExtents")
  private func instanceExtents(_: AnyClass) -> (negative: UInt, positive: UInt)
#else
  @_silgen_name("_swift_getSwiftClassInstanceExtents")
  private func instanceExtents(_: AnyClass) -> (negative: UInt, positive: UInt)
#endif

@_silgen_name("swift_getMetadataKind")
private func metadataKind(_: Any.Type) -> UInt

@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

@_silgen_name("swift_getTypeContextDescriptor")
func typeContextDescriptor(_: Any.Type) -> UnsafeRawPointer?

/// Returns whether `type` is `ancestor` or inherits from it.
package func isSubclass(_ type: AnyClass, of ancestor: AnyClass) -> Bool {
  var current: AnyClass? = type
  while let next = current {
    if next == ancestor { return true }
    current = _getSuperclass(next)
  }
  return false
}
