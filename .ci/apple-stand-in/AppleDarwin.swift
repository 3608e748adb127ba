// Darwin's C declarations that Peridot uses and that are other ones on Linux; type-checked, never
// run. Those that are the same come with Linux's Foundation. `.ci/apple` puts "apple_" before the
// functions of threads, here and in the sources, as Linux's are in sight as well.

// <sys/_pthread/_pthread_types.h>
@unsafe public struct _opaque_pthread_t {
  public var __sig: Int
}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_key_t = UInt

// <pthread.h>
@unsafe public func pthread_self() -> pthread_t { fatalError() }
@unsafe public func pthread_get_stackaddr_np(_ thread: pthread_t) -> UnsafeMutableRawPointer {
  fatalError()
}
@unsafe public func pthread_get_stacksize_np(_ thread: pthread_t) -> Int { 0 }
@unsafe public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>!,
  _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)!
) -> Int32 { 0 }
@unsafe public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? { nil }
@discardableResult
@unsafe public func pthread_setspecific(_ key: pthread_key_t, _ value: UnsafeRawPointer?) -> Int32 {
  0
}
