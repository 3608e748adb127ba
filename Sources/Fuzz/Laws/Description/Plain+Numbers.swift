extension Plain {
  /// The value with numbers that are whole as integers: an `Any` that went through values in memory
  /// does not tell `1.0` from `1`.
  var comparable: Plain {
    switch self {
    case .double(let number):
      (number != 0 || number.sign == .plus) && number == number.rounded() && abs(number) < 9e15
        ? .int(Int64(number)) : self
    case .some(let value): .some(value.comparable)
    case .array(let elements): .array(elements.map(\.comparable))
    case .set(let elements): .makeSet(elements.map(\.comparable))
    case .dictionary(let entries):
      .makeDictionary(entries.map { Entry($0.key.comparable, $0.value.comparable) })
    case .structure(let members): .structure(members.map(\.comparable))
    // So the union's case of whole numbers takes it.
    case .enumCase("number", let payload) where payload.first?.value.comparable.asInteger != nil:
      .enumCase("whole", payload.map(\.comparable))
    case .enumCase(let name, let payload): .enumCase(name, payload.map(\.comparable))
    case .model(let model): .model(model.comparable)
    case .none, .bool, .integer, .decimal, .text, .date, .url, .uuid, .data, .raw, .back: self
    }
  }
}

extension Plain.Member {
  fileprivate var comparable: Self { Self(name, value.comparable) }
}

extension Plain.ModelValue {
  fileprivate var comparable: Self {
    Self(
      classID: classID, members: members.map(\.comparable), extras: extras?.comparable, kept: kept,
      presence: presence)
  }
}

extension Plain {
  /// Whether a Swift set takes both for one element: text is compared canonically, and minus zero
  /// is zero.
  func isSameElement(as other: Plain) -> Bool {
    switch (self, other) {
    case (.double(let one), .double(let other)): one == other
    default: "\(self)" == "\(other)"
    }
  }
}
