import Foundation

/// How dictionaries of one class are read and made without their bytes.
final class DictionaryPlan: @unchecked Sendable {
  // Sendable: everything is constant; a template holds nothing but names and null.

  /// The members of one object that a class listens to.
  struct Input {
    let node: JSONInputNode
    let steps: [(step: BoxedStep, mark: Int)]
    /// Where a model is to be stored, and its plan, for members that hold one.
    let models: [Place?]
    let children: [Input?]

    init(_ node: JSONInputNode, _ all: [JSONField]) {
      self.node = node
      let fields = node.members.map { member in
        member.child == nil && member.fields.count == 1 ? all[member.fields[0]] : nil
      }
      steps = zip(fields, node.members).map { ($0?.boxedStep ?? .other, $1.mark) }
      models = fields.map { $0.flatMap { Place($0) } }
      children = node.members.map { member in member.child.map { Input($0, all) } }
    }
  }

  /// The members of one object that a class writes.
  struct Output {
    /// A dictionary of the members that are mostly there: to copy it hashes no name.
    let template: [String: Any]
    /// These members, and where in the template they lie.
    let fixed: [Member]
    let fixedSteps: [(step: BoxedStep, place: Dictionary<String, Any>.Index)]
    /// The members that may well be nil.
    let others: [Member]
    let otherSteps: [BoxedStep]
  }

  /// A stored property that holds one model.
  struct Place {
    let plan: NestedPlan
    let offset: Int

    init?(_ field: JSONField) {
      guard let offset = field.boxedStep.offsetOfModel,
        let codec = field.memberCodec?.valueCodec as? any NestedCodec
      else { return nil }
      plan = codec.nested
      self.offset = offset
    }
  }

  struct Member {
    let name: String
    /// The one property that lies here, unless there is a child.
    let field: Int
    let model: Place?
    let child: Output?
    let isFixed: Bool
  }

  /// Nil when the object is needed as a whole.
  let input: Input?
  /// Nil when the object is put together, or finished by a hook.
  let output: Output?

  init(_ mapping: JSONMapping) {
    let fields = mapping.fields
    let isReadInParts =
      mapping.prepare == nil && !mapping.hooks.choosesClass && mapping.deferred.isEmpty
      && mapping.mapped == nil
    input = isReadInParts ? Input(mapping.input, fields) : nil
    output = mapping.isStraight ? Self.output(mapping.output, fields) : nil
  }

  /// Nil when several properties are written to one member: they have to be compared.
  private static func output(_ node: JSONOutputNode, _ fields: [JSONField]) -> Output? {
    var members: [Member] = []
    for member in node.members {
      if let child = member.child {
        guard member.fields.isEmpty, let child = output(child, fields) else { return nil }
        members.append(
          Member(name: member.name, field: 0, model: nil, child: child, isFixed: false))
      } else {
        guard member.fields.count == 1 else { return nil }
        let index = member.fields[0]
        let field = fields[index]
        members.append(
          Member(
            name: member.name, field: index, model: Place(field), child: nil,
            isFixed: !field.property.isOptional))
      }
    }
    // Names of other bytes may be the same text.
    guard Set(members.map(\.name)).count == members.count else { return nil }
    let fixed = members.filter(\.isFixed)
    let others = members.filter { !$0.isFixed }
    var template = [String: Any](minimumCapacity: members.count)
    let null = NSNull()
    for member in fixed { template[member.name] = null }
    func step(_ member: Member) -> BoxedStep {
      member.child == nil ? fields[member.field].boxedStep : .other
    }
    return Output(
      template: template, fixed: fixed,
      fixedSteps: fixed.compactMap { member in
        template.index(forKey: member.name).map { (step(member), $0) }
      },
      others: others, otherSteps: others.map(step))
  }
}

extension JSONMapping {
  var dictionaries: DictionaryPlan {
    dictionaryPlan.object ?? dictionaryPlan.store(DictionaryPlan(self))
  }
}
