import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The room left on the current thread's stack.
///
/// Code that recurses as deep as a document is nested asks here for its limit. Apple's threads have
/// 512 KB, and iOS's main thread 1 MB, too little for a policy's default depth; other main threads
/// have 8 MB.
enum StackRoom {
  // Debug builds take the most stack per level (10, 7 and 3 KB). The rest is for a class's own hooks
  // and transformers.

  /// Returns the depth to which a document can be read as models: `limit` or less.
  static func depthToRead(_ limit: Int) -> Int {
    #if DEBUG
      depth(limit, bytesPerLevel: 10 << 10)
    #else
      depth(limit, bytesPerLevel: 8 << 10)
    #endif
  }

  /// Returns the depth to which the values of an archive can be read: `limit` or less. Its models wait
  /// for their turn where little room is left.
  static func depthToUnarchive(_ limit: Int) -> Int { depth(limit, bytesPerLevel: 8 << 10) }

  /// Returns the depth to which models can be written: `limit` or less.
  static func depthToWrite(_ limit: Int) -> Int { depth(limit, bytesPerLevel: 12 << 10) }

  /// Returns the depth to which arrays and dictionaries can be written: `limit` or less.
  static func depthOfValues(_ limit: Int) -> Int { depth(limit, bytesPerLevel: 4 << 10) }

  private static func depth(_ limit: Int, bytesPerLevel: Int) -> Int {
    guard let left = bytesLeft else { return limit }
    return min(limit, max(0, left - reserve) / bytesPerLevel)
  }

  /// The room to leave at the deepest level.
  private static let reserve = 64 << 10

  /// Ends the process with a message before the stack overflows, because `work` goes through code
  /// that recurses by itself.
  static func refuse(_ work: String, instead advice: String) -> Never {
    fatalError(
      "Peridot: \(work) goes deeper than the stack of this thread has room for. \(advice)")
  }

  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
    /// Whether little room is left, so that work that can use a list should go no deeper.
    @inline(__always)
    static var isLow: Bool {
      let known = knownLowKey.load(ordering: .relaxed)
      guard known != 0 else { return isLowAtFirst() }
      // The value under this key is an address that is never dereferenced.
      let end = unsafe UInt(bitPattern: pthread_getspecific(pthread_key_t(known - 1)))
      return end == 0 ? isLowAtFirst() : isBelow(end)
    }

    /// Whether the current frame lies in the reserve before `end`.
    @inline(__always)
    private static func isBelow(_ end: UInt) -> Bool {
      var mark: UInt8 = 0
      // Only the address is used.
      let frame = unsafe withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
      return end &- frame < mostReserve
    }

    /// Whether only room for the last calls is left, so that work that can't use a list must end:
    /// with an error if it can throw, or by `refuse(_:)`.
    static var isSpent: Bool {
      guard isLow, let left = bytesLeft else { return false }
      return left < Int(min(mostReserve, UInt(bounds.count) / 4) / 4)
    }

    /// Whether little room is left or 512 KB are in use. A walk in quadratic time, such as `dump`,
    /// should go no deeper, however large the stack is.
    static var isDeep: Bool {
      guard !isLow, let left = bytesLeft else { return isLow }
      return bounds.count - left > 512 << 10
    }

    @inline(never)
    private static func isLowAtFirst() -> Bool {
      guard let lowKey else { return false }
      knownLowKey.store(UInt(lowKey) + 1, ordering: .relaxed)
      let bounds = bounds
      let reserve = min(mostReserve, UInt(bounds.count) / 4)
      let end = max(1, UInt(bounds.lowerBound) + reserve)
      // The key has no destructor, and nobody reads from the address.
      unsafe pthread_setspecific(lowKey, UnsafeRawPointer(bitPattern: end))
      return isBelow(end)
    }

    /// The largest reserve, on a large stack.
    private static let mostReserve: UInt = 128 << 10

    /// The key of the address below which a thread's stack is low.
    private static let lowKey: pthread_key_t? = {
      var key = pthread_key_t()
      // The key doesn't own its values.
      return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// The key plus one, after it was made. A constant at first, because reading a lazy global
    /// takes a call each time, and each model that ends reads this.
    private static let knownLowKey = Atomic<UInt>(0)

    /// The bytes between the current frame and the end of the stack; nil on a stack that is not the
    /// thread's own.
    private static var bytesLeft: Int? {
      let bounds = bounds
      // Only the address is used.
      let frame = unsafe withUnsafePointer(to: bounds) { Int(bitPattern: $0) }
      return bounds.contains(frame) ? frame - bounds.lowerBound : nil
    }

    /// The addresses of the thread's stack.
    private static var bounds: Range<Int> {
      // Finding the bounds takes long on Linux, so each thread keeps them.
      guard let key else { return threadBounds() }
      if let kept = unsafe pthread_getspecific(key) {
        // The only value under this key is the one retained below, until the thread ends.
        return unsafe Unmanaged<Bounds>.fromOpaque(kept).takeUnretainedValue().range
      }
      let bounds = Bounds(range: threadBounds())
      unsafe pthread_setspecific(key, Unmanaged.passRetained(bounds).toOpaque())
      return bounds.range
    }

    private final class Bounds {
      let range: Range<Int>

      init(range: Range<Int>) {
        self.range = range
      }
    }

    private static let key: pthread_key_t? = {
      var key = pthread_key_t()
      // The value is the one that `bounds` retained; each ending thread passes it here once.
      let result = unsafe pthread_key_create(&key) { kept in
        #if canImport(Darwin)
          unsafe Unmanaged<Bounds>.fromOpaque(kept).release()
        #else
          if let kept = unsafe kept { unsafe Unmanaged<Bounds>.fromOpaque(kept).release() }
        #endif
      }
      return result == 0 ? key : nil
    }()

    #if canImport(Darwin)
      private static func threadBounds() -> Range<Int> {
        // Sound: a thread that asks about itself exists. The address is the upper end of the stack,
        // and is never dereferenced.
        let thread = unsafe pthread_self()
        let end = unsafe Int(bitPattern: pthread_get_stackaddr_np(thread))
        return unsafe max(0, end - Int(pthread_get_stacksize_np(thread)))..<end
      }
    #else
      private static func threadBounds() -> Range<Int> {
        // The call fills the attributes before they are read, and they are destroyed afterwards.
        // The stack's address is never dereferenced.
        unsafe withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { memory in
          guard let attributes = memory.baseAddress,
            unsafe getAttributes(pthread_self(), attributes) == 0
          else { return 0..<0 }
          defer { unsafe pthread_attr_destroy(attributes) }
          var start: UnsafeMutableRawPointer?
          var size = 0
          guard unsafe pthread_attr_getstack(attributes, &start, &size) == 0 else { return 0..<0 }
          let lowest = Int(bitPattern: start)
          return lowest..<lowest + size
        }
      }
    #endif
  #else
    static var isLow: Bool { false }
    static var isSpent: Bool { false }
    static var isDeep: Bool { false }
    private static var bytesLeft: Int? { nil }
  #endif
}

#if canImport(Glibc) || canImport(Musl)
  // Glibc's header declares it for GNU sources only. Swift and C pass two words and return an
  // integer in the same way.
  @_silgen_name("pthread_getattr_np")
  private func getAttributes(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> CInt
#endif
