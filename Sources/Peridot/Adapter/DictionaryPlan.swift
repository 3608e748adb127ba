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
