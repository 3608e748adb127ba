import Foundation
import Peridot
import Testing

@testable import TestSupport

/// Archives on a thread with as little stack as Apple's secondary threads have.
@Suite(.notSanitized) struct ArchiveStackTests {
  private func onSmallStack<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(with: Swift.Result { try body() })
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  @Test func followsALongChain() async throws {
    let count = try await onSmallStack {
      let root = ArchiveNode()
      var nodes = [root]
      for _ in 1..<5_000 {
        let node = ArchiveNode()
        nodes[nodes.count - 1].next = node
        node.children = [nodes[nodes.count - 1]]
        nodes.append(node)
      }
      defer { for node in nodes { (node.next, node.children) = (nil, []) } }
      var copy: ArchiveNode? = try ArchiveNode.unarchive(from: root.archivedData())
      var count = 0
      while let node = copy {
        count += 1
        copy = node.next
        (node.next, node.children) = (nil, [])
      }
      return count
    }
    #expect(count == 5_000)
  }

  /// Members of a set are read before the set, because it needs their hashes.
  @Test func refusesDeepSetsOfModels() async throws {
    var root = ArchiveNestedSet()
    for number in 0..<150 {
      let outer = ArchiveNestedSet()
      outer.number = number
      outer.members = [root]
      root = outer
    }
    let data = try root.archivedData()
    let kind = try await onSmallStack {
      do {
        _ = try ArchiveNestedSet.unarchive(from: data)
        return nil as ArchiveError.Kind?
      } catch {
        return (error as? ArchiveError)?.kind
      }
    }
    #expect(kind == .tooDeep)
  }

  @Test func refusesDeepNesting() async throws {
    let kind = try await onSmallStack {
      var archive = HandmadeArchive()
      let root = archive.reserve()
      let value = (0..<100_000).reduce(archive.string("x")) { inner, _ in
        archive.collection("NSArray", [inner])
      }
      archive.fill(root, "Target", [("any", value)])
      let data = archive.data(root: root)
      do {
        _ = try ArchiveTarget.unarchive(from: data)
        return nil as ArchiveError.Kind?
      } catch {
        return (error as? ArchiveError)?.kind
      }
    }
    #expect(kind == .tooDeep)
  }

  @Test func refusesToWriteDeepNesting() async throws {
    let kind = try await onSmallStack {
      let model = ArchiveTexts()
      model.any = (0..<190).reduce("x" as Any) { inner, _ in [inner] }
      do {
        _ = try model.archivedData()
        return nil as ArchiveError.Kind?
      } catch {
        return (error as? ArchiveError)?.kind
      }
    }
    #expect(kind == .tooDeep)
  }
}

final class ArchiveNestedSet: Model {
  var number = 0
  var members: Set<ArchiveNestedSet> = []
}
