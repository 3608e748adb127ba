/// The error where a dictionary cannot be read, or made, directly: its bytes know what is right.
///
/// A direct way either comes to a result without an error and without an issue, or is given up, for
/// one value or for all. So every conversion, every error and every path stays in the one place
/// where bytes are read and written.
struct LeftToBytes: Error {}

/// One dictionary being read without its bytes.
final class DictionaryReading {
  /// The rules that hold at this place: a property may have its own.
  var shared: SharedPolicy
  @inline(__always) var policy: ConversionPolicy { shared.rules }
  /// How many more containers may be open.
  private(set) var remainingDepth: Int

  /// - Parameter depth: How many containers are around the dictionary.
  init(policy: SharedPolicy, depth: Int = 0) {
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
  init(policy: SharedPolicy, depth: Int) {
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
      throw LeftToBytes()
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
    guard context.issues.isEmpty else { throw LeftToBytes() }
    return try JSONBytes(writer.bytes()).withReader(at: depth, maximumDepth: .max) {
      try $0.readValue()
    }
  }
}

extension JSONCodec {
  /// Makes of a value, by its bytes, what JSONSerialization would give.
  func boxedBytes(of value: Value, _ writing: DictionaryWriting) throws -> Any {
    try writing.boxedBytes { try write(value, &$0, $1) }
  }
}
