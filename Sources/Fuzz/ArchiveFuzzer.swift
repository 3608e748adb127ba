import Dispatch
import Foundation
import Peridot

/// Reads damaged archives.
public struct ArchiveFuzzer: Fuzzer {
  private struct Sample {
    let bytes: [UInt8]
    let isXML: Bool
    let read: (Data) throws -> Void
  }

  private let samples: [Sample]

  public init() throws {
    let tree = FuzzItem.tree()
    let foreign = try NSKeyedArchiver.archivedData(
      withRootObject: tree, requiringSecureCoding: true)
    let small = try FuzzItem.tree(depth: 0).archivedData()
    let structures = FuzzStructures()
    structures.fill()
    let xml = try PropertyListSerialization.data(
      fromPropertyList: Self.plist(small), format: .xml, options: 0)
    let item: (Data) throws -> Void = { _ = try FuzzItem.unarchive(from: $0) }
    let hashes = FuzzHashes()
    hashes.fill()
    samples = [
      Sample(bytes: Array(try tree.archivedData()), isXML: false, read: item),
      Sample(bytes: Array(small), isXML: false, read: item),
      Sample(bytes: Array(foreign), isXML: false, read: item),
      Sample(bytes: Array(try [tree, FuzzItem()].archivedData()), isXML: false) {
        _ = try [FuzzItem].unarchive(from: $0)
      },
      Sample(bytes: Array(try FuzzItem.nested().archivedData()), isXML: false, read: item),
      Sample(bytes: Array(try structures.archivedData()), isXML: false) {
        _ = try FuzzStructures.unarchive(from: $0)
      },
      Sample(bytes: Array(try hashes.archivedData()), isXML: false) {
        _ = try FuzzHashes.unarchive(from: $0)
      },
      Sample(bytes: Array(xml), isXML: true, read: item),
    ]
    // Undamaged ones must be accepted.
    for sample in samples { try sample.read(Data(sample.bytes)) }
  }

  private static func plist(_ data: Data) throws -> Any {
    // Sound: `nil` is passed for the pointer.
    try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
  }

  public func read(seed: UInt64) throws -> String? {
    let sample = samples[Int(seed % UInt64(samples.count))]
    let bytes: [UInt8]
    if sample.isXML {
      var mutator = TextMutator(seed: seed, tokens: TextMutator.xml)
      bytes = mutator.mutate(sample.bytes)
    } else {
      var mutator = ArchiveMutator(seed: seed)
      bytes = mutator.mutate(sample.bytes)
    }
    do {
      try sample.isXML ? onSmallStack { try sample.read(Data(bytes)) } : sample.read(Data(bytes))
      return nil
    } catch let error as ArchiveError {
      return "\(error.kind)"
    }
  }

  /// Runs `body` on a thread with as little stack as Apple's secondary threads have, where nesting
  /// that is followed by recursion ends the process.
  private func onSmallStack(_ body: @escaping () throws -> Void) throws {
    let call = Call(body)
    let thread = Thread { call.run() }
    thread.stackSize = 512 << 10
    thread.start()
    try call.result()
  }

  private final class Call: @unchecked Sendable {
    // Sendable: the one thread waits until the other has run.
    private let body: () throws -> Void
    private let done = DispatchSemaphore(value: 0)
    private var outcome: Result<Void, any Error> = .success(())

    init(_ body: @escaping () throws -> Void) {
      self.body = body
    }

    func run() {
      outcome = Result { try body() }
      done.signal()
    }

    func result() throws {
      done.wait()
      try outcome.get()
    }
  }
}
