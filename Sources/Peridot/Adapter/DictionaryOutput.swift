/// The members of one object that a class writes as a dictionary.
final class DictionaryOutput: Sendable {
  struct Member {
    let name: String
    /// The one property that lies here, unless there is a child.
    let field: Int
    let model: DictionaryPlan.Place?
    let child: DictionaryOutput?
  }

  /// How the value of one member is made, without anything that has to be retained.
  struct Slot: Sendable {
    let form: FieldForm
    let member: Int
  }

  let members: [Member]
  /// The members that are always there and made by their forms. To map the dictionary to their
  /// values hashes no name.
  let template: [String: Slot]
  /// All others, in order.
  let others: [Slot]

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
    // With room for all, as the others are added.
    var template: [String: Slot] = [:]
    template.reserveCapacity(members.count)
    var others: [Slot] = []
    for (index, member) in members.enumerated() {
      let field = member.child == nil ? mapping.fields[member.field] : nil
      let slot = Slot(form: field?.form ?? .none, member: index)
      if slot.form.isBoxed, mapping.writesNull || field?.property.isOptional == false {
        template[member.name] = slot
      } else {
        others.append(slot)
      }
    }
    self.members = members
    self.template = template
    self.others = others
  }
}
