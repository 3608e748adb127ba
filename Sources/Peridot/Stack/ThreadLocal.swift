import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A word of the current thread: a call leaves it for the calls within it if the user's code lies
/// between and no argument can carry it.
///
/// Unlike a task-local value, it is not inherited by a task that such code starts.
struct ThreadWord: Sendable {
  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
    private let key: pthread_key_t? = {
      var key = pthread_key_t()
      // The key has no destructor, and doesn't own the values.
      return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
    }()
  #endif
  private let name = "Peridot.\(UUID())"

  /// Zero until it is set.
  var value: UInt {
    get {
      #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
        // The word is not used as an address.
        if let key { return unsafe UInt(bitPattern: pthread_getspecific(key)) }
      #endif
      return Thread.current.threadDictionary[name] as? UInt ?? 0
    }
    nonmutating set {
      #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
        if let key {
          // The word is not used as an address.
          unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue))
          return
        }
      #endif
      Thread.current.threadDictionary[name] = newValue
    }
  }
}

/// An object of the current thread for the duration of a call; see `ThreadWord`.
@safe struct ThreadLocal<Object: AnyObject>: Sendable {
  private let word = ThreadWord()

  var object: Object? {
    // Sound: the word is zero or an object that the call of `withObject` that set it keeps alive.
    unsafe UnsafeRawPointer(bitPattern: word.value).map {
      unsafe Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Calls `body` with `object` as the thread's object.
  func withObject<Result>(_ object: Object, _ body: () throws -> Result) rethrows -> Result {
    let outer = word.value
    // Sound: the object is kept alive until the word has its former value.
    word.value = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    defer { withExtendedLifetime(object) { word.value = outer } }
    return try body()
  }

  /// Calls `body`, and hides the object from it.
  func withoutObject<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = word.value
    word.value = 0
    defer { word.value = outer }
    return try body()
  }
}
