/// The output of a class of which only some properties are written, kept for the next call that
/// asks for the same ones.
///
/// The first in a mapping's chain is all there is. The chain only grows, up to a few sets of keys,
/// so that it is looked through without a lock.
final class NarrowedOutput: Sendable {
  private static let mostKept = 8

  let node: JSONOutputNode
  /// The property keys, in the order in which the caller gave them.
  private let list: [String]
  let keys: Set<String>
  private let number: Int
  private let next = OnceReference<NarrowedOutput>()

  private init(_ list: [String], _ keys: Set<String>, _ node: JSONOutputNode, number: Int) {
    self.list = list
    self.keys = keys
    self.node = node
    self.number = number
  }

  /// All of a class.
  convenience init(all mapping: JSONMapping) {
    let keys = mapping.fields.map(\.property.key)
    self.init(keys, Set(keys), mapping.output, number: 0)
  }

  deinit {
    // Sound: nobody asks any more.
    unsafe next.letGo()
  }

  /// Returns what is written under `list`; nil where not every key is a property that takes part,
  /// and where other keys fill the chain.
  func narrowed(to list: [String], of mapping: JSONMapping) -> NarrowedOutput? {
    var last = self
    while last.list != list {
      guard let next = last.next.object else {
        let keys = Set(list)
        guard keys.isSubset(of: self.keys) else { return nil }
        return last.append(list, keys, of: mapping)
      }
      last = next
    }
    return last
  }

  /// Returns what is written under `keys`; nil as above.
  func narrowed(to keys: Set<String>, of mapping: JSONMapping) -> NarrowedOutput? {
    var last = self
    while !last.has(keys) {
      guard let next = last.next.object else {
        guard keys.isSubset(of: self.keys) else { return nil }
        return last.append(keys.sorted(), keys, of: mapping)
      }
      last = next
    }
    return last
  }

  /// Whether the keys are these. A few are compared one by one: to hash a key takes longer than to
  /// compare it with several.
  private func has(_ others: Set<String>) -> Bool {
    guard others.count == keys.count else { return false }
    return keys.count <= 8 ? others.allSatisfy { list.contains($0) } : others == keys
  }

  private func append(
    _ list: [String], _ keys: Set<String>, of mapping: JSONMapping
  ) -> NarrowedOutput? {
    guard number < Self.mostKept else { return nil }
    let node = mapping.output.narrowed { keys.contains(mapping.fields[$0].property.key) }
    let appended = NarrowedOutput(list, keys, node, number: number + 1)
    let stored = next.store(appended)
    // Another thread may have been there first, with other keys.
    return stored === appended || stored.keys == keys ? stored : nil
  }
}

extension JSONMapping {
  /// The output, and its keys.
  var wholeOutput: NarrowedOutput {
    narrowedOutputs.object ?? narrowedOutputs.store(NarrowedOutput(all: self))
  }
}

extension JSONOutputNode {
  /// The members of the fields that `includes` tells.
  fileprivate func narrowed(_ includes: (Int) -> Bool) -> JSONOutputNode {
    JSONOutputNode(
      members.compactMap { member in
        var member = member
        member.fields = member.fields.filter(includes)
        member.child = member.child?.narrowed(includes)
        let isEmpty = member.child?.members.isEmpty ?? member.fields.isEmpty
        return isEmpty ? nil : member
      })
  }
}
