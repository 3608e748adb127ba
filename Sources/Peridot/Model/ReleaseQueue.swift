import Foundation

/// What models held that ended where the stack is low.
///
/// Swift releases a chain by recursion: the last reference to a model goes with the one that holds
/// it. Where there is little stack, models therefore give what they hold to a queue, which is let go
/// one after the other on a stack of its own.
final class ReleaseQueue {
  private static let key = "Peridot.ReleaseQueue"

  private var values: [Any] = []

  /// Takes out of `model`, which is ending, all that may lead to other models, and lets go of it
  /// unless that is going on already.
  static func empty(_ model: Model) {
    let contents = ModelSchema.of(type(of: model)).held.contents
    if contents.isEmpty { return }
    let running = Thread.current.threadDictionary[key] as? ReleaseQueue
    let queue = running ?? ReleaseQueue()
    for content in contents {
      if let value = content.takeOut(of: model) { queue.values.append(value) }
    }
    if running == nil { StackRoom.onNewStack(queue.run) }
  }

  private func run() {
    Thread.current.threadDictionary[Self.key] = self
    while values.popLast() != nil {}
    Thread.current.threadDictionary[Self.key] = nil
  }
}

/// The stored variables of one class that may hold models.
final class ReleasePlan: Sendable {
  let contents: [PropertyContent]

  init(_ variables: [PropertyAccess]) {
    contents = variables.filter { !($0 is any WeakAccess) }.compactMap { .make(for: $0) }
  }
}
