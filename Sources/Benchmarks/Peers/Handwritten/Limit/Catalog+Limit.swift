import Foundation

extension Catalog {
  /// Reads and writes a catalog without white space, whose members come in the order of the
  /// properties, but for those that are absent. Dictionaries are written in no order.
  static let limit = Limit<Catalog>(
    read: { document in LimitReader.read(document) { Catalog(limit: &$0) } },
    write: { catalog in
      LimitWriter.write(capacity: 400_000) { catalog.writeLimit(&$0) }
    })
}

extension Catalog {
  fileprivate convenience init(limit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("areaNames")
    areaNames = reader.dictionary { $0.string() }
    reader.mark()
    reader.name("events")
    events = reader.dictionary { CatalogEvent(limit: &$0) }
    reader.mark()
    reader.name("performances")
    performances = reader.array { CatalogPerformance(limit: &$0) }
    reader.mark()
    reader.name("subTopics")
    subTopics = reader.dictionary { $0.array { $0.int() } }
    reader.end()
  }

  fileprivate func writeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"areaNames":"#)
    writer.dictionary(areaNames) { $0.string($1) }
    writer.text(#","events":"#)
    writer.dictionary(events) { $1.writeLimit(&$0) }
    writer.text(#","performances":"#)
    writer.array(performances) { $1.writeLimit(&$0) }
    writer.text(#","subTopics":"#)
    writer.dictionary(subTopics) { $0.array($1) { $0.int($1) } }
    writer.text("}")
  }
}

extension CatalogEvent {
  fileprivate convenience init(limit reader: inout LimitReader) {
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
      summary = reader.string()
      reader.mark()
    }
    if reader.isAt("logo") {
      reader.name("logo")
      logo = reader.string()
      reader.mark()
    }
    reader.name("start")
    start = reader.int()
    reader.mark()
    if reader.isAt("subject") {
      reader.name("subject")
      subject = reader.string()
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

  fileprivate func writeLimit(_ writer: inout LimitWriter) {
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
  fileprivate convenience init(limit reader: inout LimitReader) {
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
    prices = reader.array { CatalogPrice(limit: &$0) }
    reader.mark()
    reader.name("seatCategories")
    seatCategories = reader.array { CatalogSeatCategory(limit: &$0) }
    reader.end()
  }

  fileprivate func writeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"id":"#)
    writer.int(id)
    writer.text(#","eventID":"#)
    writer.int(eventID)
    writer.text(#","start":"#)
    writer.int(start)
    writer.text(#","venueCode":"#)
    writer.string(venueCode)
    writer.text(#","prices":"#)
    writer.array(prices) { $1.writeLimit(&$0) }
    writer.text(#","seatCategories":"#)
    writer.array(seatCategories) { $1.writeLimit(&$0) }
    writer.text("}")
  }
}

extension CatalogPrice {
  fileprivate convenience init(limit reader: inout LimitReader) {
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

  fileprivate func writeLimit(_ writer: inout LimitWriter) {
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
  fileprivate convenience init(limit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("seatCategoryID")
    seatCategoryID = reader.int()
    reader.mark()
    reader.name("areas")
    areas = reader.array { CatalogArea(limit: &$0) }
    reader.end()
  }

  fileprivate func writeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"seatCategoryID":"#)
    writer.int(seatCategoryID)
    writer.text(#","areas":"#)
    writer.array(areas) { $1.writeLimit(&$0) }
    writer.text("}")
  }
}

extension CatalogArea {
  fileprivate convenience init(limit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("areaID")
    areaID = reader.int()
    reader.mark()
    reader.name("blockIDs")
    blockIDs = reader.array { $0.int() }
    reader.end()
  }

  fileprivate func writeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"areaID":"#)
    writer.int(areaID)
    writer.text(#","blockIDs":"#)
    writer.array(blockIDs) { $0.int($1) }
    writer.text("}")
  }
}
