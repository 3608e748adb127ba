/// What leads to a value: the coders around it, and a key within each, of which a path is made only for
/// whoever asks.
class CodingPlace {
  private var parent: CodingPlace?
  private let key: (any CodingKey)?

  init(_ key: (any CodingKey)?, in parent: CodingPlace?) {
    self.key = key
    self.parent = parent
  }

  deinit {
    // One after the other: a chain of containers may be longer than the stack.
    var next = parent
    parent = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let outer = next?.parent
      next?.parent = nil
      next = outer
    }
  }

  final var codingPath: [any CodingKey] { path(to: nil) }

  /// The path to what `key` leads to from here.
  final func path(to key: (any CodingKey)?) -> [any CodingKey] {
    var path = key.map { [$0] } ?? []
    var place: CodingPlace? = self
    while let current = place {
      if let key = current.key { path.append(key) }
      place = current.parent
    }
    path.reverse()
    return path
  }
}

/// How values of Codable types stand in JSON.
struct CodableForm {
  var userInfo: [CodingUserInfoKey: Any] = [:]
  /// Whether dates are numbers, and text stands for numbers that are not finite: so it is in archives.
  var isArchived = false
}

/// The name of a member as a coding key.
struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) {
    stringValue = name
  }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init(intValue: Int) {
    stringValue = intValue.description
  }
}

/// The index of an element as a coding key.
struct ElementKey: CodingKey {
  let intValue: Int?
  var stringValue: String { intValue.map { "Index \($0)" } ?? "" }

  init(intValue: Int) {
    self.intValue = intValue
  }

  init?(stringValue: String) {
    nil
  }
}

extension JSONKeyPath {
  /// The steps along `keys`, as a path has them.
  static func steps(along keys: [any CodingKey]) -> String {
    keys.map { key in key.intValue.map { "[\($0)]" } ?? step(to: key.stringValue) }.joined()
  }
}
