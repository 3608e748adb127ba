// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation

extension Doubles: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["values"] as? [Double] { values = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["values"] = values.map { $0 as Any }
    return json
  }
}

/// The Codable twin of ``Doubles``.
final class DoublesRecord: Codable {
  var values: [Double]
}

extension Doubles {
  /// Reads and writes a document whose members come in the order of the properties.
  static let madeLimit = Limit<Doubles>(
    read: { document in LimitReader.read(document) { Doubles(madeLimit: &$0) } },
    write: { model in
      LimitWriter.write(capacity: 250_000) { model.writeMadeLimit(&$0) }
    })
}

extension Doubles {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("values")
    values = reader.spacedArray { $0.scientific() }
    reader.end()
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"values":"#)
    writer.array(values) { $0.double($1) }
    writer.text("}")
  }
}
