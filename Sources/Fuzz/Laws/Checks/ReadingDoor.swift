import Foundation
import Peridot

/// A way by which one JSON object becomes a model.
enum ReadingDoor: String, CaseIterable, Sendable {
  case string, data, bytes, slice, utf16, utf32
  case dictionary, object, objectiveC
  case list, secondOfList, listInMemory, byKey, place, placeInMemory
  case stream, lines, growing
  case raw, adapter
  case jsonDecoder, propertyListDecoder

  /// Whether the door takes text as it is; others need values that a dictionary can hold.
  var isText: Bool {
    switch self {
    case .string, .data, .bytes, .slice, .utf16, .utf32, .list, .secondOfList, .byKey, .place,
      .stream, .lines, .growing, .raw, .adapter:
      true
    case .dictionary, .object, .objectiveC, .listInMemory, .placeInMemory, .jsonDecoder,
      .propertyListDecoder:
      false
    }
  }

  var isCoder: Bool { self == .jsonDecoder || self == .propertyListDecoder }

  /// Whether the object is an element, which a policy may drop.
  var isElement: Bool {
    [.list, .secondOfList, .listInMemory, .byKey, .stream, .lines].contains(self)
  }

  /// Whether issues are reported.
  var reports: Bool { !isCoder }
}

/// One document on its way to a class.
struct ReadingCall {
  let made: MadeFamily
  let document: JSON
  let text: String
  /// Nil leaves it to the classes.
  let policy: ConversionPolicy?

  init(_ made: MadeFamily, _ document: JSON, _ policy: ConversionPolicy?) {
    self.made = made
    self.document = document
    self.policy = policy
    text = document.text
  }

  func outcome(by door: ReadingDoor) async -> Outcome { await outcome(of: made.root, by: door) }

