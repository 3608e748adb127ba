import Foundation

extension WeiboPageInfo: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["page_id"] as? String { pageID = value }
    if let value = json["page_title"] as? String { pageTitle = value }
    if let value = json["page_desc"] as? String { pageDescription = value }
    if let value = json["page_pic"] as? String { pagePic = value }
    if let value = json["page_url"] as? String { pageURL = value }
    if let value = json["object_type"] as? String { objectType = value }
    if let value = json["object_id"] as? String { objectID = value }
    if let value = json["type"] as? Int { type = value }
    if let value = json["tips"] as? String { tips = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(9)
    json["page_id"] = pageID
    json["page_title"] = pageTitle
    json["page_desc"] = pageDescription
    json["page_pic"] = pagePic
    json["page_url"] = pageURL
    if let objectType { json["object_type"] = objectType }
    if let objectID { json["object_id"] = objectID }
    json["type"] = type
    if let tips { json["tips"] = tips }
    return json
  }
}
