/// The members of one object that a class writes as a dictionary.
final class DictionaryOutput: @unchecked Sendable {
  // Sendable: everything is constant.

  struct Member {
    let name: String
    /// The one property that lies here, unless there is a child.
    let field: Int
    let model: DictionaryPlan.Place?
    let child: DictionaryOutput?
  }

  /// What tells how the value of one member is made, and nothing that has to be retained.
  struct Slot: Sendable {
    let step: BoxedStep
    let member: Int32
    /// The place among the values that are made first, or -1 for a value that the step makes.
    let made: Int32
    /// This member's bit in what tells a shape; zero for a member that is always there.
    let bit: UInt64
  }

  let members: [Member]
  /// One for each member, in their order.
  let slots: [Slot]
  /// Those whose values are made first, in order: they may run a user's code.
  let made: [Slot]
  /// Those that the step makes, unless the property is nil.
  let optional: [Slot]
  /// The dictionaries' shapes; nil where too many members may be absent.
  let shapes: DictionaryShapes?

  /// Nil when several properties are written to one member: they have to be compared.
  convenience init?(_ node: JSONOutputNode, _ mapping: JSONMapping) {
    var members: [Member] = []
    for member in node.members {
      if let child = member.child {
        guard member.fields.isEmpty, let child = DictionaryOutput(child, mapping) else {
          return nil
        }
        members.append(Member(name: member.name, field: 0, model: nil, child: child))
      } else {
        guard member.fields.count == 1 else { return nil }
        let index = member.fields[0]
        members.append(
          Member(
            name: member.name, field: index, model: DictionaryPlan.Place(mapping.fields[index]),
            child: nil))
      }
    }
    // Names of other bytes may be the same text.
    guard Set(members.map(\.name)).count == members.count else { return nil }
    self.init(members, mapping)
  }

  private init(_ members: [Member], _ mapping: JSONMapping) {
    var slots: [Slot] = []
    var madeCount: Int32 = 0
    var bits = 0
    for (index, member) in members.enumerated() {
      let field = member.child == nil ? mapping.fields[member.field] : nil
      let step = field?.boxedStep ?? .other
      let mayBeAbsent = field?.property.isOptional != false && !(step.isPlain && mapping.writesNull)
      slots.append(
        Slot(
          step: step, member: Int32(index), made: step.isPlain ? -1 : madeCount,
          bit: mayBeAbsent && bits < 64 ? 1 << UInt64(bits) : 0))
      if !step.isPlain { madeCount += 1 }
      if mayBeAbsent { bits += 1 }
    }
    self.members = members
    self.slots = slots
    made = slots.filter { !$0.step.isPlain }
    optional = slots.filter { $0.step.isPlain && $0.bit != 0 }
    shapes = bits <= 64 ? DictionaryShapes() : nil
  }

  /// The members that are there in a shape, to be mapped to their values: that hashes no name.
  func template(of shape: UInt64) -> [String: Slot]? {
    shapes?.template(of: shape) {
      let present = slots.filter { $0.bit == 0 || shape & $0.bit != 0 }
      var template: [String: Slot] = [:]
      template.reserveCapacity(present.count)
      for slot in present { template[members[Int(slot.member)].name] = slot }
      return template
    }
  }
}
