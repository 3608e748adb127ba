/// A model class that remembers for each object which of its members were absent and which were
/// null, and writes them so.
///
///     final class Charge: Model, JSONSerializing, JSONPresenceKeeping {
///       var amount = 0
///       var note: String?
///       var refund: String?
///       var jsonPresence = JSONPresence()
///     }
///
///     let charge: Charge = try JSONAdapter.model(from: #"{"amount": 5, "note": null}"#)
///     try JSONAdapter.string(from: charge)      // {"amount":5,"note":null}
///
/// An absent member is written as absent while the property has the value of a new object, and null
/// as null while it has the value that null gives: nil, or the policy's repair. For these members,
/// that comes before the policy's ``ConversionPolicy/nilOnExport``. An update changes what it names.
/// An object that was never read is written as if its class had no presence.
public protocol JSONPresenceKeeping: _JSONContentHook {
  /// The presence of the members. It is never a property key: copies and archives contain it; `==`,
  /// `hash`, descriptions, merging and merge patches ignore it.
  var jsonPresence: JSONPresence { get set }
}

/// Which members of an object's JSON were absent, and which were null; see ``JSONPresenceKeeping``.
public struct JSONPresence: Sendable {
  /// What there was at a place.
  enum State: UInt64 {
    /// A value, or nobody knows.
    case value
    case absent, null
    /// An object on the path to properties.
    case object
  }

  /// What can be absent: properties by their keys, and the objects on their paths as JSON pointers.
  final class Places: Sendable {
    let names: [String]
    let indexes: [String: Int]

    init(_ names: [String]) {
      self.names = names
      indexes = Dictionary(zip(names, names.indices)) { first, _ in first }
    }
  }

  /// Nil for an object that was never read. A mapping shares them between its objects.
  private let places: Places?
  /// The states of the first 32 places, which take two bits each.
  private var first: UInt64 = 0
  /// Those of the other places, if there are any.
  private var others: [UInt64] = []

  /// Creates the presence of an object that was never read.
  public init() {
    places = nil
  }

  init(_ places: Places) {
    self.places = places
    let words = (places.names.count + 31) / 32
    if words > 1 { others = Array(repeating: 0, count: words - 1) }
  }

  /// The state at the place of an index.
  subscript(index: Int) -> State {
    @inline(__always) get {
      let word = index < 32 ? first : others[index / 32 - 1]
      return State(rawValue: word >> (UInt64(index % 32) * 2) & 3) ?? .value
    }
    set {
      let shift = UInt64(index % 32) * 2
      func changed(_ word: UInt64) -> UInt64 { word & ~(3 << shift) | newValue.rawValue << shift }
      if index < 32 {
        first = changed(first)
      } else {
        others[index / 32 - 1] = changed(others[index / 32 - 1])
      }
    }
  }

  /// Returns the state at a place of a mapping, which can be another one than read the object.
  func state(of index: Int, in others: Places) -> State {
    guard let places else { return .value }
    if places === others { return self[index] }
    return places.indexes[others.names[index]].map { self[$0] } ?? .value
  }

  /// Returns the states at the places of another mapping.
  func moved(to others: Places) -> JSONPresence {
    if places === others { return self }
    var moved = JSONPresence(others)
    for index in others.names.indices { moved[index] = state(of: index, in: others) }
    return moved
  }
}

// Archives contain it in this form.
extension JSONPresence: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case absent, null, object

    var state: State {
      switch self {
      case .absent: .absent
      case .null: .null
      case .object: .object
      }
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let lists = try CodingKeys.allCases.map {
      ($0.state, try container.decodeIfPresent([String].self, forKey: $0) ?? [])
    }
    self.init(Places(lists.flatMap(\.1)))
    var index = 0
    for (state, names) in lists {
      for _ in names {
        self[index] = state
        index += 1
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let names = places?.names ?? []
    for key in CodingKeys.allCases {
      let own = names.indices.filter { self[$0] == key.state }.map { names[$0] }
      if !own.isEmpty { try container.encode(own, forKey: key) }
    }
  }
}

extension JSONPresenceKeeping {
  static func presence(of model: Model) -> JSONPresence {
    downcast(model, to: Self.self).jsonPresence
  }

  static func keep(_ presence: JSONPresence, in model: Model) {
    downcast(model, to: Self.self).jsonPresence = presence
  }
}
