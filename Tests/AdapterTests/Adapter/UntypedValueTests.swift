import Foundation
import Peridot
import Testing

@testable import TestSupport

private enum Suit: String {
  case hearts, clubs
}

private struct Stay: Codable {
  var nights = 2
}

private final class Guest: Model, JSONSerializing {
  var name = "G"
  var friend: Any?
}

private final class Free: Model, JSONSerializing {
  var any: Any?
  var list: [Any] = []
  var members: [String: Any] = [:]
  var hashable: AnyHashable?
}

private final class Keeping: Model, JSONSerializing, JSONExtrasKeeping {
  var id = 1
  var jsonExtras: [String: Any] = [:]
}

private class Finishing: Model, JSONSerializing, JSONFinishing {
  /// What the hook puts in.
  nonisolated(unsafe) static var value: Any = 0

  var id = 1

  func finish(_ json: inout [String: Any]) throws {
    json["x"] = unsafe Self.value
    json["y"] = unsafe [Self.value]
    json["z"] = unsafe ["a": Self.value]
  }
}

/// With a model within, so that it is put together in another way.
private final class FinishingHolder: Finishing {
  var guest: Guest?
}

private final class Transforming: Model, JSONSerializing {
  nonisolated(unsafe) static var value: Any = 0

  var text = "t"

  override class func transformer(forKey key: String) -> ValueTransformer? {
    .closure(
      forward: { (_: Any) -> String in "t" }, reverse: { (_: String) -> Any in unsafe value })
  }
}

/// Has a JSON form under no policy.
private final class Formless {}

@Suite(.serialized) struct UntypedValueTests {
  private static let date = Date(timeIntervalSince1970: 0)
  private static let id = UUID()

