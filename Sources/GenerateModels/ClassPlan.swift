/// A class to be written.
struct ClassPlan {
  struct Member {
    var key: String
    var name: String
    var type: SwiftType
    /// Whether samples lack it, and whether they have it as null.
    var isAbsent: Bool
    var isNull: Bool
  }

  struct Cluster {
    var tag: String
    var classes: [(tag: String, name: String)]
  }

  var name: String
  /// The base of the cluster to which it belongs.
  var superclass: String?
  var members: [Member] = []
  var cluster: Cluster?
  /// Whether its names in JSON are those that `.snakeCase` makes of its properties'.
  var usesSnakeCase = false
}

/// The type of a property.
struct SwiftType {
  var name: String
  /// The initial value; without one, the property is an Optional.
  var initial: String?
  var note: String?
  /// The transformer of a value in a property of its own.
  var transformer: String?
  /// The class within it.
  var className: String?

  /// The type in an array or a dictionary, where there is no transformer for one element.
  var asElement: SwiftType {
    transformer == nil ? self : SwiftType(name: "String", initial: "\"\"")
  }
}
