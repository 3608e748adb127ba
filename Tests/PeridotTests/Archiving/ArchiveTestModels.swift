import Foundation
import Peridot

@testable import TestSupport

enum ArchiveState: String { case open, closed }
enum ArchiveLevel: Int {
  case low = 1
  case high = 9
}
struct ArchivePoint: Codable, Hashable {
  var x = 0.5
  var y = Float.nan
  static func == (first: Self, second: Self) -> Bool {
    first.x == second.x && first.y.bitPattern == second.y.bitPattern
  }
}

/// A model with a property of each type that is archived with no line written.
final class ArchiveEverything: Model {
  var integer = 0
  var integer8: Int8 = 0
  var integer16: Int16 = 0
  var integer32: Int32 = 0
  var integer64: Int64 = 0
  var natural: UInt = 0
  var natural8: UInt8 = 0
  var natural16: UInt16 = 0
  var natural32: UInt32 = 0
  var natural64: UInt64 = 0
  var huge: Int128 = 0
  var float: Float = 0
  var double = 0.0
  var flag = false
  var text = ""
  var character: Character = "x"
  var decimal: Decimal = 0
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var url: URL?
  var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000000")
  var data = Data()
  var state = ArchiveState.open
  var level: ArchiveLevel?
  var point = ArchivePoint()
  var friend: ArchiveEverything?
  weak var parent: ArchiveEverything?
  var any: Any?
  var members: [String: Any] = [:]
  var optionalText: String? = "initial"
  var numbers: [Int] = []
  var nested: [[Int?]] = []
  var texts: Set<String> = []
  var counts: [String: Int] = [:]
  var byNumber: [Int: String?] = [:]
  var byState: [String: [ArchiveLevel: Date]] = [:]
  var decimals: [Decimal] = []
  var friends: [ArchiveEverything] = []
  var circle: Set<ArchiveEverything> = []
  var named: [String: ArchiveEverything] = [:]

  static func filled() -> ArchiveEverything {
    let model = ArchiveEverything()
    model.integer = .min
    model.integer8 = .min
    model.integer16 = .max
    model.integer32 = .min
    model.integer64 = .max
    model.natural = .max
    model.natural8 = .max
    model.natural16 = .max
    model.natural32 = .max
    model.natural64 = .max
    model.huge = .min
    model.float = 0.1
    model.double = -0.0
    model.flag = true
    model.text = "$null"
    model.character = "🇨🇭"
    model.decimal = Decimal(string: "-12345678901234567890.123456789012345678") ?? 0
    model.date = Date(timeIntervalSinceReferenceDate: 0.1)
    model.url = URL(string: "b?c=d#e", relativeTo: URL(string: "https://example.org/a/"))
    model.uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    model.data = Data([0, 255])
    model.state = .closed
    model.level = .high
    model.point = ArchivePoint(x: -1.25, y: 3)
    model.any = 1.0
    model.members = [
      "integer": 1, "flag": true, "real": 1.5, "null": NSNull(), "text": "é\u{0}",
      "list": [1, "two", [3.5]], "date": Date(timeIntervalSinceReferenceDate: 5),
      "decimal": Decimal(string: "0.1") ?? 0, "big": UInt64.max, "escaped": "$null",
    ]
    model.optionalText = nil
    model.numbers = [1, 2, 3, 1]
    model.nested = [[1, nil], [], [nil]]
    model.texts = ["a", "b", ""]
    model.counts = ["": 1, "$class": 2]
    model.byNumber = [-1: nil, 7: "seven"]
    model.byState = ["open": [.low: Date(timeIntervalSinceReferenceDate: 1)]]
    model.decimals = [Decimal(string: "0.30") ?? 0, 12, .nan]
    return model
  }
}
