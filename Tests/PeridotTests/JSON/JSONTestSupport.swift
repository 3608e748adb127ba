import Foundation

@testable import Peridot

/// Random numbers that a seed repeats (SplitMix64).
struct JSONTestRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}

/// Skips one whole document, and tells what is wrong with it.
func skipError(_ bytes: [UInt8], maximumDepth: Int = 512) -> JSONSyntaxError? {
  JSONBytes(bytes).withReader(maximumDepth: maximumDepth) { reader in
    do throws(JSONSyntaxError) {
      try reader.skipValue()
      try reader.endDocument()
      return nil
    } catch {
      return error
    }
  }
}

/// Reads one whole document, and tells what is wrong with it.
func readError(_ bytes: [UInt8], maximumDepth: Int = 512) -> JSONSyntaxError? {
  JSONBytes(bytes).withReader(maximumDepth: maximumDepth) { reader in
    do throws(JSONSyntaxError) {
      _ = try reader.readValue()
      try reader.endDocument()
      return nil
    } catch {
      return error
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
  mutating func object(of document: JSONBytes) throws(JSONSyntaxError) -> JSONObject {
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

/// A file of the test bundle.
func fixture(_ name: String) throws -> Data {
  struct Missing: Error {}
  guard
    let url = Bundle.module.url(
      forResource: name, withExtension: nil, subdirectory: "Fixtures")
  else { throw Missing() }
  return try Data(contentsOf: url)
}
