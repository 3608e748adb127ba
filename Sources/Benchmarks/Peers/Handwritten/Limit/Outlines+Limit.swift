import Foundation

extension Outlines {
  /// Reads and writes outlines without white space, whose members come in the order of the properties.
  static let limit = Limit<Outlines>(
    read: { document in
      LimitReader.read(document) { reader in
        let map = Outlines()
        reader.mark()
        reader.name("name")
        map.name = reader.string()
        reader.mark()
        reader.name("outlines")
        map.outlines = reader.array { Outline(limit: &$0) }
        return map
      }
    },
    write: { map in
      LimitWriter.write(capacity: 2_000_000) { writer in
        writer.text(#"{"name":"#)
        writer.string(map.name)
        writer.text(#","outlines":"#)
        writer.array(map.outlines) { $1.writeLimit(&$0) }
        writer.text("}")
      }
    })
}

extension Outline {
  fileprivate convenience init(limit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("name")
    name = reader.string()
    reader.mark()
    reader.name("rings")
    rings = reader.array { $0.array { $0.array { $0.double() } } }
    reader.end()
  }

  fileprivate func writeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"name":"#)
    writer.string(name)
    writer.text(#","rings":"#)
    writer.array(rings) { $0.array($1) { $0.array($1) { $0.double($1) } } }
    writer.text("}")
  }
}
