import Peridot

/// Of law 4, what an update's document says of the classes of the models that properties hold.
///
/// It looks at models of clusters without an identity, in a property at a name of its own.
struct UpdatedClass {
  let trial: Trial
  private var family: ClassFamily { trial.family }

  init?(_ trial: Trial) {
    self.trial = trial
    guard trial.policy.policy.nestedUpdate == .update,
      DocumentFacts(trial.document).hasEachNameOnce,
      trial.family.chain(of: trial.family.root).allSatisfy({ id in
        trial.family.classes[id].policy == nil && trial.family.classes[id].prepare.isEmpty
      })
    else { return nil }
  }

  /// A property whose model has another class than the document says, or has something of a content
  /// that the document removes.
  ///
  /// - Parameter fresh: What reading the document gives, or nil.
  func finding(_ before: Plain, _ after: Plain, fresh: Plain?) -> Finding? {
    guard case .model(let old) = before, case .model(let new) = after,
      family.chain(of: old.classID).allSatisfy({ family.classes[$0].cluster == nil })
    else { return nil }
    func followsCall(_ id: Int) -> Bool {
      family.chain(of: id).allSatisfy {
        family.classes[$0].policy == nil && family.classes[$0].prepare.isEmpty
      }
    }
    for property in family.properties(of: old.classID)
    where property.transformer == nil && property.policy.isEmpty
      && property.place?.isRead != false
    {
      guard case .model(let declared) = property.type.unwrapped,
        case .model(let one)? = old[property.key], case .model(let other)? = new[property.key],
        [declared, one.classID, other.classID].allSatisfy(followsCall)
      else { continue }
      if case .model(let read)? = fresh, isRemoved(property, one.classID),
        one.classID != other.classID, let alone = read[property.key]?.asModel,
        other.withoutModels != alone.withoutModels
      {
        return Finding(
          "an update takes over what it removes of \(property.key)",
          ["before": "\(before)", "after": "\(after)", "read": "\(read)"])
      }
      guard let wanted = wanted(property, declared, one.classID) else { continue }
      if family.inherits(other.classID, from: wanted) { continue }
      return Finding(
        "an update gives \(property.key) another class than C\(wanted)",
        ["before": "\(before)", "after": "\(after)"])
    }
    return nil
  }

  /// Whether the document has null for the member around the content of a property's model.
  private func isRemoved(_ property: PropertySpec, _ current: Int) -> Bool {
    guard let name = name(of: property, in: family.root), let object = trial.document[name],
      family.identityKeys(of: current).isEmpty,
      // What JSON doesn't have of the model is not removed.
      family.properties(of: current).allSatisfy({ property in
        property.place?.form != .excluded && property.place?.isReadBack != false
      }),
      let base = family.chain(of: current).first(where: { family.classes[$0].cluster != nil }),
      let cluster = family.classes[base].cluster, cluster.form == .around
    else { return false }
    return family.chain(of: current).contains { id in
      cluster.entries.contains { entry in
        guard entry.classID == id, case .text(let tag) = entry.tag else { return false }
        return object[tag]?.isNull == true
      }
    }
  }

  /// The class of which the model has to be after the update; nil if the document leaves it open.
  private func wanted(_ property: PropertySpec, _ declared: Int, _ current: Int) -> Int? {
    if let held = property.heldCluster {
      // A null that is skipped leaves the model as it is.
      guard case .inside(let tag) = held.form,
        name(of: property, in: family.root).map({ trial.document[$0]?.isNull == true }) != true
      else { return nil }
      return listed(held, by: tag, of: declared, in: trial.document)
    }
    guard let name = name(of: property, in: family.root), let object = trial.document[name],
      case .object = object, family.identityKeys(of: current).isEmpty,
      let base = family.chain(of: current).first(where: { family.classes[$0].cluster != nil }),
      let cluster = family.classes[base].cluster
    else { return nil }
    switch cluster.form {
    case .inside(let tag), .beside(let tag, _):
      return listed(cluster, by: tag, of: base, in: object)
    case .around: return nil
    case .deduced:
      // A null chooses no class, nor does a member that the model's own class has.
      let own = Set(family.properties(of: current).compactMap { self.name(of: $0, in: current) })
      let others = cluster.entries.contains { entry in
        guard let name = entry.tag.json.asString.map({ family.styled($0, in: base) }) else {
          return true
        }
        return object[name].map { !$0.isNull } == true && !own.contains(name)
      }
      return others ? nil : current
    }
  }

  /// The class whose tag an object has.
  private func listed(
    _ cluster: ClusterSpec, by tag: [String], of base: Int, in object: JSON
  ) -> Int? {
    var value: JSON? = object
    for name in tag { value = value?[family.styled(name, in: base)] }
    return value.flatMap { value in
      cluster.read.first { $0.tag.json.isEquivalent(to: value) }?.classID
    }
  }

  /// The name of the one member that a property of a class has; nil for other places.
  private func name(of property: PropertySpec, in id: Int) -> String? {
    property.storage == .excluded ? nil : family.place(of: property, in: id).memberName
  }
}

extension Plain {
  fileprivate var asModel: ModelValue? { if case .model(let model) = self { model } else { nil } }
}

extension Plain.ModelValue {
  /// The members that are no models: one of a new object is updated.
  fileprivate var withoutModels: [Plain.Member] { members.filter { $0.value.asModel == nil } }
}
