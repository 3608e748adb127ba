import Foundation
import Peridot

/// A call whose work grows with its document. The texts of errors and issues are part of it.
enum WorkDoor: String, CaseIterable, Sendable {
  case string, data, dictionary, place, jsonDecoder, growing
  case update, updateFromDictionary
  case write, writeSorted, writeDictionary, jsonEncoder
  case archive, unarchive, copy, equality, hash, description, dump, validate
  case patch, emptyPatch, applyPatch, applyInsertion
  case differences, differencesOfOne, differencesOfAll

  /// The smaller of the two sizes of documents that are counted.
  var size: Int {
    // The search for the fewest edits takes their square up to 1,000 edits, and no more beyond.
    self == .differencesOfAll ? 1_200 : 400
  }

  /// The work on a document; nil if the door says nothing about it.
  func work(on text: String, _ policy: ConversionPolicy) -> (() -> Void)? {
    switch self {
    case .string:
      return {
        read { try JSONAdapter.model(of: WorkRoot.self, from: text, policy: policy, report: $0) }
      }
    case .data:
      let data = Data(text.utf8)
      return {
        read { try JSONAdapter.model(of: WorkRoot.self, from: data, policy: policy, report: $0) }
      }
    case .place:
      let text = #"{"a":[\#(text)]}"#
      return {
        read {
          try JSONAdapter.model(
            of: WorkRoot.self, from: text, at: "a[0]", policy: policy, report: $0)
        }
      }
    case .growing:
      let bytes = Array(text.utf8)
      return {
        read {
          let growing = Growing(WorkRoot.self, policy: policy, report: $0)
          for start in stride(from: 0, to: bytes.count, by: 16) {
            _ = try growing.append(bytes[start..<min(start + 16, bytes.count)])
          }
          try growing.finish()
          return growing.model ?? WorkRoot()
        }
      }
    case .dictionary:
      guard let dictionary = Self.dictionary(text) else { return nil }
      return {
        read {
          try JSONAdapter.model(of: WorkRoot.self, from: dictionary, policy: policy, report: $0)
        }
      }
    case .jsonDecoder:
      let data = Data(text.utf8)
      guard Self.dictionary(text) != nil else { return nil }
      return {
        read { _ in
          let decoder = JSONDecoder()
          decoder.userInfo[.conversionPolicy] = policy
          return try decoder.decode(WorkRoot.self, from: data)
        }
      }
    case .update:
      let model = Self.model(text) ?? WorkRoot()
      return {
        read {
          try JSONAdapter.update(model, from: text, policy: policy, report: $0)
          return model
        }
      }
    case .updateFromDictionary:
      guard let dictionary = Self.dictionary(text) else { return nil }
      let model = Self.model(text) ?? WorkRoot()
      return {
        read {
          try JSONAdapter.update(model, from: dictionary, policy: policy, report: $0)
          return model
        }
      }
    case .applyPatch, .applyInsertion:
      guard let model = self == .applyPatch ? Self.model(text) : WorkRoot() else { return nil }
      return { attempt { try JSONAdapter.apply(mergePatch: text, to: model, policy: policy) } }
    case .differences, .differencesOfOne, .differencesOfAll:
      guard let model = Self.model(text), let other = self.other(text) else { return nil }
      return { _ = model.differences(from: other).description }
    default: return Self.model(text).flatMap(work(on:))
    }
  }

  /// The work on a model that was read.
  private func work(on model: WorkRoot) -> (() -> Void)? {
    switch self {
    case .write: return { attempt { _ = try JSONAdapter.string(from: model) } }
    case .writeSorted:
      return { attempt { _ = try JSONAdapter.data(from: model, options: [.sortedKeys]) } }
    case .writeDictionary: return { attempt { _ = try JSONAdapter.dictionary(from: model) } }
    case .jsonEncoder: return { attempt { _ = try JSONEncoder().encode(model) } }
    case .archive: return { attempt { _ = try model.archivedData() } }
    case .unarchive:
      guard let data = try? model.archivedData() else { return nil }
      return { attempt { _ = try WorkRoot.unarchive(from: data) } }
    case .copy: return { _ = model.deeplyCopied() }
    case .equality:
      let other = model.deeplyCopied()
      return { if model != other { fatalError("laws: a copy differs") } }
    case .hash: return { _ = model.hash }
    case .description: return { _ = model.description }
    case .dump:
      return {
        var text = ""
        Swift.dump(model, to: &text)
      }
    case .validate: return { attempt { try model.validate() } }
    case .patch:
      return { attempt { _ = try JSONAdapter.mergePatch(from: WorkRoot(), to: model) } }
    case .emptyPatch:
      let other = model.deeplyCopied()
      return { attempt { _ = try JSONAdapter.mergePatch(from: other, to: model) } }
    case .string, .data, .dictionary, .place, .jsonDecoder, .growing, .update,
      .updateFromDictionary,
      .applyPatch, .applyInsertion, .differences, .differencesOfOne, .differencesOfAll:
      return nil
    }
  }

  /// What the model of a text is compared with: a new one, or that of the text with other digits.
  private func other(_ text: String) -> WorkRoot? {
    if self == .differences { return WorkRoot() }
    let next: [Character: Character] = [
      "1": "2", "2": "3", "3": "4", "4": "5", "5": "6", "6": "7", "7": "8", "8": "9", "9": "1",
    ]
    if self == .differencesOfAll { return Self.model(String(text.map { next[$0] ?? $0 })) }
    guard let index = text.lastIndex(where: { next[$0] != nil }), let digit = next[text[index]]
    else { return nil }
    return Self.model(text.replacingCharacters(in: index...index, with: String(digit)))
  }

  private static func dictionary(_ text: String) -> [String: Any]? {
    guard let json = JSON(text) else { return nil }
    return json.foundation as? [String: Any]
  }

  private static func model(_ text: String) -> WorkRoot? {
    try? JSONAdapter.model(of: WorkRoot.self, from: text, policy: .lenient)
  }
}

/// Runs a reading, and makes the texts of its error and issues.
private func read(_ body: (@escaping @Sendable (JSONIssue) -> Void) throws -> WorkRoot) {
  let list = IssueList()
  attempt { _ = try body(list.add) }
  for issue in list.issues { _ = issue.description }
}

private func attempt(_ body: () throws -> Void) {
  do { try body() } catch { _ = Outcome.texts(of: error) }
}
