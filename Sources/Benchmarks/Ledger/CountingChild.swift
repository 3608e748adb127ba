import CallgrindRequests
import Foundation
import Peridot

/// The process in which callgrind counts.
enum CountingChild {
  /// The argument that makes this executable such a process.
  static let argument = "--count"

  /// Does the operations with these names, each of which ends in a file of callgrind's.
  static func run(_ names: [String]) throws {
    var names = names
    if let library = names.first, library.hasSuffix(".so") {
      names.removeFirst()
      // Sound: it has nothing but declarations.
      guard unsafe dlopen(library, RTLD_NOW) != nil else {
        throw PeerMismatch("\(library) can't be loaded")
      }
    }
    let operations = CountedOperation.all.filter { names.contains($0.name) }
    guard operations.count == names.count else { throw PeerMismatch("no operation \(names)") }
    for operation in operations {
      let work = try operation.prepare()
      if !operation.isFirst { for _ in 0..<4 { try work() } }
      callgrind_start()
      for _ in 0..<operation.runs { try work() }
      // Sound: the name is read during the call.
      unsafe operation.name.withCString { unsafe callgrind_stop($0) }
    }
  }
}
