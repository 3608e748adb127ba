/// A class to be written.
struct ClassPlan {
  struct Member {
    var key: String
    var name: String
    var type: SwiftType
    /// Whether samples lack it, and whether they have it as null.
    var isAbsent: Bool
    var isNull: Bool

    /// Whether only the presence of each object tells an absent member from null.
    var differs: Bool { isAbsent && isNull }
  }

  struct Cluster {
    var tag: String
    var classes: [(tag: String, name: String)] = []
    /// The class of objects with another tag.
    var other = ""
  }

  var name: String
  /// The base of the cluster to which it belongs.
  var superclass: String?
  var members: [Member] = []
  var cluster: Cluster?
  /// Whether it keeps objects as they came, for a cluster's unknown tags.
  var keepsJSON = false
  /// Whether it states that its objects keep which of their members were absent and which null.
  var keepsPresence = false
  /// Whether its names in JSON are those that `.snakeCase` makes of its properties'.
  var usesSnakeCase = false
}

/// An enum of the forms of a value.
struct UnionPlan {
  struct Case: Equatable {
    var name: String
    var type: String
  }

  var name: String
  var cases: [Case]

  /// A word for a type: `[String: Int?]` is `IntMap`.
  static func word(for type: String) -> String {
    guard type.hasPrefix("[") else {
      return type.split { "<>?".contains($0) }.reversed().joined()
    }
    let parts = type.dropFirst().dropLast().split(separator: ":", maxSplits: 1)
    let value = parts.last.map { word(for: String($0.drop { $0 == " " })) } ?? ""
    return value + (type.hasPrefix("[String: ") ? "Map" : "List")
  }
}

/// The type of a property.
struct SwiftType {
  var name: String
  /// The initial value; without one, the property is an Optional.
  var initial: String?
  var note: String?
  /// The transformer of a value in a property of its own.
  var transformer: String?

  /// The type in an array or a dictionary, where there is no transformer for one element.
  var asElement: SwiftType {
    transformer == nil ? self : SwiftType(name: "String", initial: "\"\"")
  }
}
