internal import PeridotExclusivity

/// The cases of an enum as the runtime describes them: a value's case, its payload taken out, and
/// values made of a case and a payload.
///
/// The cases with payloads come first, each group in the order of declaration; their indexes are the
/// runtime's own.
package struct EnumCases<Whole>: Sendable {
  package typealias Case = EnumCase

  package let cases: [Case]

  /// Nil if `Whole` isn't an enum, if it was built without reflection metadata, if the runtime
  /// can't make the type of a payload, or if it describes enums in another way than Peridot relies on.
  package init?() {
    guard EnumSelfCheck.isPassed else { return nil }
    self.init(unchecked: ())
  }

  /// Finds the cases without the check of the runtime.
  init?(unchecked: Void) {
    guard RuntimeFields.isEnum(Whole.self), RuntimeFields.hasEnumWitnesses(Whole.self),
      let cases = RuntimeFields.cases(of: Whole.self)
    else { return nil }
    self.cases = cases.map { Case(name: $0.name, payload: $0.payload, isIndirect: $0.isIndirect) }
  }

  /// Returns the index of the value's case.
  func index(of value: Whole) -> Int { RuntimeFields.caseIndex(of: value) }

  /// Returns the payload of the value, whose case is at `index`.
  ///
  /// - Parameter type: The case's payload type.
  func payload<Payload>(of value: Whole, at index: Int, as type: Payload.Type) -> Payload {
    RuntimeFields.payload(of: value, isIndirect: cases[index].isIndirect)
  }

  /// Returns a value of the case at `index` with this payload, which is of the case's type.
  package func make<Payload>(_ index: Int, _ payload: Payload) -> Whole {
    RuntimeFields.value(index, payload, isIndirect: cases[index].isIndirect)
  }
}

/// A small enum's values in the memory of objects: which case each has, and its payload, without a copy
/// that counts references.
@safe struct EnumMemory: Sendable {
  // Sendable: the metadata of a type never changes.
  private nonisolated(unsafe) let metadata: UnsafeRawPointer
  private let functions: RuntimeFields.EnumFunctions
  private let size: Int

  /// Nil for an enum whose values are too large, or if the runtime doesn't describe them as Peridot
  /// relies on.
  init?<Whole>(of type: Whole.Type) {
    guard EnumSelfCheck.isPassed else { return nil }
    self.init(unchecked: type)
  }

  /// Finds the functions without the check of the runtime.
  fileprivate init?<Whole>(unchecked type: Whole.Type) {
    let isEnum = RuntimeFields.isEnum(type) || RuntimeFields.wrappedType(ofOptional: type) != nil
    guard isEnum, RuntimeFields.fitsRoom(type), RuntimeFields.hasEnumWitnesses(type) else {
      return nil
    }
    unsafe metadata = RuntimeFields.metadata(of: type)
    functions = RuntimeFields.EnumFunctions(of: type)
    size = MemoryLayout<Whole>.size
  }

  /// Returns the index of the case of the value at `offset`.
  @inline(__always)
  func caseIndex(in memory: ObjectMemory, at offset: Int) -> Int {
    // Sound: the function only reads.
    unsafe Int(functions.tag(memory.base + offset, metadata))
  }

  /// Returns the offset of the byte that is the index of each case with a payload, and greater for other
  /// values, nil among them, if it lies behind all payloads, so that a payload is where its value is; nil
  /// if the compiler keeps cases in another way.
  ///
  /// - Parameters:
  ///   - payloads: The types of the payloads, whose cases come first.
  ///   - cases: The number of all cases.
  ///   - optional: The memory of the Optional, for values of it.
  func tagOffset(payloads: [Any.Type], cases: Int, optional: EnumMemory?) -> Int? {
    let start = payloads.map(RuntimeFields.size(of:)).max() ?? size
    return (start..<max(start, size)).first { tag in
      [UInt8.min, .max].allSatisfy { fill in
        (0..<cases).allSatisfy { index in
          let bytes = bytes(of: index, optional, filledWith: fill)
          guard index < payloads.count else { return bytes[tag] >= payloads.count }
          // The function that makes a value writes that byte alone.
          return bytes.indices.allSatisfy { bytes[$0] == ($0 == tag ? UInt8(index) : fill) }
        }
          && (optional.map { $0.bytes(of: 1, nil, filledWith: fill)[tag] >= payloads.count } ?? true)
      }
    }
  }

