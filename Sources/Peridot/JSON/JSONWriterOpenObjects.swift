import Foundation

/// The objects that are being written, the outermost first.
///
/// Every object that can hold models is noted, so this is memory of its own and not an Array, which
/// asks for each element whether somebody else has the memory.
@safe struct OpenObjects: ~Copyable {
  // Sound: nobody else has the memory, its first `count` objects are initialized, and one is stored only
  // below `capacity`. Before the first there is none, which nothing reads.
  private var objects: UnsafeMutablePointer<ObjectIdentifier>?
  private var capacity = 0
  private(set) var count = 0

  init() {
    unsafe objects = nil
  }

  init(_ other: borrowing OpenObjects) {
    self.init()
    for index in 0..<other.count { unsafe append(other.objects.unsafelyUnwrapped[index]) }
  }

  deinit {
    unsafe free(objects)
  }

  @inline(__always) mutating func append(_ object: ObjectIdentifier) {
    if count == capacity { grow() }
    unsafe objects.unsafelyUnwrapped[count] = object
    count &+= 1
  }

  @inline(__always) mutating func removeLast() {
    precondition(count > 0, "No object is open.")
    count &-= 1
  }

  @inline(__always) func contains(_ object: ObjectIdentifier) -> Bool {
    var index = count
    while index > 0 {
      index &-= 1
      if unsafe objects.unsafelyUnwrapped[index] == object { return true }
    }
    return false
  }

  @inline(never) private mutating func grow() {
    // Most models are not that deep.
    let capacity = max(8, 2 * capacity)
    let size = capacity * MemoryLayout<ObjectIdentifier>.stride
    guard let memory = unsafe realloc(objects, size) else { fatalError("Out of memory.") }
    unsafe objects = memory.bindMemory(to: ObjectIdentifier.self, capacity: capacity)
    self.capacity = capacity
  }
}
