/// A model class that `JSONAdapter` reads and writes: conform, and the class's own hooks apply.
///
/// The requirements are met by ``Model``'s class members. Override those:
///
///     final class Issue: Model, JSONSerializing {
///       var title = ""
///       var createdAt = Date()
///
///       override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
///         ["createdAt": "created_at"]
///       }
///     }
public protocol JSONSerializing: Model, SendableMetatype {
  @JSONKeyPathsBuilder
  @_disfavoredOverload static var keyPathsByPropertyKey: [String: JSONKeyPath] { get }
  @_disfavoredOverload static func transformer(forKey key: String) -> ValueTransformer?
  @_disfavoredOverload static func classForParsing(_ json: JSONObject) -> Model.Type?
}

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