  /// The bytes of a value of the case at `index`, in memory that had another byte everywhere.
  private func bytes(of index: Int, _ optional: EnumMemory?, filledWith fill: UInt8) -> [UInt8] {
    let word = UInt64(fill) &* 0x0101_0101_0101_0101
    var room = (word, word, word, word)
    ObjectMemory.withMemory(of: &room) { memory in
      make(index, in: memory, at: 0)
      optional?.make(0, in: memory, at: 0)
    }
    return unsafe withUnsafeBytes(of: room) { unsafe Array($0.prefix(optional?.size ?? size)) }
  }

  /// Calls `body` with memory that begins with the payload of the value at `offset`, lent: `body` only
  /// reads it, and nothing may write to the value meanwhile.
  @inline(__always)
  func withPayload<Result>(
    in memory: ObjectMemory, at offset: Int, _ body: (ObjectMemory) throws -> Result
  ) rethrows -> Result {
    var room = RuntimeFields.room
    return try ObjectMemory.withMemory(of: &room) { copy in
      copy.assignBytes(at: 0, from: memory, at: offset, size: size)
      // Sound: the bytes count no references of their own, as nothing releases them; the function
      // takes the case out of them, and leaves the payload.
      unsafe functions.project(copy.base, metadata)
      return try body(copy)
    }
  }

  /// Replaces the value at `offset` by one of the case at `index`. The old one is released after the new
  /// one is in place, because a `deinit` can read it.
  ///
  /// - Parameters:
  ///   - optional: The memory of the Optional, if there is one of this enum at `offset`.
  ///   - body: Initializes the payload at the beginning of the memory that it gets.
  @inline(__always)
  func replace(
    in memory: ObjectMemory, at offset: Int, by index: Int, optional: EnumMemory?,
    _ body: (ObjectMemory) throws -> Void
  ) rethrows {
    var (new, old) = (RuntimeFields.room, RuntimeFields.room)
    try ObjectMemory.withMemory(of: &new) { new in
      try body(new)
      // Sound: there is a payload of that case, and then a value.
      unsafe functions.inject(new.base, UInt32(index), metadata)
      if let optional { unsafe optional.functions.inject(new.base, 0, optional.metadata) }
      let whole = optional ?? self
      ObjectMemory.withMemory(of: &old) { old in
        // Sound: the bytes move, so that each value is in one place.
        old.assignBytes(at: 0, from: memory, at: offset, size: whole.size)
        memory.assignBytes(at: offset, from: new, at: 0, size: whole.size)
        unsafe whole.functions.destroy(old.base, whole.metadata)
      }
    }
  }

  /// Makes a value of the case at `index` of the payload at `offset`.
  @inline(__always)
  func make(_ index: Int, in memory: ObjectMemory, at offset: Int) {
    // Sound: there is a payload of that case.
    unsafe functions.inject(memory.base + offset, UInt32(index), metadata)
  }
}

/// One case of an enum.
package struct EnumCase: Sendable {
  package let name: String
  /// The type of all associated values, a tuple if there are several or one with a label; nil for a
  /// case without.
  package let payload: Any.Type?
  /// Whether the payload is in a box of its own.
  let isIndirect: Bool
}

/// Checks once that the runtime describes enums, and takes them apart, as ``EnumCases`` relies on.
enum EnumSelfCheck {
  private indirect enum Probe<Element> {
    case none
    case element(Element)
    case pair(String, second: Element)
    case nothing
  }

  private enum DirectProbe<Element> {
    case none
    case element(Element)
    case text(String)
    indirect case boxed(String, Element)
  }

  static let isPassed: Bool = {
    let text = "longer than fits into two words"
    guard let boxed = EnumCases<Probe<[String]>>(unchecked: ()),
      boxed.cases.map(\.name) == ["element", "pair", "none", "nothing"],
      boxed.cases.allSatisfy({ $0.isIndirect == ($0.payload != nil) }),
      boxed.cases[0].payload == [String].self,
      boxed.cases[1].payload == (String, second: [String]).self,
      boxed.index(of: .none) == 2, boxed.index(of: .nothing) == 3,
      case .element([text]) = boxed.make(0, [text]),
      boxed.payload(of: .element([text]), at: 0, as: [String].self) == [text]
    else { return false }
    guard let direct = EnumCases<DirectProbe<[String]>>(unchecked: ()),
      direct.cases.map(\.name) == ["element", "text", "boxed", "none"],
      direct.cases.map(\.isIndirect) == [false, false, true, false],
      direct.index(of: .text(text)) == 1, direct.index(of: .boxed(text, [])) == 2,
      direct.payload(of: .text(text), at: 1, as: String.self) == text,
      case .text(text) = direct.make(1, text),
      case .boxed(text, [text]) = direct.make(2, (text, [text])),
      direct.payload(of: .boxed(text, [text]), at: 2, as: (String, [String]).self)
        == (text, [text])
    else { return false }
    // An Optional is an enum, too, and begins with what it wraps.
    typealias Direct = DirectProbe<[String]>
    guard let whole = EnumMemory(unchecked: Direct.self),
      let optional = EnumMemory(unchecked: Direct?.self)
    else { return false }
    var value: Direct? = .element([text])
    let isFound = ObjectMemory.withMemory(of: &value) { memory in
      guard optional.caseIndex(in: memory, at: 0) == 0, whole.caseIndex(in: memory, at: 0) == 0,
        whole.withPayload(in: memory, at: 0, { $0.load([String].self, at: 0) }) == [text]
      else { return false }
      whole.replace(in: memory, at: 0, by: 1, optional: optional) { $0.initialize(text, at: 0) }
      return true
    }
    guard isFound, case .text(text) = value else { return false }
    value = nil
    return ObjectMemory.withMemory(of: &value) { optional.caseIndex(in: $0, at: 0) == 1 }
  }()
}

