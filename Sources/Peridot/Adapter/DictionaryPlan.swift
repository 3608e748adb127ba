import Foundation

/// How dictionaries of one class are read and made without their bytes.
final class DictionaryPlan: Sendable {
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
      guard field.form.isStored, let plan = field.memberCodec?.nestedPlan else { return nil }
      self.plan = plan
      offset = field.form.offset
    }
  }

  /// Nil when the object is needed as a whole, or cannot be read.
  let input: Input?
  /// The members that are read of what `JSONPreparing` made; nil where text has to be made of it, as
  /// for other hooks, which must not run twice, and for models within, which would each be tried.
  let prepared: Input?
  /// Nil when the object is put together, or finished by a hook.
  let output: DictionaryOutput?
  /// The members that `JSONFinishing` is given; nil where the object is put together, and where there
  /// may be models within, which may be finished too.
  let finished: DictionaryOutput?
  /// The names of these, for a class with that hook.
  let finishedNames: JSONKeyTable

  init(_ mapping: JSONMapping) {
    let fields = mapping.fields
    let isReadInParts =
      mapping.readingMistake == nil && mapping.chosenPlans == nil
      && !mapping.hooks.choosesHeldClasses && mapping.deferred.isEmpty && mapping.mapped == nil
    let read = isReadInParts ? Input(mapping.input, fields) : nil
    input = mapping.prepare == nil ? read : nil
    prepared = mapping.mayHoldModels || mapping.runsCode ? nil : read
    let isWrittenInParts =
      mapping.assembled.isEmpty && mapping.mapped == nil && mapping.writingMistake == nil
    let written = isWrittenInParts ? DictionaryOutput(mapping.output, mapping) : nil
    output = mapping.finishes ? nil : written
    finished = mapping.mayHoldModels ? nil : written
    let names = mapping.finishes ? finished?.members.map(\.name) ?? [] : []
    finishedNames = .of(names, tags: names.map { _ in 0 })
  }
}

extension JSONMapping {
  var dictionaries: DictionaryPlan {
    dictionaryPlan.object ?? dictionaryPlan.store(DictionaryPlan(self))
  }
}
