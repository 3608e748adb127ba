/// Cuts an array within a document, or one value per line, into elements as bytes arrive.
///
/// The caller reads and checks the elements. The splitter reads and drops values outside of the
/// place, to check them.
struct ElementSplitter {
  enum Role {
    case element
    /// A value on the path to the place that is not the container for the next step. The rest of
    /// the place is looked up in it as in a document, which throws the error.
    case astray
    case name
    /// A value outside of the place.
    case beside
  }

  /// A value cut out of the text.
  struct Element {
    let text: JSONBytes
    /// The value's offset in the whole text.
    let offset: Int
    let role: Role
    /// The number of the place's steps that lead to the value, or to its container and then `step`.
    let level: Int
    var step: JSONKeyPath.Component?
    /// The value's place in the text, if known already.
    var location: (line: Int, column: Int)?
  }

  /// An open object or array on the path to the place.
  private struct Container {
    let offset: Int
    let location: (line: Int, column: Int)
    /// The number of elements so far.
    var count = 0
    var hasPlace = false
  }

  private enum State {
    /// Before a value of the document or of a member.
    case value
    /// Before the first member or element, or the end.
    case first
    /// Before a member or an element, after a comma.
    case next
    case colon
    /// After a member or an element.
    case between
    case inside(Role)
    /// Between values on lines of their own.
    case line
    /// In the rest of an omitted line.
    case torn
    /// After the document.
    case end
  }

  private let place: [JSONKeyPath.Component]
  private let modelClass: Model.Type
  private let plans: PolicyPlans
  private let limit: Int
  /// Whether to omit malformed lines.
  private let leavesOutLines: Bool

  private var state = State.value
  private var scanner = JSONReader.ValueScanner(first: 0, isAlone: true)
  private var containers: [Container] = []
  /// The current member or element of the innermost container on the path.
  private var step = JSONKeyPath.Component.index(0)
  /// Whether the array at the place is open.
  private var isInArray = false
  private var index = 0
  private var source = ArrivingText()
  /// The number of checked bytes of the current value, if it continues after the end of a line.
  private var checked = 0

  /// Creates a splitter that refuses values longer than `limit` bytes.
  init(
    of modelClass: Model.Type, at place: [JSONKeyPath.Component], _ plans: PolicyPlans, limit: Int
  ) {
    self.modelClass = modelClass
    self.place = place
    self.plans = plans
    self.limit = limit
    leavesOutLines = place.isEmpty && plans.policy.rules.badElement == .drop
  }

  // MARK: Bytes

  mutating func append(_ chunk: [UInt8]) {
    if case .inside = state {} else { source.start = source.next }
    source.append(chunk)
  }

  /// Ends the bytes.
  mutating func end() {
    if case .inside = state {} else { source.start = source.next }
    source.end()
  }

  /// Whether the current value is an object or an array that has not ended.
  var isInContainer: Bool { if case .inside = state { scanner.isInContainer } else { false } }

  /// Returns the place of a value's start, which can't precede that of the last call.
  mutating func location(of element: Element) -> (line: Int, column: Int) {
    element.location ?? source.location(of: element.offset - source.base)
  }

  func path(of element: Element) -> [JSONKeyPath.Component] {
    place.prefix(element.level) + (element.step.map { [$0] } ?? [])
  }

  /// The rest of the place within an astray value.
  func rest(of element: Element) -> [JSONKeyPath.Component] {
    Array(place.dropFirst(element.level))
  }

  // MARK: Elements

