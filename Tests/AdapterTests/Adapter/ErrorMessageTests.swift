import Foundation
import Peridot
import Testing

@testable import TestSupport

private struct OutOfStars: Error, CustomStringConvertible {
  var description: String { "stars have to be 0 to 5" }
}

private enum Grade: String, CaseIterable { case low, high }
private enum Rank: Int { case first = 1 }

private struct Size: Codable {
  var width: Int
  var units: [String]
}

private final class Rating: Model, JSONSerializing {
  var stars: Int8 = 0
  var grade = Grade.low
  var rank = Rank.first

  override func validate() throws {
    try super.validate()
    if stars > 5 { throw OutOfStars() }
  }
}

private final class Review: Model, JSONSerializing {
  var rating: Rating?
  var ratings: [Rating] = []
  var byName: [String: Rating] = [:]
  var byRank: [Int: Int] = [:]
  var byGrade: [Grade: Int] = [:]
  var count: UInt8 = 0
  var score = 0.0
  var price: Decimal = 0
  var date: Date?
  var url: URL?
  var uuid: UUID?
  var data: Data?
  var mark: Character?
  var zone: TimeZone?
  var isRead = false
  var text = ""
  var tags: Set<Int> = []
  var size: Size?
  var page = 0
  var letter = ""
  var shape: Shape?
  var parent: Review?

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "page":
      .closure(
        forward: { (text: String) in
          guard let page = Int(text) else { throw OutOfStars() }
          return page
        })
    case "letter": .mapping(["a": "A", "b": "B"])
    default: nil
    }
  }
}

private class Shape: Model, JSONSerializing {
  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.string(forKey: "kind") == "shape" ? Shape.self : nil
  }
}

