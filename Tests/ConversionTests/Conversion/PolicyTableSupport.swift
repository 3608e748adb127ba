import Foundation
import Peridot
import Testing

@testable import TestSupport

/// What one JSON value becomes under each policy.
///
/// A value is written as its text, `nil`, or `THROW`; each `!` behind it is one issue. A policy left
/// out is not checked.
struct PolicyRow: Sendable, CustomTestStringConvertible {
  let json: String
  let lenient: String
  let strict: String
  var yy: String?
  var jm: String?

  init(_ json: String, _ lenient: String, _ strict: String, yy: String? = nil, jm: String? = nil) {
    self.json = json
    self.lenient = lenient
    self.strict = strict
    self.yy = yy
    self.jm = jm
  }

  var testDescription: String { json }

  /// The deviations from this row; none when it holds.
  func deviations<M: JSONSerializing>(
    of type: M.Type, _ change: (inout ConversionPolicy) -> Void = { _ in }
  ) -> [String] {
    let expectations: [(String, ConversionPolicy, String?)] = [
      ("lenient", .lenient, lenient), ("strict", .strict, strict),
      ("YYModel", .legacyYYModel, yy), ("JSONModel", .legacyJSONModel, jm),
    ]
    return expectations.compactMap { name, policy, expected in
      guard let expected else { return nil }
      var policy = policy
      change(&policy)
      let found = Self.outcome(of: type, "{\"value\": \(json)}", policy)
      return found == expected ? nil : "\(name): \(json) gave \(found), expected \(expected)"
    }
  }

  static func outcome<M: JSONSerializing>(
    of type: M.Type, _ json: String, _ policy: ConversionPolicy
  ) -> String {
    var issues = 0
    do {
      let model = try JSONAdapter.model(of: type, from: json, policy: policy) { issue in
        issues += 1
        if !issue.path.hasPrefix("$.value") || issue.expected.isEmpty { issues += 100 }
      }
      return text(of: model["value"]) + String(repeating: "!", count: issues)
    } catch {
      return error is JSONAdapterError ? "THROW" : "another error: \(error)"
    }
  }

  static func text(of value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let date as Date: "\(Int((date.timeIntervalSince1970 * 1000).rounded()))ms"
    case let set as Set<Int>: "\(set.sorted())"
    case let data as Data: "\([UInt8](data))"
    case let model as Model: "{\(text(of: model["value"]))}"
    case let models as [Model]: "[\(models.map(text).joined(separator: ", "))]"
    case let dictionary as [String: Int]: "\(dictionary.sorted { $0.key < $1.key }.map(\.value))"
    case .some(let value): "\(value)"
    }
  }
}
