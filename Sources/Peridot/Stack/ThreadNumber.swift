#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A number that tells the threads that run at one time apart.
enum ThreadNumber {
  /// The number of the thread at hand; zero on a system that does not tell.
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
