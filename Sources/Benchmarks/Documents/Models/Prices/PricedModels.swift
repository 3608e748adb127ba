import Foundation
import Peridot

/// Nine plain properties. Each subclass adds a tenth, the detail, or a hook.
class PricedModel: Model {
  var id = 0
  var name = ""
  var login = ""
  var score = 0.0
  var isActive = false
  var followers = 0
  var location: String?
  var company: String?
  var count = 0
}

/// The base of all prices.
final class PlainDetail: PricedModel, JSONSerializing {
  var detail = ""
}

/// A date in a format, each subclass in its own.
class DateDetail: PricedModel, JSONSerializing {
  var detail = Date.distantPast

  class var format: String { "yyyy-MM-dd HH:mm:ss" }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "detail" ? .date(format: format) : nil
  }
}

final class NamedMonthDetail: DateDetail {
  override class var format: String { "d MMM yyyy HH:mm:ss" }
}

final class ZonedDateDetail: DateDetail {
  override class var format: String { "yyyy-MM-dd'T'HH:mm:ssXXXXX" }
}

final class SpokenDateDetail: DateDetail {
  override class var format: String { "MMMM d, yyyy h:mm a" }
}

final class AlternativeDetail: PricedModel, JSONSerializing {
  var detail = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["detail": .firstOf("details", "detail")]
  }
}

final class EachDetail: PricedModel, JSONSerializing {
  var detail: [String] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["detail": "detail[*].text"] }
}

final class IndexedDetail: PricedModel, JSONSerializing {
  var detail = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["detail": "detail[0]"] }
}

final class SetDetail: PricedModel, JSONSerializing {
  var detail: Set<String> = []
}

final class DictionaryDetail: PricedModel, JSONSerializing {
  var detail: [String: Any] = [:]
}

final class ClosureDetail: PricedModel, JSONSerializing {
  var detail = ""

  private static let closure = ValueTransformer.closure(
    forward: { (value: Any) in value as? String ?? "" }, reverse: { (text: String) in text as Any })

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "detail" ? closure : nil
  }
}

final class URLDetail: PricedModel, JSONSerializing {
  var detail: URL?
}

final class DecimalDetail: PricedModel, JSONSerializing {
  var detail = Decimal(0)
}

final class ValidatedDetail: PricedModel, JSONSerializing {
  var detail = ""

  override func validate(_ value: inout Any?, forKey key: String) throws {}
}

final class PreparedDetail: PricedModel, JSONSerializing, JSONPreparing {
  var detail = ""

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    var json = json
    json["name"] = json["login"]
    return json
  }
}

final class FinishedDetail: PricedModel, JSONSerializing, JSONFinishing {
  var detail = ""

  func finish(_ json: inout [String: Any]) throws {
    json["name"] = login
  }
}

final class KeptExtras: PricedModel, JSONSerializing, JSONExtrasKeeping {
  var detail = ""
  var jsonExtras: [String: Any] = [:]
}

/// Two of the properties of ``PricedModel``.
final class TwoProperties: Model, JSONSerializing {
  var id = 0
  var name = ""
}

/// Writes what ``TwoProperties`` has.
final class TwoPropertiesAdapter: JSONAdapter, @unchecked Sendable {
  override func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<String> {
    keys.intersection(["id", "name"])
  }
}
