/// A model class that keeps the JSON of an object and writes it back unchanged.
///
/// A ``Cluster`` can use it for objects without a class of their own:
///
///     final class OtherEvent: Event, JSONKeeping {
///       var keptJSON = RawJSON()
///     }
///
/// The properties of the superclass are read from the object, too. Peridot writes the kept JSON; an
/// update changes the members that it names. An object made in code keeps no JSON and is written
/// like any other.
public protocol JSONKeeping: _JSONContentHook {
  /// The JSON of the object; null if none was kept. It behaves like a property everywhere except in
  /// JSON. Descriptions hide it, because it can have secret members.
  var keptJSON: RawJSON { get set }
}
