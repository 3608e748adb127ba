/// A collection of your own that is read, written, archived, compared and copied as an array is.
///
/// Most collections conform without a line, as every `RangeReplaceableCollection` has the initializer:
///
/// ```swift
/// extension Deque: ArrayLike {}
///
/// final class Player: Model, JSONSerializing {
///   var queue: Deque<Song> = []
/// }
/// ```
///
/// The property is an array in JSON and in archives, by the rules for arrays: elements may be models,
/// Optionals and further collections, the policy says what becomes of a bad element, and an error
/// names its place, as in `queue[2].title`. A coding of the type's own, such as `Codable`, is not used.
///
/// Two such collections are equal in a model if their elements are, one by one, in the order in which
/// the collection gives them.
public protocol ArrayLike<Element>: Swift.Collection, _CollectionLike {
  /// Creates a collection of `elements`, all of them, in that order.
  init(_ elements: [Element])
}

/// An ``ArrayLike`` collection that holds each element once, as an ordered set does.
///
/// ```swift
/// extension OrderedSet: SetLike {}
/// ```
///
/// An element that occurs twice in JSON is reported or refused as ``ConversionPolicy`` says in
/// `duplicateElements`. As the elements of a set, models are put in when all their values have been
/// read.
public protocol SetLike<Element>: ArrayLike where Element: Hashable {}

/// A type that is looked into for the types of what it holds.
///
/// One protocol for all such types, so that one question tells that a type is not one: the
/// runtime searches all conformances of a program for the answer.
public protocol _CollectionLike {}

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
/// members come back in the order of their names. A coding of the type's own, such as `Codable`, is not
/// used.
///
/// Two such collections are equal in a model if their keys and their values are, one by one, in the
/// order in which the collection gives them.
public protocol DictionaryLike<Key, Value>: Swift.Collection, _CollectionLike
where Element == (key: Key, value: Value) {
  /// The type of the keys.
  associatedtype Key: Hashable
  /// The type of the values.
  associatedtype Value

  /// Creates a collection of `members`, whose keys are distinct, in that order.
  init(uniqueKeysWithValues members: [(Key, Value)])
}

extension DictionaryLike {
  /// Creates a collection of members that have no order, in that of their keys as text.
  init(unordered members: [Key: Value]) {
    self.init(
      uniqueKeysWithValues: members.ordered { "\($0.key)" }.map { ($0.key, $0.value) })
  }

  /// The members, their types forgotten.
  var plainMembers: [AnyHashable: Any] { dictionary }

  var dictionary: [Key: Value] {
    Dictionary(map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }
}
