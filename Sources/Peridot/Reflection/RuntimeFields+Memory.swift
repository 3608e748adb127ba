import Foundation
internal import PeridotExclusivity

/// The memory of one live object (or of a value, see `withMemory`), for reading and writing stored properties at their offsets.
///
/// The optimizer doesn't see such an access. It is sound only inside a function that is reached
/// through a function value or an overridden method: then the caller's own accesses to the property
/// can't be merged around it.
@safe struct ObjectMemory: PlainMemory {
  let base: UnsafeMutableRawPointer

  /// Addresses the memory of `object`; the caller keeps it alive.
  @inline(__always)
  init(_ object: AnyObject) {
    // Sound: the pointer is used only while the caller holds the object.
    unsafe base = Unmanaged.passUnretained(object).toOpaque()
  }

  private init(_ pointer: UnsafeMutableRawPointer) {
    unsafe base = pointer
  }

  /// Returns whether the boxes are the same, as those of a value and its copy are. While both
  /// exist, they refer to the same storage.
  @inline(__always)
  static func haveSameBytes(_ first: Any?, _ second: Any?) -> Bool {
    // Sound: a box has three words for a value, or for a reference to a larger one, and then its
    // type, which is zero for nil. They are only compared.
    typealias Words = (UInt, UInt, UInt, UInt)
    let first = unsafe unsafeBitCast(first, to: Words.self)
    let second = unsafe unsafeBitCast(second, to: Words.self)
    guard first.3 == second.3 else { return false }
    guard first.3 != 0 else { return true }
    // The rest of the three words is not initialized and can differ.
    let type = unsafe unsafeBitCast(first.3, to: Any.Type.self)
    let size = _openExistential(type, do: sizeInBox)
    let word = MemoryLayout<UInt>.size
    return hasEqualBytes(first.0, second.0, size) && hasEqualBytes(first.1, second.1, size - word)
      && hasEqualBytes(first.2, second.2, size - 2 * word)
  }

  /// Compares the first bytes of two words.
  @inline(__always)
  private static func hasEqualBytes(_ first: UInt, _ second: UInt, _ count: Int) -> Bool {
    if count <= 0 { return true }
    let difference = (first ^ second).littleEndian
    return count >= MemoryLayout<UInt>.size
      ? difference == 0 : difference & ((1 << UInt(8 * count)) - 1) == 0
  }

  /// Calls `body` with the memory of `value`, for access to the parts of a struct or a tuple at
  /// their offsets.
  static func withMemory<Value, Result>(
    of value: inout Value, _ body: (ObjectMemory) throws -> Result
  ) rethrows -> Result {
    // Sound: the memory is used only within the call, and nothing else has access to `value`.
    try unsafe withUnsafeMutablePointer(to: &value) {
      try unsafe body(ObjectMemory(UnsafeMutableRawPointer($0)))
    }
  }

  /// Calls `body` with the memory of the elements that `output` has room for, their number, and the
  /// number of those that exist, to which `body` adds those that it initializes, in order.
  static func append<Element>(
    to output: inout OutputSpan<Element>,
    _ body: (ObjectMemory, _ room: Int, _ count: inout Int) throws -> Void
  ) rethrows {
    // Sound: the memory is used only within the call, at offsets of whole elements.
    try unsafe output.withUnsafeMutableBufferPointer { buffer, count in
      guard let start = buffer.baseAddress else { return }
      try unsafe body(ObjectMemory(UnsafeMutableRawPointer(start)), buffer.count, &count)
    }
  }

