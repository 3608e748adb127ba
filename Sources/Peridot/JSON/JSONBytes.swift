import Foundation

/// The bytes of one JSON document, shared by its readers.
///
/// It holds the bytes' owner and no pointer, so a view of a part of the document can outlive the
/// call. Offsets count from the very first byte, a byte order mark included.
struct JSONBytes: Sendable {
  enum Storage {
    case data(Data)
    case array([UInt8])
    case part([UInt8], Range<Int>)
    case string(String)
    /// No bytes: values in memory.
    case values(JSONValues)
  }

  let storage: Storage
  /// The encoding of the document from which the bytes were converted; nil for UTF-8.
  private(set) var encoding: UnicodeEncoding?

  init(_ data: Data) {
    storage = .data(data)
  }

  init(_ bytes: [UInt8]) {
    storage = .array(bytes)
  }

  /// The caller's Data converted to UTF-8; nil if it is in UTF-8 already.
  var converted: JSONBytes? {
    guard case .data(let data) = storage else { return nil }
    return UnicodeEncoding(beginning: Array(data.prefix(4))).map {
      JSONBytes(converting: data, from: $0)
    }
  }

  /// Creates a document of a caller's bytes: one in UTF-16 or UTF-32 is converted.
  init(document bytes: [UInt8]) {
    if bytes.count > 1, UnicodeEncoding.isPossible(bytes[0], bytes[1]),
      let encoding = UnicodeEncoding(beginning: Array(bytes.prefix(4)))
    {
      self.init(converting: bytes, from: encoding)
    } else {
      self.init(bytes)
    }
  }

  @inline(never)
  private init(converting bytes: some Collection<UInt8>, from encoding: UnicodeEncoding) {
    var text: [UInt8] = []
    // Most documents are nearly ASCII.
    text.reserveCapacity(bytes.count / 2)
    var converter = UnicodeConverter(encoding)
    converter.convert(bytes, into: &text)
    converter.finish(into: &text)
    storage = .array(text)
    self.encoding = encoding
  }

  /// Creates a document of a value in JSONSerialization's form, which can contain live values.
  init(value: Any) {
    storage = .values(JSONValues(value))
  }

  /// Creates a document of an object that is not in memory yet.
  init(unread value: any UnreadValue) {
    storage = .values(JSONValues(unread: value))
  }

  /// Creates a document of a part of some bytes, without a copy.
  init(part: Range<Int>, of bytes: [UInt8], encoding: UnicodeEncoding? = nil) {
    storage = .part(bytes, part)
    self.encoding = encoding
  }

  /// The document of values; nil for bytes.
  var values: JSONValues? {
    if case .values(let values) = storage { values } else { nil }
  }

  init(_ string: String) {
    // Otherwise each reader would copy a bridged string.
    var native = string
    native.makeContiguousUTF8()
    storage = .string(native)
  }

  var count: Int {
    switch storage {
    case .data(let data): data.count
    case .array(let bytes): bytes.count
    case .values(let values): values.count
    case .part(_, let part): part.count
    case .string(let string): string.utf8.count
    }
  }

  /// Returns line and column of an offset, both counted from one; the column counts Unicode
  /// scalars.
  ///
  /// A line ends with a line feed, a carriage return, or both; a byte order mark does not count.
  func location(of offset: Int) -> (line: Int, column: Int) {
    withReader { $0.lent.location(of: offset) }
  }

  /// Returns lines and columns of many offsets, in any order, found in one pass.
  func locations(of offsets: [Int]) -> [(line: Int, column: Int)] {
    inOnePass(offsets) { ascending in withReader { $0.lent.locations(of: ascending) } }
  }

  /// Returns the path of the member or element that lies at `offset`.
  ///
  /// In a malformed document the path names the containers that were open when reading stopped.
  func path(to offset: Int) -> DocumentPath {
    paths(to: [offset])[0]
  }

  /// Returns the paths of many offsets, in any order, found in one pass.
  func paths(to offsets: [Int]) -> [DocumentPath] {
    if let values { return values.paths(to: offsets) }
    return inOnePass(offsets) { ascending in
      withReader(maximumDepth: .max) { $0.paths(to: ascending) }
    }
  }

  /// Computes the answers for all offsets by a function that takes them in ascending order.
  private func inOnePass<Answer>(
    _ offsets: [Int], _ answers: ([Int]) -> [Answer]
  ) -> [Answer] {
    // The offsets of one kind of finding are in order already.
    if zip(offsets, offsets.dropFirst()).allSatisfy({ $0 <= $1 }) { return answers(offsets) }
    let order = offsets.order
    let ascending = answers(order.map { offsets[$0] })
    var places = order
    for (place, index) in order.enumerated() { places[index] = place }
    return places.map { ascending[$0] }
  }
}
