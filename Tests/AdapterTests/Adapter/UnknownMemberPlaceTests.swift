import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Parcel: Model, JSONSerializing {
  var first: Int?
  var ids: [Int] = []
  var city: String?
  var deep: Int?
  var named = ""
  var out: Int?
  var tags: [String] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "first": .readOnly("stops[0].id"), "ids": .readOnly("items[*].unit.id"),
      "city": .readOnly(.firstOf("home.city", "work.address.city")), "deep": "user.marks[1].n",
      "named": "user.name", "out": .writeOnly("sent.out"), "tags": .readOnly("tags[*]"),
    ]
  }
}

private final class CodedParcel: Parcel, CodableModel {}

/// Members that no property maps, in objects that only paths with more than names enter.
@Suite struct UnknownMemberPlaceTests {
  private static let text = """
    {"stops": [{"id": 1, "a": 0}, {"b": 0}], "items": [{"unit": {"id": 2, "c": 0}}, {"d": 0}],
     "home": {"e": 0}, "work": {"address": {"city": "x", "f": 0}, "g": 0},
     "user": {"marks": [{}, {"n": 3, "h": 0}], "name": "n", "i": 0}, "sent": {"out": 1, "j": 0},
     "tags": [{"k": 0}, "t"], "l": 0}
    """
  private static let unknown = [
    "$.home.e", "$.items[0].unit.c", "$.items[1].d", "$.l", "$.sent.j", "$.stops[0].a",
    "$.stops[1].b", "$.user.i", "$.user.marks[1].h", "$.work.address.f", "$.work.g",
  ]
  private static let document = text.replacing(#"{"k": 0}, "#, with: "")

  private static func policy(
    _ rule: ConversionPolicy.UnknownKeysRule, collects: Bool = true
  ) -> ConversionPolicy {
    .strict.with {
      $0.unknownKeys = rule
      $0.collectsErrors = collects
    }
  }

  private static func dictionary() throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(document.utf8))
    return try #require(object as? [String: Any])
  }

  @Test func areReportedByEachDoor() throws {
    var paths: [String] = []
    func note(_ issue: JSONIssue) {
      #expect(issue.action == .unknownKey)
      paths.append(issue.path)
    }
    let policy = Self.policy(.report)
    let parcel = try JSONAdapter.model(
      of: Parcel.self, from: Self.document, policy: policy, report: note)
    #expect(paths.sorted() == Self.unknown)
    #expect(parcel.first == 1 && parcel.ids == [2] && parcel.city == "x" && parcel.deep == 3)
    paths = []
    _ = try JSONAdapter.model(
      of: Parcel.self, from: Self.dictionary(), policy: policy, report: note)
    #expect(paths.sorted() == Self.unknown)
    paths = []
    try JSONAdapter.update(parcel, from: Self.document, policy: policy, report: note)
    #expect(paths.sorted() == Self.unknown)
    paths = []
    try JSONAdapter.update(parcel, from: Self.dictionary(), policy: policy, report: note)
    #expect(paths.sorted() == Self.unknown)
  }

  @Test func areRefusedByEachDoor() throws {
    let dictionary = try Self.dictionary()
    let parcel = Parcel()
    let reads: [(ConversionPolicy) throws -> Void] = [
      { _ = try JSONAdapter.model(of: Parcel.self, from: Self.document, policy: $0) },
      { _ = try JSONAdapter.model(of: Parcel.self, from: dictionary, policy: $0) },
      { try JSONAdapter.update(parcel, from: Self.document, policy: $0) },
      { _ = try RawJSON(Self.document).decode(as: Parcel.self, policy: $0) },
    ]
    for read in reads {
      let all = #expect(throws: JSONAdapterError.self) { try read(Self.policy(.fail)) }
      #expect(all?.errors.map(\.path).sorted() == Self.unknown)
      let one = #expect(throws: JSONAdapterError.self) {
        try read(Self.policy(.fail, collects: false))
      }
      #expect(one?.kind == .unknownKey && one?.modelClass == Parcel.self)
    }
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = Self.policy(.fail)
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(CodedParcel.self, from: Data(Self.document.utf8))
    }
    guard case .dataCorrupted(let context)? = error,
      let all = context.underlyingError as? JSONAdapterError
    else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(all.errors.map(\.path).sorted() == Self.unknown)
  }

  @Test(
    arguments: [
      (#"{"home": {"e": 0}, "home": {"city": "c"}}"#, []),
      (#"{"home": {"city": {"e": 0}, "city": "c"}}"#, []),
      (#"{"work": {"address": {"f": 0}, "address": {}, "g": 0}}"#, ["$.work.g"]),
      (#"{"sent": {"j": 0}, "sent": {"out": 1}}"#, []),
      (#"{"user": {"marks": [{"h": 0}], "marks": []}}"#, []),
    ] as [(String, [String])])
  func theLastOfEqualNamesCounts(_ text: String, _ expected: [String]) throws {
    var paths: [String] = []
    _ = try JSONAdapter.model(of: Parcel.self, from: text, policy: Self.policy(.report)) {
      paths.append($0.path)
    }
    #expect(paths == expected)
  }

  @Test func aModelAtTheEndOfAPathKnowsItsOwn() throws {
    final class Stop: Model, JSONSerializing {
      var id = 0
    }
    final class Route: Model, JSONSerializing {
      var stops: [Stop] = []
      var last: Stop?

      override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
        ["stops": "legs[*].stop", "last": .firstOf("end.stop", "end")]
      }
    }
    var told: [String] = []
    _ = try JSONAdapter.model(
      of: Route.self,
      from: #"{"legs": [{"stop": {"id": 1, "a": 0}, "b": 0}], "end": {"stop": {"c": 0}, "d": 0}}"#,
      policy: Self.policy(.report)
    ) { told.append("\($0.path) \($0.modelClass ?? "")") }
    #expect(
      told.sorted() == [
        "$.end.stop.c Stop", "$.legs[0].b Route", "$.legs[0].stop.a Stop",
      ])
  }
}
