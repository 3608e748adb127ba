import Peridot
import PeridotRecords

/// Of law 4, an update of a record: what the same update of a model gives, if the record is saved then;
/// or an error, and neither the record nor the model has changed.
enum RecordUpdates {
  static func finding<M: LawModel>(
    _ type: M.Type, _ trial: Trial, _ made: MadeFamily
  ) -> Finding? {
    // A store takes a hundred times as long as an update.
    guard trial.seed % 8 == 0, let value = trial.values.first, trial.family.fitsRecords(made),
      let model = made.model(value) as? M, let store = stored(model),
      let before = record(of: type, in: store), let expected = record(of: type, in: store)
    else { return nil }
    let policy = trial.policy.policy
    let (old, oldRecord) = (made.plain(model), made.plain(before))
    let named = trial.seed % 16 == 0 ? trial.document.naming(before, trial, made) : nil
    let isByIdentity = named != nil
    let document = named ?? trial.document
    let wanted = Outcome.of { report in
      try JSONAdapter.update(expected, from: document.text, policy: policy, report: report.add)
      guard let store = stored(expected), let record = record(of: type, in: store) else {
        return .dropped
      }
      return .value(made.plain(record))
    }
    let result = Outcome.of { report in
      if isByIdentity {
        try store.update(of: type, from: document.text, policy: policy, report: report.add)
      } else {
        try store.update(model, from: document.text, policy: policy, report: report.add)
      }
      return record(of: type, in: store).map { .value(made.plain($0)) } ?? .dropped
    }
    let facts: KeyValuePairs = [
      "document": "\(document)", "record": "\(oldRecord)", "update": "\(wanted)",
      "update of the record": "\(result)",
    ]
    if result.isError {
      let kept = record(of: type, in: store).map(made.plain)
      if kept != oldRecord || made.plain(model) != old {
        return Finding("a failed update changed a record", facts)
      }
      // A record keeps its identity, and has no form for each value.
      if case .foreign = result.result { return nil }
      return wanted.value == nil || trial.family.hasRules
        ? nil : Finding("an update of a record refuses what that of a model takes", facts)
    }
    if wanted.isError { return Finding("an update of a record takes what is refused", facts) }
    if wanted.result == result.result || wanted.value == nil || result.value == nil { return nil }
    return Finding("an update of a record gives another one than that of its model", facts)
  }

  /// A store that has only this model, and what it refers to; nil if it has no form for a value.
  private static func stored<M: LawModel>(_ model: M) -> RecordStore? {
    guard let store = try? RecordStore.inMemory(), (try? store.save(model)) != nil else {
      return nil
    }
    return store
  }

  /// The only record of a class; nil if there are others, which another one may hold.
  private static func record<M: LawModel>(of type: M.Type, in store: RecordStore) -> M? {
    guard let models = try? store.models(of: type), models.count == 1 else { return nil }
    return models[0]
  }
}

extension JSON {
  /// The document with the members by which the model is found; nil if it has no identity, or one that is
  /// not read at one place.
  fileprivate func naming<M: LawModel>(_ model: M, _ trial: Trial, _ made: MadeFamily) -> JSON? {
    let family = trial.family
    guard let text = try? JSONAdapter.string(from: model), let own = JSON(text),
      let id = made.classIDs[ObjectIdentifier(Swift.type(of: model))]
    else { return nil }
    let parts = family.properties(of: id).filter { family.identityKeys(of: id).contains($0.key) }
    var document = self
    for part in parts {
      let place = family.place(of: part, in: id)
      guard place.isRead, case .path(let steps) = place.form, let value = own.value(at: steps)
      else { return nil }
      document.put(value, at: steps)
    }
    return parts.isEmpty ? nil : document
  }
}
