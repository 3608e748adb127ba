// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation

extension Outline: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["name"] as? String { name = value }
    if let value = json["rings"] as? [[[Double]]] { rings = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["name"] = name
    json["rings"] = rings.map { $0.map { $0.map { $0 as Any } } }
    return json
  }
}

/// The Codable twin of ``Outline``.
final class OutlineRecord: Codable {
  var name: String
  var rings: [[[Double]]]
}

extension Outlines: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["name"] as? String { name = value }
    if let objects = json["outlines"] as? [[String: Any]] {
      outlines = objects.map { Outline(handwritten: $0) }
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["name"] = name
    json["outlines"] = outlines.map(\.handwritten)
    return json
  }
}

/// The Codable twin of ``Outlines``.
final class OutlinesRecord: Codable {
  var name: String
  var outlines: [OutlineRecord]
}

extension Outlines {
  /// Reads and writes a document whose members come in the order of the properties.
  static let madeLimit = Limit<Outlines>(
    read: { document in LimitReader.read(document) { Outlines(madeLimit: &$0) } },
    write: { model in
      LimitWriter.write(capacity: 2_000_000) { model.writeMadeLimit(&$0) }
    })
}

extension Outline {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("name")
    name = reader.string()
    reader.mark()
    reader.name("rings")
    rings = reader.array { $0.array { $0.array { $0.double() } } }
    reader.end()
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"name":"#)
    writer.string(name)
    writer.text(#","rings":"#)
    writer.array(rings) { $0.array($1) { $0.array($1) { $0.double($1) } } }
    writer.text("}")
  }
}

extension Outlines {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("name")
    name = reader.string()
    reader.mark()
    reader.name("outlines")
    outlines = reader.array { Outline(madeLimit: &$0) }
    reader.end()
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"name":"#)
    writer.string(name)
    writer.text(#","outlines":"#)
    writer.array(outlines) { $1.writeMadeLimit(&$0) }
    writer.text("}")
  }
}
