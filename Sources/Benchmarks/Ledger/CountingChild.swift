import CallgrindRequests
import Foundation
import Peridot

/// The process in which callgrind counts.
enum CountingChild {
  /// The argument that makes this executable such a process.
  static let argument = "--count"

  /// Does one operation, whose count ends in a file of callgrind's.
  ///
  /// - Parameters:
  ///   - name: The operation's name.
  ///   - library: The path of a library to load before; nil for none.
  static func run(_ name: String, library: String?) throws {
    if let library {
      // Sound: it has nothing but declarations.
      guard unsafe dlopen(library, RTLD_NOW) != nil else {
        throw PeerMismatch("\(library) can't be loaded")
      }
    }
    guard let operation = CountedOperation.all.first(where: { $0.name == name }) else {
      throw PeerMismatch("no operation \(name)")
    }
    let work = try operation.prepare()
    if !operation.isFirst { for _ in 0..<4 { try work() } }
    callgrind_start()
    for _ in 0..<operation.runs { try work() }
    // Sound: the name is read during the call.
    unsafe operation.name.withCString { unsafe callgrind_stop($0) }
  }
}