/// What a person reads when something is wrong.
@Suite struct ErrorMessageTests {
  @Test(arguments: [
    (#"{"count": -1}"#, "Review.count: expected UInt8, found number -1 at $.count"),
    (#"{"count": 1.5}"#, "Review.count: expected UInt8, found number 1.5 at $.count"),
    (#"{"score": 1e400}"#, "Review.score: expected Double, found number 1e400 at $.score"),
    (
      #"{"price": 1e200}"#,
      "Review.price: expected Decimal (at most 38 digits), found number 1e200 at $.price"
    ),
    (#"{"price": "1"}"#, #"Review.price: expected Decimal, found string "1" at $.price"#),
    (#"{"date": "x"}"#, #"Review.date: expected an ISO 8601 date, found string "x" at $.date"#),
    (#"{"date": 5}"#, "Review.date: expected an ISO 8601 date, found number 5 at $.date"),
    (
      #"{"url": "http://a b"}"#,
      #"Review.url: expected URL, found string "http://a b" at $.url"#
    ),
    (#"{"uuid": "x"}"#, #"Review.uuid: expected UUID, found string "x" at $.uuid"#),
    (#"{"data": "*"}"#, #"Review.data: expected Base64 text, found string "*" at $.data"#),
    (
      #"{"mark": "ab"}"#,
      #"Review.mark: expected a string of one character, found string "ab" at $.mark"#
    ),
    (
      #"{"zone": "x"}"#,
      #"Review.zone: expected a time zone identifier, found string "x" at $.zone"#
    ),
    (#"{"isRead": 1}"#, "Review.isRead: expected Bool, found number 1 at $.isRead"),
    (#"{"text": true}"#, "Review.text: expected String, found true at $.text"),
    (#"{"text": null}"#, "Review.text: expected String, found null at $.text"),
    (#"{"tags": 5}"#, "Review.tags: expected array, found number 5 at $.tags"),
    (#"{"tags": [1, "a"]}"#, #"Review.tags: expected Int, found string "a" at $.tags[1]"#),
    (
      #"{"byRank": {"x": 1}}"#,
      #"Review.byRank: expected Int as a member's name, found "x" at $.byRank.x"#
    ),
    (
      #"{"byGrade": {"x": 1}}"#,
      #"Review.byGrade: expected Grade as a member's name (low, high), found "x" at $.byGrade.x"#
    ),
    (#"{"byName": []}"#, "Review.byName: expected object, found array at $.byName"),
    (
      #"{"size": {"width": 1}}"#,
      #"Review.size: expected Size, found object without "units" at $.size"#
    ),
    (#"{"page": "x"}"#, "Review.page: stars have to be 0 to 5 at $.page"),
    (#"{"page": 5}"#, "Review.page: expected String, found number 5 at $.page"),
    (#"{"letter": "z"}"#, #"Review.letter: "z" is not one of "a", "b" at $.letter"#),
    (
      #"{"rating": {"stars": 300}}"#,
      "Rating.stars: expected Int8, found number 300 at $.rating.stars"
    ),
    (#"{"rating": {"stars": 9}}"#, "Rating: stars have to be 0 to 5 at $.rating"),
    (
      #"{"rating": {"grade": "mid"}}"#,
      #"Rating.grade: expected Grade (low, high), found string "mid" at $.rating.grade"#
    ),
    (
      #"{"rating": {"rank": 5}}"#, "Rating.rank: expected Rank (1), found number 5 at $.rating.rank"
    ),
    (
      #"{"ratings": [{}, {"stars": null}]}"#,
      "Rating.stars: expected Int8, found null at $.ratings[1].stars"
    ),
    (#"{"ratings": [{}, 5]}"#, "Review.ratings: expected object, found number 5 at $.ratings[1]"),
    (
      #"{"byName": {"a b": {"stars": []}}}"#,
      #"Rating.stars: expected Int8, found array at $.byName["a b"].stars"#
    ),
    (#"{"shape": {"kind": "dot"}}"#, "Shape: Shape.classForParsing(_:) found no class at $.shape"),
    ("[]", "Review: expected object, found array at $"),
    ("null", "Review: expected object, found null at $"),
  ])
  func tellsWhatWasExpectedAndFoundWhere(_ json: String, _ message: String) {
    let error = adapterError { try JSONAdapter.model(of: Review.self, from: json) }
    #expect(error?.description.components(separatedBy: " (line ").first == message)
    #expect(error?.errorDescription == error?.description)
  }

  @Test func tellsEveryErrorOfADocument() {
    var policy = ConversionPolicy.strict
    policy.collectsErrors = true
    policy.unknownKeys = .fail
    let json = """
      {
        "count": 300, "other": 1, "rating": {"stars": "x", "grade": 5},
        "ratings": [1, {"stars": 9}]
      }
      """
    let message = adapterMessage {
      try JSONAdapter.model(of: Review.self, from: json, policy: policy)
    }
    #expect(
      message == """
        6 errors:
        - Review.count: expected UInt8, found number 300 at $.count (line 2, column 12): set overflow \
        in the policy to .clamp to take the nearest number in range, which loses a part of the value
        - Review: no property is mapped to "other" at $.other (line 2, column 26)
        - Rating.stars: expected Int8, found string "x" at $.rating.stars (line 2, column 49): no \
        policy reads it
        - Rating.grade: expected Grade (low, high), found number 5 at $.rating.grade (line 2, column \
        63): no policy reads it
        - Review.ratings: expected object, found number 1 at $.ratings[0] (line 3, column 15): no \
        policy reads it
        - Rating: stars have to be 0 to 5 at $.ratings[1] (line 3, column 18)
        """)
  }

  @Test func tellsWhatCannotBeWritten() throws {
    let review = Review()
    review.score = .infinity
    func message(_ review: Review) -> String? {
      adapterMessage { try JSONAdapter.string(from: review) }
    }
    #expect(message(review) == "Review.score: expected a finite number, found inf at $.score")
    review.score = 0
    #expect(
      message(review)
        == "Review.page: the transformer goes one way only, so number 0 cannot be reversed at $.page: "
        + "map the property to .readOnly, or return a transformer that goes both ways"
    )
    review.date = Date(timeIntervalSince1970: 1e12)
    #expect(
      message(review)
        == "Review.date: expected a date in the years 0000 to 9999, "
        + "found 1000000000000.0 seconds since 1970 at $.date")
    let error = adapterError { try JSONAdapter.model(of: Review.self, from: ["date": UUID()]) }
    #expect(error?.found == "a UUID")
    #expect(error?.path == "$.date")
  }

  @Test func aLenientRootMustBeAnObjectAllTheSame() {
    for (json, found) in [("[]", "array"), (#""""#, #"string """#), (#"" ""#, #"string " ""#)] {
      #expect(
        adapterMessage { try JSONAdapter.model(of: Review.self, from: json, policy: .lenient) }
          == "Review: expected object, found \(found) at $ (line 1, column 1)")
    }
    #expect(
      adapterMessage {
        try JSONAdapter.update(Review(), from: "[]", policy: .lenient)
      } == "Review: expected object, found array at $ (line 1, column 1)")
  }

  @Test func leadsIntoWhatATransformerTook() throws {
    final class Lists: Model, JSONSerializing {
      var strict: [Any] = []
      var table: [String: Any] = [:]
      var lossy: [Any] = []
      override class func transformer(forKey key: String) -> ValueTransformer? {
        switch key {
        case "strict": .array(of: .url)
        case "table": .dictionary(of: .array(of: .uuid))
        default: .lossyArray(of: .model(Rating.self))
        }
      }
    }
    #expect(
      adapterMessage {
        try JSONAdapter.model(of: Lists.self, from: #"{"strict": ["http://x", 5]}"#)
      }
        == "Lists.strict: element 1: expected a URL as text, found number 5 at $.strict[1] "
        + "(line 1, column 12)")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Lists.self, from: #"{"table": {"a b": ["x"]}}"#) }
        == #"Lists.table: member "a b": element 0: "x" is not a UUID at $.table["a b"][0] "#
        + "(line 1, column 11)")
    var issues: [String] = []
    _ = try JSONAdapter.model(
      of: Lists.self, from: #"{"lossy": [{"stars": 1}, 5, {"stars": "x"}, {"stars": 9}]}"#
    ) { issues.append("\($0)") }
    #expect(
      issues == [
        "$.lossy[1]: expected an object, found number 5; the element was dropped",
        #"$.lossy[2].stars: expected Int8, found string "x"; the element was dropped"#,
        "$.lossy[3]: expected Rating, found stars have to be 0 to 5; the element was dropped",
      ])
  }

  @Test func anIssueTellsWhatATransformerTakes() throws {
    var issues: [String] = []
    _ = try JSONAdapter.model(
      of: Review.self, from: #"{"page": "x", "letter": "z"}"#, policy: .lenient
    ) { issues.append("\($0)") }
    #expect(
      issues == [
        #"$.page: expected a value that its transformer takes, found string "x" "#
          + "(stars have to be 0 to 5); the property kept its value",
        #"$.letter: expected one of "a", "b", found string "z"; the property kept its value"#,
      ])
  }
}
