import Foundation
import Peridot
import Testing

/// The ways in which JSON gets into an update.
enum UpdateRoad: String, CaseIterable, Sendable {
  case text, data, dictionary, textAt, dictionaryAt

  func update(
    _ model: any Model & JSONSerializing, _ json: String, _ policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    func object() throws -> [String: Any] {
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
      return try #require(object as? [String: Any])
    }
    switch self {
    case .text: try JSONAdapter.update(model, from: json, policy: policy, report: report)
    case .data:
      try JSONAdapter.update(model, from: Data(json.utf8), policy: policy, report: report)
    case .dictionary:
      try JSONAdapter.update(model, from: object(), policy: policy, report: report)
    case .textAt:
      try JSONAdapter.update(
        model, from: #"{"data":[0,\#(json)]}"#, at: "data[1]", policy: policy, report: report)
    case .dictionaryAt:
      try JSONAdapter.update(
        model, from: ["data": [0, object()] as [Any]], at: "data[1]", policy: policy,
        report: report)
    }
  }
}
