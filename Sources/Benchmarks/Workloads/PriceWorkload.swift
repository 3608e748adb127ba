import Foundation
import Peridot

/// The cost of each feature above a plain class of ten properties.
enum PriceWorkload {
  static func run(_ stopwatch: Stopwatch, _ results: inout Results) throws {
    results.prices += try (details() + hooks() + keys() + repairs()).map {
      try Price($0, stopwatch)
    }
  }

  // MARK: Values

  /// A property of another kind, or at another place, in place of a plain one.
  private static func details() throws -> [PricedFeature] {
    try prices(
      DateDetail.self, ".date(format:)", #""2014-05-06 07:08:09""#, read: 100, write: 100)
      + prices(
        NamedMonthDetail.self, ".date(format:), month by name", #""6 May 2014 07:08:09""#,
        read: 200, write: 200)
      + prices(
        ZonedDateDetail.self, ".date(format:) with XXXXX", #""2014-05-06T07:08:09Z""#, read: 200,
        write: 200)
      + prices(
        SpokenDateDetail.self, ".date(format:), spoken", #""September 30, 2014 7:08 PM""#,
        read: 200,
        write: 200)
      + prices(
        AlternativeDetail.self, "firstOf, first absent", #""some text""#, isSame: false, read: 300)
      + prices(
        EachDetail.self, "[*]", #"[{"text":"one"},{"text":"two"}]"#, read: 300, write: 300)
      + prices(IndexedDetail.self, "[0]", #"["some text"]"#, read: 300, write: 300)
      + prices(SetDetail.self, "Set<String>", #"["one","two"]"#, read: 425, write: 650)
      + prices(DictionaryDetail.self, "[String: Any]", #"{"one":1,"two":"2"}"#, read: 500)
      + prices(ClosureDetail.self, "closure over Any", #""some text""#, read: 400)
      + prices(URLDetail.self, "URL", #""https://example.com/a""#, read: 200)
      + prices(DecimalDetail.self, "Decimal", "12345.678", write: 150)
  }

  // MARK: Hooks

  private static func hooks() throws -> [PricedFeature] {
    let detail = #""some text""#
    return try prices(ValidatedDetail.self, "validate(_:forKey:)", detail, read: 700)
      + prices(PreparedDetail.self, "JSONPreparing", detail, isSame: false, read: 2_000)
      + prices(FinishedDetail.self, "JSONFinishing", detail, isSame: false, write: 2_000)
      + prices(KeptExtras.self, "jsonExtras, none there", detail, read: 200, write: 200)
      + [updateFromDictionary()]
  }

  private static func updateFromDictionary() throws -> PricedFeature {
    let json = try SameJSON.parse(document(#""some text""#)) as? [String: Any] ?? [:]
    let model = try JSONAdapter.model(of: PlainDetail.self, from: json)
    return PricedFeature(
      name: "update from a dictionary", what: "all of it", limit: .seconds(3e-6),
      base: {},
      run: { try JSONAdapter.update(model, from: json) })
  }

  // MARK: Keys

  /// Writing a part, compared with a class that has only that part.
  private static func keys() throws -> [PricedFeature] {
    let data = document(#""some text""#)
    let model = try JSONAdapter.model(of: PlainDetail.self, from: data)
    let two = try JSONAdapter.model(of: TwoProperties.self, from: data)
    let adapter = TwoPropertiesAdapter()
    let nine = [
      "id", "name", "login", "score", "isActive", "followers", "location", "company", "count",
    ]
    try SameJSON.expect([
      ("two properties", try SameJSON.parse(try JSONAdapter.data(from: two))),
      ("keys", try SameJSON.parse(try JSONAdapter.data(from: model, keys: ["id", "name"]))),
      ("adapter", try SameJSON.parse(try adapter.data(from: model))),
    ])
    return [
      PricedFeature(
        name: "keys", what: "write 2 of 10", limit: .factor(1.3),
        base: { consume(try JSONAdapter.data(from: two)) },
        run: { consume(try JSONAdapter.data(from: model, keys: ["id", "name"])) }),
      PricedFeature(
        name: "keys", what: "write 9 of 10", limit: .factor(1.3),
        base: { consume(try JSONAdapter.data(from: model)) },
        run: { consume(try JSONAdapter.data(from: model, keys: nine)) }),
      PricedFeature(
        name: "an adapter that leaves keys out", what: "write 2 of 10", limit: .factor(1.3),
        base: { consume(try JSONAdapter.data(from: two)) },
        run: { consume(try adapter.data(from: model)) }),
    ]
  }

  // MARK: Repairs

  /// A document of a hundred objects, in some of which a number is text.
  private static func repairs() throws -> [PricedFeature] {
    func documents(repairs: Int) -> Data {
      let objects = (0..<100).map { index in
        let good = text(#""some text""#)
        return index < repairs ? good.replacing(#""count":42"#, with: #""count":[]"#) : good
      }
      return Data("[\(objects.joined(separator: ","))]".utf8)
    }
    let (clean, one, all) = (documents(repairs: 0), documents(repairs: 1), documents(repairs: 100))
    func read(_ document: Data) throws {
      consume(try JSONAdapter.models(of: PlainDetail.self, from: document, policy: .lenient))
    }
    var issues = 0
    _ = try JSONAdapter.models(of: PlainDetail.self, from: all, policy: .lenient) { _ in
      issues += 1
    }
    guard issues == 100 else { throw PeerMismatch("\(issues) issues of 100 are reported") }
    return [
      PricedFeature(
        name: "one repair, nobody listens", what: "read 100 objects", limit: .factor(1.1),
        base: { try read(clean) }, run: { try read(one) }),
      PricedFeature(
        name: "a repair, somebody listens", what: "read 100 objects", limit: .seconds(1e-6),
        uses: 100,
        base: { try read(clean) },
        run: {
          consume(
            try JSONAdapter.models(of: PlainDetail.self, from: all, policy: .lenient) {
              consume($0.path)
            }
          )
        }),
    ]
  }

  // MARK: The documents

  private static func text(_ detail: String) -> String {
    #"{"id":1296269,"name":"Mona Lisa Octocat","login":"octocat","score":1.5,"isActive":true,"#
      + #""followers":80,"location":"San Francisco","company":"GitHub","count":42,"detail":"#
      + "\(detail)}"
  }

  static func document(_ detail: String) -> Data {
    Data(text(detail).utf8)
  }

  /// The prices, in nanoseconds at most, of reading and writing a class whose detail is `detail`.
  ///
  /// - Parameter isSame: Whether what is read is written as it was.
  private static func prices<M: PricedModel & JSONSerializing>(
    _ type: M.Type, _ name: String, _ detail: String, isSame: Bool = true, read: Double? = nil,
    write: Double? = nil
  ) throws -> [PricedFeature] {
    let data = document(detail)
    let model = try JSONAdapter.model(of: type, from: data)
    if isSame {
      try SameJSON.expect([
        ("the document", try SameJSON.parse(data)),
        (name, try SameJSON.parse(try JSONAdapter.data(from: model))),
      ])
    }
    let plainData = document(#""2014-05-06 07:08:09""#)
    let plain = try JSONAdapter.model(of: PlainDetail.self, from: plainData)
    var features: [PricedFeature] = []
    if let read {
      features.append(
        PricedFeature(
          name: name, what: "read", limit: .seconds(read / 1e9),
          base: { consume(try JSONAdapter.model(of: PlainDetail.self, from: plainData)) },
          run: { consume(try JSONAdapter.model(of: type, from: data)) }))
    }
    if let write {
      features.append(
        PricedFeature(
          name: name, what: "write", limit: .seconds(write / 1e9),
          base: { consume(try JSONAdapter.data(from: plain)) },
          run: { consume(try JSONAdapter.data(from: model)) }))
    }
    return features
  }
}
