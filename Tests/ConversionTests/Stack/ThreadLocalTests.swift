import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

private final class Note {}

@Suite struct ThreadLocalTests {
  @Test func isThereForTheTimeOfACall() throws {
    let local = ThreadLocal<Note>()
    let (outer, inner) = (Note(), Note())
    #expect(local.object == nil)
    local.withObject(outer) {
      #expect(local.object === outer)
      local.withObject(inner) { #expect(local.object === inner) }
      local.withoutObject { #expect(local.object == nil) }
      #expect(local.object === outer)
      #expect(throws: CancellationError.self) {
        try local.withObject(inner) { throw CancellationError() }
      }
      #expect(local.object === outer)
    }
    #expect(local.object == nil)
  }

  @Test func isOfOneThread() throws {
    let (local, word) = (ThreadLocal<Note>(), ThreadWord())
    word.value = 5
    defer { word.value = 0 }
    try local.withObject(Note()) {
      nonisolated(unsafe) var found: (object: Note?, word: UInt, number: UInt)?
      try onStack(kilobytes: 512) { found = (local.object, word.value, ThreadNumber.current) }
      let other = try #require(found)
      #expect(other.object == nil)
      #expect(other.word == 0)
      #expect(other.number != ThreadNumber.current)
    }
    #expect(word.value == 5)
    #expect(ThreadWord().value == 0)
  }
}