  /// Calls `body` with the memory of the elements of an array, and their number, unless it is empty.
  static func withElements<Element>(
    of elements: [Element], _ body: (ObjectMemory, _ count: Int) throws -> Void
  ) rethrows {
    // Sound: the memory is used only within the call, and `body` only reads it.
    try unsafe elements.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress, !buffer.isEmpty else { return }
      try unsafe body(
        ObjectMemory(UnsafeMutableRawPointer(mutating: start)), buffer.count)
    }
  }

  /// The memory that begins at `offset`.
  @inline(__always)
  func from(_ offset: Int) -> ObjectMemory {
    // Sound: as in `load`.
    unsafe ObjectMemory(base + offset)
  }

  /// Returns the value of type `Value` at `offset`.
  @inline(__always)
  func load<Value>(_: Value.Type, at offset: Int) -> Value {
    // Sound: offset and type come from the runtime's description of this object's class.
    unsafe (base + offset).assumingMemoryBound(to: Value.self).pointee
  }

  /// Returns the eight bytes at `offset`.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    // Sound: as in `load`; raw memory can be read whatever it is bound to.
    unsafe base.load(fromByteOffset: offset, as: UInt64.self)
  }

  /// The value of type `Value` at `offset`, lent: reading it counts no references. Nothing can
  /// write to the object meanwhile.
  ///
  /// A copyable value can still be copied. To prevent that, use a noncopyable struct whose only
  /// member is the stored value.
  @inline(__always)
  subscript<Value: ~Copyable>(_: Value.Type, at offset: Int) -> Value {
    unsafeAddress {
      // Sound: as in `load`; the caller keeps the object alive and runs no other code.
      unsafe UnsafePointer((base + offset).assumingMemoryBound(to: Value.self))
    }
  }

  /// Calls `body` with the object at `offset`, lent: no reference to it is counted. Nothing can
  /// write to the property meanwhile, so `body` runs no user's code.
  @inline(__always)
  func withLent<Object: AnyObject, Result>(
    _: Object.Type, at offset: Int, _ body: (Object) throws -> Result
  ) rethrows -> Result? {
    // Sound: as in `load`, and the property keeps the object.
    guard let object = unsafe load(Unmanaged<Object>?.self, at: offset) else { return nil }
    return try unsafe object._withUnsafeGuaranteedRef(body)
  }

  /// Replaces the value at `offset`. The old one is released after the new one is in place, because
  /// a `deinit` can read it.
  @inline(__always)
  func store<Value>(_ value: consuming Value, at offset: Int) {
    // Sound: as in `load`; nothing runs between taking the old value out and putting the new one
    // in.
    let place = unsafe (base + offset).assumingMemoryBound(to: Value.self)
    let old = unsafe place.move()
    unsafe place.initialize(to: value)
    withExtendedLifetime(old) {}
  }

  /// Stores a value where none is, or where one without references is.
  @inline(__always)
  func initialize<Value>(_ value: consuming Value, at offset: Int) {
    // Sound: as in `load`; the overwritten bytes own nothing.
    unsafe (base + offset).assumingMemoryBound(to: Value.self).initialize(to: value)
  }

  /// A new object's text is replaced without a look.
  @inline(__always)
  func keptText(at offset: Int) -> String? { nil }

  /// Whether the value at `offset` has the bytes of `value`, so that replacing it would change nothing.
  @inline(__always)
  func hasBytes<Value>(of value: borrowing Value, at offset: Int) -> Bool {
    // Sound: as in `load`; the bytes are compared while they are lent.
    unsafe withUnsafeBytes(of: value) { bytes in
      guard let start = bytes.baseAddress else { return true }
      return unsafe memcmp(start, base + offset, MemoryLayout<Value>.size) == 0
    }
  }

  @inline(__always)
  func assign<Value>(
    _: Value.Type, at offset: Int, from other: ObjectMemory, at otherOffset: Int
  ) {
    store(other.load(Value.self, at: otherOffset), at: offset)
  }

  /// Replaces the `size` bytes at `offset` by those of `other` at `otherOffset`.
  @inline(__always)
  func assignBytes(at offset: Int, from other: ObjectMemory, at otherOffset: Int, size: Int) {
    // Sound: both objects hold only values of trivial types there. The two places are equal or
    // don't overlap.
    unsafe (base + offset).copyMemory(from: other.base + otherOffset, byteCount: size)
  }

  @inline(__always)
  func hashBytes(at offset: Int, size: Int, into hasher: inout Hasher) {
    // Sound: the object holds values of types without padding there.
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: base + offset, count: size))
  }

  /// Reads the weak reference at `offset`, whose type is `Value`: an Optional of a class.
  func loadWeak<Value>(_: Value.Type, at offset: Int) -> Value {
    // Sound: a weak class reference is one word, managed alike in a property and in this struct.
    let object = unsafe (base + offset).assumingMemoryBound(to: WeakReference.self).pointee.object
    // Sound: the variable's own type determines its object's class.
    return unsafe unsafeBitCast(object, to: Value.self)
  }

  /// Writes the weak reference at `offset`, whose type is `Value`: an Optional of a class.
  func storeWeak<Value>(_ object: Value, at offset: Int) {
    // Sound: as in `loadWeak`.
    let object = unsafe unsafeBitCast(object, to: AnyObject?.self)
    unsafe (base + offset).assumingMemoryBound(to: WeakReference.self).pointee.object = object
  }

  /// Returns whether the `size` bytes at `offset` are the same as those of `other` at `otherOffset`.
  func hasSameBytes(
    at offset: Int, as other: ObjectMemory, at otherOffset: Int, size: Int
  ) -> Bool {
    // Sound: both objects hold a value of `size` bytes there.
    unsafe memcmp(base + offset, other.base + otherOffset, size) == 0
  }
}

// MARK: - Exclusive access

