import Foundation
import Peridot

/// A kind of document that grows in one way.
struct WorkShape: Sendable {
  let name: String
  let policy: ConversionPolicy
  /// The document with so many parts.
  let document: @Sendable (Int) -> String

  init(
    _ name: String, _ policy: ConversionPolicy = .strict,
    _ document: @escaping @Sendable (Int) -> String
  ) {
    self.name = name
    self.policy = policy
    self.document = document
  }

  static let all: [WorkShape] =
    numbers + textsOfAllKinds + collections + values + models + places + mistakes + manyMistakes
    + repairs

  private static func list(
    _ key: String, _ count: Int, _ element: (Int) -> String
  ) -> String {
    #"{"\#(key)":[\#((0..<count).map(element).joined(separator: ","))]}"#
  }

  private static func object(
    _ key: String, _ count: Int, _ member: (Int) -> String
  ) -> String {
    #"{"\#(key)":{\#((0..<count).map(member).joined(separator: ","))}}"#
  }

  private static let numbers = [
    WorkShape("integers") { list("ints", $0) { "\($0)" } },
    WorkShape("doubles") { list("doubles", $0) { "\($0).25" } },
    WorkShape("doubles of many digits") { list("doubles", $0) { "0.12345678901234567\($0)" } },
    WorkShape("one number of many digits") {
      #"{"doubles":[0.\#(String(repeating: "3", count: $0))]}"#
    },
    WorkShape("decimals") { list("decimals", $0) { "\($0).01" } },
    WorkShape("Booleans") { list("bools", $0) { "\($0 % 2 == 0)" } },
    WorkShape("null elements") { list("optionals", $0) { $0 % 2 == 0 ? "null" : "1" } },
    WorkShape("numbers in an Any") { list("any", $0) { "\($0 + 1_000)" } },
    WorkShape("white space") {
      #"{"ints":[1\#(String(repeating: " \n", count: $0))]}"#
    },
  ]

