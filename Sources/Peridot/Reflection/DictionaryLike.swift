/// A collection of your own that is read, written, archived, compared and copied as a dictionary is,
/// in its own order.
///
/// A type with the initializer of `Dictionary` conforms without a line:
///
/// ```swift
/// extension OrderedDictionary: DictionaryLike {}
///
/// final class Settings: Model, JSONSerializing {
///   var values: OrderedDictionary<String, Int> = [:]
/// }
/// ```
///
/// The property is an object in JSON and a dictionary in archives, by the rules for dictionaries; keys
/// are text, integers, enums of them, or `CodingKeyRepresentable`. JSON text and Peridot's archives
/// keep the order of the members. A `[String: Any]` and Foundation's coders have none, so that the
/// members come back in the order of their names. A coding of the type's own, as `Codable`, is not
/// used.
///
/// Two such collections are equal in a model if their keys and their values are, one by one, in the
/// order in which the collection gives them.
public protocol DictionaryLike<Key, Value>: Swift.Collection, _CollectionLike
where Element == (key: Key, value: Value) {
  associatedtype Key: Hashable
  associatedtype Value

  /// Creates a collection of `members`, whose keys are distinct, in that order.
  init(uniqueKeysWithValues members: [(Key, Value)])
}

extension DictionaryLike {
  /// Creates a collection of members that have no order, in that of their keys as text.
  init(unordered members: [Key: Value]) {
    let keys = members.keys.map { (text: "\($0)", key: $0) }.sorted { $0.text < $1.text }
    self.init(
      uniqueKeysWithValues: keys.compactMap { _, key in members[key].map { (key, $0) } })
  }

  /// The members, their types forgotten.
  var plainMembers: [AnyHashable: Any] { dictionary }

  var dictionary: [Key: Value] {
    Dictionary(map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }
}
