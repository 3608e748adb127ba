import Foundation

extension WeiboURL: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["result"] as? Bool { result = value }
    if let value = json["short_url"] as? String { shortURL = value }
    if let value = json["ori_url"] as? String { originalURL = value }
    if let value = json["url_title"] as? String { urlTitle = value }
    if let value = json["url_type_pic"] as? String { urlTypePic = value }
    if let value = json["url_type"] as? Int { urlType = value }
    if let value = json["log"] as? String { log = value }
    if let value = json["page_id"] as? String { pageID = value }
    if let value = json["storage_type"] as? String { storageType = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(9)
    json["result"] = result
    json["short_url"] = shortURL
    json["ori_url"] = originalURL
    json["url_title"] = urlTitle
    json["url_type_pic"] = urlTypePic
    json["url_type"] = urlType
    json["log"] = log
    if let pageID { json["page_id"] = pageID }
    if let storageType { json["storage_type"] = storageType }
    return json
  }
}
