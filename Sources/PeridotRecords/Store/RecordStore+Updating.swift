public import Foundation
public import Peridot

extension RecordStore {
  /// Changes the records that `json` names, by what it says of them, all or nothing:
  ///
  ///     let result = try store.update(of: Issue.self, from: data, at: "items")
  ///     print(result.inserted.count, result.changed.count, result.unchanged.count)
  ///
  /// The JSON is an array of objects, or one object. At every level, an object with the identity of a
  /// record is about that record: its members change their properties, as
  /// `JSONAdapter.update(_:from:)` does in an object, and all other properties stay, such as those that
  /// only this program knows. An object without a record becomes one. A relationship that the JSON names
  /// has then just its elements; records that leave it stay, unless the property owns them.
  ///
  /// - Parameters:
  ///   - type: The class of the document's objects; they can choose subclasses of it.
  ///   - json: The text of a document.
  ///   - place: The place of the array or object in the document; nil for the document itself.
  ///   - policy: The conversion rules; nil if each class's own count.
  ///   - removal: The records to delete because the JSON lacks them.
  ///   - report: Is called for each value that the policy repaired, skipped or dropped.
  /// - Returns: What became of the records.
  /// - Throws: a `JSONAdapterError` that says where the JSON does not fit, or a ``RecordError``; then
  ///   nothing has changed.
  @discardableResult
  public func update<M: RecordSerializing & JSONSerializing>(
    of type: M.Type, from json: some JSONReadable & ~Escapable, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, removing removal: RecordRemoval = .nothing,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending RecordUpdate<M> {
    try Made(update(type, json.jsonInput, place, policy, removal, report)).value
  }

  /// Changes the records that `object` names: an array or a dictionary that JSONSerialization returns,
  /// Data, or a String; see `update(of:from:)`.
  @_disfavoredOverload
  @discardableResult
  public func update<M: RecordSerializing & JSONSerializing>(
    of type: M.Type, from object: Any, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, removing removal: RecordRemoval = .nothing,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> RecordUpdate<M> {
    try update(type, JSONInput(any: object), place, policy, removal, report)
  }

  /// Changes the records that the JSON in `chunks` of bytes names, when all of them have arrived: no
  /// other task waits for the network meanwhile. See `update(of:from:)`.
  @discardableResult
  public func update<M: RecordSerializing & JSONSerializing, Chunks: AsyncSequence>(
    of type: M.Type, from chunks: Chunks, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, removing removal: RecordRemoval = .nothing,
    report: (JSONIssue) -> Void = { _ in }, isolation: isolated (any Actor)? = #isolation
  ) async throws -> sending RecordUpdate<M> where Chunks.Element: DataProtocol {
    var data = Data()
    for try await chunk in chunks { data.append(contentsOf: chunk) }
    return try Made(update(type, JSONInput(data), place, policy, removal, report)).value
  }

  /// Changes the record of `model`, and the model itself, by what `json` says of it:
  ///
  ///     try store.update(issue, from: #"{"state": "closed"}"#)
  ///
  /// The record is that of the model's identity, whatever other values the model has; the JSON need not
  /// repeat the identity, and can't have another one. A model without a record is saved as a whole. See
  /// `update(of:from:)`.
  ///
  /// - Throws: a `JSONAdapterError` or a ``RecordError``; then nothing has changed.
  @discardableResult
  public func update<M: RecordSerializing & JSONSerializing>(
    _ model: M, from json: some JSONReadable & ~Escapable, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, report: (JSONIssue) -> Void = { _ in }
  ) throws -> RecordUpdate<M> {
    let input = try json.jsonInput
    return try write { tables in
      let mapping = try RecordMapping.of(type(of: model as Model))
      let update = try GraphUpdate(tables, mapping)
      let id = try tables.id(of: model, mapping)
      guard let id, let root = try update.model(mapping, id: id) else {
        try JSONAdapter.update(model, from: json, at: place, policy: policy, report: report)
        let outcome = try update.save([model])
        return RecordUpdate([model], outcome, deletedCount: 0)
      }
      _ = try update.models(of: M.self, updating: root, from: input, at: place, policy, report)
      let outcome = try update.save([])
      try JSONAdapter.update(model, from: json, at: place, policy: policy)
      return RecordUpdate([model], outcome, deletedCount: 0)
    }
  }

  private func update<M: RecordSerializing>(
    _ type: M.Type, _ input: JSONInput, _ place: JSONKeyPath?, _ policy: ConversionPolicy?,
    _ removal: RecordRemoval, _ report: (JSONIssue) -> Void
  ) throws -> RecordUpdate<M> {
    let mapping = try RecordMapping.of(type)
    return try write { tables in
      let update = try GraphUpdate(tables, mapping)
      let models = try update.models(of: type, from: input, at: place, policy, report)
      let outcome = try update.save(models)
      let deletedCount = try removal.condition.map {
        try update.deleteAbsent(outcome, mapping, $0)
      }
      return RecordUpdate(
        downcast(models, to: M.self), outcome, deletedCount: deletedCount ?? 0)
    }
  }
}
