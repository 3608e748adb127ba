import Peridot

// Collections as a user's own, or a package's, would be.

/// A list that can be added to at both ends.
struct Deque<Element>: RandomAccessCollection, RangeReplaceableCollection, MutableCollection {
  private var front: [Element] = []
  private var back: [Element] = []

  var startIndex: Int { 0 }
  var endIndex: Int { front.count + back.count }

  subscript(index: Int) -> Element {
    get { index < front.count ? front[front.count - 1 - index] : back[index - front.count] }
    set {
      if index < front.count {
        front[front.count - 1 - index] = newValue
      } else {
        back[index - front.count] = newValue
      }
    }
  }

  mutating func prepend(_ element: Element) { front.append(element) }

  mutating func replaceSubrange(
    _ range: Range<Int>, with elements: some Swift.Collection<Element>
  ) {
    var all = Array(self)
    all.replaceSubrange(range, with: elements)
    (front, back) = ([], all)
  }
}

extension Deque: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension Deque: Equatable where Element: Equatable {
  static func == (first: Self, second: Self) -> Bool { first.elementsEqual(second) }
}

extension Deque: Hashable where Element: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(Array(self)) }
}

extension Deque: ArrayLike {}

/// A set with an order.
struct OrderedSet<Element: Hashable>: RandomAccessCollection, Hashable {
  private var elements: [Element] = []
  private var members: Set<Element> = []

  init(_ elements: some Sequence<Element>) {
    for element in elements where members.insert(element).inserted {
      self.elements.append(element)
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { elements.count }
  subscript(index: Int) -> Element { elements[index] }
  func contains(_ element: Element) -> Bool { members.contains(element) }

  static func == (first: Self, second: Self) -> Bool { first.elements == second.elements }
  func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension OrderedSet: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension OrderedSet: SetLike {}

/// A dictionary with an order.
struct OrderedDictionary<Key: Hashable, Value>: RandomAccessCollection {
  private(set) var keys: [Key] = []
  private var values: [Key: Value] = [:]

  init() {}

  init(uniqueKeysWithValues members: some Sequence<(Key, Value)>) {
    for (key, value) in members {
      precondition(values.updateValue(value, forKey: key) == nil)
      keys.append(key)
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { keys.count }
  subscript(index: Int) -> (key: Key, value: Value) {
    guard let value = values[keys[index]] else { preconditionFailure() }
    return (keys[index], value)
  }

  subscript(key key: Key) -> Value? { values[key] }
}

extension OrderedDictionary: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (Key, Value)...) { self.init(uniqueKeysWithValues: elements) }
}

extension OrderedDictionary: Equatable where Value: Equatable {
  static func == (first: Self, second: Self) -> Bool {
    first.keys == second.keys && first.values == second.values
  }
}

extension OrderedDictionary: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
    hasher.combine(values)
  }
}

extension OrderedDictionary: DictionaryLike {}
