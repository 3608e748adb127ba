import Foundation

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

  /// The error if a dictionary cannot be made directly: it is then made from the bytes written.
  ///
  /// The direct way either comes to a result without an error and without an issue, or is given up. So
  /// every conversion, every error and every path stays in the one place where bytes are written.
  struct LeftToBytes: Error {}

  /// Enters a model; one that is open already, or too deep, is left to the bytes, which report it.
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

  /// Whether its JSON is the same under every policy.
  var isPlain: Bool {
    switch self {
    case .string, .integer, .double, .bool, .null: true
    default: false
    }
  }
}
