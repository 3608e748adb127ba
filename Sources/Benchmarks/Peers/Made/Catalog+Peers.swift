// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation

extension Catalog: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["areaNames"] as? [String: String] { areaNames = value }
    if let objects = json["events"] as? [String: [String: Any]] {
      events = objects.mapValues { CatalogEvent(handwritten: $0) }
    }
    if let objects = json["performances"] as? [[String: Any]] {
      performances = objects.map { CatalogPerformance(handwritten: $0) }
    }
    if let value = json["subTopics"] as? [String: [Int]] { subTopics = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["areaNames"] = areaNames
    json["events"] = events.mapValues(\.handwritten)
    json["performances"] = performances.map(\.handwritten)
    json["subTopics"] = subTopics.mapValues { $0.map { $0 as Any } }
    return json
  }
}

/// The Codable twin of ``Catalog``.
final class CatalogRecord: Codable {
  var areaNames: [String: String]
  var events: [String: CatalogEventRecord]
  var performances: [CatalogPerformanceRecord]
  var subTopics: [String: [Int]]
}

extension CatalogArea: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["areaID"] as? Int { areaID = value }
    if let value = json["blockIDs"] as? [Int] { blockIDs = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["areaID"] = areaID
    json["blockIDs"] = blockIDs.map { $0 as Any }
    return json
  }
}

/// The Codable twin of ``CatalogArea``.
final class CatalogAreaRecord: Codable {
  var areaID: Int
  var blockIDs: [Int]
}

extension CatalogEvent: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["id"] as? Int { id = value }
    if let value = json["name"] as? String { name = value }
    if let value = json["summary"] as? String { summary = value }
    if let value = json["logo"] as? String { logo = value }
    if let value = json["start"] as? Int { start = value }
    if let value = json["subject"] as? String { subject = value }
    if let value = json["venue"] as? String { venue = value }
    if let value = json["isOpen"] as? Bool { isOpen = value }
    if let value = json["subTopicIDs"] as? [Int] { subTopicIDs = value }
    if let value = json["topicIDs"] as? [Int] { topicIDs = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(10)
    json["id"] = id
    json["name"] = name
    if let summary { json["summary"] = summary }
    if let logo { json["logo"] = logo }
    json["start"] = start
    if let subject { json["subject"] = subject }
    json["venue"] = venue
    json["isOpen"] = isOpen
    json["subTopicIDs"] = subTopicIDs.map { $0 as Any }
    json["topicIDs"] = topicIDs.map { $0 as Any }
    return json
  }
}

/// The Codable twin of ``CatalogEvent``.
final class CatalogEventRecord: Codable {
  var id: Int
  var name: String
  var summary: String?
  var logo: String?
  var start: Int
  var subject: String?
  var venue: String
  var isOpen: Bool
  var subTopicIDs: [Int]
  var topicIDs: [Int]
}

extension CatalogPerformance: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["id"] as? Int { id = value }
    if let value = json["eventID"] as? Int { eventID = value }
    if let value = json["start"] as? Int { start = value }
    if let value = json["venueCode"] as? String { venueCode = value }
    if let objects = json["prices"] as? [[String: Any]] {
      prices = objects.map { CatalogPrice(handwritten: $0) }
    }
    if let objects = json["seatCategories"] as? [[String: Any]] {
      seatCategories = objects.map { CatalogSeatCategory(handwritten: $0) }
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["id"] = id
    json["eventID"] = eventID
    json["start"] = start
    json["venueCode"] = venueCode
    json["prices"] = prices.map(\.handwritten)
    json["seatCategories"] = seatCategories.map(\.handwritten)
    return json
  }
}

/// The Codable twin of ``CatalogPerformance``.
final class CatalogPerformanceRecord: Codable {
  var id: Int
  var eventID: Int
  var start: Int
  var venueCode: String
  var prices: [CatalogPriceRecord]
  var seatCategories: [CatalogSeatCategoryRecord]
}

extension CatalogPrice: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["amount"] as? Int { amount = value }
    if let value = json["audienceID"] as? Int { audienceID = value }
    if let value = json["seatCategoryID"] as? Int { seatCategoryID = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["amount"] = amount
    json["audienceID"] = audienceID
    json["seatCategoryID"] = seatCategoryID
    return json
  }
}

/// The Codable twin of ``CatalogPrice``.
final class CatalogPriceRecord: Codable {
  var amount: Int
  var audienceID: Int
  var seatCategoryID: Int
}

extension CatalogSeatCategory: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["seatCategoryID"] as? Int { seatCategoryID = value }
    if let objects = json["areas"] as? [[String: Any]] {
      areas = objects.map { CatalogArea(handwritten: $0) }
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["seatCategoryID"] = seatCategoryID
    json["areas"] = areas.map(\.handwritten)
    return json
  }
}

/// The Codable twin of ``CatalogSeatCategory``.
final class CatalogSeatCategoryRecord: Codable {
  var seatCategoryID: Int
  var areas: [CatalogAreaRecord]
}

extension Catalog {
  /// Reads and writes a document whose members come in the order of the properties.
  static let madeLimit = Limit<Catalog>(
    read: { document in LimitReader.read(document) { Catalog(madeLimit: &$0) } },
    write: { model in
      LimitWriter.write(capacity: 400_000) { model.writeMadeLimit(&$0) }
    })
}

