public import Peridot

/// A model class that ``RecordStore`` saves and reads.
///
///     final class Issue: Model, RecordSerializing {
///       var number = 0
///       var title = ""
///       var labels: [Label] = []
///
///       override class var declaredProperties: [Property] {
///         [property("number", \.number, isIdentity: true)]
///       }
///     }
///
/// Relationships follow from types: a property with a model of such a class is a to-one
/// relationship, an array of such models an ordered to-many one, a set an unordered one, and a
/// `weak var` the reference back from a record to its holder. Every other type is a value; a type
/// without its own SQL form is stored as JSON. The facets of declared properties, such as
/// `.isUnique`, determine the rest.
///
/// Classes with one table share it by their `cluster`, whose tags distinguish the rows.
public protocol RecordSerializing: Model, SendableMetatype {
  /// The name of the class's records and of their table; empty, the default, for the class's own
  /// name.
  ///
  /// State it in the base of other record classes, because subclasses can inherit and override only
  /// a stated name: `class var recordName: String { "Event" }` for one table of all, or `{
  /// "\(self)" }` for one per class. A subclass that needs its own table overrides it.
  static var recordName: String { get }
}

extension RecordSerializing {
  public static var recordName: String { "" }
}
