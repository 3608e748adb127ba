import Foundation
import Peridot
import Testing

@testable import TestSupport

private struct Failure: Codable, Equatable {
  var code = 0
  var text: String?
}

private enum State: Codable, Equatable {
  case idle
  case loading(progress: Double, title: String? = nil)
  case failed(Failure)
  indirect case then(State, next: Step?)
}

/// Its case is a member of the object.
private enum Step: Codable, Equatable {
  case wait(seconds: Int)
  case call(name: String, count: Int)

  private enum Key: String, CodingKey { case type, seconds, name, count }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(String.self, forKey: .type) {
    case "wait": self = .wait(seconds: try container.decode(Int.self, forKey: .seconds))
    default:
      self = .call(
        name: try container.decode(String.self, forKey: .name),
        count: try container.decodeIfPresent(Int.self, forKey: .count) ?? 1)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .wait(let seconds):
      try container.encode("wait", forKey: .type)
      try container.encode(seconds, forKey: .seconds)
    case .call(let name, let count):
      try container.encode("call", forKey: .type)
      try container.encode(name, forKey: .name)
      try container.encode(count, forKey: .count)
    }
  }
}

/// It takes the first case that is there.
private enum Lax: Codable, Equatable {
  case a(Int)
  case b(Int)

  private enum Key: String, CodingKey { case a, b }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let number = try container.decodeIfPresent(Int.self, forKey: .a) {
      self = .a(number)
    } else {
      self = .b(try container.decode(Int.self, forKey: .b))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .a(let number): try container.encode(number, forKey: .a)
    case .b(let number): try container.encode(number, forKey: .b)
    }
  }
}

private struct Job: Codable, Equatable {
  var name = "j"
  var state = State.idle
  var last: State?
  var step = Step.wait(seconds: 1)
}

private final class Screen: Model, JSONSerializing {
  var s = State.idle
  var maybe: State?
  var named: [String: State] = [:]
  var list: [State] = []
  var job = Job()
  var step = Step.wait(seconds: 1)
  var lax = Lax.a(1)
  var deep = State.idle
  var count = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["deep": "a.b"] }
}