extension RuntimeFields {
  /// The functions of an enum's type that find a value's case, take its payload out, make a value of a
  /// payload, and release a value, all in place.
  @safe struct EnumFunctions: Sendable {
    typealias Tag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
    typealias Project = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
    typealias Inject = @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

    let tag: Tag
    let project: Project
    let inject: Inject
    let destroy: Project

    @inline(__always)
    init(of type: Any.Type) {
      // Sound: an enum's three functions follow the other witnesses, and all compiled code relies on that.
      let first = unsafe RuntimeFields.witnesses(of: type) + RuntimeFields.enumWitnesses
      let word = MemoryLayout<Int>.size
      unsafe tag = first.load(as: Tag.self)
      unsafe project = first.load(fromByteOffset: word, as: Project.self)
      unsafe inject = first.load(fromByteOffset: 2 * word, as: Inject.self)
      // The second one of all types.
      unsafe destroy = RuntimeFields.witnesses(of: type).load(
        fromByteOffset: word, as: Project.self)
    }
  }

  /// One case of an enum in the runtime's description.
  fileprivate struct CaseRecord {
    let name: String
    let payload: Any.Type?
    let isIndirect: Bool
  }

  fileprivate static func metadata(of type: Any.Type) -> UnsafeRawPointer {
    // Sound: a type is the address of its metadata.
    unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// The word before a type's metadata leads to its value witnesses: eight functions, size, stride,
  /// flags and the number of extra inhabitants, and for an enum three functions more.
  fileprivate static func witnesses(of type: Any.Type) -> UnsafeRawPointer {
    // Sound: all compiled code relies on that stable layout for values of generic types.
    unsafe (metadata(of: type) - MemoryLayout<Int>.size).load(as: UnsafeRawPointer.self)
  }

  /// Whether cases of an enum have payloads.
  static func hasPayloads(_ type: Any.Type) -> Bool {
    // Sound: as in `plainCases(of:)`.
    guard let context = unsafe typeContextDescriptor(type) else { return true }
    return unsafe context.loadUnaligned(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF != 0
  }

  fileprivate static let enumWitnesses = 10 * MemoryLayout<Int>.size + 8

  fileprivate static func hasEnumWitnesses(_ type: Any.Type) -> Bool {
    // Sound: all compiled code relies on that stable layout for values of generic types.
    unsafe witnesses(of: type).load(fromByteOffset: 10 * MemoryLayout<Int>.size, as: UInt32.self)
      & 0x20_0000 != 0
  }

  /// Returns the cases of an enum, those with payloads first; nil if they are not described, or a
  /// payload's type is unknown.
  fileprivate static func cases(of type: Any.Type) -> [CaseRecord]? {
    // Sound: as in `plainCases(of:)` and `fieldRecord(at:in:)`; the generic arguments follow the two
    // words of an enum's metadata. Names are C strings that live as long as the process.
    guard let context = unsafe typeContextDescriptor(type),
      let fields = unsafe relativeReference(at: context + 16)
    else { return nil }
    let payloads = unsafe Int(
      context.loadUnaligned(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
    let empties = unsafe Int(context.loadUnaligned(fromByteOffset: 24, as: UInt32.self))
    let size = unsafe Int(fields.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
    let count = unsafe Int(fields.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    guard size == 12, count == payloads + empties else { return nil }
    var cases: [CaseRecord] = []
    for index in 0..<count {
      let record = unsafe fields + 16 + size * index
      let flags = unsafe record.loadUnaligned(as: UInt32.self)
      guard let name = unsafe relativeReference(at: record + 8) else { return nil }
      var payload: Any.Type?
      if let mangled = unsafe relativeReference(at: record + 4) {
        payload = unsafe _getTypeByMangledNameInContext(
          mangled.assumingMemoryBound(to: UInt8.self), UInt(length(ofMangledName: mangled)),
          genericContext: context,
          genericArguments: metadata(of: type) + 2 * MemoryLayout<Int>.size)
        guard payload != nil else { return nil }
      }
      cases.append(
        CaseRecord(
          name: unsafe String(cString: name.assumingMemoryBound(to: CChar.self)),
          payload: payload, isIndirect: flags & 1 != 0))
    }
    return cases
  }

  fileprivate static func caseIndex<Whole>(of value: Whole) -> Int {
    // Sound: the function returns the index of the case, and only reads.
    let function = unsafe EnumFunctions(of: Whole.self).tag
    return unsafe withUnsafePointer(to: value) {
      unsafe Int(function($0, metadata(of: Whole.self)))
    }
  }

  static func payload<Whole, Payload>(of value: Whole, isIndirect: Bool) -> Payload {
    // Sound: the function makes a payload of the value in place. It writes, so it gets a copy, whose
    // memory then has the payload, or the box around it, and is freed without more.
    let function = unsafe EnumFunctions(of: Whole.self).project
    if !isIndirect, fitsRoom(Whole.self) {
      var room = room
      return unsafe withUnsafeMutableBytes(of: &room) { bytes -> Payload in
        let memory = unsafe start(of: bytes)
        unsafe memory.initializeMemory(as: Whole.self, to: value)
        unsafe function(memory, metadata(of: Whole.self))
        return unsafe memory.assumingMemoryBound(to: Payload.self).move()
      }
    }
    let copy = UnsafeMutablePointer<Whole>.allocate(capacity: 1)
    defer { unsafe copy.deallocate() }
    unsafe copy.initialize(to: value)
    unsafe function(copy, metadata(of: Whole.self))
    let memory = UnsafeMutableRawPointer(copy)
    guard isIndirect else {
      return unsafe memory.assumingMemoryBound(to: Payload.self).move()
    }
    let box = unsafe memory.load(as: UnsafeMutableRawPointer.self)
    defer { unsafe Unmanaged<AnyObject>.fromOpaque(box).release() }
    // Sound: in a box, the payload is behind the object's two words, at its own alignment.
    let alignment = MemoryLayout<Payload>.alignment
    let offset = (2 * MemoryLayout<Int>.size + alignment - 1) / alignment * alignment
    return unsafe (box + offset).assumingMemoryBound(to: Payload.self).pointee
  }

  static func value<Whole, Payload>(
    _ index: Int, _ payload: Payload, isIndirect: Bool
  ) -> Whole {
    // Sound: the function makes a value of the payload, or of the box around it, in place; the memory
    // has room for both, since a value contains either.
    let function = unsafe EnumFunctions(of: Whole.self).inject
    if !isIndirect, fitsRoom(Whole.self) {
      var room = room
      return unsafe withUnsafeMutableBytes(of: &room) { bytes -> Whole in
        let memory = unsafe start(of: bytes)
        unsafe memory.initializeMemory(as: Payload.self, to: payload)
        unsafe function(memory, UInt32(index), metadata(of: Whole.self))
        return unsafe memory.assumingMemoryBound(to: Whole.self).move()
      }
    }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, MemoryLayout<Whole>.size), alignment: MemoryLayout<Whole>.alignment)
    defer { unsafe memory.deallocate() }
    if isIndirect {
      let box = unsafe PeridotAllocateBox(metadata(of: Payload.self))
      unsafe box.content.initializeMemory(as: Payload.self, to: payload)
      unsafe memory.storeBytes(of: box.object, as: UnsafeMutableRawPointer.self)
    } else {
      unsafe memory.initializeMemory(as: Payload.self, to: payload)
    }
    unsafe function(memory, UInt32(index), metadata(of: Whole.self))
    return unsafe memory.assumingMemoryBound(to: Whole.self).move()
  }

  fileprivate static func size(of type: Any.Type) -> Int {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }

  /// Memory on the stack for most values, because an allocation takes as long as all the rest.
  fileprivate static var room: (UInt64, UInt64, UInt64, UInt64) { (0, 0, 0, 0) }

  @inline(__always)
  fileprivate static func fitsRoom<Whole>(_: Whole.Type) -> Bool {
    MemoryLayout<Whole>.size <= 32 && MemoryLayout<Whole>.alignment <= 8
  }

  @inline(__always)
  private static func start(of bytes: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawPointer {
    guard let start = bytes.baseAddress else { preconditionFailure("There are bytes.") }
    return unsafe start
  }
}
