import Foundation

extension TwitterMetadata: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["result_type"] as? String { resultType = value }
    if let value = json["iso_language_code"] as? String { isoLanguageCode = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["result_type"] = resultType
    json["iso_language_code"] = isoLanguageCode
    return json
  }
}
