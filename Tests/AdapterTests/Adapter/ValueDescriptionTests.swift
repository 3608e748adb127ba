import Foundation
import Peridot
import Testing

/// What a description says of types, hooks and policies.
@Suite struct ValueDescriptionTests {
  private func words(_ type: Any.Type) -> String { "\(ValueDescription(of: type).form)" }

  @Test(
    arguments: [
      (Bool.self, "boolean"), (Int8.self, "integer(minimum: \"-128\", maximum: \"127\")"),
      (Double.self, "number"),
      (Decimal.self, "number"), (NSNumber.self, "number"), (CGFloat.self, "number"),
      (Any.self, "anything"), (RawJSON.self, "anything"), (AnyHashable.self, "anything"),
      (Date.self, "date"), (Date?.self, "optional(of: Foundation.Date)"),
      (String??.self, "optional(of: Swift.Optional<Swift.String>)"), (Closure.self, "none"),
      (CGPoint.self, "list(of: [Swift.Double, Swift.Double])"),
      (CGRect.self, "list(of: [Foundation.CGPoint, Foundation.CGSize])"),
      (Duration.self, "list(of: [Swift.Int64, Swift.UInt64])"),
      (UInt128.self, "integer(minimum: \"0\", maximum: \"\(UInt128.max)\")"),
      (Int128.self, "integer(minimum: \"\(Int128.min)\", maximum: \"\(Int128.max)\")"),
      (Locale.Currency.self, "coded"), (IndexSet.self, "coded"),
    ] as [(Any.Type, String)])
  func findsTheFormOf(_ type: Any.Type, _ expected: String) {
    #expect(words(type).replacing("FoundationEssentials", with: "Foundation") == expected)
  }

  @Test func knowsTheFormatsOfText() {
    let types: [Any.Type] = [
      String.self, Substring.self, Character.self, UUID.self, URL.self, Data.self, TimeZone.self,
      Locale.self,
    ]
    let formats = types.compactMap { type -> ValueDescription.TextFormat? in
      if case .text(let format) = ValueDescription(of: type).form { format } else { nil }
    }
    #expect(formats == [.plain, .plain, .character, .uuid, .url, .data, .timeZone, .locale])
  }

  private func members(_ type: Any.Type, isCoded: Bool = false) -> [String]? {
    guard
      case .object(let members, let standIn) = ValueDescription(of: type, isCoded: isCoded).form
    else { return nil }
    return members.map { "\($0.name): \($0.type)\($0.isOptional ? "?" : "")" }
      + (standIn.map { ["or \($0)"] } ?? [])
  }

