import Foundation

/// The type as a Hashable one if it is among those of most properties: neither a collection, nor an
/// Optional, nor a reference to models; nil for any other. The runtime takes tens of microseconds to
/// find that a type doesn't conform to a protocol, so this list answers first.
func plainScalar(_ type: Any.Type) -> (any Hashable.Type)? {
  switch ObjectIdentifier(type) {
  case ObjectIdentifier(String.self): String.self
  case ObjectIdentifier(Int.self): Int.self
  case ObjectIdentifier(Bool.self): Bool.self
  case ObjectIdentifier(Double.self): Double.self
  case ObjectIdentifier(Date.self): Date.self
  case ObjectIdentifier(URL.self): URL.self
  case ObjectIdentifier(Int64.self): Int64.self
  case ObjectIdentifier(Int32.self): Int32.self
  case ObjectIdentifier(Int16.self): Int16.self
  case ObjectIdentifier(Int8.self): Int8.self
  case ObjectIdentifier(UInt.self): UInt.self
  case ObjectIdentifier(UInt64.self): UInt64.self
  case ObjectIdentifier(UInt32.self): UInt32.self
  case ObjectIdentifier(UInt16.self): UInt16.self
  case ObjectIdentifier(UInt8.self): UInt8.self
  case ObjectIdentifier(Float.self): Float.self
  case ObjectIdentifier(UUID.self): UUID.self
  case ObjectIdentifier(Decimal.self): Decimal.self
  default: nil
  }
}

func isPlainScalar(_ type: Any.Type) -> Bool { plainScalar(type) != nil }

/// The most common Optionals, without a question to the runtime; nil for any other type.
private func knownOptional(_ type: Any.Type) -> (any StructuredType.Type)? {
  guard let wrapped = RuntimeFields.wrappedType(ofOptional: type) else { return nil }
  return switch ObjectIdentifier(wrapped) {
  case ObjectIdentifier(String.self): String?.self
  case ObjectIdentifier(Int.self): Int?.self
  case ObjectIdentifier(Bool.self): Bool?.self
  case ObjectIdentifier(Double.self): Double?.self
  case ObjectIdentifier(Date.self): Date?.self
  case ObjectIdentifier(URL.self): URL?.self
  case ObjectIdentifier(Int64.self): Int64?.self
  default: nil
  }
}

/// Work that takes a type apart: Optionals and collections into their contents.
package protocol TypeVisitor {
  associatedtype Result
  func visitOptional<Wrapped>(_: Wrapped.Type) -> Result
  func visitArray<Element>(_: Element.Type) -> Result
  func visitSet<Element: Hashable>(_: Element.Type) -> Result
  func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> Result
  /// A user's collection; treated as an array by default.
  func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> Result
  /// A user's collection; treated as a dictionary by default.
  func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> Result
  /// Any other type.
  func visitLeaf<Leaf>(_: Leaf.Type) -> Result
}

extension TypeVisitor {
  /// Calls the method for the structure of `type`.
  package func visit<Value>(_ type: Value.Type) -> Result {
    if isPlainScalar(type) || KnownConformances.isModel(type) { return visitLeaf(type) }
    if let optional = knownOptional(type) { return optional.accept(self) }
    return switch type as? any _CollectionLike.Type {
    case let structured as any StructuredType.Type: structured.accept(self)
    case let array as any ArrayLike.Type: visitArrayLike(array)
    case let dictionary as any DictionaryLike.Type: visitDictionaryLike(dictionary)
    default: visitLeaf(type)
    }
  }

  package func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> Result {
    visitArray(Whole.Element.self)
  }

  package func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> Result {
    visitDictionary(Whole.Key.self, Whole.Value.self)
  }

  /// Calls the method for the structure of a type known only at run time.
  package func visit(dynamic type: Any.Type) -> Result {
    visit(type)
  }
}

/// A collection that is an array in JSON and in archives.
package struct ListForm<Whole: Swift.Collection> {
  package enum Kind {
    case array, set
    /// A user's collection.
    case like
  }

  package let kind: Kind
  package let make: ([Whole.Element]) -> Whole
}

