import Foundation
internal import PeridotExclusivity

/// The memory of one live object (or of a value, see `withMemory`), for reading and writing stored properties at their offsets.
///
/// An access of this kind is invisible to the optimizer. It is sound only inside a function that
/// is itself reached through a function value or an overridden method: the caller's own accesses
/// to the property then cannot be merged around it.
@safe package struct ObjectMemory: PlainMemory {
  @usableFromInline let base: UnsafeMutableRawPointer

  /// Addresses the memory of `object`, which must be kept alive by the caller.
  @inlinable @inline(__always)
  package init(_ object: AnyObject) {
    // Sound: the pointer is used only while the caller holds the object.
    unsafe base = Unmanaged.passUnretained(object).toOpaque()
  }

  private init(_ pointer: UnsafeMutableRawPointer) {
    unsafe base = pointer
  }

  /// Returns whether the boxes are the same, as those of a value and of its copy are. Both being there,
  /// they then refer to the same storage.
  @inline(__always)
  static func haveSameBytes(_ first: Any?, _ second: Any?) -> Bool {
    // Sound: a box has three words for a value, or for a reference to one that is larger, and then
    // its type, which is zero for nil. They are only compared.
    typealias Words = (UInt, UInt, UInt, UInt)
    let first = unsafe unsafeBitCast(first, to: Words.self)
    let second = unsafe unsafeBitCast(second, to: Words.self)
    guard first.3 == second.3 else { return false }
    guard first.3 != 0 else { return true }
    // The rest of the three words, beyond the value, is not written to and may differ.
    let type = unsafe unsafeBitCast(first.3, to: Any.Type.self)
    let size = _openExistential(type, do: sizeInBox)
    let word = MemoryLayout<UInt>.size
    return hasEqualBytes(first.0, second.0, size) && hasEqualBytes(first.1, second.1, size - word)
      && hasEqualBytes(first.2, second.2, size - 2 * word)
  }

  /// Compares the first bytes of two words, as many as there are.
  @inline(__always)
  private static func hasEqualBytes(_ first: UInt, _ second: UInt, _ count: Int) -> Bool {
    if count <= 0 { return true }
    let difference = (first ^ second).littleEndian
    return count >= MemoryLayout<UInt>.size
      ? difference == 0 : difference & ((1 << UInt(8 * count)) - 1) == 0
  }

  /// Calls `body` with the memory of `value`, where the parts of a struct or a tuple lie at their
  /// offsets.
  static func withMemory<Value, Result>(
    of value: inout Value, _ body: (ObjectMemory) -> Result
  ) -> Result {
    // Sound: the memory is used within the call only, and nothing else has access to `value`.
    unsafe withUnsafeMutablePointer(to: &value) {
      unsafe body(ObjectMemory(UnsafeMutableRawPointer($0)))
    }
  }

  /// Returns the value of type `Value` at `offset`.
  @inlinable @inline(__always)
  package func load<Value>(_: Value.Type, at offset: Int) -> Value {
    // Sound: offset and type come from the runtime's description of this object's class.
    unsafe (base + offset).assumingMemoryBound(to: Value.self).pointee
  }

  /// Returns the eight bytes at `offset`, whatever they are.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    // Sound: as in `load`; raw memory may be read whatever it is bound to.
    unsafe base.load(fromByteOffset: offset, as: UInt64.self)
  }

  /// The value of type `Value` at `offset`, lent: reading it counts no references. Nothing may
  /// write to the object meanwhile.
  ///
  /// A copyable value may be copied all the same. One that is sure not to be is a struct that
  /// cannot be copied and has the stored value as its only member.
  @inline(__always)
  subscript<Value: ~Copyable>(_: Value.Type, at offset: Int) -> Value {
    unsafeAddress {
      // Sound: as in `load`; the caller keeps the object alive and runs no other code.
      unsafe UnsafePointer((base + offset).assumingMemoryBound(to: Value.self))
    }
  }

  /// Calls `body` with the object at `offset`, lent: no reference to it is counted. Nothing may write
  /// to the property meanwhile, so that `body` runs no code of the user's.
  @inline(__always)
  func withLent<Object: AnyObject, Result>(
    _: Object.Type, at offset: Int, _ body: (Object) throws -> Result
  ) rethrows -> Result? {
    // Sound: as in `load`, and the property keeps the object.
    guard let object = unsafe load(Unmanaged<Object>?.self, at: offset) else { return nil }
    return try unsafe object._withUnsafeGuaranteedRef(body)
  }

  /// Replaces the value at `offset`. The old one is released when the new one is in its place, as
  /// a `deinit` may look there.
  @inlinable @inline(__always)
  package func store<Value>(_ value: consuming Value, at offset: Int) {
    // Sound: as in `load`; nothing runs between taking the old value out and putting the new one in.
    let place = unsafe (base + offset).assumingMemoryBound(to: Value.self)
    let old = unsafe place.move()
    unsafe place.initialize(to: value)
    withExtendedLifetime(old) {}
  }

  /// Puts a value where nothing is stored, or a value without references.
  @inline(__always)
  func initialize<Value>(_ value: consuming Value, at offset: Int) {
    // Sound: as in `load`; the bytes that are overwritten own nothing.
    unsafe (base + offset).assumingMemoryBound(to: Value.self).initialize(to: value)
  }

  /// Replaces the value at `offset` by the one of `other` at `otherOffset`.
  @inline(__always)
  func assign<Value>(
    _: Value.Type, at offset: Int, from other: ObjectMemory, at otherOffset: Int
  ) {
    store(other.load(Value.self, at: otherOffset), at: offset)
  }

  /// Replaces the `size` bytes at `offset` by those of `other` at `otherOffset`.
  @inline(__always)
  func assignBytes(at offset: Int, from other: ObjectMemory, at otherOffset: Int, size: Int) {
    // Sound: both objects hold values of trivial types there, and nothing else. The two places are
    // the same or apart.
    unsafe (base + offset).copyMemory(from: other.base + otherOffset, byteCount: size)
  }

  /// Hashes the `size` bytes at `offset`.
  @inline(__always)
  func hashBytes(at offset: Int, size: Int, into hasher: inout Hasher) {
    // Sound: the object holds values of types without padding there.
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: base + offset, count: size))
  }

  /// Reads the weak reference at `offset`.
  func loadWeak(at offset: Int) -> AnyObject? {
    // Sound: a weak class reference is one word, managed alike in a property and in this struct.
    unsafe (base + offset).assumingMemoryBound(to: WeakReference.self).pointee.object
  }

  /// Writes the weak reference at `offset`.
  func storeWeak(_ object: AnyObject?, at offset: Int) {
    // Sound: as in `loadWeak`.
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

/// Loading and storing are accesses that the compiler does not see, so nothing has them checked. In
/// an object that somebody may be changing, they are checked here first.
///
/// An object that was just made needs no check: an access that is going on began further down the
/// stack, before there was the object.
extension ObjectMemory {
  /// Whether this thread is in the middle of an access to any variable, so that a check may fail.
  ///
  /// It takes as long as one check. An access that is going on when a function is called goes on
  /// until that returns, so what one call finds holds for all that it does itself.
  static var mayConflict: Bool {
    PeridotHasAccesses()
  }

  /// Traps, as reading the variable would, when it is being changed.
  func checkRead(at offset: Int) {
    // Sound: the address is compared, and nothing is read.
    unsafe PeridotCheckRead(base + offset)
  }

  /// Traps, as assigning to the variable would, when it is being read or changed.
  func checkWrite(at offset: Int) {
    // Sound: as above.
    unsafe PeridotCheckWrite(base + offset)
  }

  /// Checks reads of several variables, if any may fail.
  func checkReads(at offsets: [Int]) {
    guard Self.mayConflict else { return }
    for offset in offsets { checkRead(at: offset) }
  }
}

/// Memory that values of the plainest types are stored in.
protocol PlainMemory {
  /// Returns the eight bytes at `offset`, whatever they are.
  func word(at offset: Int) -> UInt64
  /// Replaces the value at `offset`.
  func store<Value>(_ value: consuming Value, at offset: Int)
  /// Replaces the value at `offset`, which refers to nothing.
  func initialize<Value>(_ value: consuming Value, at offset: Int)
}

extension ObjectMemory {
  fileprivate struct WeakReference {
    weak var object: AnyObject?
  }
}

/// Returns `object` as a `Target`, to which the caller knows it to belong.
@inline(__always)
func downcast<Target: AnyObject>(_ object: AnyObject, to: Target.Type) -> Target {
  // Sound: only called where the type was checked when the plan or table was made.
  unsafe unsafeDowncast(object, to: Target.self)
}

/// Returns the same array, whose elements the caller knows to belong to `Target`.
@inline(__always)
func downcast<Object: AnyObject, Target: AnyObject>(
  _ array: [Object], to: Target.Type
) -> [Target] {
  // Sound: references to objects have one layout.
  unsafe unsafeBitCast(array, to: [Target].self)
}

/// Returns the same dictionary, whose values the caller knows to belong to `Target`.
@inline(__always)
func downcast<Object: AnyObject, Target: AnyObject>(
  _ dictionary: [String: Object], to: Target.Type
) -> [String: Target] {
  // Sound: as above.
  unsafe unsafeBitCast(dictionary, to: [String: Target].self)
}

/// Returns the same array, whose elements all belong to `Target`.
@inline(__always)
func upcast<Object: AnyObject, Target: AnyObject>(
  _ array: [Object], to: Target.Type
) -> [Target] {
  // Sound: references to objects have one layout, and the caller knows the classes to be related.
  unsafe unsafeBitCast(array, to: [Target].self)
}

/// Returns the same dictionary, whose values all belong to `Target`.
@inline(__always)
func upcast<Object: AnyObject, Target: AnyObject>(
  _ dictionary: [String: Object], to: Target.Type
) -> [String: Target] {
  // Sound: as above.
  unsafe unsafeBitCast(dictionary, to: [String: Target].self)
}

/// Calls `body` with each element and its index. The array keeps its elements until then, so that no
/// reference to them is counted.
@inline(__always)
func forEachLent<Object: AnyObject>(
  of array: [Object], _ body: (Int, Object) throws -> Void
) rethrows {
  try unsafe array.withUnsafeBufferPointer { elements in
    guard let base = elements.baseAddress else { return }
    // Sound: a reference that is not counted has the layout of one that is.
    let lent = unsafe UnsafeRawPointer(base).assumingMemoryBound(to: Unmanaged<Object>.self)
    for index in 0..<elements.count {
      try unsafe lent[index]._withUnsafeGuaranteedRef { try body(index, $0) }
    }
  }
}

/// Returns `value` as a `Target` when that is its very type; nil for any other.
///
/// Opened from an `Any`, this is several times as fast as a cast, which also tries every conversion.
@inline(__always)
func exactly<Value, Target>(_ value: Value, as: Target.Type) -> Target? {
  guard Value.self == Target.self else { return nil }
  // Sound: the types are the same, which the compiler cannot know.
  return unsafe unsafeBitCast(value, to: Target.self)
}

/// How many bytes of a box a value of the type fills, or the reference to it.
private func sizeInBox<Value>(_: Value.Type) -> Int {
  let word = MemoryLayout<UInt>.size
  let isInBox = MemoryLayout<Value>.size <= 3 * word && MemoryLayout<Value>.alignment <= word
  return isInBox ? MemoryLayout<Value>.size : word
}
