/// The encoded form of a Codable value until it is complete: its containers can be filled in any
/// order, and members are written in the order of their names.
final class EncodedTree {
  enum Value {
    /// Nothing was encoded yet.
    case nothing
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case float(Float)
    case string(String)
    /// The text of a number.
    case number(String)
    case object, array
  }

  struct Node {
    let name: String
    var value: Value
    /// The first and the last member or element, and their number.
    fileprivate var first = 0
    fileprivate var last = 0
    fileprivate(set) var count = 0
    /// The next member or element of the same container.
    fileprivate var next = 0
  }

  struct Place: Hashable {
    let object: Int
    /// The bytes of the name: the same text in other bytes is another name.
    let name: [UInt8]
  }

  let form: CodingPlace.Form
  // No access to them runs foreign code.
  @safe @exclusivity(unchecked) var nodes: [Node] = []
  /// The nested containers that the value has asked for by their names.
  var nested = [Place: Int]()
  /// A mistake at a place that can't throw.
  var misuse: EncodingError.Context?

  init(_ form: CodingPlace.Form) {
    self.form = form
    nodes.reserveCapacity(8)
  }

  /// Adds a node outside of any container.
  @inline(__always)
  func add(_ name: String, _ value: Value) -> Int {
    nodes.append(Node(name: name, value: value))
    return nodes.count - 1
  }

  /// Makes a node the last member or element of a container.
  @inline(__always)
  func link(_ node: Int, to container: Int) {
    if nodes[container].count == 0 {
      nodes[container].first = node
    } else {
      nodes[nodes[container].last].next = node
    }
    nodes[container].last = node
    nodes[container].count += 1
  }

  /// Removes the encoded content of a node.
  func clear(_ node: Int) {
    nodes[node] = Node(name: nodes[node].name, value: .nothing, next: nodes[node].next)
  }

  /// Writes a node; throws if it is nested deeper than JSONEncoder or the stack allows.
  func write(_ node: Int, to writer: inout JSONWriter, depth: Int) throws {
    switch nodes[node].value {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .unsigned(let value): writer.integer(value)
    case .double(let value): writer.double(value)
    case .float(let value): writer.float(value)
    case .string(let value): writer.string(value)
    case .number(let value): writer.rawNumber(value)
    case .nothing, .object:
      writer.beginObject()
      var members = try parts(of: node, depth)
      members.sort { nodes[$0].name.utf8.lexicographicallyPrecedes(nodes[$1].name.utf8) }
      for (index, member) in members.enumerated() {
        let name = nodes[member].name
        // The last of each name counts, and sorting is stable. Names are compared by their bytes.
        if index + 1 < members.count, nodes[members[index + 1]].name.hasSameScalars(as: name) {
          continue
        }
        writer.key(name)
        try write(member, to: &writer, depth: depth + 1)
      }
      writer.endObject()
    case .array:
      writer.beginArray()
      for element in try parts(of: node, depth) {
        try write(element, to: &writer, depth: depth + 1)
      }
      writer.endArray()
    }
  }

  /// The members or elements of a container.
  private func parts(of node: Int, _ depth: Int) throws -> [Int] {
    if depth >= 512 || StackRoom.isSpent { throw TooDeep() }
    var part = nodes[node].first
    return (0..<nodes[node].count).map { _ in
      defer { part = nodes[part].next }
      return part
    }
  }
}

extension EncodedTree {
  /// The error for a value that is nested too deep.
  struct TooDeep: Error, CustomStringConvertible {
    let description = "nesting deeper than the stack of this thread has room for"
  }
}
