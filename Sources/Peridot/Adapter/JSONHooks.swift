/// A model class that rewrites the JSON of an object before it is read.
///
/// The object that it returns may hold dates, models and other values that properties take as they
/// are. Of objects within each other, each is prepared once, the outer one first.
public protocol JSONPreparing: _JSONHook {
  /// Returns what is to be read in place of `json`. Throw to reject the object.
  static func prepare(_ json: [String: Any]) throws -> [String: Any]
}

/// A model class that rewrites the JSON of an object after it was written.
///
/// Of objects within each other, each is finished once, the inner one first.
public protocol JSONFinishing: _JSONHook {
  /// Changes `json`, which was written from this model. Throw to refuse.
  func finish(_ json: inout [String: Any]) throws
}

/// A model class whose JSON keys follow from its property keys by one rule.
///
/// The entries of ``Model/keyPathsByPropertyKey`` win over the style.
public protocol JSONKeyStyling: _JSONHook {
  static var jsonKeyStyle: JSONKeyStyle { get }
}
