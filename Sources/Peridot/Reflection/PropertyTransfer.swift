/// Copies the values of some properties from one object to another: made once for two classes.
///
/// Texts and what is no more than its bytes are copied in the objects' memory; bytes that lie side
/// by side in both, at once. Anything else is left to the properties' accesses.
final class PropertyTransfer: Sendable {
  private enum Step: Sendable {
    case bytes(target: Int, source: Int, size: Int)
    case text(target: Int, source: Int)
    case other(PropertyAccess, PropertyAccess)
  }

  /// The optimizer cannot follow a function value, and so must assume that it touches both.
  private let body: @Sendable (_ source: AnyObject, _ target: AnyObject) -> Void

  /// Makes a transfer between properties of the same type each, in their order.
  init(_ pairs: [(own: Property, other: Property)]) {
    var steps: [Step] = []
    for (own, other) in pairs {
      let step = Self.step(own.access, other.access)
      if let last = steps.last, let both = Self.joined(last, step) {
        steps[steps.count - 1] = both
      } else {
        steps.append(step)
      }
    }
    body = { [steps] source, target in Self.run(steps, source, target) }
  }

  func copy(from source: AnyObject, to target: AnyObject) {
    body(source, target)
  }

  private static func step(_ own: PropertyAccess, _ other: PropertyAccess) -> Step {
    guard let target = own.place, let source = other.place else { return .other(own, other) }
    if target.form == .text { return .text(target: target.offset, source: source.offset) }
    if target.isTrivial {
      return .bytes(target: target.offset, source: source.offset, size: target.size)
    }
    return .other(own, other)
  }

  private static func joined(_ first: Step, _ second: Step) -> Step? {
    guard case .bytes(let target, let source, let size) = first,
      case .bytes(target + size, source + size, let added) = second
    else { return nil }
    return .bytes(target: target, source: source, size: size + added)
  }

  private static func run(_ steps: [Step], _ source: AnyObject, _ target: AnyObject) {
    let from = ObjectMemory(source)
    let to = ObjectMemory(target)
    for step in steps {
      switch step {
      case .bytes(let offset, let otherOffset, let size):
        to.assignBytes(at: offset, from: from, at: otherOffset, size: size)
      case .text(let offset, let otherOffset):
        to.assign(String?.self, at: offset, from: from, at: otherOffset)
      case .other(let own, let other):
        own.copy(through: other, from: source, to: target)
      }
    }
  }
}