/// A collection that is an object in JSON and a dictionary in archives.
package struct TableForm<Key: Hashable, Value, Whole: Swift.Collection>
where Whole.Element == (key: Key, value: Value) {
  /// Whether it is a user's collection, whose order counts.
  package let isLike: Bool
  /// Makes a collection of the keys in their order, perhaps with repetitions, and of the members.
  /// The keys are nil if they have no order.
  let make: ([Key]?, [Key: Value]) -> Whole
  let dictionary: (Whole) -> [Key: Value]
  /// Returns a collection with other values for its keys, without hashing a key.
  let replacing: (Whole, (Key, Value) -> Value) -> Whole
}

/// Work that treats all lists alike, and all tables alike.
package protocol FormVisitor: TypeVisitor {
  func visitList<Whole>(_: ListForm<Whole>) -> Result
  func visitTable<Key, Value, Whole>(_: TableForm<Key, Value, Whole>) -> Result
}

extension FormVisitor {
  package func visitArray<Element>(_: Element.Type) -> Result {
    visitList(ListForm<[Element]>(kind: .array) { $0 })
  }

  package func visitSet<Element: Hashable>(_: Element.Type) -> Result {
    visitList(ListForm<Set<Element>>(kind: .set) { Set($0) })
  }

  package func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> Result {
    visitList(ListForm<Whole>(kind: .like) { Whole($0) })
  }

  package func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> Result {
    let form = TableForm<Key, Value, [Key: Value]>(
      isLike: false, make: { $1 }, dictionary: { $0 },
      replacing: { members, replace in
        var members = members
        for index in members.indices {
          members.values[index] = replace(members[index].key, members[index].value)
        }
        return members
      })
    return visitTable(form)
  }

  package func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> Result {
    let form = TableForm<Whole.Key, Whole.Value, Whole>(
      isLike: true,
      make: { keys, members in
        guard let keys else { return Whole(unordered: members) }
        var members = members
        return Whole(
          uniqueKeysWithValues: keys.compactMap { key in
            members.removeValue(forKey: key).map { (key, $0) }
          })
      },
      dictionary: { $0.dictionary },
      replacing: { members, replace in
        Whole(uniqueKeysWithValues: members.map { ($0.key, replace($0.key, $0.value)) })
      })
    return visitTable(form)
  }
}

/// Work on the innermost type of Optionals and collections; for a dictionary, of its values.
package protocol LeafVisitor: TypeVisitor {}

extension LeafVisitor {
  package func visitOptional<Wrapped>(_ type: Wrapped.Type) -> Result { visit(type) }
  package func visitArray<Element>(_ type: Element.Type) -> Result { visit(type) }
  package func visitSet<Element: Hashable>(_ type: Element.Type) -> Result { visit(type) }

  package func visitDictionary<Key: Hashable, Value>(
    _: Key.Type, _ type: Value.Type
  ) -> Result {
    visit(type)
  }
}

/// A type of the standard library that holds values of other types.
package protocol StructuredType: _CollectionLike {
  static func accept<Visitor: TypeVisitor>(_ visitor: Visitor) -> Visitor.Result
}

/// An Optional of an unknown wrapped type.
package protocol OptionalProtocol: StructuredType {
  /// The wrapped value without inner Optionals; nil if any of them is nil.
  var unwrapped: Any? { get }
  /// Nil as a value of this type.
  static var none: Self { get }
}

extension Optional: StructuredType, OptionalProtocol {
  package static func accept<Visitor: TypeVisitor>(_ visitor: Visitor) -> Visitor.Result {
    visitor.visitOptional(Wrapped.self)
  }

  package var unwrapped: Any? {
    guard let self else { return nil }
    if let nested = self as? any OptionalProtocol { return nested.unwrapped }
    return self
  }
}

extension Array: StructuredType {
  package static func accept<Visitor: TypeVisitor>(_ visitor: Visitor) -> Visitor.Result {
    visitor.visitArray(Element.self)
  }
}

extension Set: StructuredType {
  package static func accept<Visitor: TypeVisitor>(_ visitor: Visitor) -> Visitor.Result {
    visitor.visitSet(Element.self)
  }
}

extension Dictionary: StructuredType {
  package static func accept<Visitor: TypeVisitor>(_ visitor: Visitor) -> Visitor.Result {
    visitor.visitDictionary(Key.self, Value.self)
  }
}
