import Foundation
import Peridot
import Testing

private final class Item: Model, JSONSerializing {
  var id = 0
}

@Suite struct StreamProgressTests {
  private let lines = (0..<20_000).map { "{\"id\":\($0)}\n" }.joined()

  @Test func countsTheBytesOfAFile() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(lines.utf8).write(to: url)
    let total = lines.utf8.count
    let stream = JSONAdapter.stream(of: Item.self, from: url)
    let none = stream.progress
    #expect(none.models == 0 && none.bytes == 0 && none.totalBytes == nil)
    #expect(none.fractionCompleted == nil)
    var read = 0
    var parts: [Double] = []
    for try await item in stream {
      let progress = stream.progress
      read += 1
      if item.id != read - 1 || progress.models != read || progress.totalBytes != total {
        Issue.record()
      }
      let part = progress.fractionCompleted ?? -1
      if parts.last != part { parts.append(part) }
      if read % 5_000 == 0 {
        #expect(progress.bytes == min(total, (progress.bytes + 65_535) / 65_536 * 65_536))
      }
    }
    // By chunks of 64 KB.
    #expect(
      parts == stride(from: 65_536, to: total, by: 65_536).map { Double($0) / Double(total) } + [1])
    #expect(stream.progress.models == 20_000)
    #expect(stream.progress.bytes == total && stream.progress.totalBytes == total)
    // Another loop counts anew.
    for try await _ in stream { break }
    #expect(stream.progress.models == 1 && stream.progress.bytes == 65_536)
  }

  @Test func knowsNoTotalOfChunks() async throws {
    let stream = JSONAdapter.stream(
      of: Item.self,
      from: AsyncStream { continuation in
        for chunk in ["[{\"id\":1},{", "\"id\":2}", "]\n"] { continuation.yield(Data(chunk.utf8)) }
        continuation.finish()
      })
    var seen: [[Int?]] = []
    for try await _ in stream {
      seen.append([stream.progress.models, stream.progress.bytes, stream.progress.totalBytes])
    }
    #expect(seen == [[1, 11, nil], [2, 18, nil]])
    #expect(stream.progress.models == 2)
    #expect(stream.progress.bytes == 20 && stream.progress.totalBytes == 20)
    #expect(stream.progress.fractionCompleted == 1)
  }

  @Test func stopsAtAnError() async throws {
    let stream = JSONAdapter.stream(
      of: Item.self,
      from: AsyncStream { continuation in
        for chunk in ["[{\"id\":1},", "7", "]"] { continuation.yield(Array(chunk.utf8)) }
        continuation.finish()
      })
    await #expect(throws: JSONAdapterError.self) { for try await _ in stream {} }
    #expect(stream.progress.models == 1)
    #expect(stream.progress.bytes == 12 && stream.progress.totalBytes == nil)
  }

  @Test func countsAnEmptyFile() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    let stream = JSONAdapter.stream(of: Item.self, from: url)
    await #expect(throws: JSONAdapterError.self) { for try await _ in stream {} }
    #expect(stream.progress.bytes == 0 && stream.progress.totalBytes == 0)
    #expect(stream.progress.fractionCompleted == 1)
  }

  #if os(Linux)
    /// What can't be read from another place has no size.
    @Test func knowsNoTotalOfAPipe() async throws {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data("{\"id\":1}\n{\"id\":2}".utf8))
      try pipe.fileHandleForWriting.close()
      let number = pipe.fileHandleForReading.fileDescriptor
      let stream = JSONAdapter.stream(
        of: Item.self, from: URL(filePath: "/proc/self/fd/\(number)"))
      var totals: [Int?] = []
      for try await _ in stream { totals.append(stream.progress.totalBytes) }
      #expect(totals == [nil, nil])
      #expect(stream.progress.models == 2 && stream.progress.bytes == 17)
    }
  #endif
}
