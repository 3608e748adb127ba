import Foundation
import Peridot
import Testing

private final class Street: Model, CodableModel {
  var name = ""
  var number = 0
}

private final class Person: Model, CodableModel {
  var name = ""
  var age = 0
  var city: String?
  var street: Street?
  var streets: [Street] = []
  var first: String?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["city": "address.city", "first": .firstOf("names.first", "first")]
  }
}

private final class Sheet: Model, CodableModel {
  var name = "untitled"
  var blob = Data([1])
  var count = 3
  var note: String?
  var words: [String] = ["x"]

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "words"
      ? .closure { (text: String) in text.split(separator: " ").map(String.init) } : nil
  }
}

private final class Holder: Model, CodableModel {
  var id = 0
  var at: Date?
  var street = Street()
  var any: Any?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["street": .root] }
}

extension DecodingError {
  fileprivate var details: (path: [String], error: JSONAdapterError?) {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      (context.codingPath.map(\.stringValue), context.underlyingError as? JSONAdapterError)
    @unknown default: ([], nil)
    }
  }
}

/// Models under coders that go about it in other ways than Foundation's.
@Suite struct OtherCoderTests {
  // MARK: Databases

  private static var row: [String: Any] {
    [
      "name": "a", "age": 5, "address": #"{"city":"b"}"#, "street": #"{"name":"c","number":1}"#,
      "streets": #"[{"name":"d","number":2}]"#, "names": #"{"first":"e"}"#,
    ]
  }

  @Test func aCoderMayAskTwice() throws {
    let person = try Person(from: ColumnsDecoder(Self.row))
    #expect((person.name, person.age, person.city) == ("a", 5, "b"))
    #expect((person.street?.name, person.street?.number) == ("c", 1))
    #expect(person.streets.map(\.name) == ["d"])
    #expect(person.first == "e")
  }

