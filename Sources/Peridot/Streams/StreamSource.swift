public import Foundation

/// Returns the next bytes of a text; nil at its end.
///
/// It is told whether an object or an array has begun that has not ended: until a bracket, no line
/// ends a value then.
@usableFromInline
typealias StreamSource = (
  _ isolation: isolated (any Actor)?, _ isInContainer: Bool
) async throws -> [UInt8]?

/// Reads a file in chunks; it is opened by the first one.
func fileSource(_ url: URL) -> StreamSource {
  let size = 1 << 16
  var file: FileHandle?
  return { _, _ in
    let opened = try file ?? FileHandle(forReadingFrom: url)
    file = opened
    guard let chunk = try opened.read(upToCount: size), !chunk.isEmpty else {
      try opened.close()
      return nil
    }
    return Array(chunk)
  }
}

/// Reads chunks as they come.
///
/// Inlinable, as `byteSource` is: a call of an iterator that is not specialized costs more than reading
/// what it returns.
@inlinable
func chunkSource<Chunks: AsyncSequence>(_ chunks: Chunks) -> StreamSource
where Chunks.Element: DataProtocol {
  // Safe: only the closure has the iterator, and its caller awaits each call before the next.
  nonisolated(unsafe) var iterator = chunks.makeAsyncIterator()
  return { isolation, _ in
    // Moved out for the time of the calls.
    var current = unsafe iterator
    defer { unsafe iterator = current }
    while let chunk = try await current.next(isolation: isolation) {
      if !chunk.isEmpty { return Array(chunk) }
    }
    return nil
  }
}

/// Gathers bytes that come one by one, up to the end of a value, so that none has to wait for the
/// next.
@inlinable
func byteSource<Bytes: AsyncSequence>(_ bytes: Bytes) -> StreamSource
where Bytes.Element == UInt8 {
  // Safe, as above.
  nonisolated(unsafe) var iterator = bytes.makeAsyncIterator()
  return { _, isInContainer in
    nonisolated(unsafe) var current = unsafe iterator
    defer { unsafe iterator = current }
    return try await unsafe gather(from: &current, isInContainer)
  }
}

/// Away from the caller's actor, between which and the iterator each byte would go to and fro.
@inlinable
@concurrent
func gather<Iterator: AsyncIteratorProtocol>(
  from iterator: inout Iterator, _ isInContainer: Bool
) async throws -> [UInt8]? where Iterator.Element == UInt8 {
  var gathered: [UInt8] = []
  gathered.reserveCapacity(isInContainer ? 1024 : 64)
  while gathered.count < 4096, let byte = try await iterator.next() {
    gathered.append(byte)
    // A closing bracket: the two kinds differ by this bit.
    if byte | 0x20 == UInt8(ascii: "}") || byte == 0x0A && !isInContainer { break }
  }
  return gathered.isEmpty ? nil : gathered
}
