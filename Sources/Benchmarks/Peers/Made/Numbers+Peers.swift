// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation

extension Numbers: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["integers"] as? [Int] { integers = value }
    if let value = json["prices"] as? [Double] { prices = value }
    if let value = json["measures"] as? [Double] { measures = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json["integers"] = integers.map { $0 as Any }
    json["prices"] = prices.map { $0 as Any }
    json["measures"] = measures.map { $0 as Any }
    return json
  }
}

/// The Codable twin of ``Numbers``.
final class NumbersRecord: Codable {
  var integers: [Int]
  var prices: [Double]
  var measures: [Double]
}

extension Numbers {
  /// Reads and writes a document whose members come in the order of the properties.
  static let madeLimit = Limit<Numbers>(
    read: { document in LimitReader.read(document) { Numbers(madeLimit: &$0) } },
    write: { model in
      LimitWriter.write(capacity: 60_000) { model.writeMadeLimit(&$0) }
    })
}

extension Numbers {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("integers")
    integers = reader.spacedArray { $0.signedInt() }
    reader.mark()
    reader.name("prices")
    prices = reader.spacedArray { $0.scientific() }
    reader.mark()
    reader.name("measures")
    measures = reader.spacedArray { $0.scientific() }
    reader.end()
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"integers":"#)
    writer.array(integers) { $0.signedInt($1) }
    writer.text(#","prices":"#)
    writer.array(prices) { $0.double($1) }
    writer.text(#","measures":"#)
    writer.array(measures) { $0.double($1) }
    writer.text("}")
  }
}