  private static let textsOfAllKinds = [
    WorkShape("texts") { list("texts", $0) { #""text \#($0)""# } },
    WorkShape("one long text") { #"{"text":"\#(String(repeating: "abcd", count: $0))"}"# },
    WorkShape("one text of escapes") {
      #"{"text":"\#(String(repeating: #"\n\u00e9"#, count: $0))"}"#
    },
    WorkShape("one text of Unicode") { #"{"text":"\#(String(repeating: "é😀", count: $0))"}"# },
    WorkShape("data") { #"{"data":"\#(String(repeating: "AQID", count: $0))"}"# },
    WorkShape("dates") { list("dates", $0) { #""2020-01-01T00:00:\#(10 + $0 % 50)Z""# } },
    WorkShape("URLs") { list("urls", $0) { #""https://example.org/\#($0)""# } },
    WorkShape("UUIDs") { count in
      list("uuids", count) { _ in #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""# }
    },
    WorkShape("a text that a pattern allows") {
      #"{"word":"\#(String(repeating: "a", count: $0))"}"#
    },
    WorkShape("secrets") { list("secrets", $0) { #""secret \#($0)""# } },
  ]

  private static let collections = [
    WorkShape("arrays of arrays") { list("lists", $0) { "[\($0),1]" } },
    WorkShape("a set of texts") { list("textSet", $0) { #""t\#($0)""# } },
    WorkShape("a set of integers") { list("intSet", $0) { "\($0)" } },
    WorkShape("a dictionary") { object("byName", $0) { #""k\#($0)":\#($0)"# } },
    WorkShape("a dictionary by numbers") { object("byNumber", $0) { #""\#($0)":"a""# } },
    WorkShape("an object in an Any") { object("any", $0) { #""k\#($0)":[\#($0)]"# } },
    WorkShape("objects in an Any") { list("any", $0) { #"{"a":\#($0),"b":"x"}"# } },
    WorkShape("raw arrays") { list("raw", $0) { "[\($0)]" } },
    WorkShape("a raw object") { object("raw", $0) { #""k\#($0)":\#($0)"# } },
    WorkShape("long names") { count in
      #"{"byName":{"\#(String(repeating: "n", count: count))":1}}"#
    },
    WorkShape("escaped names") { object("byName", $0) { #""\u00e9\#($0)":\#($0)"# } },
  ]

  private static let values = [
    WorkShape("Codable structures") { list("pairs", $0) { #"{"left":\#($0),"right":"r"}"# } },
    WorkShape("Codable cases") { count in
      list("loads", count) { _ in #"{"loading":{"progress":0.5}}"# }
    },
    WorkShape("raw cases") { list("suits", $0) { _ in #""clubs""# } },
    WorkShape("unknown cases") { list("colors", $0) { #""c\#($0)""# } },
    WorkShape("a list within limits") { list("limited", $0) { "\($0)" } },
  ]

  private static let models = [
    WorkShape("models") { list("children", $0) { #"{"id":\#($0),"name":"n","score":1.5}"# } },
    WorkShape("models by key") { object("named", $0) { #""k\#($0)":{"id":\#($0)}"# } },
    WorkShape("a cluster by a tag") {
      list("figures", $0) { #"{"type":"circle","name":"c","radius":\#($0)}"# }
    },
    WorkShape("a cluster by a tag at the end") {
      list("figures", $0) { #"{"name":"c","radius":\#($0),"type":"circle"}"# }
    },
    WorkShape("a cluster beside its content") {
      list("messages", $0) { #"{"type":"text","payload":{"id":\#($0),"text":"t"}}"# }
    },
    WorkShape("a cluster around its content") {
      list("events", $0) { #"{"opened":{"id":\#($0),"by":"b"}}"# }
    },
    WorkShape("a deduced cluster") { list("attachments", $0) { #"{"id":\#($0),"pixels":5}"# } },
    WorkShape("a tag after many members") { count in
      let members = (0..<count).map { #""m\#($0)":0"# }.joined(separator: ",")
      return #"{"figures":[{\#(members),"type":"circle"}]}"#
    },
    WorkShape("extras") { object("extras", $0) { #""k\#($0)":\#($0)"# } },
    WorkShape("a prepared object") { count in
      #"{"prepared":\#(list("values", count) { "\($0 + 1_000)" })}"#
    },
    WorkShape("styled names") { list("styled", $0) { #"{"first_name":"\#($0)"}"# } },
    WorkShape("models within each other") { count in
      let depth = count / 20
      // `data` is the beginning of another property's path, too.
      return String(repeating: #"{"data":"","next":"#, count: depth) + "{}"
        + String(repeating: "}", count: depth)
    },
  ]

  private static let places = [
    WorkShape("two paths through elements") {
      list("rows", $0) { #"{"name":"r","number":\#($0)}"# }
    },
    WorkShape("alternatives") { list("either", $0) { "\($0)" } },
    WorkShape("the second alternative") { #"{"data":\#(list("either", $0) { "\($0)" })}"# },
    WorkShape("unknown members") { count in
      "{" + (0..<count).map { #""u\#($0)":[\#($0)]"# }.joined(separator: ",") + "}"
    },
    WorkShape("one member many times") { count in
      "{" + (0..<count).map { #""text":"\#($0)""# }.joined(separator: ",") + "}"
    },
  ]

  /// A policy with a change.
  private static func changed(
    _ policy: ConversionPolicy, _ change: (inout ConversionPolicy) -> Void
  ) -> ConversionPolicy {
    var policy = policy
    change(&policy)
    return policy
  }

  private static let collecting = changed(.strict) { $0.collectsErrors = true }

  private static let mistakes = [
    WorkShape("errors of elements", collecting) { list("ints", $0) { #""x\#($0)""# } },
    WorkShape("missing members", collecting) { list("children", $0) { #"{"name":"\#($0)"}"# } },
    WorkShape("errors of members", collecting) { object("byName", $0) { #""k\#($0)":"x""# } },
    WorkShape("a text that a pattern refuses") {
      #"{"word":"\#(String(repeating: "A", count: $0))"}"#
    },
    WorkShape("a long text of another kind") {
      #"{"ints":"\#(String(repeating: "abc", count: $0))"}"#
    },
    WorkShape("an error at the end") { count in
      let elements = (0..<count).map { "\($0)," }.joined()
      return #"{"ints":[\#(elements)"x"]}"#
    },
    WorkShape("an end in the middle") { String(list("texts", $0) { #""t\#($0)""# }.dropLast(2)) },
    WorkShape("open arrays") { String(repeating: "[", count: $0) },
    WorkShape("open objects") { String(repeating: #"{"next":"#, count: $0) },
  ]

  /// Each error of the document has a place, a text and advice.
  private static let everyError = changed(collecting) { $0.maximumErrors = .max }

  private static let manyMistakes = [
    WorkShape("every error of an element", everyError) { list("ints", $0) { #""x\#($0)""# } },
    WorkShape("every error of a structure", everyError) {
      list("pairs", $0) { #"{"left":"\#($0)"}"# }
    },
    WorkShape("every unknown case", everyError) { list("suits", $0) { #""clbs\#($0)""# } },
    WorkShape("every unknown tag", everyError) {
      list("figures", $0) { #"{"type":"circel","radius":\#($0)}"# }
    },
    WorkShape("every missing member", everyError) {
      list("children", $0) { #"{"name":"\#($0)"}"# }
    },
    WorkShape("every error of a prepared object", everyError) { count in
      #"{"prepared":\#(list("values", count) { #""x\#($0)""# })}"#
    },
    WorkShape("every unknown member", changed(everyError) { $0.unknownKeys = .fail }) { count in
      "{" + (0..<count).map { #""text\#($0)":1"# }.joined(separator: ",") + "}"
    },
  ]

  private static let repairs = [
    WorkShape("repaired numbers", .lenient) { list("ints", $0) { #""\#($0).5""# } },
    WorkShape("dropped elements", .lenient) { list("ints", $0) { _ in "[]" } },
    WorkShape("dropped models", .lenient) { list("children", $0) { _ in "5" } },
    WorkShape("duplicates", .lenient) { list("intSet", $0) { "\($0 % 5)" } },
    WorkShape("reported members", changed(.strict) { $0.unknownKeys = .report }) { count in
      "{" + (0..<count).map { #""u\#($0)":1"# }.joined(separator: ",") + "}"
    },
    WorkShape("refused members", changed(collecting) { $0.unknownKeys = .fail }) { count in
      "{" + (0..<count).map { #""u\#($0)":1"# }.joined(separator: ",") + "}"
    },
  ]
}
