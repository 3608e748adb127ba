import Foundation
import Peridot
import PeridotSchema

/// One class, and documents that it reads.
struct Sample: Sendable, CustomStringConvertible {
  let type: any JSONSerializing.Type
  let documents: [String]

  init(_ type: any JSONSerializing.Type, _ documents: String...) {
    self.type = type
    self.documents = documents
  }

  var description: String { "\(type)" }
}

/// What came of the mutated documents of one class.
struct Agreement {
  var accepted = 0
  var count = 0
  /// What the schema refuses, though the class reads it.
  var refused: [String] = []
  /// What the class refuses for a reason that no limitation names.
  var unnamed: [String] = []
  /// What the class writes, and its schema for writing refuses.
  var unwritten: [String] = []

  init(_ sample: Sample, count: Int, seed: UInt64) throws {
    func make<M: JSONSerializing>(_ type: M.Type) throws { try run(type, sample, count, seed) }
    try make(sample.type)
  }

  private mutating func run<M: JSONSerializing>(
    _ type: M.Type, _ sample: Sample, _ count: Int, _ seed: UInt64
  ) throws {
    let schema = try JSONSchema(of: type)
    let validator = try SchemaValidator(schema.string)
    let writing = try SchemaValidator(JSONSchema(of: type, direction: .writing).string)
    var mutator = DocumentMutator(seed: seed)
    let documents = try sample.documents.map { try Document($0) }
    for index in 0..<count {
      let first = documents[index % documents.count]
      let document = index < documents.count ? first : mutator.mutated(first, among: documents)
      let json = document.json
      let isAccepted = validator.accepts(document)
      self.count += 1
      accepted += isAccepted ? 1 : 0
      do {
        let model = try JSONAdapter.model(of: type, from: json)
        if !isAccepted { refused.append(json) }
        guard let written = try? JSONAdapter.string(from: model) else { continue }
        if try !writing.accepts(Document(written)) { unwritten.append(written) }
      } catch {
        if isAccepted, !Self.names(error, schema, validator) { unnamed.append("\(json): \(error)") }
        if index < documents.count { unnamed.append("\(json): \(error)") }
      }
    }
  }

  /// Whether a limitation is marked on the way to the place of the error.
  private static func names(
    _ error: any Error, _ schema: JSONSchema, _ validator: SchemaValidator
  ) -> Bool {
    guard let error = error as? JSONAdapterError else { return false }
    var comments = validator.comments(on: error.pathComponents)
    // The document's own are about numbers beyond all types.
    let isExtreme = ["1e400", "1e-400", "1e39"].contains { error.found.contains($0) }
    comments.removeAll { $0.contains("too small or too large") && !isExtreme }
    return comments.contains { comment in
      schema.limitations.contains { comment.contains($0.reason) }
    }
  }
}

