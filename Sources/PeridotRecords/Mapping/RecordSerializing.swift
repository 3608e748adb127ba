public import Peridot

/// A model class that ``RecordStore`` saves and reads.
///
///     final class Issue: Model, RecordSerializing {
///       var number = 0
///       var title = ""
///       var labels: [Label] = []
///
///       override class var declaredProperties: [Property] {
///         [property("number", \.number, facets: .isUnique)]
///       }
///     }
///
/// Relationships follow from types: a property that holds a model of a class like this is a to-one
/// relationship, an array of such models an ordered to-many one, a set an unordered one, and a
/// `weak var` the way back from a record to the one that holds it. Every other type is a value; one
/// without a form of its own in SQL is stored as JSON. The facets of declared properties, such as
/// ``Peridot/Facet/isUnique``, say the rest.
///
/// Classes that have one table share it by their ``Model/cluster``, whose tags tell the rows apart.
public protocol RecordSerializing: Model, SendableMetatype {
  /// The name of the class's records, and of their table; empty, the default, for the class's own name.
  ///
  /// The base of other record classes states it, as only what a class states can be inherited and
  /// overridden: `class var recordName: String { "Event" }` for one table of all, or `{ "\(self)" }` for
  /// one of each. A subclass that is to have a table of its own overrides it.
  static var recordName: String { get }
}

extension RecordSerializing {
  public static var recordName: String { "" }
}
