/// A model class that keeps the JSON of an object, and writes it back as it came.
///
/// It is what a ``Cluster`` makes of an object that no class of its own stands for:
///
///     final class OtherEvent: Event, JSONKeeping {
///       var keptJSON = RawJSON()
///     }
///
/// The properties of its superclass are read from the object, too; what is written is the JSON that
/// was kept, of which an update changes what it names. An object made in code, which keeps none, is
/// written as any other.
public protocol JSONKeeping: _JSONHook {
  /// The JSON of the object; null if none was kept. It takes part in all that properties do but JSON.
  var keptJSON: RawJSON { get set }
}
