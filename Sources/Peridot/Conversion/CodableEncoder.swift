import Foundation

/// The encoder of a value of a Codable type, which writes a node of a tree and gives JSONEncoder's
/// result.
final class CodableEncoder: CodingPlace, Encoder, SingleValueEncodingContainer {
  fileprivate let tree: EncodedTree
  fileprivate let node: Int

  fileprivate init(
    _ tree: EncodedTree, _ node: Int, _ key: (any CodingKey)?, in parent: CodingPlace?
  ) {
    self.tree = tree
    self.node = node
    super.init(key, in: parent)
  }

  /// Writes a value, whose containers can be filled in any order.
  static func write<Value: Encodable>(
    _ value: Value, to writer: inout JSONWriter, _ form: CodingPlace.Form
  ) throws {
    let tree = EncodedTree(form)
    let encoder = CodableEncoder(tree, tree.add("", .nothing), nil, in: nil)
    if let plain = try encoder.plain(value, nil) {
      tree.nodes[0].value = plain
    } else {
      try encoder.fill(value)
    }
    if let misuse = tree.misuse { throw EncodingError.invalidValue(value, misuse) }
    // As within another value: here, it is a property's or an element.
    if case .nothing = tree.nodes[0].value { tree.nodes[0].value = .object }
    try tree.write(0, to: &writer, depth: 1)
  }

  var userInfo: [CodingUserInfoKey: Any] { tree.form.userInfo }
  /// Whether an archive is written.
  var isArchived: Bool { tree.form.isArchived }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(encoder: opened(as: .object)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    Elements(encoder: opened(as: .array))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws {
    try requireNothing(Optional<Never>.none as Any)
    tree.nodes[node].value = .null
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    try requireNothing(value)
    if let plain = try plain(value, nil) {
      tree.nodes[node].value = plain
      return
    }
    do {
      try fill(value)
    } catch {
      tree.clear(node)
      throw error
    }
    if case .nothing = tree.nodes[node].value { tree.nodes[node].value = .object }
  }

  private func requireNothing(_ value: Any) throws {
    if case .nothing = tree.nodes[node].value { return }
    throw EncodingError.invalidValue(value, context("A value was encoded here before.", nil))
  }

  /// This encoder, or one that writes nothing if the type has asked for another kind of container.
  private func opened(as kind: EncodedTree.Value) -> CodableEncoder {
    switch (tree.nodes[node].value, kind) {
    case (.nothing, _): tree.nodes[node].value = kind
    case (.object, .object), (.array, .array): break
    default:
      tree.misuse = context("Another kind of container was asked for here before.", nil)
      return CodableEncoder(tree, tree.add("", kind), nil, in: self)
    }
    return self
  }

  @inline(never)
  private func fill<Value: Encodable>(_ value: Value) throws {
    if StackRoom.isSpent { throw EncodedTree.TooDeep() }
    try value.encode(to: self)
  }

  // MARK: - Parts

  /// Adds a member or an element; one that encodes nothing is an empty object.
  @inline(__always)
  fileprivate func add<Value: Encodable>(
    _ value: Value, _ name: String, _ key: any CodingKey
  ) throws {
    if let plain = try plain(value, key) {
      tree.link(tree.add(name, plain), to: node)
    } else {
      // Added after encoding: an error leaves nothing behind.
      let part = CodableEncoder(tree, tree.add(name, .nothing), key, in: self)
      try part.fill(value)
      tree.link(part.node, to: node)
    }
  }

  fileprivate func addNull(_ name: String) {
    tree.link(tree.add(name, .null), to: node)
  }

  /// Adds a part to be filled later.
  fileprivate func added(
    _ name: String, _ key: any CodingKey, as kind: EncodedTree.Value
  ) -> CodableEncoder {
    let part = tree.add(name, kind)
    tree.link(part, to: node)
    return CodableEncoder(tree, part, key, in: self)
  }

  /// The nested container of a member; the same one as before, if there is one.
  fileprivate func nested(
    _ name: String, _ key: any CodingKey, as kind: EncodedTree.Value
  ) -> CodableEncoder {
    let place = EncodedTree.Place(object: node, name: Array(name.utf8))
    if let known = tree.nested[place] {
      return CodableEncoder(tree, known, key, in: self).opened(as: kind)
    }
    let encoder = added(name, key, as: kind)
    tree.nested[place] = encoder.node
    return encoder
  }

  fileprivate var count: Int { tree.nodes[node].count }

  // MARK: - Values

  /// A value of a type with its own JSON form; nil for any other.
  @inline(__always)
  private func plain<Value>(
    _ value: Value, _ key: (any CodingKey)?
  ) throws -> EncodedTree.Value? {
    let type = Value.self
    if type == String.self { return .string(same(value)) }
    if type == Int.self { return .integer(Int64(same(value) as Int)) }
    if type == Bool.self { return .bool(same(value)) }
    if type == Double.self {
      let number: Double = same(value)
      return number.isFinite ? .double(number) : try notFinite(number, key)
    }
    if type == Float.self {
      let number: Float = same(value)
      return number.isFinite ? .float(number) : try notFinite(number, key)
    }
    if type == Date.self, !tree.form.isArchived, !tree.form.keepsDatesExact {
      return .string(DateText.string(same(value), as: .iso8601) ?? "")
    }
    if type == Data.self { return .string((same(value) as Data).base64EncodedString()) }
    if type == URL.self { return .string((same(value) as URL).absoluteString) }
    if type == Decimal.self { return .number((same(value) as Decimal).description) }
    if type == Int64.self { return .integer(same(value)) }
    if type == Int32.self { return .integer(Int64(same(value) as Int32)) }
    if type == Int16.self { return .integer(Int64(same(value) as Int16)) }
    if type == Int8.self { return .integer(Int64(same(value) as Int8)) }
    if type == UInt.self { return .unsigned(UInt64(same(value) as UInt)) }
    if type == UInt64.self { return .unsigned(same(value)) }
    if type == UInt32.self { return .integer(Int64(same(value) as UInt32)) }
    if type == UInt16.self { return .integer(Int64(same(value) as UInt16)) }
    if type == UInt8.self { return .integer(Int64(same(value) as UInt8)) }
    if type == Int128.self { return .number((same(value) as Int128).description) }
    if type == UInt128.self { return .number((same(value) as UInt128).description) }
    return nil
  }

  @inline(__always)
  private func same<Value, Known>(_ value: Value) -> Known {
    // The types were compared, but the compiler can't know that.
    unsafe unsafeBitCast(value, to: Known.self)
  }

  @inline(never)
  private func notFinite<Number: BinaryFloatingPoint>(
    _ number: Number, _ key: (any CodingKey)?
  ) throws -> EncodedTree.Value {
    if tree.form.isArchived {
      return .string(number.isNaN ? "nan" : number > 0 ? "+inf" : "-inf")
    }
    throw EncodingError.invalidValue(
      number, context("Unable to encode \(Number.self).\(number) directly in JSON.", key))
  }

  private func context(_ words: String, _ key: (any CodingKey)?) -> EncodingError.Context {
    EncodingError.Context(codingPath: path(to: key), debugDescription: words)
  }
}

extension CodableEncoder {
  /// The members of an object during encoding.
  fileprivate struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: CodableEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    mutating func encodeNil(forKey key: Key) throws { encoder.addNull(key.stringValue) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try encoder.add(value, key.stringValue, key)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      KeyedEncodingContainer(
        Members<Nested>(encoder: encoder.nested(key.stringValue, key, as: .object)))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      Elements(encoder: encoder.nested(key.stringValue, key, as: .array))
    }

