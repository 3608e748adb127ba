import Foundation

/// One dictionary that is made without its bytes.
final class DictionaryWriting {
  let context: WritingContext
  @inline(__always) var policy: ConversionPolicy { context.policy }
  /// The number of open containers.
  private var depth: Int
  private var openModels: [ObjectIdentifier] = []

  /// - Parameter depth: The number of containers around the dictionary.
  init(policy: ConversionPolicy.Shared, depth: Int) {
    context = WritingContext(policy: policy, options: [])
    self.depth = depth
  }

  /// The number of further containers that a value without a static type can have.
  var remainingDepth: Int { StackRoom.depthToRead(policy.maximumDepth - depth) }

  /// Enters a container; `leave` follows, unless the writing is abandoned.
  @inline(__always)
  func enter() {
    depth += 1
  }

  @inline(__always)
  func leave() {
    depth -= 1
  }

  /// The error that sends a dictionary through its bytes.
  ///
  /// The direct way either succeeds without an error or an issue, or is abandoned. So only the code
  /// that writes bytes handles conversions, errors and paths.
  struct LeftToBytes: Error {}

  /// Enters a model; one that is open already, or too deep, goes through its bytes, which report
  /// it.
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

  /// Returns JSONSerialization's value for the one value that `body` writes.
  @inline(never)
  func boxedBytes(_ body: (inout JSONWriter, WritingContext) throws -> Void) throws -> Any {
    var writer = JSONWriter()
    // The value is as deep in the text, and in as many models, as in the dictionary.
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
  /// Returns JSONSerialization's value for the bytes of `value`.
  func boxedBytes(of value: Value, _ writing: DictionaryWriting) throws -> Any {
    try writing.boxedBytes { try write(value, to: &$0, in: $1) }
  }
}

// The values of a dictionary in their JSON form, made by `init(json:)`.

extension Boxed {
  /// Writes the value as `JSONWriter.any` writes the boxed value.
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
