import Foundation

@testable import Peridot

/// Skips one whole document, and tells what is wrong with it.
func skipError(_ bytes: [UInt8], maximumDepth: Int = 512) -> JSONSyntaxError? {
  JSONBytes(bytes).withReader(maximumDepth: maximumDepth) { reader in
    do {
      try reader.skipValue()
      try reader.endDocument()
      return nil
    } catch {
      return error as? JSONSyntaxError
    }
  }
}

/// Reads one whole document, and tells what is wrong with it.
func readError(_ bytes: [UInt8], maximumDepth: Int = 512) -> JSONSyntaxError? {
  JSONBytes(bytes).withReader(maximumDepth: maximumDepth) { reader in
    do {
      _ = try reader.readValue()
      try reader.endDocument()
      return nil
    } catch {
      return error as? JSONSyntaxError
    }
  }
}

/// Reads one whole document.
func readDocument(_ text: String) throws -> Any {
  try JSONBytes(text).withReader { reader in
    let value = try reader.readValue()
    try reader.endDocument()
    return value
  }
}

extension JSONReader {
  /// A view of the object at the cursor, which stays where it is.
  mutating func object(of document: JSONBytes) throws -> JSONObject {
    guard try peekKind() == .object else { throw lent.unexpected(at: position) }
    return JSONObject(source: JSONObjectSource(document), offset: position)
  }
}

/// What `body` writes.
func written(
  _ options: JSONWritingOptions = [], _ body: (inout JSONWriter) throws -> Void
) rethrows -> String {
  var writer = JSONWriter(options: options)
  try body(&writer)
  return writer.string()
}

/// A file of the test bundle's `Fixtures`, such as `"Archives/mantle.plist"`.
func fixture(_ name: String) throws -> Data {
  struct Missing: Error {}
  guard let folder = Bundle.module.url(forResource: "Fixtures", withExtension: nil) else {
    throw Missing()
  }
  return try Data(contentsOf: folder.appending(path: name))
}