/// The compiler doesn't see loads and stores, so it doesn't have them checked. For an object that
/// somebody can be changing, these methods check first.
///
/// A new object needs no check: an access in progress began further down the stack, before the
/// object existed.
extension ObjectMemory {
  /// Whether this thread is in the middle of an access to any variable, so that a check can fail.
  ///
  /// It takes as long as one check. An access in progress when a function is called lasts until it
  /// returns, so one answer is valid for the whole call.
  static var mayConflict: Bool {
    PeridotHasAccesses()
  }

  /// Traps, as reading the variable would, during a change of it.
  func checkRead(at offset: Int) {
    // Sound: the address is compared, and nothing is read.
    unsafe PeridotCheckRead(base + offset)
  }

  /// Traps, as assigning to the variable would, during a read or a change of it.
  func checkWrite(at offset: Int) {
    // Sound: the address is compared, and nothing is read.
    unsafe PeridotCheckWrite(base + offset)
  }

  /// Checks reads of several variables, if a check can fail.
  func checkReads(at offsets: [Int]) {
    guard Self.mayConflict else { return }
    for offset in offsets { checkRead(at: offset) }
  }
}

/// Memory that stores values of the plainest types.
protocol PlainMemory {
  /// Returns the eight bytes at `offset`.
  func word(at offset: Int) -> UInt64
  func store<Value>(_ value: consuming Value, at offset: Int)
  /// Replaces the value at `offset`, which holds no references.
  func initialize<Value>(_ value: consuming Value, at offset: Int)
  /// The text at `offset`, which stays if it is to be replaced by the same one; nil if it is replaced by
  /// any.
  func keptText(at offset: Int) -> String?
}

extension ObjectMemory {
  fileprivate struct WeakReference {
    weak var object: AnyObject?
  }
}

/// Returns `object` as a `Target`; the caller knows that it is one.
@inline(__always)
func downcast<Target: AnyObject>(_ object: AnyObject, to: Target.Type) -> Target {
  // Sound: the callers checked the type when they made the plan or table.
  unsafe unsafeDowncast(object, to: Target.self)
}

/// Returns the same array; the caller knows that its elements are `Target`s.
@inline(__always)
package func downcast<Object: AnyObject, Target: AnyObject>(
  _ array: [Object], to: Target.Type
) -> [Target] {
  // Sound: references to objects have one layout.
  unsafe unsafeBitCast(array, to: [Target].self)
}

/// Returns the same dictionary; the caller knows that its values are `Target`s.
@inline(__always)
func downcast<Object: AnyObject, Target: AnyObject>(
  _ dictionary: [String: Object], to: Target.Type
) -> [String: Target] {
  // Sound: references to objects have one layout.
  unsafe unsafeBitCast(dictionary, to: [String: Target].self)
}

/// Returns the same array, whose elements are all `Target`s.
@inline(__always)
func upcast<Object: AnyObject, Target: AnyObject>(
  _ array: [Object], to: Target.Type
) -> [Target] {
  // Sound: references to objects have one layout, and the caller knows that the classes are
  // related.
  unsafe unsafeBitCast(array, to: [Target].self)
}

/// Returns the same dictionary, whose values are all `Target`s.
@inline(__always)
func upcast<Object: AnyObject, Target: AnyObject>(
  _ dictionary: [String: Object], to: Target.Type
) -> [String: Target] {
  // Sound: references to objects have one layout, and the caller knows the classes.
  unsafe unsafeBitCast(dictionary, to: [String: Target].self)
}

/// Calls `body` with each element and its index. The array keeps its elements meanwhile, so that no
/// reference to them is counted.
@inline(__always)
func forEachLent<Object: AnyObject>(
  of array: [Object], _ body: (Int, Object) throws -> Void
) rethrows {
  try unsafe array.withUnsafeBufferPointer { elements in
    guard let base = elements.baseAddress else { return }
    // Sound: an uncounted reference has the layout of a counted one.
    let lent = unsafe UnsafeRawPointer(base).assumingMemoryBound(to: Unmanaged<Object>.self)
    for index in 0..<elements.count {
      try unsafe lent[index]._withUnsafeGuaranteedRef { try body(index, $0) }
    }
  }
}

/// Returns `value` as a `Target` if that is its exact type; else nil.
///
/// For a value opened from an `Any`, this is several times as fast as a cast, which also tries all
/// conversions.
@inline(__always)
func exactly<Value, Target>(_ value: Value, as: Target.Type) -> Target? {
  guard Value.self == Target.self else { return nil }
  // Sound: the types are the same, but the compiler can't know that.
  return unsafe unsafeBitCast(value, to: Target.self)
}

/// The number of bytes that a value of the type, or the reference to it, takes in a box.
private func sizeInBox<Value>(_: Value.Type) -> Int {
  let word = MemoryLayout<UInt>.size
  let isInBox = MemoryLayout<Value>.size <= 3 * word && MemoryLayout<Value>.alignment <= word
  return isInBox ? MemoryLayout<Value>.size : word
}
