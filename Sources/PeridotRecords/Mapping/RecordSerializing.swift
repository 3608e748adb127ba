public import Peridot

#if canImport(ObjectiveC)
  public import Foundation
#endif

/// A model class that ``RecordStore`` saves and reads: conform, and the class's own hooks apply.
///
/// The requirements are met by ``Model``'s class members. Override those:
///
///     final class Issue: Model, RecordSerializing {
///       var number = 0
///       var title = ""
///       var labels: [Label] = []
///
///       override class var uniquingPropertyKeys: Set<String> { ["number"] }
///     }
///
/// Relationships follow from types: a property that holds a model of a class like this is a to-one
/// relationship, an array of such models an ordered to-many one, a set an unordered one, and a
/// `weak var` the way back from a record to the one that holds it. Every other type is a value; one
/// without a form of its own in SQL is stored as JSON.
public protocol RecordSerializing: Model, SendableMetatype {
  @_disfavoredOverload static var recordName: String { get }
  @_disfavoredOverload static var recordKeysByPropertyKey: [String: RecordKey] { get }
  @_disfavoredOverload static func recordTransformer(forKey key: String) -> ValueTransformer?
  @_disfavoredOverload static var uniquingPropertyKeys: Set<String> { get }
  @_disfavoredOverload static func classForParsing(_ record: Record) -> Model.Type?
  @_disfavoredOverload func mergeValue(forKey key: String, from record: Record) throws
}
