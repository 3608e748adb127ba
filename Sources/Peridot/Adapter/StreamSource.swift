import Foundation

/// Bytes that arrive in pieces.
class StreamSource {
  /// Returns the next bytes; nil at the end.
  func next(isolation: isolated (any Actor)?) async throws -> [UInt8]? {
    fatalError("overridden")
  }
}

/// A file, read in chunks.
final class FileSource: StreamSource {
  private let url: URL
  private var handle: FileHandle?
  private static let chunkSize = 1 << 16

  init(_ url: URL) {
    self.url = url
  }

  deinit {
    try? handle?.close()
  }

  override func next(isolation: isolated (any Actor)?) async throws -> [UInt8]? {
    let handle = try self.handle ?? FileHandle(forReadingFrom: url)
    self.handle = handle
    guard let chunk = try handle.read(upToCount: Self.chunkSize), !chunk.isEmpty else {
      return nil
    }
    return Array(chunk)
  }
}

/// Bytes that come one by one.
final class SequenceSource<Bytes: AsyncSequence>: StreamSource where Bytes.Element == UInt8 {
  private var iterator: Bytes.AsyncIterator

  init(_ bytes: Bytes) {
    iterator = bytes.makeAsyncIterator()
  }

  /// Gathers what is there up to the end of an object, so that none has to wait for the next.
  override func next(isolation: isolated (any Actor)?) async throws -> [UInt8]? {
    var bytes: [UInt8] = []
    // The iterator is moved out for the time of the calls.
    var iterator = self.iterator
    defer { self.iterator = iterator }
    while bytes.count < 4096, let byte = try await iterator.next(isolation: isolation) {
      bytes.append(byte)
      if byte == UInt8(ascii: "}") || byte == 0x0A { break }
    }
    return bytes.isEmpty ? nil : bytes
  }
}
