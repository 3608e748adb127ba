/// A JSON value with the order of its members and the text of its numbers, which Foundation's parser
/// loses.
indirect enum JSON {
  case object([Member])
  case array([JSON])
  case text(String)
  case number(String)
  case bool(Bool)
  case null

  struct Member {
    var name: String
    var value: JSON
  }

  /// The value of a member. Of a name that occurs twice, the parser keeps the last value.
  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

extension JSON: Equatable {
  /// Whether the values are equal: objects in any order of their members, numbers by their value.
  static func == (first: JSON, second: JSON) -> Bool {
    switch (first, second) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.number(let one), .number(let other)): NumberText(one) == NumberText(other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)):
      one.count == other.count
        && Dictionary(one.map { ($0.name, $0.value) }) { $1 }
          == Dictionary(other.map { ($0.name, $0.value) }) { $1 }
    case (.object, _), (.array, _), (.text, _), (.number, _), (.bool, _), (.null, _): false
    }
  }
}
