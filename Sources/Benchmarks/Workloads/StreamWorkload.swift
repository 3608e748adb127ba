import Foundation
import Peridot

/// The models of a long array, one at a time, compared with the whole array at once.
enum StreamWorkload {
  /// Chunks, or bytes, that have arrived.
  private struct Arrived<Element: Sendable>: AsyncSequence, Sendable {
    let elements: [Element]

    func makeAsyncIterator() -> Iterator { Iterator(elements: elements) }

    struct Iterator: AsyncIteratorProtocol {
      let elements: [Element]
      var index = 0

      mutating func next() async -> Element? {
        guard index < elements.count else { return nil }
        defer { index += 1 }
        return elements[index]
      }
    }
  }

  static func comparisons() throws -> [Comparison] {
    let count = 10_000
    let document = try UserArray.data(count: count)
    let file = try TemporaryFile(document)
    let bytes = Array(document)
    let chunks = stride(from: 0, to: bytes.count, by: 1 << 14).map {
      Array(bytes[$0..<min($0 + 1 << 14, bytes.count)])
    }
    let (arrays, data) = (Arrived(elements: chunks), Arrived(elements: chunks.map { Data($0) }))
    let single = Arrived(elements: bytes)

    func comparison(
      _ name: String, target: Target?, _ stream: JSONModelStream<GitHubUser>,
      whole: @escaping () throws -> [GitHubUser]
    ) -> Comparison {
      Comparison(
        workload: "stream", direction: name, bytes: document.count, objects: count, target: target,
        subject: Contender(name: "stream") { consume(try blocking { try await read(stream) }) },
        peers: [Contender(name: "whole") { consume(try whole()) }],
        check: {
          let found = try blocking { try await read(stream) }
          guard found == count, try whole().count == count else {
            throw PeerMismatch("a stream of \(count) users gave \(found)")
          }
        })
    }
    return [
      comparison("file to models", target: .within(1.2), JSONAdapter.stream(from: file.url)) {
        try JSONAdapter.models(from: Data(contentsOf: file.url))
      },
      comparison("chunks to models", target: .within(1.2), JSONAdapter.stream(from: arrays)) {
        try JSONAdapter.models(from: bytes)
      },
      comparison("data to models", target: .within(1.2), JSONAdapter.stream(from: data)) {
        try JSONAdapter.models(from: bytes)
      },
      comparison("bytes one by one to models", target: nil, JSONAdapter.stream(from: single)) {
        try JSONAdapter.models(from: bytes)
      },
    ]
  }

  private final class TemporaryFile {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "stream-\(ProcessInfo.processInfo.processIdentifier).json")

    init(_ data: Data) throws { try data.write(to: url) }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private static func read(_ stream: JSONModelStream<GitHubUser>) async throws -> Int {
    var count = 0
    for try await user in stream {
      consume(user)
      count += 1
    }
    return count
  }
}
