public import Foundation

/// The body of a response about a document that could not be read, as RFC 9457 defines it
/// (`application/problem+json`). It doesn't name the program's classes.
///
///     catch let error as JSONAdapterError {
///       let problem = error.problemDetails
///       return Response(status: problem.status, body: problem.data)
///     }
public struct ProblemDetails: Encodable, Sendable, Hashable {
  /// One error of the document.
  public struct Entry: Encodable, Sendable, Hashable {
    /// The kind of error in a word, such as `typeMismatch`.
    public let kind: String
    /// The error in words, with its place.
    public let detail: String
    /// The place, as a URI fragment with a pointer of RFC 6901, such as `#/items/3/user`.
    public let pointer: String
    /// The key of the property; nil if the error is about no single property.
    public let key: String?
    /// The expected value in words.
    public let expected: String?
    /// The allowed values, such as the raw values of an enum; empty if nothing lists them.
    public let allowed: [String]
    /// The limit that the value exceeds, in words.
    public let limit: String?
  }

  /// The status of the response.
  public let status: Int
  /// The status in words.
  public let title: String
  /// The error in words, or the number of errors.
  public let detail: String
  /// The errors, in the order in which they were found.
  public let errors: [Entry]
  /// How many errors there are beyond ``errors``.
  public let omitted: Int

  /// The body as JSON. It leaves out members that say nothing: what is nil, an empty ``Entry/allowed``,
  /// and an ``omitted`` of 0.
  public var data: Data {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("status")
    writer.integer(status)
    Self.write([("title", title), ("detail", detail)], to: &writer)
    writer.key("errors")
    writer.beginArray()
    for error in errors { Self.write(error, to: &writer) }
    writer.endArray()
    if omitted > 0 {
      writer.key("omitted")
      writer.integer(omitted)
    }
    writer.endObject()
    return Data(writer.bytes())
  }

  private static func write(_ entry: Entry, to writer: inout JSONWriter) {
    writer.beginObject()
    write(
      [
        ("kind", entry.kind), ("detail", entry.detail), ("pointer", entry.pointer),
        ("key", entry.key), ("expected", entry.expected), ("limit", entry.limit),
      ], to: &writer)
    if !entry.allowed.isEmpty {
      writer.key("allowed")
      writer.beginArray()
      for value in entry.allowed { writer.string(value) }
      writer.endArray()
    }
    writer.endObject()
  }

  private static func write(
    _ members: [(name: String, text: String?)], to writer: inout JSONWriter
  ) {
    for case (let name, let text?) in members {
      writer.key(name)
      writer.string(text)
    }
  }
}