/// Updates of Codable enums with payloads.
@Suite struct EnumUpdateTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let json: String
    fileprivate let change: @Sendable (Screen) -> Void
    var testDescription: String { json }

    fileprivate init(_ json: String, _ change: @escaping @Sendable (Screen) -> Void) {
      self.json = json
      self.change = change
    }
  }

  private static func screen() -> Screen {
    let screen = Screen()
    screen.maybe = .loading(progress: 0.25, title: "t")
    screen.named = ["x": .idle, "y": .failed(Failure(code: 1, text: "f"))]
    screen.list = [.idle]
    screen.job.last = .loading(progress: 0.75)
    return screen
  }

  private static let cases: [Case] = [
    Case(#"{"s":{"loading":{"progress":0.5}}}"#) { $0.s = .loading(progress: 0.5) },
    Case(#"{"s":{"idle":null,"loading":{"progress":0.5}}}"#) { $0.s = .loading(progress: 0.5) },
    Case(#"{"s":{"failed":{"_0":{"code":4}}}}"#) { $0.s = .failed(Failure(code: 4)) },
    Case(#"{"s":{"then":{"_0":{"idle":{}},"next":{"type":"wait","seconds":2}}}}"#) {
      $0.s = .then(.idle, next: .wait(seconds: 2))
    },
    // The same case changes in its members.
    Case(#"{"maybe":{"loading":{"progress":0.5}}}"#) {
      $0.maybe = .loading(progress: 0.5, title: "t")
    },
    Case(#"{"maybe":{"loading":{"title":null}}}"#) { $0.maybe = .loading(progress: 0.25) },
    Case(#"{"maybe":{"idle":{}}}"#) { $0.maybe = .idle },
    Case(#"{"maybe":null}"#) { $0.maybe = nil },
    Case(#"{"named":{"x":{"loading":{"progress":1}},"y":{"failed":{"_0":{"code":2}}}}}"#) {
      $0.named = ["x": .loading(progress: 1), "y": .failed(Failure(code: 2, text: "f"))]
    },
    Case(#"{"named":{"x":null,"y":{"idle":{}}}}"#) { $0.named = ["y": .idle] },
    Case(#"{"list":[{"loading":{"progress":0}}]}"#) { $0.list = [.loading(progress: 0)] },
    Case(#"{"job":{"state":{"loading":{"progress":0.5}},"last":{"failed":{"_0":{"code":3}}}}}"#) {
      $0.job.state = .loading(progress: 0.5)
      $0.job.last = .failed(Failure(code: 3))
    },
    Case(#"{"job":{"name":"k","last":{"loading":{"progress":1}},"step":{"seconds":3}}}"#) {
      $0.job.name = "k"
      $0.job.last = .loading(progress: 1)
      $0.job.step = .wait(seconds: 3)
    },
    Case(#"{"s":{},"maybe":{}}"#) { _ in },
    Case(#"{"step":{"type":"call","name":"n"}}"#) { $0.step = .call(name: "n", count: 1) },
    Case(#"{"step":{"seconds":5}}"#) { $0.step = .wait(seconds: 5) },
    Case(#"{"lax":{"b":2}}"#) { $0.lax = .b(2) },
    Case(#"{"lax":{"b":2,"a":null}}"#) { $0.lax = .b(2) },
    Case(#"{"a":{"b":{"loading":{"progress":0.5}}}}"#) { $0.deep = .loading(progress: 0.5) },
  ]

  @Test(arguments: cases, UpdateRoad.allCases)
  private func takesTheCaseThatTheJSONNames(_ tried: Case, _ road: UpdateRoad) throws {
    let expected = Self.screen()
    tried.change(expected)
    for policy in [ConversionPolicy.strict, .lenient] {
      let screen = Self.screen()
      var issues: [JSONIssue] = []
      try road.update(screen, tried.json, policy) { issues.append($0) }
      #expect(screen == expected)
      #expect(issues.isEmpty)
    }
  }

  @Test func refusesWhatIsNoCase() throws {
    for (json, path) in [
      (#"{"count":1,"s":{"loading":{"progress":"x"}}}"#, "s.loading.progress"),
      (#"{"count":1,"s":{"loading":{"progress":1},"failed":{"_0":{"code":1}}}}"#, "s"),
      (#"{"count":1,"s":{"other":{}}}"#, "s"),
      (#"{"count":1,"job":{"state":{"loading":{"title":"x"}}}}"#, "job.state.loading"),
      (#"{"count":1,"step":{"type":"call"}}"#, "step"),
    ] {
      let screen = Self.screen()
      let error = adapterError { try JSONAdapter.update(screen, from: json) }
      #expect(error?.kind == .typeMismatch)
      #expect(error?.path == "$." + path)
      #expect(screen == Self.screen())
      var issues: [JSONIssue] = []
      try JSONAdapter.update(screen, from: json, policy: .lenient) { issues.append($0) }
      #expect(issues.map(\.path) == ["$." + path])
      let expected = Self.screen()
      expected.count = 1
      #expect(screen == expected)
    }
  }

  @Test func replacesWhereThePolicySaysSo() throws {
    var policy = ConversionPolicy.strict
    policy.dictionaryUpdate = .replace
    let screen = Self.screen()
    try JSONAdapter.update(
      screen, from: #"{"maybe":{"loading":{"progress":0.5}}}"#, policy: policy)
    #expect(screen.maybe == .loading(progress: 0.5))
  }

  @Test func appliesThePatchFromOneCaseToAnother() throws {
    let (old, new) = (Self.screen(), Screen())
    new.s = .loading(progress: 0.5)
    new.maybe = .failed(Failure(code: 2))
    new.job.state = .then(.idle, next: .call(name: "n", count: 2))
    new.lax = .b(1)
    new.step = .call(name: "n", count: 3)
    try JSONAdapter.apply(mergePatch: JSONAdapter.mergePatch(from: old, to: new), to: old)
    #expect(old == new)
  }
}
