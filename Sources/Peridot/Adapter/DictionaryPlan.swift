import Foundation

/// How dictionaries of one class are read and made without their bytes.
final class DictionaryPlan: @unchecked Sendable {
  // Sendable: everything is constant.

  /// The members of one object that a class listens to.
  struct Input {
    let node: JSONInputNode
    let forms: [(form: FieldForm, mark: Int)]
    /// Where a model is to be stored, and its plan, for members that hold one.
    let models: [Place?]
    let children: [Input?]

    init(_ node: JSONInputNode, _ all: [any JSONField]) {
      self.node = node
      let fields = node.members.map { member in
        member.child == nil && member.fields.count == 1 ? all[member.fields[0]] : nil
      }
      forms = zip(fields, node.members).map { ($0?.form ?? .none, $1.mark) }
      models = fields.map { $0.flatMap { Place($0) } }
      children = node.members.map { member in member.child.map { Input($0, all) } }
    }
  }

  /// A stored property that holds one model.
  struct Place {
    let plan: NestedPlan
    let offset: Int

    init?(_ field: any JSONField) {
      guard field.form.isStored, let codec = field.memberCodec?.valueCodec as? any NestedCodec
      else { return nil }
      plan = codec.nested
      offset = field.form.offset
    }
  }

  /// Nil when the object is needed as a whole, or cannot be read.
  let input: Input?
  /// Nil when the object is put together, or finished by a hook.
  let output: DictionaryOutput?

  init(_ mapping: JSONMapping) {
    let fields = mapping.fields
    let isReadInParts =
      mapping.readingMistake == nil && mapping.prepare == nil && mapping.chosenPlans == nil
      && !mapping.hooks.choosesHeldClasses && mapping.deferred.isEmpty && mapping.mapped == nil
    input = isReadInParts ? Input(mapping.input, fields) : nil
    output = mapping.isStraight ? DictionaryOutput(mapping.output, mapping) : nil
  }
}

extension JSONMapping {
  var dictionaries: DictionaryPlan {
    dictionaryPlan.object ?? dictionaryPlan.store(DictionaryPlan(self))
  }
}
