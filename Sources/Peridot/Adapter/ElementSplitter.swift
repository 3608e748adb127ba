/// Cuts one JSON array, or values on lines of their own, into elements, as bytes arrive.
///
/// It looks at brackets and quotation marks only; whether an element is JSON, its parser tells.
struct ElementSplitter {
  /// One element, and where it begins in the whole text.
  struct Element {
    var bytes: [UInt8] = []
    var index: Int
    var offset: Int
    var line: Int
    var column: Int
  }

  /// Something that stands where no element can.
  struct Misplaced: Error {
    let reason: JSONSyntaxError.Reason
    let element: Element
  }

  private enum State {
    /// Before the first element: which kind of text this is, its first character tells.
    case start
    /// In an array, after `[`.
    case first
    /// In an array, after a comma.
    case next
    /// In an array, after an element.
    case between
    /// In an element.
    case inside
    /// Between values that are on lines of their own.
    case line
    /// After the array.
    case end
  }

  private let limit: Int
  private var state = State.start
  private var isArray = false
  private var element = Element(index: 0, offset: 0, line: 1, column: 1)
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  // Where the next byte is.
  private var offset = 0
  private var line = 1
  private var column = 1
  private var followsReturn = false

  /// Creates a splitter that refuses elements of more than `limit` bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// The element that is being gathered is larger than the limit.
  var isTooLarge: Bool { element.bytes.count > limit }
  /// The element that is being gathered, or the place where one may begin.
  var current: Element { state == .inside ? element : place }

  private var place: Element {
    Element(index: element.index, offset: offset, line: line, column: column)
  }

  /// Takes one byte; returns the element that ends with it, or right before it.
  mutating func take(_ byte: UInt8) throws(Misplaced) -> Element? {
    defer { advance(byte) }
    if state == .inside { return takeInside(byte) }
    return try takeOutside(byte)
  }

  /// Ends the text; returns an element that it ends or breaks off.
  mutating func finish() throws(Misplaced) -> Element? {
    switch state {
    case .inside:
      // In an array something has to follow, which the parser of a whole element would not miss.
      if isArray, depth == 0, !isInString { throw misplaced(.unexpectedEnd) }
      return completed()
    case .first, .next, .between: throw misplaced(.unexpectedEnd)
    case .start: throw misplaced(.emptyDocument)
    case .line, .end: return nil
    }
  }

  private mutating func takeInside(_ byte: UInt8) -> Element? {
    if isInString {
      element.bytes.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
        if depth == 0 { return completed() }
      }
      return nil
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "]") where depth == 0 && isArray,
      UInt8(ascii: ",") where depth == 0 && isArray:
      let whole = completed()
      state = byte == UInt8(ascii: ",") ? .next : .end
      return whole
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth <= 0 {
        element.bytes.append(byte)
        return completed()
      }
    case 0x20, 0x09, 0x0A, 0x0D:
      if depth == 0 { return completed() }
    default: break
    }
    element.bytes.append(byte)
    return nil
  }

  private mutating func takeOutside(_ byte: UInt8) throws(Misplaced) -> Element? {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: return nil
    case 0xEF where offset == 0, 0xBB where offset == 1, 0xBF where offset == 2 && state == .start:
      // The byte order mark.
      return nil
    default: break
    }
    switch (state, byte) {
    case (.start, UInt8(ascii: "[")):
      isArray = true
      state = .first
    case (.first, UInt8(ascii: "]")), (.between, UInt8(ascii: "]")):
      state = .end
    case (.between, UInt8(ascii: ",")):
      state = .next
    case (.end, _):
      throw misplaced(.trailingText)
    case (.between, _), (.next, UInt8(ascii: "]")), (_, UInt8(ascii: ",")), (_, UInt8(ascii: "]")),
      (_, UInt8(ascii: "}")):
      throw misplaced(.unexpectedCharacter(Unicode.Scalar(byte)))
    default:
      element = Element(index: element.index, offset: offset, line: line, column: column)
      state = .inside
      depth = 0
      return takeInside(byte)
    }
    return nil
  }

  private mutating func completed() -> Element {
    let whole = element
    state = isArray ? .between : .line
    element = Element(index: whole.index + 1, offset: 0, line: 1, column: 1)
    return whole
  }

  private func misplaced(_ reason: JSONSyntaxError.Reason) -> Misplaced {
    Misplaced(reason: reason, element: place)
  }

  private mutating func advance(_ byte: UInt8) {
    offset += 1
    switch byte {
    case 0x0A where followsReturn: break
    case 0x0A, 0x0D:
      line += 1
      column = 1
    case 0x80..<0xC0: break
    case 0xEF where offset == 1: break
    default: column += 1
    }
    followsReturn = byte == 0x0D
  }
}
