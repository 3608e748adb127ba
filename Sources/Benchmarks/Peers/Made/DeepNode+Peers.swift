// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation

extension DeepNode: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["name"] as? String { name = value }
    if let value = json["level"] as? Int { level = value }
    if let object = json["child"] as? [String: Any] {
      child = DeepNode(handwritten: object)
    }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["name"] = name
    json["level"] = level
    if let child { json["child"] = child.handwritten }
    return json
  }
}

/// The Codable twin of ``DeepNode``.
final class DeepNodeRecord: Codable {
  var name: String
  var level: Int
  var child: DeepNodeRecord?
}

extension DeepNode {
  /// Reads and writes a document whose members come in the order of the properties.
  static let madeLimit = Limit<DeepNode>(
    read: { document in LimitReader.read(document) { DeepNode(madeLimit: &$0) } },
    write: { model in
      LimitWriter.write(capacity: 5_000) { model.writeMadeLimit(&$0) }
    })
}

extension DeepNode {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("name")
    name = reader.string()
    reader.mark()
    reader.name("level")
    level = reader.int()
    if reader.goesOn() {
      reader.space()
      reader.name("child")
      child = reader.isNull() ? nil : DeepNode(madeLimit: &reader)
      reader.end()
    }
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"name":"#)
    writer.string(name)
    writer.text(#","level":"#)
    writer.int(level)
    if let child {
      writer.text(#","child":"#)
      child.writeMadeLimit(&writer)
    }
    writer.text("}")
  }
}