  func outcome<M: LawModel>(of type: M.Type, by door: ReadingDoor) async -> Outcome {
    switch door {
    case .string:
      model { try JSONAdapter.model(of: type, from: text, policy: policy, report: $0.add) }
    case .data:
      model {
        try JSONAdapter.model(of: type, from: Data(text.utf8), policy: policy, report: $0.add)
      }
    case .bytes:
      model {
        try JSONAdapter.model(of: type, from: [UInt8](text.utf8), policy: policy, report: $0.add)
      }
    case .slice:
      model {
        // Its first index is not zero.
        let data = Data("xx\(text)yy".utf8).dropFirst(2).dropLast(2)
        return try JSONAdapter.model(of: type, from: data, policy: policy, report: $0.add)
      }
    case .utf16:
      model {
        // With a byte order mark.
        let data = text.data(using: .utf16) ?? Data()
        return try JSONAdapter.model(of: type, from: data, policy: policy, report: $0.add)
      }
    case .utf32:
      model {
        let data = text.data(using: .utf32BigEndian) ?? Data()
        return try JSONAdapter.model(of: type, from: data, policy: policy, report: $0.add)
      }
    case .dictionary: dictionary(type)
    case .object:
      model {
        try JSONAdapter.model(
          of: type, from: document.foundation as Any, policy: policy, report: $0.add)
      }
    case .objectiveC: objectiveC(type)
    case .adapter:
      model { try JSONAdapter(policy: policy).model(of: type, from: text, report: $0.add) }
    case .raw: model { try RawJSON(text).decode(as: type, policy: policy, report: $0.add) }
    case .list:
      models(below: 1) {
        try JSONAdapter.models(of: type, from: "[\(text)]", policy: policy, report: $0.add)
      }
    case .secondOfList:
      models(below: 1, at: 1) {
        try JSONAdapter.models(of: type, from: "[\(text), \(text)]", policy: policy, report: $0.add)
      }
    case .listInMemory:
      models(below: 1) {
        try JSONAdapter.models(
          of: type, from: [document.foundation] as [Any], policy: policy, report: $0.add)
      }
    case .byKey:
      models(below: 1) {
        let models = try JSONAdapter.modelsByKey(
          of: type, from: #"{"k":\#(text)}"#, policy: policy, report: $0.add)
        return Array(models.values)
      }
    case .place:
      model(below: 3) {
        try JSONAdapter.model(
          of: type, from: #"{"p":{"q":[0,\#(text)]}}"#, at: "p.q[1]", policy: policy, report: $0.add
        )
      }
    case .placeInMemory:
      model(below: 2) {
        try JSONAdapter.model(
          of: type, from: ["p": ["q": document.foundation]] as [String: Any], at: "p.q",
          policy: policy, report: $0.add)
      }
    case .stream, .lines: await stream(type, door)
    case .growing: model { try grown(type, $0) }
    case .jsonDecoder:
      model { _ in
        let decoder = JSONDecoder()
        decoder.userInfo[.conversionPolicy] = policy
        return try decoder.decode(type, from: Data(text.utf8))
      }
    case .propertyListDecoder: propertyList(type)
    }
  }

  private func model(
    below prefix: Int = 0, _ body: (IssueList) throws -> Model
  ) -> Outcome {
    Outcome.of(below: prefix) { report in .value(made.plain(try body(report))) }
  }

  private func models(
    below prefix: Int, at index: Int = 0, _ body: (IssueList) throws -> [Model]
  ) -> Outcome {
    Outcome.of(below: prefix) { report in
      let models = try body(report)
      return models.count > index ? .value(made.plain(models[index])) : .dropped
    }
  }

  private func dictionary<M: LawModel>(_ type: M.Type) -> Outcome {
    model {
      guard let dictionary = document.foundation as? [String: Any] else {
        return try JSONAdapter.model(
          of: type, from: document.foundation as Any, policy: policy, report: $0.add)
      }
      return try JSONAdapter.model(of: type, from: dictionary, policy: policy, report: $0.add)
    }
  }

  /// As JSONSerialization has it.
  private func objectiveC<M: LawModel>(_ type: M.Type) -> Outcome {
    model {
      let object = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      return try JSONAdapter.model(of: type, from: object, policy: policy, report: $0.add)
    }
  }

  private func propertyList<M: LawModel>(_ type: M.Type) -> Outcome {
    model { _ in
      let data = try PropertyListSerialization.data(
        fromPropertyList: document.foundation, format: .binary, options: 0)
      let decoder = PropertyListDecoder()
      decoder.userInfo[.conversionPolicy] = policy
      return try decoder.decode(type, from: data)
    }
  }

  private func grown<M: LawModel>(_ type: M.Type, _ found: IssueList) throws -> Model {
    let growing = Growing(type, policy: policy, report: found.add)
    var rest = Array(text.utf8)[...]
    // Chunks of several sizes, which end anywhere.
    var size = rest.count
    var seen = SeenModels()
    while !rest.isEmpty {
      size = (5 * size + 3) % 11
      _ = try growing.append(rest.prefix(size + 1))
      rest = rest.dropFirst(size + 1)
      if let model = growing.model { try seen.add(model) }
    }
    try growing.finish()
    guard let model = growing.model else { throw Unmade() }
    try seen.add(model)
    return model
  }

  /// The models of a growing object: each is made once.
  private struct SeenModels {
    private var root: Model?
    /// By property, that of a new object and the one that was read.
    private var parts: [String: [Model]] = [:]

    mutating func add(_ model: Model) throws {
      if let root, root !== model { throw MadeAgain(key: nil) }
      root = model
      for (key, value) in model.dictionaryValue {
        guard let part = value as? Model, parts[key]?.last !== part else { continue }
        parts[key, default: []].append(part)
        if parts[key]?.count == 3 { throw MadeAgain(key: key) }
      }
    }
  }

  private struct MadeAgain: Error { let key: String? }

  private struct Unmade: Error {}

  private func stream<M: LawModel>(_ type: M.Type, _ door: ReadingDoor) async -> Outcome {
    let found = IssueList()
    // Chunks that end anywhere.
    let bytes = Array((door == .stream ? "[\(text)]" : text + "\n").utf8)
    let chunks = stride(from: 0, to: bytes.count, by: 7).map {
      Array(bytes[$0..<min($0 + 7, bytes.count)])
    }
    let stream = JSONAdapter.stream(
      of: type, from: Chunks(chunks: chunks), policy: policy, report: found.add)
    let result: Result<Plain?, any Error>
    do {
      var first: Plain?
      for try await model in stream { first = first ?? made.plain(model) }
      result = .success(first)
    } catch {
      result = .failure(error)
    }
    return Outcome.of(below: 1) { report in
      found.issues.forEach(report.add)
      return try result.get().map { .value($0) } ?? .dropped
    }
  }
}

/// Chunks that have arrived.
private struct Chunks: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  let chunks: [[UInt8]]

  func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<[UInt8]>

    mutating func next() async -> [UInt8]? { rest.popFirst() }
  }
}