/// Changes documents in one or two places, by a seed.
struct DocumentMutator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(count, 1)))
  }

  mutating func mutated(_ document: Document, among others: [Document]) -> Document {
    var made = document
    for _ in 0...(next(4) / 3) { made = change(made, others, depth: 0) }
    return made
  }

  private static let texts = [
    "", "a", "abcdef", "5", "1.5", "true", "null", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
    "2024-01-02T03:04:05Z", "2024-02-30T00:00:00Z", "2024-01-02", "AQID", "AQI", "-_-_", "a b",
    "https://example.org/a?b", "Europe/Berlin", "de_DE", "é", "e\u{301}", "👨‍👩‍👧", "small", "SMALL",
    "dog", "{\"x\":1,\"y\":2}", "[1,2]", " 7 ",
  ]
  private static let numbers = [
    "0", "1", "-1", "5", "5.0", "1.5", "1e2", "300", "-129", "255", "9223372036854775808",
    "18446744073709551616", "1e400", "1e-400", "1e39", "0.1", "150", "1704164645",
    "123456789012345678901234567890",
  ]

  private mutating func scalar() -> Document {
    switch next(9) {
    case 0: .null
    case 1: .boolean(next(2) == 0)
    case 2, 3, 4: .number(Self.numbers[next(Self.numbers.count)])
    default: .text(Self.texts[next(Self.texts.count)])
    }
  }

  private mutating func any(_ others: [Document]) -> Document {
    switch next(12) {
    case 0: .array([])
    case 1: .array([scalar()])
    case 2: .object([:])
    case 3: .object(["a": scalar()])
    case 4: others[next(others.count)]
    default: scalar()
    }
  }

  /// Another value of the same kind, mostly.
  private mutating func similar(_ document: Document, _ others: [Document]) -> Document {
    if next(3) == 0 { return any(others) }
    switch document {
    case .number: return .number(Self.numbers[next(8)])
    case .text(let text): return next(2) == 0 ? .text(text + "b") : .text(Self.texts[next(8)])
    case .boolean: return .boolean(next(2) == 0)
    case .array(let elements): return .array(elements + elements.prefix(1))
    case .object, .null: return any(others)
    }
  }

  private mutating func change(_ document: Document, _ others: [Document], depth: Int) -> Document {
    switch document {
    case .object(var members) where !members.isEmpty:
      let name = members.keys.sorted()[next(members.count)]
      switch next(10) {
      case 0: members[name] = nil
      case 1: members[["other", "x", "id", "name", "type", "kind"][next(6)]] = any(others)
      case 2: members[name] = members[members.keys.sorted()[next(members.count)]]
      default: members[name] = change(members[name] ?? .null, others, depth: depth + 1)
      }
      return .object(members)
    case .array(var elements) where !elements.isEmpty && next(3) > 0:
      let index = next(elements.count)
      switch next(5) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(any(others), at: index)
      default: elements[index] = change(elements[index], others, depth: depth + 1)
      }
      return .array(elements)
    default: return depth == 0 ? any(others) : similar(document, others)
    }
  }
}

extension Sample {
  private static let uuid = #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#
  private static let calendar =
    #"{"identifier":"gregorian","locale":{"identifier":"de"},"timeZone":{"identifier":"GMT"},"firstWeekday":1,"minimumDaysInFirstWeek":1,"current":0}"#

