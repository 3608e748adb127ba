import Foundation
import Peridot
import Testing

/// Expects that every road reads a document as the same model, and writes it back as `written`.
///
/// The roads are bytes, dictionaries, a coder, an update, a merge patch, and an archive.
func expectCrossing<M: CodableModel>(
  of type: M.Type, _ json: String, written: String? = nil, policy: ConversionPolicy = .strict,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  func expect(_ found: M, _ expected: M, _ road: String) {
    let differences = found.differences(from: expected)
    #expect(
      differences.isEmpty, "\(road): \(differences)", sourceLocation: sourceLocation)
  }
  let model = try JSONAdapter.model(of: type, from: json, policy: policy)
  let text = try JSONAdapter.string(from: model, policy: policy, options: .sortedKeys)
  #expect(text == written ?? json, sourceLocation: sourceLocation)

  let values = try JSONSerialization.jsonObject(with: Data(json.utf8))
  let members = try #require(values as? [String: Any], sourceLocation: sourceLocation)
  expect(try JSONAdapter.model(of: type, from: members, policy: policy), model, "dictionary")
  let output = try JSONAdapter.dictionary(from: model, policy: policy)
  expect(try JSONAdapter.model(of: type, from: output, policy: policy), model, "dictionary output")

  let decoder = JSONDecoder()
  decoder.userInfo[.conversionPolicy] = policy
  expect(try decoder.decode(type, from: Data(json.utf8)), model, "decoder")
  let encoder = JSONEncoder()
  encoder.userInfo[.conversionPolicy] = policy
  expect(try decoder.decode(type, from: encoder.encode(model)), model, "encoder")

  let updated = type.init()
  try JSONAdapter.update(updated, from: json, policy: policy)
  expect(updated, model, "update")
  try JSONAdapter.update(updated, from: json, policy: policy)
  expect(updated, model, "second update")
  let patched = type.init()
  try JSONAdapter.apply(mergePatch: json, to: patched, policy: policy)
  expect(patched, model, "patch")
  let made = type.init()
  let patch = try JSONAdapter.mergePatch(from: made, to: model, policy: policy)
  try JSONAdapter.apply(mergePatch: patch, to: made, policy: policy)
  expect(made, model, "patch of a difference")

  expect(try type.unarchive(from: model.archivedData()), model, "archive")
}
