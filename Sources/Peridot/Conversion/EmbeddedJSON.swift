import Foundation

extension ReadingContext {
  /// Reads the text at the cursor as a document of its own; nil, without moving, if the text doesn't
  /// begin as one that `isExpected` takes.
  ///
  /// Errors in the document are at the text, with the path within; a syntax error is that the text
  /// is not `expected`.
  func readEmbedded<Result>(
    from reader: inout JSONReader, expected: ErrorPhrase,
    ifBeginningWith firsts: String = "", _ body: (inout JSONReader, ReadingContext) throws -> Result
  ) throws -> Result? {
    let place = Place(&reader)
    guard let text = try reader.readStringIfPresent() else { return nil }
    let first = text.utf8.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    guard firsts.isEmpty || first.map({ firsts.utf8.contains($0) }) == true else {
      place.restore(&reader)
      return nil
    }
    do {
      let source = JSONBytes(text)
      // Text can begin as a null does and be another word: its kind counts only if all of it is JSON.
      if first != UInt8(ascii: "{"), first != UInt8(ascii: "[") {
        try source.withReader { word in
          try word.skipValue()
          try word.endDocument()
        }
      }
      let superseded = JSONReader.DuplicateMembers.find(
        in: source, maximumDepth: shared.rules.maximumDepth)
      return try inner(
        source, shared, at: place.position, depth: reader.depth, superseded: superseded
      ) { reader, context in
        if context.policy.repeatedKeys == .fail, let offset = superseded.min() {
          throw ConversionError.repeatedMember(at: offset)
        }
        let result = try body(&reader, context)
        try reader.endDocument()
        return result
      }
    } catch is JSONSyntaxError {
      throw ConversionError(
        .typeMismatch, at: place.position, expected: expected,
        found: reader.describeValue(at: place.position))
    }
  }
}

/// A value whose JSON is text that holds its own JSON.
final class EmbeddedJSONCodec<Value>: JSONCodec {
  private let content: any JSONCodec<Value>

  init(_ content: any JSONCodec<Value>) {
    self.content = content
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    if reader.isLive, Value.self != Any.self {
      let place = ReadingContext.Place(&reader)
      if let value = content.taken(reader.readValueInMemory().value) { return value }
      place.restore(&reader)
    }
    let place = ReadingContext.Place(&reader)
    let error = reader.mismatch("text that holds JSON", of: String.self)
    try reader.refuseBlankText(at: place, in: context, expected: "text that holds JSON")
    let value = try context.readEmbedded(from: &reader, expected: "text that holds JSON") {
      try content.read(from: &$0, in: $1)
    }
    guard let value else { throw error }
    return value
  }

  func write(_ value: Value, to writer: inout JSONWriter, in context: WritingContext) throws {
    writer.string(try text(of: value, in: context))
  }

  func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
    try text(of: value, in: writing.context)
  }

  private func text(of value: Value, in context: WritingContext) throws -> String {
    // The writer of the text escapes its slashes.
    var writer = JSONWriter(ofPartUnder: context.options.subtracting(.escapeSlashes))
    try content.write(value, to: &writer, in: context)
    return String(decoding: writer.bytes(), as: UTF8.self)
  }

  var seesLive: Bool { true }
}