  static let all: [Sample] = [
    Sample(
      Scalars.self,
      #"{"int":1,"small":2,"byte":3,"large":4,"double":1.5,"float":2,"decimal":3,"isOn":true,"text":"a","cg":1}"#
    ),
    Sample(
      Options.self,
      #"{"int":1,"double":2,"isOn":true,"text":"a","date":"2024-01-02T03:04:05Z","twice":1,"number":2}"#,
      #"{"int":null,"date":null,"twice":null,"number":true}"#),
    Sample(
      Texts.self,
      #"{"uuid":\#(uuid),"url":"a","data":"AQID","zone":"Europe/Berlin","locale":"de_DE","letter":"a","date":"2024-01-02T03:04:05Z","part":"b"}"#
    ),
    Sample(Required.self, #"{"id":1,"name":"a","tags":["b"]}"#, #"{"id":1,"name":null}"#),
    Sample(
      Closed.self, #"{"id":1,"child":{"id":2},"children":[{"int":1}]}"#,
      #"{"id":1,"child":null,"children":[]}"#),
    Sample(
      AllThere.self, #"{"id":1,"name":"a","inner":{"x":1,"y":2}}"#,
      #"{"id":1,"inner":{"x":1,"y":2}}"#),
    Sample(
      Tree.self,
      #"{"name":"a","children":[{"name":"b","children":[{}]}],"byName":{"c":{},"d":null}}"#),
    Sample(
      Lists.self,
      #"{"numbers":[1,2],"options":[1,null],"grid":[[1],[]],"names":["a","b"],"points":[{"x":1}],"flags":[true]}"#
    ),
    Sample(
      Maps.self,
      #"{"scores":{"a":1},"byNumber":{"1":"a"},"byID":{\#(uuid):{"x":1}},"bySize":{"small":1},"lists":{"a":[1]}}"#,
      #"{"byID":[\#(uuid),{"x":1}],"byNumber":{"-2":"b"}}"#),
    Sample(
      Enums.self,
      #"{"size":"small","level":5,"open":"zzz","flags":3,"lenient":"YES","sizes":["large"]}"#),
    Sample(
      Nested.self, #"{"user":{"name":"a","address":{"city":"b","zip":1}}}"#,
      #"{"user":{"name":"a"}}"#),
    Sample(
      NamedElements.self, #"{"list":{"1":{"name":"a"},"-5":{}},"more":{"b":{"id":7}}}"#,
      #"{"list":{},"more":null}"#, "{}"),
    Sample(AnyCase.self, #"{"USERID":1,"Name":"a","stated":2}"#, #"{"userID":1}"#),
    Sample(NestedClosed.self, #"{"user":{"name":"a","age":1}}"#, #"{"user":null}"#, "{}"),
    Sample(Within.self, #"{"point":{"x":1,"y":2}}"#, #"{"point":null}"#),
    Sample(Indexed.self, #"{"list":[{"id":1},"a"]}"#, #"{"list":[]}"#),
    Sample(
      Each.self, #"{"items":[{"id":1,"name":"a"},{"id":2,"name":null}]}"#,
      #"{"items":[{"id":3,"name":"b"}]}"#),
    Sample(
      Alternatives.self, #"{"id":1,"name":"a"}"#, #"{"ID":1,"title":"a"}"#, #"{"user":{"id":1}}"#,
      #"{"id":null,"ID":2,"user":5}"#),
    Sample(AlternativesClosed.self, #"{"user":{"id":1}}"#, #"{"id":1,"user":5}"#),
    Sample(
      TwoPlaces.self, #"{"user_age":1,"created":"a"}"#, #"{"user_age":1,"secret":7,"age":"x"}"#),
    Sample(
      Animal.self, #"{"type":"dog","name":"a","barks":true}"#, #"{"type":"cat","lives":9}"#,
      #"{"type":"puppy","age":1,"barks":false}"#),
    Sample(
      Dog.self, #"{"type":"dog","name":"a","barks":true}"#, #"{"barks":true}"#, #"{"type":null}"#,
      #"{"type":"puppy","age":1}"#),
    Sample(
      Zoo.self,
      #"{"animals":[{"type":"dog","barks":true},{"type":"cat"}],"dog":{"type":"puppy","age":1},"cat":{"lives":1}}"#
    ),
    Sample(
      Message.self, #"{"type":"push","payload":{"branch":"a"}}"#,
      #"{"type":"text","payload":{"body":null}}"#),
    Sample(Figure.self, #"{"circle":{"radius":1}}"#, #"{"square":{"side":1}}"#),
    Sample(Measure.self, #"{"meters":1}"#, #"{"seconds":1.5}"#, #"{"meters":1,"seconds":2}"#),
    Sample(Loose.self, #"{"kind":1,"id":1,"width":2}"#, #"{"kind":2,"id":1}"#, #"{"id":1}"#),
    Sample(Kept.self, #"{"type":"alert","id":1,"text":"a"}"#, #"{"type":"poll","id":1}"#),
    Sample(
      Attachment.self, #"{"kind":"image","url":"a","width":1}"#, #"{"kind":"photo","width":2}"#,
      #"{"url":"a"}"#, #"{"kind":"file","size":1}"#),
    Sample(Picture.self, #"{"kind":"photo","width":2}"#, #"{"width":2}"#),
    Sample(Tight.self, #"{"kind":1,"width":2}"#, #"{"width":2}"#),
    Sample(Push.self, #"{"type":"push","payload":{"branch":"a"}}"#, #"{"payload":{"branch":"a"}}"#),
    Sample(Circle.self, #"{"circle":{"radius":1}}"#),
    Sample(Meters.self, #"{"meters":1}"#, "{}"),
    Sample(
      Payment.self, #"{"kind":"card","details":{"number":"1","note":"a"}}"#,
      #"{"kind":"transfer","details":{"iban":"a"}}"#, #"{"details":null}"#),
    Sample(
      Unions.self, #"{"reference":1,"other":[1,2],"list":[1,{"x":1},["a"],null]}"#,
      #"{"reference":{"x":1},"other":1}"#, #"{"reference":null,"other":null}"#),
    Sample(
      Transformed.self, #"{"seconds":1,"iso":"2024-01-02T03:04:05Z","text":" a ","number":"5"}"#),
    Sample(
      Embedded.self,
      #"{"point":"{\"x\":1}","list":"[1,2]","inner":{"x":1},"points":[{"x":1}]}"#,
      #"{"point":null,"points":null}"#),
    Sample(
      Limited.self,
      #"{"age":1,"ratio":0.5,"name":"abc","code":"a-1","size":"s","level":1,"tags":["a"],"set":[1,1,1],"map":{"a":1},"even":2}"#
    ),
    Sample(Validated.self, #"{"low":1,"high":5}"#),
    Sample(Prepared.self, #"{"ID":1}"#),
    Sample(Extras.self, #"{"id":1,"other":[1]}"#),
    Sample(
      Remembering.self, #"{"id":1,"note":null,"at":null}"#, #"{"note":"x","at":{"city":null}}"#),
    Sample(LenientModel.self, #"{"id":"5","name":1,"point":{"x":"1"}}"#),
    Sample(
      Numeric.self,
      #"{"count":"5","ratio":"1.5","text":1,"isOn":1,"list":["1",2],"sizes":["small"],"map":{"a":"1"}}"#,
      #"{"count":1,"ratio":"null","list":{"0":1},"map":[]}"#),
    Sample(
      NullKeeping.self, #"{"id":null,"point":{"x":null},"list":[1],"address":{"city":null}}"#,
      #"{"address":null}"#),
    Sample(OneLoose.self, #"{"strict":1,"loose":"5","point":{"x":"1"}}"#),
    Sample(
      Coded.self,
      #"{"address":{"street":"a","number":1,"isHome":true,"since":"2024-01-02T03:04:05Z","tags":["a"],"size":"small","inner":{"lat":1,"lon":2}},"places":[{"lat":1.5,"lon":2}],"handmade":{"value":"x"},"duration":[1,2],"range":[1,2],"point":[1,2.5],"frame":[[1,2],[3,4]],"big":170141183460469231731687303715884105727}"#
    ),
    Sample(
      Foundations.self,
      #"{"calendar":\#(calendar),"parts":{"calendar":\#(calendar),"timeZone":{"identifier":"GMT"},"year":1,"isLeapMonth":true},"path":{"indexes":[1,2]},"span":{"start":"2024-01-02T03:04:05Z","duration":2},"home":{"zone":{"identifier":"GMT"},"locale":{"identifier":"de"},"calendars":[\#(calendar)]}}"#,
      #"{"calendar":{"current":2},"parts":{"year":null},"home":{"zone":{"autoupdating":true},"locale":{"current":1},"calendars":[]}}"#
    ),
    Sample(Anything.self, #"{"any":1,"raw":{"a":[1]},"list":[1,"a",null],"map":{"a":null}}"#),
    Sample(Noted.self, #"{"login":"a","password":"b","age":1,"token":\#(uuid)}"#),
    Sample(Styled.self, #"{"first_name":"a","last_login":5}"#),
    Sample(Distinct.self, #"{"ids":[1,2],"data":"-_-_","date":5}"#),
    Sample(Chosen.self, #"{"id":1}"#),
    Sample(Whole.self, #"{"a":1,"b":2}"#),
  ]
}
