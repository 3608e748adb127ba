/// A model class that keeps the members that no property is mapped to, and writes them back.
public protocol JSONExtrasKeeping: Model {
  /// The members, as JSONSerialization gives them. It is never a property key.
  var jsonExtras: [String: Any] { get set }
}