  /// Returns the next element that ends in the available bytes; nil if more are needed.
  ///
  /// - Throws: a `JSONAdapterError` in terms of the whole text.
  mutating func element() throws -> Element? {
    while source.next < source.bytes.count {
      if case .inside(let role) = state {
        let seen = source.next
        let end = scanner.end(in: source.bytes, from: source.next)
        source.next = end ?? source.bytes.count
        if source.next - source.start > limit { throw tooLarge(role) }
        guard end != nil else {
          try checkLines(from: seen)
          return nil
        }
        if let element = try completed(role) { return element }
        continue
      }
      if case .torn = state {
        guard let feed = source.bytes[source.next...].firstIndex(of: 0x0A) else {
          source.next = source.bytes.count
          return nil
        }
        state = .line
        source.next = feed
      }
      let byte = source.bytes[source.next]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: source.next += 1
      case 0x80... where source.passMark(byte): break
      default:
        source.start = source.next
        guard source.isMarkWhole else { throw misplaced(.invalidUTF8) }
        // No value begins with it. As part of an element, a byte order mark would be skipped.
        if byte >= 0x80 {
          if case .end = state { throw misplaced(.trailingText) }
          if source.isCharacterCut { return nil }
          throw unexpected()
        }
        if let element = try take(byte) { return element }
      }
    }
    return nil
  }

  /// Omits the line on which the current value begins, and continues after it. Returns false if
  /// values are not on lines, or none is omitted.
  mutating func leaveOutLine() -> Bool {
    guard leavesOutLines, !isInArray, containers.isEmpty else { return false }
    switch state {
    case .end: return false
    // Read and counted already.
    case .line where source.next > source.start: break
    case .value, .first, .next, .colon, .between, .inside, .line, .torn: index += 1
    }
    source.next = source.start
    state = .torn
    return true
  }

  /// Checks that a value that continues after the end of its line can be JSON, if malformed lines
  /// are omitted: the following lines must not wait for the end of a value that has none.
  ///
  /// - Parameter seen: The first byte that is not checked yet.
  private mutating func checkLines(from seen: Int) throws {
    guard leavesOutLines, !isInArray, let feed = source.bytes[seen...].lastIndex(of: 0x0A),
      feed - source.start >= 2 * checked
    else { return }
    checked = feed - source.start
    do {
      try reading(atHand(.element, source.part(to: feed))) {
        try $0.skipValue()
      }
    } catch let error as JSONAdapterError {
      if (error.underlying as? JSONSyntaxError)?.kind != .unexpectedEnd { throw error }
    }
  }

  private mutating func endValue() {
    state = containers.isEmpty && !isInArray ? .line : .between
  }

  /// Ends the text; returns an element that ends or breaks off there.
  mutating func finish() throws -> Element? {
    if source.next < source.bytes.count { throw unexpected() }
    switch state {
    case .inside(let role):
      guard scanner.isBare, isInArray || !containers.isEmpty else { return try completed(role) }
      // A container needs another byte here; reading the whole value throws the error.
      try reading(atHand(role, source.part(to: source.next))) { try $0.skipValue() }
    case .line, .torn, .end: return nil
    case .value, .first, .next, .colon, .between: break
    }
    source.start = source.next
    throw misplaced(containers.isEmpty && !isInArray ? .emptyDocument : .unexpectedEnd)
  }

  /// Processes a byte that is neither within a value nor white space.
  private mutating func take(_ byte: UInt8) throws -> Element? {
    switch (state, byte) {
    case (.end, _):
      throw misplaced(.trailingText)
    case (.first, UInt8(ascii: "]")) where isArray, (.between, UInt8(ascii: "]")) where isArray,
      (.first, UInt8(ascii: "}")) where !isArray, (.between, UInt8(ascii: "}")) where !isArray:
      source.next += 1
      return close()
    case (.between, UInt8(ascii: ",")):
      source.next += 1
      state = .next
    case (.colon, UInt8(ascii: ":")):
      source.next += 1
      state = .value
    case (.between, _), (.colon, _), (_, UInt8(ascii: ",")), (_, UInt8(ascii: ":")),
      (_, UInt8(ascii: "]")), (_, UInt8(ascii: "}")):
      throw unexpected()
    case (.first, _) where !isArray, (.next, _) where !isArray:
      guard byte == UInt8(ascii: "\"") else { throw unexpected() }
      begin(.name, byte)
    case (.line, _):
      begin(.element, byte)
    case (.first, _), (.next, _), (.value, _), (.inside, _), (.torn, _):
      beginValue(byte)
    }
    return nil
  }

  /// Whether the innermost container is an array.
  private var isArray: Bool {
    isInArray || !containers.isEmpty && place[containers.count - 1].isIndex
  }

  private mutating func beginValue(_ byte: UInt8) {
    if isInArray { return begin(.element, byte) }
    if let last = containers.indices.last {
      if isArray { step = .index(containers[last].count) }
      containers[last].count += 1
      guard step == place[last] else { return begin(.beside, byte) }
      containers[last].hasPlace = true
    }
    if containers.count == place.count {
      isInArray = byte == UInt8(ascii: "[")
      guard isInArray else { return begin(place.isEmpty ? .element : .astray, byte) }
    } else {
      let opening = place[containers.count].isIndex ? UInt8(ascii: "[") : UInt8(ascii: "{")
      guard byte == opening else { return begin(.astray, byte) }
      containers.append(
        Container(offset: source.base + source.next, location: source.location(of: source.next)))
    }
    source.next += 1
    state = .first
  }

  private mutating func begin(_ role: Role, _ byte: UInt8) {
    scanner = JSONReader.ValueScanner(first: byte, isAlone: containers.isEmpty && !isInArray)
    checked = 0
    state = .inside(role)
  }

  /// Closes the innermost container; returns it if it should have led to the place.
  private mutating func close() -> Element? {
    state = containers.isEmpty ? .end : .between
    if isInArray {
      isInArray = false
      return nil
    }
    guard let container = containers.popLast() else { return nil }
    if containers.isEmpty { state = .end }
    if container.hasPlace { return nil }
    return Element(
      text: JSONBytes(place[containers.count].isIndex ? "[]" : "{}"), offset: container.offset,
      role: .astray, level: containers.count,
      location: container.location)
  }

  /// Processes the current value by its role; returns it if it is the caller's.
  private mutating func completed(_ role: Role) throws -> Element? {
    if scanner.isBare, source.next < source.bytes.count {
      // Read with the byte that ended it, which can be wrong.
      try reading(atHand(role, source.part(to: source.next + 1))) { reader in
        try reader.skipValue()
        reader.cursor = reader.count
      }
    }
    let element = atHand(role, source.part(to: source.next))
    endValue()
    switch role {
    case .element:
      index += 1
      return element
    case .astray:
      if containers.isEmpty { state = .end }
      return element
    case .name:
      state = .colon
      step = .key(try reading(element) { try $0.readStringIfPresent() } ?? "")
      let last = containers.count - 1
      if step == place[last], containers[last].hasPlace { throw repeated() }
    case .beside:
      try reading(element) { try $0.skipValue() }
    }
    return nil
  }

  /// The value that begins at `start`.
  ///
  /// Inlined, because a call would copy the splitter and retain all that it holds.
  @inline(__always)
  private func atHand(_ role: Role, _ text: JSONBytes = JSONBytes([])) -> Element {
    switch role {
    case .element:
      Element(
        text: text, offset: source.base + source.start, role: role, level: place.count,
        step: .index(index))
    case .astray:
      Element(text: text, offset: source.base + source.start, role: role, level: containers.count)
    case .name:
      Element(
        text: text, offset: source.base + source.start, role: role,
        level: max(0, containers.count - 1))
    case .beside:
      Element(
        text: text, offset: source.base + source.start, role: role, level: containers.count - 1,
        step: step)
    }
  }

  // MARK: Errors

  /// Reads a value to check it.
  private mutating func reading<Result>(
    _ element: Element, _ body: (inout JSONReader) throws -> Result
  ) throws -> Result {
    do {
      return try DocumentReading(input: JSONInput(part: element.text), plans: plans)
        .read(report: { _ in }, { reader, _ in try body(&reader) })
    } catch let error as JSONAdapterError {
      throw error.located(in: &self, element)
    }
  }

  private mutating func repeated() -> JSONAdapterError {
    JSONAdapterError(
      .invalidJSON, found: "\(Boxed.quoted(step.label)) occurs again, after a stream has read it"
    ).located(in: &self, atHand(.name))
  }

  private mutating func tooLarge(_ role: Role) -> JSONAdapterError {
    let what: ErrorPhrase =
      role == .element ? "an element" : "a value outside the stream's array"
    return JSONAdapterError(
      .tooLarge, modelClass: modelClass, expected: "\(what) of at most \(limit) bytes",
      found: "more"
    ).located(in: &self, atHand(role))
  }

  /// The error for the current character, which is not allowed here.
  private mutating func unexpected() -> JSONAdapterError {
    misplaced(source.character.map { .unexpectedCharacter($0) } ?? .invalidUTF8)
  }

  private mutating func misplaced(_ kind: JSONSyntaxError.Kind) -> JSONAdapterError {
    let kind = source.encoding?.kind(for: kind) ?? kind
    return JSONAdapterError(.invalidJSON, found: kind.phrase)
      .located(in: &self, atHand(isInArray || place.isEmpty ? .element : .name))
  }
}

extension JSONAdapterError {
  /// The element's error in terms of the whole text.
  func located(in splitter: inout ElementSplitter, _ element: ElementSplitter.Element) -> Self {
    let start = splitter.location(of: element)
    return located(from: element.offset, start.line, start.column, splitter.path(of: element))
  }

  /// The error of a part of a text, which begins at an offset, a line and a column, in terms of the
  /// whole text.
  func located(
    from offset: Int, _ startLine: Int, _ startColumn: Int, _ outerPath: [JSONKeyPath.Component]
  ) -> Self {
    var error = self
    let (line, column) = (line ?? 1, column ?? 1)
    error.documentPath = documentPath.inside(outerPath)
    error.line = startLine + line - 1
    error.column = line == 1 ? startColumn + column - 1 : column
    error.byteOffset = offset + (byteOffset ?? 0)
    if let syntax = underlying as? JSONSyntaxError {
      error.underlying = JSONSyntaxError(
        syntax.kind, byteOffset: offset + syntax.byteOffset, line: error.line ?? 1,
        column: error.column ?? 1)
    }
    error.errors = errors.map { $0.located(from: offset, startLine, startColumn, outerPath) }
    return error
  }
}
