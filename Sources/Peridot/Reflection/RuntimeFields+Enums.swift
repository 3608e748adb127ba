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
    return true
  }()
}

extension RuntimeFields {
  /// One case of an enum in the runtime's description.
  fileprivate struct CaseRecord {
    let name: String
    let payload: Any.Type?
    let isIndirect: Bool
  }

  private static func metadata(of type: Any.Type) -> UnsafeRawPointer {
    // Sound: a type is the address of its metadata.
    unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// The word before a type's metadata leads to its value witnesses: eight functions, size, stride,
  /// flags and the number of extra inhabitants, and for an enum three functions more.
  private static func witnesses(of type: Any.Type) -> UnsafeRawPointer {
    // Sound: all compiled code relies on that stable layout for values of generic types.
    unsafe (metadata(of: type) - MemoryLayout<Int>.size).load(as: UnsafeRawPointer.self)
  }

  /// Whether cases of an enum have payloads.
  static func hasPayloads(_ type: Any.Type) -> Bool {
    // Sound: as in `plainCases(of:)`.
    guard let context = unsafe typeContextDescriptor(type) else { return true }
    return unsafe context.loadUnaligned(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF != 0
  }

  private static let enumWitnesses = 10 * MemoryLayout<Int>.size + 8

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
    typealias Tag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
    // Sound: the first of an enum's functions returns the index of the case, and only reads.
    let function = unsafe witnesses(of: Whole.self).load(
      fromByteOffset: enumWitnesses, as: Tag.self)
    return unsafe withUnsafePointer(to: value) {
      unsafe Int(function($0, metadata(of: Whole.self)))
    }
  }

  static func payload<Whole, Payload>(of value: Whole, isIndirect: Bool) -> Payload {
    typealias Project = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
    // Sound: the second function makes a payload of the value in place. It writes, so it gets a
    // copy, whose memory then has the payload, or the box around it, and is freed without more.
    let function = unsafe witnesses(of: Whole.self).load(
      fromByteOffset: enumWitnesses + MemoryLayout<Int>.size, as: Project.self)
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
    typealias Inject = @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void
    // Sound: the third function makes a value of the payload, or of the box around it, in place;
    // the memory has room for both, since a value contains either.
    let function = unsafe witnesses(of: Whole.self).load(
      fromByteOffset: enumWitnesses + 2 * MemoryLayout<Int>.size, as: Inject.self)
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

  /// Memory on the stack for most values, because an allocation takes as long as all the rest.
  private static var room: (UInt64, UInt64, UInt64, UInt64) { (0, 0, 0, 0) }

  @inline(__always)
  private static func fitsRoom<Whole>(_: Whole.Type) -> Bool {
    MemoryLayout<Whole>.size <= 32 && MemoryLayout<Whole>.alignment <= 8
  }

  @inline(__always)
  private static func start(of bytes: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawPointer {
    guard let start = bytes.baseAddress else { preconditionFailure("There are bytes.") }
    return unsafe start
  }
}