  @Test func namesTheMembersOfFoundationsTypes() {
    #expect(members(IndexPath.self) == ["indexes: Array<Int>"])
    #expect(members(DateInterval.self) == ["start: Date", "duration: Double"])
    #expect(
      members(Calendar.self) == [
        "identifier: String", "locale: Locale?", "timeZone: TimeZone", "firstWeekday: Int",
        "minimumDaysInFirstWeek: Int", "current: Int?", "or current",
      ])
    #expect(
      members(DateComponents.self) == [
        "calendar: Calendar?", "timeZone: TimeZone?", "era: Int?", "year: Int?", "month: Int?",
        "day: Int?", "dayOfYear: Int?", "hour: Int?", "minute: Int?", "second: Int?",
        "nanosecond: Int?", "weekday: Int?", "weekdayOrdinal: Int?", "quarter: Int?",
        "weekOfMonth: Int?", "weekOfYear: Int?", "yearForWeekOfYear: Int?", "isLeapMonth: Bool?",
        "isRepeatedDay: Bool?",
      ])
  }

  /// A property's time zone is text, and one in a struct what its own conformance writes.
  @Test func tellsCodableValuesApart() {
    #expect(members(TimeZone.self) == nil)
    #expect(members(Locale.self) == nil)
    #expect(
      members(TimeZone.self, isCoded: true)
        == ["identifier: String", "autoupdating: Bool?", "or autoupdating"])
    #expect(
      members(Locale.self, isCoded: true)
        == ["identifier: String", "current: Int?", "or current"])
    let wrapped = ValueDescription(of: Locale??.self, isCoded: true).unwrapped
    #expect("\(wrapped.type)" == "Locale")
    #expect(wrapped.isCoded)
  }

  /// What Foundation writes of a value has the members that its description names.
  @Test func namesWhatIsWritten() throws {
    let parts = DateComponents(
      calendar: Calendar(identifier: .gregorian), timeZone: .gmt, era: 1, year: 2, month: 3,
      day: 4, hour: 5, minute: 6, second: 7, nanosecond: 8, weekday: 9, weekdayOrdinal: 10,
      quarter: 11, weekOfMonth: 12, weekOfYear: 13, yearForWeekOfYear: 14)
    var leap = DateComponents()
    leap.dayOfYear = 1
    leap.isLeapMonth = true
    leap.isRepeatedDay = true
    let values: [any Codable] = [
      parts, leap, Calendar(identifier: .gregorian), IndexPath(index: 1), DateInterval(),
    ]
    for value in values {
      let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
      guard let object = written as? [String: Any],
        case .object(let members, _) = ValueDescription(of: type(of: value)).form
      else { return #expect(Bool(false)) }
      let names = members.map(\.name)
      #expect(Set(object.keys).subtracting(names) == [])
      #expect(members.filter { !$0.isOptional && object[$0.name] == nil }.map(\.name) == [])
    }
  }

  @Test func takesCollectionsApart() {
    guard case .array(let element, let isDistinct) = ValueDescription(of: Set<Int8>.self).form
    else { return #expect(Bool(false)) }
    #expect("\(element)" == "Int8")
    #expect(isDistinct)
    func forms(_ type: Any.Type) -> [Bool]? {
      guard
        case .dictionary(_, let value, let hasNames, let hasPairs) = ValueDescription(of: type).form
      else { return nil }
      return [value == Date?.self, hasNames, hasPairs]
    }
    #expect(forms([String: Date?].self) == [true, true, false])
    #expect(forms([UUID: Date?].self) == [true, true, true])
    #expect(forms([Pair: Date?].self) == [true, false, true])
    #expect(forms([Stranger: Date?].self) == nil)
  }

  @Test func namesTheCasesOfEnums() {
    func cases(_ type: Any.Type) -> [String]? {
      guard case .rawValue(_, let cases, let isOpen) = ValueDescription(of: type).form
      else { return nil }
      return cases.map { "\($0)" } + [isOpen ? "open" : "closed"]
    }
    #expect(cases(Size.self) == ["s", "l", "closed"])
    #expect(cases(Level.self) == ["1", "2", "open"])
    #expect(cases(Options.self) == ["closed"])
    #expect(cases(Odd.self) == nil)
    guard case .coded = ValueDescription(of: Odd.self).form else { return #expect(Bool(false)) }
  }

  private struct Address: Codable {
    var street: String
    var number: Int?
    var tags: [String]
    var since: Date?

    enum CodingKeys: String, CodingKey {
      case street, number
      case tags = "the_tags"
      case since
    }
  }

  /// It looks at the version before it asks for the rest.
  private struct Versioned: Codable {
    var version = 1
    var text: String?

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      version = try members.decode(Int.self, forKey: .version)
      if version > 1 { text = try members.decode(String.self, forKey: .text) }
    }
  }

  private struct Wrapped: Codable {
    var text: String

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
  }

  /// It goes on after an error.
  private struct Tolerant: Codable {
    var number: Int

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      number = (try? members.decode(Int.self, forKey: .number)) ?? 0
    }
  }

  private enum Event: Codable {
    case start
    case stop(at: Date)
  }

  @Test func namesTheMembersOfSynthesizedCoding() throws {
    func members(_ type: Any.Type) -> [String]? {
      ValueDescription(of: type).codedMembers?.map { name, type, isOptional in
        "\(name): \(type)\(isOptional ? "?" : "")"
      }
    }
    #expect(
      members(Address.self)
        == ["street: String", "number: Int?", "the_tags: Array<String>", "since: Date?"])
    #expect(members(Wrapped.self) == nil)
    #expect(members(Tolerant.self) == nil)
    #expect(members(Event.self) == nil)
    #expect(members(Versioned.self) == ["version: Int"])
    #expect(members(Int.self) == nil)
  }

  @Test func namesTheFormsOfUnions() {
    guard case .union(let forms, let hasNull) = ValueDescription(of: Reference.self).form
    else { return #expect(Bool(false)) }
    #expect(forms.map(\.name) == ["id", "object"])
    #expect(forms.map { "\($0.type)" } == ["Int", "Holder"])
    #expect(hasNull)
  }

  @Test func tellsThePolicyOfAProperty() throws {
    let own = ClassDescription(of: Holder.self)
    #expect(own.policy.null == .keep)
    #expect(own.property(forKey: "loose")?.policy.mismatch == .keep)
    #expect(own.property(forKey: "loose")?.policy.null == .keep)
    #expect(own.property(forKey: "child")?.policy == own.policy)
    let given = ClassDescription(of: Holder.self, policy: .strict)
    #expect(given.policy == .strict)
    #expect(given.property(forKey: "loose")?.policy.null == .fail)
  }

  @Test func tellsWhatATransformerReads() throws {
    let holder = ClassDescription(of: Holder.self)
    let text = try #require(holder.property(forKey: "text")?.transformedContent)
    #expect("\(text.type)" == "Array<Int>")
    #expect(text.isText)
    #expect(text.policy == nil)
    let child = try #require(holder.property(forKey: "child")?.transformedContent)
    #expect("\(child.type)" == "Hooked")
    #expect(!child.isText)
    #expect(child.policy == .lenient)
    #expect(holder.property(forKey: "loose")?.transformedContent == nil)
  }

  @Test func namesTheHooks() {
    #expect(ClassDescription(of: Holder.self).hooks == [])
    #expect(
      ClassDescription(of: Hooked.self).hooks
        == [.prepares, .finishes, .choosesClass, .validates, .loads, .keepsMembers])
    #expect(ClassDescription(of: Chooser.self).hooks == [.choosesHeldClasses])
  }
}