extension Catalog {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("areaNames")
    areaNames = reader.dictionary { $0.string() }
    reader.mark()
    reader.name("events")
    events = reader.dictionary { CatalogEvent(madeLimit: &$0) }
    reader.mark()
    reader.name("performances")
    performances = reader.array { CatalogPerformance(madeLimit: &$0) }
    reader.mark()
    reader.name("subTopics")
    subTopics = reader.dictionary { $0.array { $0.int() } }
    reader.end()
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"areaNames":"#)
    writer.dictionary(areaNames) { $0.string($1) }
    writer.text(#","events":"#)
    writer.dictionary(events) { $1.writeMadeLimit(&$0) }
    writer.text(#","performances":"#)
    writer.array(performances) { $1.writeMadeLimit(&$0) }
    writer.text(#","subTopics":"#)
    writer.dictionary(subTopics) { $0.array($1) { $0.int($1) } }
    writer.text("}")
  }
}

extension CatalogArea {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("areaID")
    areaID = reader.int()
    reader.mark()
    reader.name("blockIDs")
    blockIDs = reader.array { $0.int() }
    reader.end()
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"areaID":"#)
    writer.int(areaID)
    writer.text(#","blockIDs":"#)
    writer.array(blockIDs) { $0.int($1) }
    writer.text("}")
  }
}

extension CatalogEvent {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("id")
    id = reader.int()
    reader.mark()
    reader.name("name")
    name = reader.string()
    reader.mark()
    if reader.isAt("summary") {
      reader.name("summary")
      summary = reader.isNull() ? nil : reader.string()
      reader.mark()
    }
    if reader.isAt("logo") {
      reader.name("logo")
      logo = reader.isNull() ? nil : reader.string()
      reader.mark()
    }
    reader.name("start")
    start = reader.int()
    reader.mark()
    if reader.isAt("subject") {
      reader.name("subject")
      subject = reader.isNull() ? nil : reader.string()
      reader.mark()
    }
    reader.name("venue")
    venue = reader.string()
    reader.mark()
    reader.name("isOpen")
    isOpen = reader.bool()
    reader.mark()
    reader.name("subTopicIDs")
    subTopicIDs = reader.array { $0.int() }
    reader.mark()
    reader.name("topicIDs")
    topicIDs = reader.array { $0.int() }
    reader.end()
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"id":"#)
    writer.int(id)
    writer.text(#","name":"#)
    writer.string(name)
    if let summary {
      writer.text(#","summary":"#)
      writer.string(summary)
    }
    if let logo {
      writer.text(#","logo":"#)
      writer.string(logo)
    }
    writer.text(#","start":"#)
    writer.int(start)
    if let subject {
      writer.text(#","subject":"#)
      writer.string(subject)
    }
    writer.text(#","venue":"#)
    writer.string(venue)
    writer.text(#","isOpen":"#)
    writer.bool(isOpen)
    writer.text(#","subTopicIDs":"#)
    writer.array(subTopicIDs) { $0.int($1) }
    writer.text(#","topicIDs":"#)
    writer.array(topicIDs) { $0.int($1) }
    writer.text("}")
  }
}

extension CatalogPerformance {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("id")
    id = reader.int()
    reader.mark()
    reader.name("eventID")
    eventID = reader.int()
    reader.mark()
    reader.name("start")
    start = reader.int()
    reader.mark()
    reader.name("venueCode")
    venueCode = reader.string()
    reader.mark()
    reader.name("prices")
    prices = reader.array { CatalogPrice(madeLimit: &$0) }
    reader.mark()
    reader.name("seatCategories")
    seatCategories = reader.array { CatalogSeatCategory(madeLimit: &$0) }
    reader.end()
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"id":"#)
    writer.int(id)
    writer.text(#","eventID":"#)
    writer.int(eventID)
    writer.text(#","start":"#)
    writer.int(start)
    writer.text(#","venueCode":"#)
    writer.string(venueCode)
    writer.text(#","prices":"#)
    writer.array(prices) { $1.writeMadeLimit(&$0) }
    writer.text(#","seatCategories":"#)
    writer.array(seatCategories) { $1.writeMadeLimit(&$0) }
    writer.text("}")
  }
}

extension CatalogPrice {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("amount")
    amount = reader.int()
    reader.mark()
    reader.name("audienceID")
    audienceID = reader.int()
    reader.mark()
    reader.name("seatCategoryID")
    seatCategoryID = reader.int()
    reader.end()
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"amount":"#)
    writer.int(amount)
    writer.text(#","audienceID":"#)
    writer.int(audienceID)
    writer.text(#","seatCategoryID":"#)
    writer.int(seatCategoryID)
    writer.text("}")
  }
}

extension CatalogSeatCategory {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("seatCategoryID")
    seatCategoryID = reader.int()
    reader.mark()
    reader.name("areas")
    areas = reader.array { CatalogArea(madeLimit: &$0) }
    reader.end()
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"seatCategoryID":"#)
    writer.int(seatCategoryID)
    writer.text(#","areas":"#)
    writer.array(areas) { $1.writeMadeLimit(&$0) }
    writer.text("}")
  }
}