  @Test func aCodersOwnErrorReachesItWhenWriting() throws {
    let person = try Person(from: ColumnsDecoder(Self.row))
    #expect(
      try NSDictionary(dictionary: ColumnsEncoder.row(person)) == NSDictionary(dictionary: Self.row)
    )
    for policy in [ConversionPolicy.strict, .lenient] {
      var encoder = ColumnsEncoder()
      encoder.userInfo[.conversionPolicy] = policy
      try person.encode(to: encoder)
      #expect(encoder.row.cells["street"] as? String == #"{"name":"c","number":1}"#)
      encoder.isColumn = true
      #expect(throws: ColumnsDecoder.NeedsJSON.self) { try person.encode(to: encoder) }
    }
  }

  @Test func aRowsErrorIsThrownAsItIs() throws {
    #expect(throws: ColumnsDecoder.RowError(column: "age")) {
      try Person(from: ColumnsDecoder(["age": "x"]))
    }
    // A policy that asked again and refuses too has it underneath.
    var decoder = ColumnsDecoder(["age": "x"])
    var policy = ConversionPolicy.lenient
    policy.mismatch = .fail
    decoder.userInfo[.conversionPolicy] = policy
    let error = #expect(throws: DecodingError.self) { try Person(from: decoder) }
    let details = try #require(error?.details)
    #expect(details.path == ["age"])
    #expect(details.error?.propertyKey == "age")
    #expect(details.error?.underlying as? ColumnsDecoder.RowError == .init(column: "age"))
    decoder = ColumnsDecoder(["age": "7"])
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
    #expect(try Person(from: decoder).age == 7)
  }

  // MARK: One container

  @Test func noDecoderIsAskedForTwoContainers() throws {
    let notes = PackedDecoder.Notes()
    let values: [String: Any] = [
      "name": "a", "age": "x", "address": ["city": "b"], "street": ["name": "c"],
    ]
    let error = #expect(throws: DecodingError.self) {
      try Person(from: PackedDecoder(values, notes: notes))
    }
    #expect(error?.details.path == ["age"])
    #expect(
      error?.details.error?.description == "Person.age: expected Int, found a value at $.age")
    #expect(notes.secondContainers == 0)
    // Under strict no policy may mend it.
    #expect(notes.asked == ["name: String", "age: Int"])
  }

  @Test func aPolicyThatMayMendAsksByTypes() throws {
    for (age, result) in [("7" as Any, 7), ([1], 0), (["a": [true, 1.5]], 0), (NSNull(), 0)] {
      let decoder = PackedDecoder(
        ["name": "a", "age": age], userInfo: [.conversionPolicy: ConversionPolicy.lenient])
      #expect(try Person(from: decoder).age == result)
      #expect(decoder.notes.secondContainers == 0)
    }
  }

  @Test func aModelThatIsTheObjectItselfSharesItsContainer() throws {
    let decoder = PackedDecoder(
      ["id": 1, "name": "a", "number": 2, "at": "2026-01-02T03:04:05Z", "any": [["b": 1.5]]])
    let holder = try Holder(from: decoder)
    #expect((holder.id, holder.street.name, holder.street.number) == (1, "a", 2))
    #expect(holder.at == Date(timeIntervalSince1970: 1_767_323_045))
    #expect((holder.any as? [[String: Double]]) == [["b": 1.5]])
    #expect(decoder.notes.secondContainers == 0)
    holder.any = nil
    let encoder = RowEncoder()
    try holder.encode(to: encoder)
    #expect(encoder.row.containers == 1)
    #expect(encoder.row.cells["name"] as? String == "a")
  }

  // MARK: Nothing is empty text

  @Test func emptyTextAndDataAreReadBack() throws {
    let sheet = try Sheet(
      from: TextRowDecoder(["name": "", "blob": "", "count": "4", "note": "", "words": ""]))
    #expect((sheet.name, sheet.blob, sheet.count, sheet.note) == ("", Data(), 4, nil))
    #expect(sheet.words == [])
    let error = #expect(throws: DecodingError.self) {
      try Sheet(from: TextRowDecoder(["count": ""]))
    }
    #expect(error?.details.path == ["count"])
    #expect(error?.details.error?.kind == .nullValue)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Sheet.self, from: Data(#"{"name":null}"#.utf8))
    }
  }

  // MARK: Places

  @Test func aDateThatACoderRefusesKeepsItsPath() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([Holder].self, from: Data(#"[{"at":"never"}]"#.utf8))
    }
    #expect(error?.details.path == ["Index 0", "at"])
    #expect(error?.details.error?.path == "$[0].at")
    #expect(error?.details.error?.propertyKey == "at")
  }

  @Test(arguments: [
    (#"{".zip":1}"#, "$[\".zip\"]"), (#"{"zip":1}"#, "$.zip"), (#"{"a b":1}"#, "$[\"a b\"]"),
    (#"{"":1}"#, "$[\"\"]"),
  ])
  func aPathInAnErrorNamesTheMember(_ document: String, _ path: String) throws {
    var policy = ConversionPolicy.strict
    policy.unknownKeys = .fail
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = policy
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(Street.self, from: Data(document.utf8))
    }
    #expect(error?.details.error?.path == path)
  }

  // MARK: Dates

  private final class Dated: Model, CodableModel {
    var at: Date?
    var all: [Date] = []
    var named: [String: Date?] = [:]
    var twitter: Date?

    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "twitter" ? .twitterDate : nil
    }
  }

  private static func text(_ model: Dated, _ policy: ConversionPolicy?) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    if let policy { encoder.userInfo[.conversionPolicy] = policy }
    return String(decoding: try encoder.encode(model), as: UTF8.self)
  }

  @Test func aPolicyThatIsGivenSaysTheFormOfDates() throws {
    let dated = Dated()
    let date = Date(timeIntervalSince1970: 1_767_323_045)
    dated.at = date
    dated.all = [date]
    dated.named = ["a": date, "b": nil]
    #expect(
      try Self.text(dated, nil)
        == #"{"all":[789015845],"at":789015845,"named":{"a":789015845,"b":null}}"#)
    #expect(
      try Self.text(dated, .strict)
        == #"{"all":["2026-01-02T03:04:05Z"],"at":"2026-01-02T03:04:05Z","named":{"a":"2026-01-02T03:04:05Z","b":null}}"#
    )
    var seconds = ConversionPolicy.strict
    seconds.dateStrategy = .secondsSince1970
    #expect(
      try Self.text(dated, seconds)
        == #"{"all":[1767323045],"at":1767323045,"named":{"a":1767323045,"b":null}}"#)
    for policy in [ConversionPolicy.strict, seconds, .lenient, .legacyYYModel] {
      let decoder = JSONDecoder()
      decoder.userInfo[.conversionPolicy] = policy
      let back = try decoder.decode(Dated.self, from: Data(Self.text(dated, policy).utf8))
      #expect(back == dated)
    }
    for policy in [nil, ConversionPolicy.strict] {
      let (encoder, decoder) = (PropertyListEncoder(), PropertyListDecoder())
      encoder.userInfo[.conversionPolicy] = policy
      // What a property list has as a date is one under every policy.
      decoder.userInfo[.conversionPolicy] = ConversionPolicy.strict
      dated.named = [:]
      #expect(try decoder.decode(Dated.self, from: encoder.encode(dated)) == dated)
    }
  }

  // MARK: Numbers

  private final class Numbers: Model, CodableModel {
    var list: [Double] = []
    var map: [String: Double] = [:]
  }

  @Test func aNumberBeyondAllTypesIsLeftOutAsItIsOfBytes() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
    let numbers = try decoder.decode(
      Numbers.self, from: Data(#"{"list":[1,-1e400,2],"map":{"a":1e400,"b":1}}"#.utf8))
    #expect(numbers.list == [1, 2])
    #expect(numbers.map == ["b": 1])
  }
}
