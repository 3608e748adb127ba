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
    /// This member's bit in what tells a shape; zero for a member that is always there, and for one
    /// more than there are bits.
    let bit: UInt64
  }

  let members: [Member]
  /// The members that are always there.
  private let always: [Slot]
  /// Those that may be absent.
  let maybe: [Slot]
  /// Those of them whose values are made first, in order: they may run a user's code.
  let made: [Slot]
  /// Those of them that a step makes.
  let plain: [Slot]
  /// Those of them that are in no shape, because there are too many.
  let late: [Slot]
  /// The members that are always there, to be mapped to their values: that hashes no name.
  private(set) var base: [String: Slot] = [:]
  private let shapes = DictionaryShapes()

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
    var always: [Slot] = []
    var maybe: [Slot] = []
    var madeCount: Int32 = 0
    for (index, member) in members.enumerated() {
      let field = member.child == nil ? mapping.fields[member.field] : nil
      let step = field?.boxedStep ?? .other
      let bit: UInt64 = maybe.count < 64 ? 1 << UInt64(maybe.count) : 0
      if !step.isPlain {
        maybe.append(Slot(step: step, member: Int32(index), made: madeCount, bit: bit))
        madeCount += 1
      } else if field?.property.isOptional == true, !mapping.writesNull {
        maybe.append(Slot(step: step, member: Int32(index), made: -1, bit: bit))
      } else {
        always.append(Slot(step: step, member: Int32(index), made: -1, bit: 0))
      }
    }
    self.members = members
    self.always = always
    self.maybe = maybe
    made = maybe.filter { !$0.step.isPlain }
    plain = maybe.filter(\.step.isPlain)
    late = maybe.filter { $0.bit == 0 }
    base = template(of: always)
  }

  func name(_ slot: Slot) -> String {
    members[Int(slot.member)].name
  }

  /// The members that are there in a shape, to be mapped as `base`; nil when the shape is not known.
  func template(of shape: UInt64) -> [String: Slot]? {
    shapes.template(of: shape) { template(of: always + maybe.filter { shape & $0.bit != 0 }) }
  }

  /// A dictionary with room for all members, as some may be added to it.
  private func template(of slots: [Slot]) -> [String: Slot] {
    var template: [String: Slot] = [:]
    template.reserveCapacity(members.count)
    for slot in slots { template[name(slot)] = slot }
    return template
  }
}
