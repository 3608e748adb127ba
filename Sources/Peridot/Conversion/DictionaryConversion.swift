import Foundation

extension DictionaryReading {
  /// The error where a dictionary cannot be read, or made, directly: its bytes know what is right.
  ///
  /// A direct way either comes to a result without an error and without an issue, or is given up, for
  /// one value or for all. So every conversion, every error and every path stays in the one place
  /// where bytes are read and written.
  struct LeftToBytes: Error {}
}

/// One dictionary being read without its bytes.
final class DictionaryReading {
  /// The rules that hold at this place: a property may have its own.
  var shared: ConversionPolicy.Shared
  @inline(__always) var policy: ConversionPolicy { shared.rules }
  /// How many more containers may be open.
  private(set) var remainingDepth: Int

  /// - Parameter depth: How many containers are around the dictionary.
  init(policy: ConversionPolicy.Shared, depth: Int = 0) {
    shared = policy
    remainingDepth = StackRoom.depthToRead(max(0, policy.rules.maximumDepth - depth))
  }

  /// Enters a container; `leave` follows, unless the reading is given up.
  @inline(__always)
  func enter() throws {
    guard remainingDepth > 0 else { throw LeftToBytes() }
    remainingDepth -= 1
  }

  @inline(__always)
  func leave() {
    remainingDepth += 1
  }

  /// Reads the bytes of one value by `body`.
  ///
  /// - Throws: an error of any kind when there is an error or an issue: only the bytes of the whole
  ///   document tell where.
  @inline(never)
  func readBytes<Value>(
    of value: Boxed, _ body: (inout JSONReader, ReadingContext) throws -> Value
  ) throws -> Value {
    let source = try JSONBytes(keeping: LiveValues(), capacity: 64) { writer in
      try value.write(to: &writer, maximumDepth: writer.depthLeft(of: remainingDepth))
    }
    let context = ReadingContext(policy: shared, source: source)
    let depth = StackRoom.depthToRead(remainingDepth)
    let result = try source.withReader(maximumDepth: depth) { try body(&$0, context) }
    guard context.isClean else { throw LeftToBytes() }
    return result
  }
}

extension JSONCodec {
  /// Reads a value by its bytes.
  func readBytes(of value: Boxed, _ reading: DictionaryReading) throws -> Value {
    if value.mayBeTaken, !seesLive, let own = taken(value.value) { return own }
    return try reading.readBytes(of: value) { try self.reading(&$0, $1, read) }
  }
}

/// One dictionary being made without its bytes.
final class DictionaryWriting {
  let context: WritingContext
  @inline(__always) var policy: ConversionPolicy { context.policy }
  /// How many containers are open.
  private var depth: Int
  private var openModels: [ObjectIdentifier] = []

  /// - Parameter depth: How many containers will be around the dictionary.
  init(policy: ConversionPolicy.Shared, depth: Int) {
    context = WritingContext(policy: policy, options: [])
    self.depth = depth
  }

  /// How many more containers a value without a static type may have.
  var remainingDepth: Int { StackRoom.depthToRead(policy.maximumDepth - depth) }

  /// Enters a container; `leave` follows, unless the writing is given up.
  @inline(__always)
  func enter() {
    depth += 1
  }

  @inline(__always)
  func leave() {
    depth -= 1
  }

  /// Enters a model; the bytes say what is wrong with one that is open already, or too deep.
  func open(_ model: AnyObject) throws {
    let identifier = ObjectIdentifier(model)
    guard openModels.count < context.maximumDepth, !openModels.contains(identifier) else {
      throw DictionaryReading.LeftToBytes()
    }
    openModels.append(identifier)
  }

  func close() {
    openModels.removeLast()
  }

  /// Returns what JSONSerialization would make of the one value that `body` writes.
  @inline(never)
  func boxedBytes(_ body: (inout JSONWriter, WritingContext) throws -> Void) throws -> Any {
    var writer = JSONWriter()
    // The value is as deep in the text, and in as many models, as it is in the dictionary.
    for _ in 0..<depth { writer.beginArray() }
    for model in openModels { _ = writer.open(model, maximumDepth: .max) }
    try body(&writer, context)
    guard context.issues.isEmpty else { throw DictionaryReading.LeftToBytes() }
    return try JSONBytes(writer.bytes()).withReader(at: depth, maximumDepth: .max) {
      try $0.readValue(keepsDigits: true)
    }
  }
}

extension JSONCodec {
  /// Makes of a value, by its bytes, what JSONSerialization would give.
  func boxedBytes(of value: Value, _ writing: DictionaryWriting) throws -> Any {
    try writing.boxedBytes { try write(value, &$0, $1) }
  }
}

// The values of a dictionary, as the JSON that its bytes would be: made by `init(json:)`.

extension Boxed {
  /// Writes the value as `JSONWriter.any` writes what was in the box.
  func write(to writer: inout JSONWriter, maximumDepth: Int) throws {
    switch self {
    case .string(let text): writer.string(text)
    case .integer(let number): writer.integer(number)
    case .double(let number): writer.double(number)
    case .bool(let truth): writer.bool(truth)
    case .null: writer.null()
    case .object(let members): try writer.any(members, maximumDepth: maximumDepth)
    case .array(let elements): try writer.any(elements, maximumDepth: maximumDepth)
    default: try writer.any(value, maximumDepth: maximumDepth)
    }
  }

  /// The value as reading its bytes would give it.
  ///
  /// - Throws: an error of any kind when it has no JSON form, or is nested deeper than allowed.
  /// - Parameter keepsLive: Whether what has no JSON form stays as it is.
  func normalized(maximumDepth: Int, keepsLive: Bool = false) throws -> Any {
    switch self {
    case .string(let text): return text
    case .integer(let number): return NSNumber(value: number)
    case .double(let number): return NSNumber(value: number)
    case .bool(let truth): return NSNumber.shared(truth)
    case .null: return NSNull()
    case .object(let members):
      guard maximumDepth > 0 else { throw DictionaryReading.LeftToBytes() }
      return try members.mapValues {
        try Boxed(json: $0).normalized(maximumDepth: maximumDepth - 1, keepsLive: keepsLive)
      }
    case .array(let elements):
      guard maximumDepth > 0 else { throw DictionaryReading.LeftToBytes() }
      return try elements.map {
        try Boxed(json: $0).normalized(maximumDepth: maximumDepth - 1, keepsLive: keepsLive)
      }
    default:
      var writer = JSONWriter()
      let live = keepsLive ? LiveValues() : nil
      writer.live = live
      try writer.any(value, maximumDepth: maximumDepth)
      return try JSONBytes(writer.bytes(), live: live)
        .withReader(maximumDepth: .max) { try $0.readValue() }
    }
  }

  /// Whether its JSON is the same under every policy.
  var isPlain: Bool {
    switch self {
    case .string, .integer, .double, .bool, .null: true
    default: false
    }
  }

  /// Whether it is of a type that properties take as it is.
  var mayBeTaken: Bool {
    switch self {
    case .date, .data, .url, .uuid, .decimal: true
    // A number without a JSON form has a type that has one.
    case .other(let value): !(value is Double)
    default: false
    }
  }
}
