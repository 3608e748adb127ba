/// A property's value, or a model, as plain data: what a model holds, told apart from how Swift
/// holds it.
///
/// Models of generated classes are turned into it to be compared with each other and with what the
/// reference reads; defaults of a class are given in it.
indirect enum Plain: Sendable {
  /// `nil`. In an `Any`: NSNull. The inner nil of a double Optional is `.some(.none)`.
  case none
  /// A value in a *double* Optional (`Int??`), `.some(.none)` for its inner nil. The value in a
  /// single Optional stands for itself.
  case some(Plain)
  case bool(Bool)
  /// An integer of any width, also one in an `Any`.
  case integer(Int128)
  /// A Double, or a Float by its value as Double; two are equal if their bits are.
  case double(Double)
  /// A Decimal as its shortest text, such as `1.5`.
  case decimal(String)
  /// A String or a Character.
  case text(String)
  /// Seconds since 2001, as Date has them.
  case date(Double)
  /// `absoluteString`.
  case url(String)
  /// The text in capitals.
  case uuid(String)
  case data([UInt8])
  /// A case of an enum, with its payload by label; without label by position, "_0", "_1" (as
  /// synthesized Codable has them).
  case enumCase(String, [Member])
  /// A Codable struct.
  case structure([Member])
  case array([Plain])
  /// Sorted by their descriptions.
  case set([Plain])
  /// Sorted by the descriptions of their keys.
  case dictionary([Entry])
  /// RawJSON. Equal by value: members in any order, numbers by their digits; see
  /// `JSON.isEquivalent(to:)`.
  case raw(JSON)
  /// A model of a class, by the index of its ``ClassSpec``.
  case model(ModelValue)
  /// An object that stands further up (a cycle): how many models above.
  case back(Int)

  struct Member: Sendable, Hashable {
    var name: String
    var value: Plain

    init(_ name: String, _ value: Plain) {
      self.name = name
      self.value = value
    }
  }

  struct Entry: Sendable, Hashable {
    var key: Plain
    var value: Plain

    init(_ key: Plain, _ value: Plain) {
      self.key = key
      self.value = value
    }
  }

  /// A model: its class and all its properties, those of superclasses first.
  struct ModelValue: Sendable, Hashable {
    var classID: Int
    var members: [Member]
    /// `jsonExtras`, as a dictionary of what an `Any` holds; nil if the class keeps none.
    var extras: Plain?
    /// `keptJSON`; nil if the class keeps none.
    var kept: Plain?
    /// `jsonPresence` as archives have it: sorted lists of names; nil if the class keeps none.
    var presence: JSON?

    subscript(key: String) -> Plain? { members.first { $0.name == key }?.value }
  }

  static func makeSet(_ elements: [Plain]) -> Plain {
    .set(elements.map { ($0.description, $0) }.sorted { $0.0 < $1.0 }.map(\.1))
  }

  static func makeDictionary(_ entries: [Entry]) -> Plain {
    .dictionary(entries.map { ($0.key.description, $0) }.sorted { $0.0 < $1.0 }.map(\.1))
  }

  /// The value of a property, a list whose elements have names in the order of these: only text keeps
  /// their order.
  func orderedByNames(_ property: PropertySpec) -> Plain {
    guard let key = property.keyedBy, case .array(let elements) = self else { return self }
    let named = elements.map { element in
      let name: Plain? = if case .model(let model) = element { model[key] } else { nil }
      return (name: name?.description ?? "", element: element)
    }
    return .array(named.sorted { $0.name < $1.name }.map(\.element))
  }

  static func int(_ value: some BinaryInteger) -> Plain { .integer(Int128(value)) }
}

extension Plain: Hashable {
  static func == (first: Plain, second: Plain) -> Bool {
    switch (first, second) {
    case (.none, .none): true
    case (.some(let one), .some(let other)): one == other
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.double(let one), .double(let other)):
      one.bitPattern == other.bitPattern || one.isNaN && other.isNaN
    case (.date(let one), .date(let other)): one == other || one.isNaN && other.isNaN
    case (.decimal(let one), .decimal(let other)), (.text(let one), .text(let other)),
      (.url(let one), .url(let other)), (.uuid(let one), .uuid(let other)):
      one.isSame(as: other)
    case (.data(let one), .data(let other)): one == other
    case (.enumCase(let one, let payload), .enumCase(let other, let otherPayload)):
      one == other && payload == otherPayload
    case (.structure(let one), .structure(let other)): one == other
    case (.array(let one), .array(let other)), (.set(let one), .set(let other)): one == other
    case (.dictionary(let one), .dictionary(let other)): one == other
    case (.raw(let one), .raw(let other)): one.isEquivalent(to: other)
    case (.model(let one), .model(let other)): one == other
    case (.back(let one), .back(let other)): one == other
    default: false
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Plain: CustomStringConvertible {
  var description: String {
    switch self {
    case .none: "nil"
    case .some(let value): "some(\(value))"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)f"
    case .decimal(let text): "\(text)d"
    case .text(let text): JSON.string(text).text
    case .date(let seconds): "date(\(seconds))"
    case .url(let text): "url(\(text))"
    case .uuid(let text): "uuid(\(text))"
    case .data(let bytes): "data\(bytes)"
    case .enumCase(let name, let payload):
      ".\(name)" + (payload.isEmpty ? "" : "(\(payload.words))")
    case .structure(let members): "struct(\(members.words))"
    case .array(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
    case .set(let elements): "set[" + elements.map(\.description).joined(separator: ", ") + "]"
    case .dictionary(let entries):
      "[" + entries.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + ":]"
    case .raw(let json): "raw \(json)"
    case .model(let model): model.description
    case .back(let levels): "back(\(levels))"
    }
  }
}

extension Plain.ModelValue: CustomStringConvertible {
  var description: String {
    "C\(classID)(\(members.words))" + (extras.map { " extras \($0)" } ?? "")
      + (kept.map { " kept \($0)" } ?? "") + (presence.map { " presence \($0)" } ?? "")
  }
}

extension [Plain.Member] {
  fileprivate var words: String { map { "\($0.name): \($0.value)" }.joined(separator: ", ") }
}
