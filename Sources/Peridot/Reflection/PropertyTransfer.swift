/// Copies the values of some properties from one object to another; made once per pair of classes.
///
/// It copies texts and values that are only bytes in the objects' memory, in one step if they are
/// adjacent in both. The properties' accesses copy anything else.
final class PropertyTransfer: Sendable {
  /// Without references, so that iterating counts none.
  private struct Step: Sendable {
    enum Kind {
      case bytes, texts, other
    }

    let kind: Kind
    let target: Int
    let source: Int
    /// The number of bytes or texts; for any other property, its index.
    var count: Int
  }

  private typealias Accesses = (own: any PropertyAccess, other: any PropertyAccess)

  /// The optimizer can't follow a function value, and so assumes that it reads and writes both.
  private let body: @Sendable (_ source: AnyObject, _ target: AnyObject) -> Void

  /// Makes a transfer between pairs of properties of the same type, in order.
  init(_ pairs: [(own: Property, other: Property)]) {
    var steps: [Step] = []
    var others: [Accesses] = []
    let accesses = pairs.map { Accesses($0.own.access, $0.other.access) }
    for (own, other) in pairs {
      if let step = Self.step(own.access, other.access) {
        if let last = steps.last, let both = Self.joined(last, step) {
          steps[steps.count - 1] = both
        } else {
          steps.append(step)
        }
      } else {
        steps.append(Step(kind: .other, target: 0, source: 0, count: others.count))
        others.append((own.access, other.access))
      }
    }
    body = { [steps, others] source, target in
      if ObjectMemory.mayConflict { Self.check(accesses, source, target) }
      Self.run(steps, others, from: source, to: target)
    }
  }

  private static func check(_ pairs: [Accesses], _ source: AnyObject, _ target: AnyObject) {
    for (own, other) in pairs {
      other.checkRead(of: source)
      own.checkWrite(to: target)
    }
  }

  func copy(from source: AnyObject, to target: AnyObject) {
    body(source, target)
  }

  private static func step(_ own: any PropertyAccess, _ other: any PropertyAccess) -> Step? {
    let (target, source) = (own.form, other.form)
    guard target.isStored, source.isStored else { return nil }
    if target.kind == .string || target.kind == .optionalString {
      return Step(kind: .texts, target: target.offset, source: source.offset, count: 1)
    }
    guard target.isTrivial else { return nil }
    return Step(kind: .bytes, target: target.offset, source: source.offset, count: target.size)
  }

  private static func joined(_ first: Step, _ second: Step) -> Step? {
    guard first.kind == second.kind else { return nil }
    let size = first.count * (first.kind == .texts ? MemoryLayout<String>.stride : 1)
    guard first.target + size == second.target, first.source + size == second.source else {
      return nil
    }
    var both = first
    both.count += second.count
    return both
  }

  private static func run(
    _ steps: [Step], _ others: [Accesses], from source: AnyObject, to target: AnyObject
  ) {
    let from = ObjectMemory(source)
    let to = ObjectMemory(target)
    for step in steps {
      switch step.kind {
      case .bytes:
        to.assignBytes(at: step.target, from: from, at: step.source, size: step.count)
      case .texts:
        var offset = 0
        for _ in 0..<step.count {
          to.assign(
            String?.self, at: step.target &+ offset, from: from, at: step.source &+ offset)
          offset &+= MemoryLayout<String>.stride
        }
      case .other:
        let (own, other) = others[step.count]
        own.copy(through: other, from: source, to: target)
      }
    }
  }
}
