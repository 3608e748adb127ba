import Foundation
import Peridot

enum Suit: String {
  case hearts, spades
}

enum Grade: Character {
  case good = "a"
}

struct Point: Codable, Equatable {
  var x = 0
  var y = 0.5
}

class Part: Model, JSONSerializing {
  var name = ""
}

/// A property of each type that works without a line.
final class Everything: Model, JSONSerializing {
  var truth = true
  var optionalTruth: Bool? = false
  var truths = [true, false]
  var integers: [Int] = [1]
  var bytes: [Int8] = [-1]
  var words: [UInt16] = [1]
  var large: UInt64 = .max
  var huge: Int128 = 1
  var double = 0.5
  var floats: [Float] = [0.5]
  var decimal: Decimal? = 1.5
  var number: NSNumber = 7
  var text: String? = "a"
  var character: Character = "c"
  var date: [Date] = [Date(timeIntervalSince1970: 5)]
  var link = URL(string: "https://example.com")
  var identifiers: Set<UUID> = []
  var data = ["a": Data([1])]
  var zone: TimeZone? = TimeZone(identifier: "GMT")
  var locale: Locale? = Locale(identifier: "en_US")
  var suits: [Suit: Int] = [.spades: 1]
  var grade: [Grade?] = [.good]
  var point: Point? = Point()
  var points = [[Point()]]
  var raw: RawJSON = (try? RawJSON(#"{"b":1.10,"a":[]}"#)) ?? RawJSON()
  var raws: [RawJSON?] = [try? RawJSON("1.0"), nil]
  var any: Any?
  var members: [String: Any] = ["a": true]
  var part: Part? = Part()
  var parts = ["a": [Part()]]

  override class var archiveName: String { "Plain.Everything" }
}

@main
struct Plain {
  static func main() throws {
    let everything = Everything()
    everything.any = ["x": [1, true, NSNull()]] as [String: Any]
    try JSONAdapter.check(Everything.self)
    let read: Everything = try JSONAdapter.model(from: JSONAdapter.data(from: everything))
    precondition(read == everything, "JSON: \(read.changedKeys(from: everything))")
    let archived = try Everything.unarchive(from: everything.archivedData())
    precondition(archived == everything, "archive: \(archived.changedKeys(from: everything))")
    precondition(archived.raw.description == everything.raw.description)
    let dictionary = try Everything(dictionary: everything.dictionaryValue)
    precondition(dictionary == everything && everything.copy() as? Everything == everything)
    precondition(everything.description.contains("truths: [true, false]"))
  }
}
