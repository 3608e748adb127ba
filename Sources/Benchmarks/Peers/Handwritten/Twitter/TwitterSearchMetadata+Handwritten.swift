import Foundation

extension TwitterSearchMetadata: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["completed_in"] as? Double { completedIn = value }
    if let value = json["max_id"] as? Int64 { maxID = value }
    if let value = json["max_id_str"] as? String { maxIDStr = value }
    if let value = json["next_results"] as? String { nextResults = value }
    if let value = json["query"] as? String { query = value }
    if let value = json["refresh_url"] as? String { refreshURL = value }
    if let value = json["count"] as? Int { count = value }
    if let value = json["since_id"] as? Int64 { sinceID = value }
    if let value = json["since_id_str"] as? String { sinceIDStr = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(9)
    json["completed_in"] = completedIn
    json["max_id"] = maxID
    json["max_id_str"] = maxIDStr
    if let nextResults { json["next_results"] = nextResults }
    json["query"] = query
    json["refresh_url"] = refreshURL
    json["count"] = count
    json["since_id"] = sinceID
    json["since_id_str"] = sinceIDStr
    return json
  }
}