private typealias Closure = @Sendable () -> Void

private struct Pair: Hashable, Codable {
  var a = 0
  var b = 0
}

private struct Stranger: Hashable {}

private enum Size: String, Codable { case s, l }

private enum Level: Int, UnknownCaseRepresentable, CaseIterable {
  case low = 1
  case high = 2
  static var unknownCase: Level { .low }
}

private struct Options: OptionSet, Codable { let rawValue: Int }

private enum Odd: String, Codable {
  case a
  init(from decoder: any Decoder) throws { self = .a }
}

private enum Reference: JSONUnion {
  case none
  case id(Int)
  case object(Holder)
}

private final class Holder: Model, JSONSerializing {
  var loose = 0
  var text: [Int] = []
  var child: Hooked?

  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.null = .keep } }
  override class var declaredProperties: [Property] {
    [
      property("loose", \.loose, facets: .policy { $0.mismatch = .keep }),
      property("text", \.text, by: .embeddedJSON),
      property("child", \.child, by: .model(policy: .lenient)),
    ]
  }
}

private class Hooked: Model, JSONSerializing, JSONPreparing, JSONFinishing, JSONExtrasKeeping {
  var id = 0
  var jsonExtras: [String: Any] = [:]

  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
  func finish(_ json: inout [String: Any]) throws {}
  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
  override func validate() throws {}
  override func didLoad(from source: ModelSource) throws {}
}

private final class Chooser: Model, JSONSerializing {
  var child: Hooked?

  override class func classForParsing(_ json: JSONObject, forKey key: String) -> Model.Type? {
    Hooked.self
  }
}
