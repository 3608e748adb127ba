import Foundation
import Peridot
import Testing

@testable import TestSupport

private struct Refused: Error, CustomStringConvertible {
  let description: String
}

/// A transformer as a user writes it, with Foundation's members only.
private final class Reversing: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { String($0.reversed()) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? String).map { String($0.reversed()) }
  }
}

private final class Counting: ValueTransformer, @unchecked Sendable {
  override class func allowsReverseTransformation() -> Bool { false }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String)?.count
  }
}

private final class Person: Model, JSONSerializing {
  var name = ""
  var age = 0
}

private final class Record: Model, JSONSerializing {
  var url: URL?
  var link = URL(string: "https://example.com")
  var day: Date?
  var flag = false
  var centi = 0
  var reversed = ""
  var length = 0
  var forward: Int?
  var checked = ""
  var gender = 0
  var person: Person?
  var people: [Person] = []
  var wrong = 0

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "url", "link": .url
    case "day": .rfc1123Date
    case "flag": .boolean
    case "centi":
      .closure(forward: { (value: Double) in Int(value * 100) }, reverse: { Double($0) / 100 })
    case "reversed": Reversing()
    case "length": Counting()
    case "forward": .closure(forward: { (text: String) in Int(text) ?? -1 })
    case "checked":
      .closure(
        forward: { (text: String) throws -> String in
          if text == "bad" { throw Refused(description: "bad text") }
          return text
        },
        reverse: { (text: String) throws -> String in
          if text == "worse" { throw Refused(description: "worse text") }
          return text
        })
    case "gender": .mapping(["m": 1, "f": 2])
    case "person": .model(Person.self)
    case "people": .models(Person.self)
    case "wrong": .closure(forward: { (_: Any) -> Any in "no number" }, reverse: { $0 })
    default: nil
    }
  }
}

