/// A model class that keeps the members that no property is mapped to, and writes them back.
///
/// They are kept at every level that a key path goes through: with a property at `"address.city"`,
/// the other members of `address` are in `jsonExtras["address"]`. An array that a path goes into
/// (`"tags[0]"`) counts as mapped as a whole. In an update, null takes a member away (RFC 7396).
public protocol JSONExtrasKeeping: _JSONHook {
  /// The members, as JSONSerialization gives them, or as they were in a dictionary that the model
  /// was read from. It is never a property key: it is copied and archived with the model, and takes
  /// no part in comparing and merging.
  var jsonExtras: [String: Any] { get set }
}
