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