@Suite struct TransformerMappingTests {
  @Test func transformsBothWays() throws {
    let text = """
      {"url":"https://a.b/c","link":"https://example.com","day":"Sun, 06 Nov 1994 08:49:37 GMT",\
      "flag":true,"centi":1.25,"reversed":"abc","checked":"fine","gender":"f",\
      "person":{"name":"p","age":1},"people":[{"name":"q","age":2}]}
      """
    let record: Record = try JSONAdapter.model(from: text)
    #expect(record.url == URL(string: "https://a.b/c"))
    #expect(record.day == Date(timeIntervalSince1970: 784_111_777))
    #expect(record.flag)
    #expect(record.centi == 125)
    #expect(record.reversed == "cba")
    #expect(record.gender == 2)
    #expect(record.person?.age == 1)
    #expect(record.people.map(\.name) == ["q"])
    var dictionary = try JSONAdapter.dictionary(
      from: LeavingOut(keys: ["length", "wrong"]), of: record)
    dictionary["flag"] = true
    #expect(
      try LeavingOut(keys: ["length", "wrong"]).string(from: record) == text)
    let again: Record = try JSONAdapter.model(from: dictionary)
    #expect(again == record)
  }

  @Test func readsOneWay() throws {
    let record: Record = try JSONAdapter.model(from: #"{"length":"four","forward":"12"}"#)
    #expect(record.length == 4)
    #expect(record.forward == 12)
  }

  @Test func refusesToWriteOneWay() {
    let error = adapterError { try JSONAdapter.string(from: Record()) }
    #expect(
      error?.description == """
        Record.length: the transformer goes one way only, so number 0 cannot be reversed at $.length: \
        map the property to .readOnly, or return a transformer that goes both ways
        """)
    #expect(error?.kind == .transformFailed)
    #expect(error?.propertyKey == "length")
    #expect(error?.modelClass == Record.self)
    #expect(error?.underlying is TransformerError)
    let record = Record()
    record.forward = 5
    #expect(
      adapterMessage { try LeavingOut(keys: ["length"]).string(from: record) } == """
        Record.forward: the transformer goes one way only, so number 5 cannot be reversed \
        at $.forward: map the property to .readOnly, or return a transformer that goes both ways
        """)
  }

  @Test(arguments: [
    (#"{"checked":"bad"}"#, "Record.checked: bad text at $.checked (line 1, column 12)"),
    (#"{"url":"a b"}"#, #"Record.url: "a b" is not a URL at $.url (line 1, column 8)"#),
    (#"{"gender":"x"}"#, "Record.gender: "),
    (
      #"{"day":"x"}"#,
      #"Record.day: "x" is not an RFC 1123 date at $.day (line 1, column 8)"#
    ),
    (
      #"{"centi":"x"}"#,
      #"Record.centi: expected Double, found string "x" at $.centi (line 1, column 10)"#
    ),
    (
      #"{"wrong":1}"#,
      "Record.wrong: expected Int, found a String from the transformer at $.wrong (line 1, column 10)"
    ),
    (
      #"{"reversed":5}"#,
      "Record.reversed: expected String, found nil from the transformer at $.reversed (line 1, column 13)"
    ),
    (#"{"flag":null}"#, "Record.flag: "),
  ])
  func saysWhatATransformerRefused(_ text: String, _ expected: String) throws {
    let error = adapterError { try JSONAdapter.model(of: Record.self, from: text) }
    let message = try #require(error?.description)
    #expect(message.hasPrefix(expected))
  }

  @Test func keepsWhatATransformerThrew() {
    let error = adapterError {
      try JSONAdapter.model(of: Record.self, from: #"{"checked":"bad"}"#)
    }
    #expect(error?.kind == .transformFailed)
    #expect(error?.underlying is Refused)
    let record = Record()
    record.checked = "worse"
    let writing = adapterError { try LeavingOut(keys: ["length"]).data(from: record) }
    #expect(writing?.description == "Record.checked: worse text at $.checked")
    #expect(writing?.underlying is Refused)
  }

  @Test func saysWhereAModelInATransformerIsWrong() {
    let error = adapterError {
      try JSONAdapter.model(of: Record.self, from: #"{"person":{"age":"x"}}"#)
    }
    #expect(
      error?.description
        == #"Person.age: expected Int, found string "x" at $.person.age (line 1, column 18)"#
        + ": no policy reads it")
    #expect(error?.kind == .typeMismatch)
    #expect(error?.modelClass == Person.self)
    #expect(
      adapterMessage {
        try JSONAdapter.model(of: Record.self, from: #"{"people":[{},{"name":1}]}"#)
      }
        == "Person.name: expected String, found number 1 at $.people[1].name (line 1, column 23): set "
        + "acceptsNumbersAsStrings in the policy to take numbers for text")
  }

  @Test func takesNullForNilWithoutAsking() throws {
    let record = Record()
    record.url = URL(string: "https://a.b")
    try JSONAdapter.update(record, from: #"{"url":null,"person":null}"#)
    #expect(record.url == nil)
  }
}

/// Transformers whose results are seen when they are there only.
private final class Loose: Model, JSONSerializing {
  var small: Int8? = 1
  var numbers: [Int]? = [1]
  var twice: Int?? = 1
  var set: Set<Int>? = [1]
  var text: String? = "a"
  var plain: Int? = 1
  var flag: Bool? = true
  var any: Any? = "a"
  var count = 1
  var link = URL(string: "a")

  static func result(_ key: String) -> Any {
    switch key {
    case "small": 300
    case "numbers": [URL(filePath: "/a")]
    case "set": [1, 2]
    case "text": 5
    case "flag": NSNumber(value: 1)
    default: "no number"
    }
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "plain" ? Reversing() : .closure(forward: { (_: Any) -> Any in result(key) })
  }
}

@Suite struct TransformerResultTests {
  @Test(arguments: [
    ("small", "expected Int8, found an Int, 300, from the transformer"),
    ("numbers", "expected [Int], found an array of URL from the transformer"),
    ("twice", "expected Int, found a String from the transformer"),
    ("set", "expected Set<Int>, found an array of Int from the transformer"),
    ("text", "expected String, found an Int, 5, from the transformer"),
    ("plain", "expected Int, found a String from the transformer"),
    ("flag", "expected Bool, found an NSNumber, 1, from the transformer"),
    ("count", "expected Int, found a String from the transformer"),
    ("link", "expected URL, found a String from the transformer"),
  ])
  func namesBothTypes(_ key: String, _ message: String) throws {
    let json = #"{"\#(key)": "x"}"#
    for policy in [.strict, .legacyJSONModel] as [ConversionPolicy] {
      var policy = policy
      policy.absentKeys = .ignore
      let error = adapterError { try JSONAdapter.model(of: Loose.self, from: json, policy: policy) }
      #expect(error?.kind == .transformFailed)
      #expect(error?.propertyKey == key)
      #expect(error?.description.hasPrefix("Loose.\(key): \(message) at $.\(key)") == true)
    }
    var issues: [JSONIssue] = []
    let kept = try JSONAdapter.model(of: Loose.self, from: json, policy: .lenient) {
      issues.append($0)
    }
    #expect(kept == Loose())
    #expect(issues.map(\.path) == ["$.\(key)"])
    #expect(issues.map(\.action) == [.skipped])
  }

  @Test func takesWhatTheTypeHolds() throws {
    final class Fitting: Model, JSONSerializing {
      var small: Int8?
      var numbers: [Int]?
      var twice: Int??
      var set: Set<Int>?
      var wide: UInt64?
      var amount: CGFloat?
      var any: Any?

      static func result(_ key: String) -> Any? {
        switch key {
        case "small": 100
        case "numbers": [NSNumber(value: 1), 2] as [Any]
        case "twice": 7
        case "set": [3] as Set<Int>
        case "wide": UInt32(5)
        case "amount": 1.5
        default: nil
        }
      }

      override class func transformer(forKey key: String) -> ValueTransformer? {
        .closure(forward: { (_: Any) -> Any? in result(key) })
      }
    }
    let model: Fitting = try JSONAdapter.model(
      from: #"{"small":0,"numbers":0,"twice":0,"set":0,"wide":0,"amount":0,"any":0}"#)
    #expect(model.small == 100)
    #expect(model.numbers == [1, 2])
    #expect(model.twice == .some(.some(7)))
    #expect(model.set == [3])
    #expect(model.wide == 5)
    #expect(model.amount == 1.5)
    #expect(model.any == nil)
  }
}

/// An adapter that leaves properties out.
private final class LeavingOut: JSONAdapter, @unchecked Sendable {
  // Sendable: the keys are constant.
  private let keys: Set<String>

  init(keys: Set<String>) {
    self.keys = keys
    super.init()
  }

  override func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<String> {
    keys.subtracting(self.keys)
  }
}

extension JSONAdapter {
  fileprivate static func dictionary(
    from adapter: LeavingOut, of record: some JSONSerializing
  ) throws -> [String: Any] {
    try adapter.dictionary(from: record)
  }
}
