/// A collection of your own that Peridot reads, writes, archives, compares and copies like an
/// array.
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
/// The property is an array in JSON and in archives and follows the rules for arrays: elements can
/// be models, Optionals and further collections, the policy decides about bad elements, and an
/// error names its place, such as `queue[2].title`. Peridot doesn't use the type's own coding, such
/// as `Codable`.
///
/// Two such collections in models are equal if their elements are equal, one by one, in the
/// collection's order.
public protocol ArrayLike<Element>: Swift.Collection, _CollectionLike {
  /// Creates a collection of all `elements`, in that order.
  init(_ elements: [Element])
}

/// An ``ArrayLike`` collection that holds each element once, such as an ordered set.
///
/// ```swift
/// extension OrderedSet: SetLike {}
/// ```
///
/// ``ConversionPolicy/duplicateElements`` says whether Peridot reports or refuses an element that
/// occurs twice in JSON. As in a set, models are inserted after all their values have been read.
public protocol SetLike<Element>: ArrayLike where Element: Hashable {}

/// A type that visitors look into for the types of its values.
///
/// One protocol for all such types, so that one question is enough: to answer no, the runtime
/// searches all conformances of a program.
public protocol _CollectionLike {}

/// A collection of your own that Peridot reads, writes, archives, compares and copies like a
/// dictionary, in its own order.
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
/// The property is an object in JSON and a dictionary in archives and follows the rules for
/// dictionaries. Keys are text, integers, enums of them, or `CodingKeyRepresentable`. JSON text and
/// Peridot's archives keep the order of the members. A `[String: Any]` and Foundation's coders have
/// no order, so members come back in the order of their names. Peridot doesn't use the type's own
/// coding, such as `Codable`.
///
/// Two such collections in models are equal if their keys and values are equal, one by one, in the
/// collection's order.
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
  /// Creates a collection of members without an order, in the order of their keys as text.
  init(unordered members: [Key: Value]) {
    self.init(
      uniqueKeysWithValues: members.orderedByName { "\($0.key)" }.map { ($0.key, $0.value) })
  }

  /// The members without their static types.
  var plainMembers: [AnyHashable: Any] { dictionary }

  var dictionary: [Key: Value] {
    Dictionary(map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }
}
