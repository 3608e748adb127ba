import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

/// Calls `body` at least that far down the stack, by at most a level of its own.
@inline(never)
private func below<Result>(bytes: Int, from top: Int? = nil, _ body: () -> Result) -> Result {
  withUnsafeTemporaryAllocation(byteCount: 512, alignment: 16) { memory in
    let here = Int(bitPattern: memory.baseAddress)
    if (top ?? here) - here >= bytes { return body() }
    return below(bytes: bytes, from: top ?? here, body)
  }
}

/// What a thread with a stack of that size finds.
private func found<Result: Sendable>(
  kilobytes: Int, _ body: @escaping @Sendable () -> Result
) throws -> Result {
  nonisolated(unsafe) var result: Result?
  try onStack(kilobytes: kilobytes) { result = body() }
  return try #require(result)
}

/// Kilobytes of a stack, those in use, and what that is called: the last 128 KB are low, the last 32 KB
/// of these are spent, and 512 KB in use are deep. A quarter of a small stack is its last part.
private let states = [
  (512, 0, ""), (512, 370, ""), (512, 395, "deep low"), (512, 470, "deep low"),
  (512, 490, "deep low spent"), (8 << 10, 490, ""), (8 << 10, 520, "deep"),
  (8 << 10, (8 << 10) - 120, "deep low"), (8 << 10, (8 << 10) - 25, "deep low spent"),
  (64, 35, ""), (64, 52, "deep low"),
]

/// Sanitizers make the frames larger. The tests run in processes of their own: glibc gives a thread
/// the stack of one that ended, up to four times as large as was asked for.
@Suite(.notSanitized) struct StackRoomTests {
  @Test func limitsTheDepthByTheRoom() async {
    await #expect(processExitsWith: .success) { try Self.checkDepths() }
  }

  private static func checkDepths() throws {
    let small = try found(kilobytes: 512) {
      [
        StackRoom.depthToRead(10_000), StackRoom.depthToWrite(10_000),
        StackRoom.depthOfValues(10_000), StackRoom.depthToRead(3),
      ]
    }
    // 8 (in a debug build 10), 12 and 4 KB for a level, and 64 KB left.
    #expect((40...56).contains(small[0]))
    #expect((32...37).contains(small[1]))
    #expect((96...112).contains(small[2]))
    #expect(small[3] == 3)
    #expect(try found(kilobytes: 64 << 10) { StackRoom.depthToRead(512) } == 512)
    #expect(try found(kilobytes: 48) { StackRoom.depthToRead(512) } == 0)
  }

  @Test func knowsWhereAStackEnds() async {
    await #expect(processExitsWith: .success) {
      for (kilobytes, used, state) in states {
        let found = try found(kilobytes: kilobytes) {
          below(bytes: used << 10) {
            [
              StackRoom.isDeep ? "deep" : "", StackRoom.isLow ? "low" : "",
              StackRoom.isSpent ? "spent" : "",
            ].filter { !$0.isEmpty }.joined(separator: " ")
          }
        }
        #expect(found == state, "\(used) of \(kilobytes) KB")
      }
    }
  }
}
