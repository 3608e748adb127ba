public import Foundation

/// A type whose values are the text of a JSON document: `Data`, `String`, `[UInt8]` and a slice of
/// it, `Span<UInt8>` and `RawSpan`, whose bytes are copied, and any type that you extend:
///
///     extension ByteBuffer: JSONReadable {
///       public var jsonInput: JSONInput { JSONInput(Data(buffer: self)) }
///     }
public protocol JSONReadable: Sendable, ~Escapable {
  /// The text of the document.
  var jsonInput: JSONInput { get throws }
}

/// The input of a ``JSONAdapter``: the text of a document.
public struct JSONInput: Sendable {
  let source: JSONBytes
  /// Whether line and column are meaningful to the caller.
  let isText: Bool

  /// Creates an input of text in UTF-8, UTF-16 or UTF-32.
  ///
  /// A byte order mark tells the encoding, or which of the first four bytes are zero.
  public init(_ data: Data) {
    // Reading finds its encoding: a byte of Data costs more than one of a reader.
    self.init(part: JSONBytes(data))
  }

  /// Creates an input of text.
  public init(_ string: String) {
    self.init(part: JSONBytes(string))
  }

  /// Creates an input of text in UTF-8, UTF-16 or UTF-32, as from Data.
  public init(_ bytes: [UInt8]) {
    self.init(part: JSONBytes(document: bytes))
  }
}

extension Data: JSONReadable {
  public var jsonInput: JSONInput { JSONInput(self) }
}

extension String: JSONReadable {
  public var jsonInput: JSONInput { JSONInput(self) }
}

extension [UInt8]: JSONReadable {
  /// The text of the document, in UTF-8, UTF-16 or UTF-32.
  ///
  /// - Throws: a ``JSONAdapterError`` for zero bytes, which is the meaning of the literal `[]` for
  ///   an adapter.
  public var jsonInput: JSONInput {
    get throws {
      if isEmpty {
        throw JSONAdapterError(
          .invalidJSON,
          found: "document is empty ([] means no bytes here: for an array of no elements, write "
            + "[Any]())")
      }
      return JSONInput(self)
    }
  }
}

extension ArraySlice<UInt8>: JSONReadable {
  public var jsonInput: JSONInput { JSONInput(Array(self)) }
}

extension RawSpan: JSONReadable {
  public var jsonInput: JSONInput {
    // Sound: the bytes are copied while the closure has them.
    unsafe withUnsafeBytes { unsafe JSONInput(Array($0)) }
  }
}

extension Span<UInt8>: JSONReadable {
  public var jsonInput: JSONInput {
    // Sound: the bytes are copied while the closure has them.
    unsafe withUnsafeBytes { unsafe JSONInput(Array($0)) }
  }
}

extension JSONInput {
  /// Creates an input from a part of the caller's text.
  init(part source: JSONBytes) {
    self.source = source
    isText = true
  }

  /// Creates an input from a value in JSONSerialization's form, which can contain live values.
  init(value: Any) {
    source = JSONBytes(value: value)
    isText = false
  }

  /// Creates an input from a coder's object.
  init(unread value: any UnreadValue) {
    source = JSONBytes(unread: value)
    isText = false
  }

  /// Creates an input from text, or from another value.
  package init(any value: Any) {
    switch value {
    case let data as Data: self.init(data)
    case let string as String: self.init(string)
    // Numbers in an array of any values are not bytes, and neither is an empty array.
    case let bytes as [UInt8] where type(of: value) == [UInt8].self && !bytes.isEmpty:
      self.init(bytes)
    case let bytes as ArraySlice<UInt8> where type(of: value) == ArraySlice<UInt8>.self:
      self.init(Array(bytes))
    default: self.init(value: value)
    }
  }
}
