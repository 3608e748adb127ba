/// One value, or an array of them, as many services write a list of one.
///
///     final class Page: Model, JSONSerializing {
///       var authors = OneOrMany<String>.many([])
///     }
///
/// It is a collection in both forms, and is written in the form in which it was read.
public enum OneOrMany<Element>: JSONUnion {
  case one(Element)
  case many([Element])

  /// The values.
  public var elements: [Element] {
    switch self {
    case .one(let element): [element]
    case .many(let elements): elements
    }
  }
}

extension OneOrMany: RandomAccessCollection {
  public var startIndex: Int { 0 }

  public var endIndex: Int { elements.count }

  public subscript(position: Int) -> Element { elements[position] }
}

extension OneOrMany: Equatable where Element: Equatable {}

extension OneOrMany: Hashable where Element: Hashable {}

extension OneOrMany: Sendable where Element: Sendable {}
