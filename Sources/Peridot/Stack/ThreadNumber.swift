#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A number that distinguishes threads that run at the same time.
enum ThreadNumber {
  /// The current thread's number; zero on a system without numbers.
  @inline(__always)
  static var current: UInt {
    #if canImport(Darwin)
      unsafe UInt(bitPattern: pthread_self())
    #elseif canImport(Glibc)
      pthread_self()
    #elseif canImport(Musl)
      UInt(bitPattern: pthread_self())
    #else
      0
    #endif
  }
}