  private static let values: [(value: any Sendable, text: String)] = [
    (date, #""1970-01-01T00:00:00Z""#),
    (Data([1, 2, 3]), #""AQID""#),
    (URL(fileURLWithPath: "/a"), #""file:///a""#),
    (id, "\"\(id.uuidString)\""),
    (Decimal(1.5), "1.5"),
    (Set([3, 1, 2]), "[1,2,3]"),
    (Suit.clubs, #""clubs""#),
    (Stay(), #"{"nights":2}"#),
    ("c" as Character, #""c""#),
    ([1: "x"], #"{"1":"x"}"#),
    (UInt64.max, "18446744073709551615"),
    ([date], #"["1970-01-01T00:00:00Z"]"#),
    ([id: 1], "{\"\(id.uuidString)\":1}"),
    (TimeZone.gmt, #""GMT""#),
    (1.5 as Float, "1.5"),
    (CGFloat(2.5), "2.5"),
    (Int?.some(3), "3"),
    ([Suit.hearts], #"["hearts"]"#),
    (["k": Stay()], #"{"k":{"nights":2}}"#),
  ]

  @Test(arguments: values.indices)
  func writesAValueAsAPropertyOfItsTypeIs(_ index: Int) throws {
    let (value, text) = Self.values[index]
    let model = Free().with {
      $0.any = value
      $0.list = [1, value]
      $0.members = ["a": [value], "b": ["c": value]]
    }
    #expect(
      try JSONAdapter.string(from: model) == """
        {"any":\(text),"list":[1,\(text)],"members":{"a":[\(text)],"b":{"c":\(text)}}}
        """)
    // As a dictionary it is the same.
    let dictionary = try JSONAdapter.dictionary(from: model)
    #expect(
      try JSONAdapter.string(from: try JSONAdapter.model(of: Free.self, from: dictionary))
        == (try JSONAdapter.string(from: model)))
    #expect(!(dictionary["any"] is Date) && !(dictionary["any"] is Data))
    let keeping = Keeping().with { $0.jsonExtras = ["x": value] }
    #expect(try JSONAdapter.string(from: keeping) == #"{"id":1,"x":\#(text)}"#)
    // What a hook puts in, and what a transformer gives, is written alike.
    unsafe Finishing.value = value
    unsafe Transforming.value = value
    let finished = #"{"id":1,"x":\#(text),"y":[\#(text)],"z":{"a":\#(text)}}"#
    #expect(try JSONAdapter.string(from: Finishing()) == finished)
    #expect(try JSONAdapter.string(from: FinishingHolder()) == finished)
    #expect(try JSONAdapter.string(from: [Finishing()]) == "[\(finished)]")
    #expect(try JSONAdapter.string(from: Transforming()) == #"{"text":\#(text)}"#)
    for finishing in [Finishing(), FinishingHolder()] {
      let members = try JSONAdapter.dictionary(from: finishing)
      #expect(!(members["x"] is Date) && !(members["x"] is Data))
      #expect(
        try JSONSerialization.data(withJSONObject: members, options: .sortedKeys).count > 0)
    }
  }

  @Test func writesModelsAndObjectsOfFoundations() throws {
    let model = Free().with {
      $0.any = Guest()
      $0.list = [NSDate(timeIntervalSince1970: 0), NSSet(array: [1]), AnyHashable(Self.date)]
      $0.members = ["g": Guest().with { $0.friend = Guest() }]
      $0.hashable = AnyHashable(Self.date)
    }
    let information: [AnyHashable: Any] = ["d": Self.date]
    #expect(
      try JSONAdapter.string(from: model) == """
        {"any":{"name":"G"},"list":["1970-01-01T00:00:00Z",[1],"1970-01-01T00:00:00Z"],\
        "members":{"g":{"name":"G","friend":{"name":"G"}}},"hashable":"1970-01-01T00:00:00Z"}
        """)
    #expect(
      try JSONAdapter.string(from: Free().with { $0.any = information })
        == #"{"any":{"d":"1970-01-01T00:00:00Z"},"list":[],"members":{}}"#)
  }

  @Test func followsThePolicy() throws {
    let model = Free().with {
      $0.any = Self.date
      $0.members = ["d": Self.date]
    }
    var policy = ConversionPolicy.strict
    policy.dateStrategy = .secondsSince1970
    #expect(
      try JSONAdapter.string(from: model, policy: policy)
        == #"{"any":0,"list":[],"members":{"d":0}}"#)
    #expect(
      try JSONAdapter.dictionary(from: model, policy: policy)["any"] as? NSNumber == 0)
  }

  @Test func refusesWhatHasNoFormAndSaysWhere() {
    let model = Free().with { $0.members = ["a": [1, ["b": Formless()]]] }
    let error = adapterError { try JSONAdapter.string(from: model) }
    #expect(
      error?.description == """
        Free.members: expected a value with a JSON form, found a Formless at $.members.a[1].b
        """)
    #expect(error?.kind == .typeMismatch)
    #expect(adapterError { try JSONAdapter.dictionary(from: model) }?.path == "$.members.a[1].b")
    let keeping = Keeping().with { $0.jsonExtras = ["x": [Formless()]] }
    #expect(adapterError { try JSONAdapter.string(from: keeping) }?.path == "$.x[0]")
    let cyclic = Guest()
    cyclic.friend = [cyclic]
    #expect(adapterError { try JSONAdapter.string(from: cyclic) }?.kind == .cycle)
    cyclic.friend = nil
  }

  @Test func leavesOutWhatHasNoFormWhereThePolicySaysSo() throws {
    var policy = ConversionPolicy.strict
    policy.nonFinite = .omit
    let model = Free().with {
      $0.any = Formless()
      $0.list = [1, Formless(), 2]
      $0.members = ["a": [1, ["b": Formless(), "c": Double.nan]], "d": 3]
    }
    var issues: [String] = []
    let text = try JSONAdapter.string(from: model, policy: policy) {
      issues.append("\($0.action) \($0.path)")
    }
    #expect(text == #"{"list":[1,2],"members":{"a":[1,{}],"d":3}}"#)
    #expect(
      Set(issues) == [
        "skipped $.any", "skipped $.list[1]", "skipped $.members.a[1].b",
        "skipped $.members.a[1].c",
      ])
    #expect(issues.count == 4)
    let keeping = Keeping().with { $0.jsonExtras = ["x": [Formless(), 1]] }
    #expect(try JSONAdapter.string(from: keeping, policy: policy) == #"{"id":1,"x":[1]}"#)
  }
}