    mutating func superEncoder() -> any Encoder {
      encoder.added("super", CodingPlace.MemberKey("super"), as: .nothing)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
      encoder.added(key.stringValue, key, as: .nothing)
    }
  }

  /// The elements of an array during encoding.
  fileprivate struct Elements: UnkeyedEncodingContainer {
    let encoder: CodableEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.count }
    private var key: CodingPlace.ElementKey { CodingPlace.ElementKey(intValue: count) }
    mutating func encodeNil() throws { encoder.addNull("") }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
      try encoder.add(value, "", key)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      KeyedEncodingContainer(Members<Nested>(encoder: encoder.added("", key, as: .object)))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      Elements(encoder: encoder.added("", key, as: .array))
    }

    mutating func superEncoder() -> any Encoder { encoder.added("", key, as: .nothing) }
  }
}

/// The path to a value: the coders around it, and a key within each. Paths are made only on demand.
class CodingPlace {
  private var parent: CodingPlace?
  // No access to it runs any code but ours.
  @safe @exclusivity(unchecked) private var knownPath: [any CodingKey]?
  private let key: (any CodingKey)?
  private let depth: Int
  /// All the paths of a long chain would take the square of its length.
  private static let mostKnown = 32

  init(_ key: (any CodingKey)?, in parent: CodingPlace?) {
    self.key = key
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
  }

  deinit {
    // In a loop, because a chain of containers can be longer than the stack.
    var next = parent
    parent = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let outer = next?.parent
      next?.parent = nil
      next = outer
    }
  }

  final var codingPath: [any CodingKey] { path(to: nil) }

  /// The path from here to the value of `key`.
  final func path(to key: (any CodingKey)?) -> [any CodingKey] {
    guard let key else { return path() }
    return path() + [key]
  }

  private final func path() -> [any CodingKey] {
    if let knownPath { return knownPath }
    var path: [any CodingKey] = []
    if depth <= Self.mostKnown {
      // From the path of the container, which all its errors share.
      let outer = parent?.path() ?? []
      path.reserveCapacity(outer.count + 1)
      path += outer
      if let key { path.append(key) }
      knownPath = path
      return path
    }
    var place: CodingPlace? = self
    while let current = place {
      if let key = current.key { path.append(key) }
      place = current.parent
    }
    return path.reversed()
  }
}

extension CodingPlace {
  /// The JSON forms of values in Codable types.
  struct Form {
    var userInfo = [CodingUserInfoKey: Any]()
    /// Whether dates are numbers, and text stands for numbers that are not finite, as in archives.
    var isArchived = false
    /// Whether dates are numbers that keep each bit; text is accepted too.
    var keepsDatesExact = false
  }

  /// A member's name as a coding key.
  struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) {
      stringValue = name
    }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init(intValue: Int) {
      stringValue = intValue.description
    }
  }

  /// An element's index as a coding key.
  struct ElementKey: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map { "Index \($0)" } ?? "" }

    init(intValue: Int) {
      self.intValue = intValue
    }

    init?(stringValue: String) {
      nil
    }
  }
}

extension [any CodingKey] {
  /// The keys as the steps of a path. The names of keys with integer raw values are names.
  var components: [JSONKeyPath.Component] {
    map { key in
      let (name, index) = (key.stringValue, key.intValue)
      guard let index, name == "\(index)" || name == "Index \(index)" else { return .key(name) }
      return .index(index)
    }
  }
}
