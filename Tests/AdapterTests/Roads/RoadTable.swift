import Foundation
import Peridot
import Testing

/// The ways by which one JSON object reaches a class.
enum Road: String, CaseIterable, Sendable {
  case bytes, dictionary, live, place, placeInDictionary, array, byKey, update, stream, lines
  case jsonDecoder, propertyListDecoder

  var isCoder: Bool { self == .jsonDecoder || self == .propertyListDecoder }

  /// Whether the model is an element, which a policy may drop.
  var hasElements: Bool { [.array, .byKey, .stream, .lines].contains(self) }

  /// Whether the road is another one but for its first steps.
  var isNear: Bool { [.array, .byKey, .lines, .placeInDictionary].contains(self) }
}

/// What comes of one document by one road.
struct RoadOutcome: Equatable {
  var value = ""
  var error = ""
  var issues: [String] = []
}

/// Reads one document by each road, and compares.
enum RoadTable {
  /// Returns what comes of `json`; nil where the road cannot carry it.
  static func outcome<M: CodableModel>(
    _ type: M.Type, _ json: String, _ road: Road, _ policy: ConversionPolicy
  ) async -> RoadOutcome? {
    var issues: [JSONIssue] = []
    var prefix = "$"
    do {
      let report = { (issue: JSONIssue) in issues.append(issue) }
      let model: M
      switch road {
      case .bytes:
        model = try JSONAdapter.model(
          of: type, from: Data(json.utf8), policy: policy, report: report)
      case .dictionary:
        guard let object = object(json) else { return nil }
        model = try JSONAdapter.model(of: type, from: object, policy: policy, report: report)
      case .live:
        guard let object = object(json) as? [String: Any] else { return nil }
        model = try JSONAdapter.model(
          of: type, from: live(object) as Any, policy: policy, report: report)
      case .place:
        prefix = "$.data.items[1]"
        model = try JSONAdapter.model(
          of: type, from: #"{"data":{"items":[0,\#(json)]}}"#, at: "data.items[1]", policy: policy,
          report: report)
      case .placeInDictionary:
        prefix = "$.data.items[1]"
        guard let object = object(#"{"data":{"items":[0,\#(json)]}}"#) else { return nil }
        model = try JSONAdapter.model(
          of: type, from: object, at: "data.items[1]", policy: policy, report: report)
      case .array:
        prefix = "$[0]"
        let models = try JSONAdapter.models(
          of: type, from: "[\(json)]", policy: policy, report: report)
        guard let first = models.first else { return RoadOutcome(value: "none") }
        model = first
      case .byKey:
        prefix = "$.k"
        let models = try JSONAdapter.modelsByKey(
          of: type, from: #"{"k":\#(json)}"#, policy: policy, report: report)
        guard let first = models["k"] else { return RoadOutcome(value: "none") }
        model = first
      case .update:
        // One of the class that reading chooses.
        let fresh = try JSONAdapter.model(of: type, from: json, policy: policy)
        model = Swift.type(of: fresh).init()
        try JSONAdapter.update(model, from: json, policy: policy, report: report)
      case .stream, .lines:
        prefix = "$[0]"
        let found = Found()
        let text = road == .stream ? "[\(json)]" : json + "\n"
        let stream = JSONAdapter.stream(
          of: type, from: RoadChunks(chunks: [Array(text.utf8)]), policy: policy
        ) { found.issues.append($0) }
        var first: String?
        defer { issues = found.issues }
        for try await model in stream { first = first ?? words(model) }
        return RoadOutcome(value: first ?? "none", issues: words(found.issues, prefix))
      case .jsonDecoder:
        let decoder = JSONDecoder()
        decoder.userInfo[.conversionPolicy] = policy
        model = try decoder.decode(type, from: Data(json.utf8))
      case .propertyListDecoder:
        guard let object = object(json),
          let list = try? PropertyListSerialization.data(
            fromPropertyList: object, format: .binary, options: 0)
        else { return nil }
        let decoder = PropertyListDecoder()
        decoder.userInfo[.conversionPolicy] = policy
        model = try decoder.decode(type, from: list)
      }
      return RoadOutcome(value: words(model), issues: words(issues, prefix))
    } catch {
      return RoadOutcome(error: words(error, prefix), issues: words(issues, prefix))
    }
  }

  private final class Found: @unchecked Sendable {
    // Sendable: the stream is read by one task.
    var issues: [JSONIssue] = []
  }

  private static func object(_ json: String) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
  }

  /// The same value of Swift's own types.
  private static func live(_ value: Any) -> Any {
    switch value {
    case let members as [String: Any]: return members.mapValues(live)
    case let elements as [Any]: return elements.map(live)
    case let number as NSNumber:
      if String(cString: number.objCType) == "c" { return number.boolValue }
      if let integer = Int(exactly: number), number.stringValue == "\(integer)" { return integer }
      return number
    case let text as String: return Substring(text)
    default: return value
    }
  }
}

// MARK: Words

extension RoadTable {
  /// The value in words that do not depend on how a road holds numbers and text.
  static func words(_ value: Any) -> String {
    switch value {
    case let model as Model:
      let extras = (model as? any JSONExtrasKeeping).map { " extras \(words($0.jsonExtras))" } ?? ""
      return "\(type(of: model))\(words(model.dictionaryValue))\(extras)"
    case let members as [String: Any]:
      return "{"
        + members.sorted { $0.key < $1.key }.map { "\($0.key): \(words($0.value))" }
        .joined(separator: ", ") + "}"
    case let set as Set<String>: return "set \(set.sorted())"
    case let pairs as [RoadPair]: return "\(pairs)"
    case let table as [Int: Bool]: return "\(table.sorted { $0.key < $1.key })"
    case let table as [RoadSuit: [String]]:
      return "\(table.sorted { $0.key.rawValue < $1.key.rawValue })"
    case is NSNull: return "null"
    case let text as any StringProtocol: return "\"\(text)\""
    case let truth as Bool where type(of: value) == Bool.self: return "\(truth)"
    case let number as Decimal where type(of: value) == Decimal.self: return "\(number)"
    case let number as Double where type(of: value) == Double.self: return words(number)
    case let date as Date: return "date \(date.timeIntervalSince1970)"
    case let number as NSNumber:
      return String(cString: number.objCType) == "c"
        ? "\(number.boolValue)" : words(number.doubleValue)
    case let elements as [Any]: return "[" + elements.map(words).joined(separator: ", ") + "]"
    default: return "\(value)"
    }
  }

  private static func words(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private static func words(_ issues: [JSONIssue], _ prefix: String) -> [String] {
    issues.map {
      let found = $0.found.split(separator: " ").map { Double($0).map { "\($0)" } ?? "\($0)" }
      return "\($0.action) \(moved($0.path, prefix)) \($0.propertyKey ?? "") \($0.expected), "
        + found.joined(separator: " ")
    }.sorted()
  }

  private static func words(_ error: any Error, _ prefix: String) -> String {
    var inner = error
    if case .some(let context) = (error as? DecodingError)?.contextOfRoad {
      inner = context.underlyingError ?? error
    }
    guard let found = inner as? JSONAdapterError else { return "another error: \(error)" }
    return "\(found.kind) \(moved(found.path, prefix)) \(found.propertyKey ?? "")"
  }

  private static func moved(_ path: String, _ prefix: String) -> String {
    path.hasPrefix(prefix) ? "$" + path.dropFirst(prefix.count) : path
  }
}

extension DecodingError {
  fileprivate var contextOfRoad: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

/// Chunks that have arrived.
struct RoadChunks: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  let chunks: [[UInt8]]

  func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<[UInt8]>

    mutating func next() async -> [UInt8]? { rest.popFirst() }
  }
}
