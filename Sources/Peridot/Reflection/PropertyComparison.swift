/// Compares and hashes the values of some properties of two objects; made once per class.
///
/// It compares the most common types in the objects' memory, and adjacent bytes or texts in one
/// step. The properties' accesses compare anything else.
final class PropertyComparison: Sendable {
  /// Without references, so that iterating counts none.
  private struct Step: Sendable {
    enum Kind {
      case bytes, texts, optionalTexts, double, optionalInt, other
    }

    let kind: Kind
    let offset: Int
    /// The number of bytes or texts; for any other property, its index.
    var count: Int
  }

  /// A property that its access compares, and the place of its bytes if equal bytes mean equal
  /// values.
  private struct Other: Sendable {
    let access: any PropertyAccess
    let offset: Int
    let size: Int
  }

  private let steps: [Step]
  private let others: [Other]
  private let offsets: [Int]

  init(_ properties: [Property]) {
    var steps: [Step] = []
    var others: [Other] = []
    for property in properties {
      let form = property.access.form
      if let step = Self.step(form) {
        if let last = steps.last, let both = Self.joined(last, step) {
          steps[steps.count - 1] = both
        } else {
          steps.append(step)
        }
      } else {
        steps.append(Step(kind: .other, offset: 0, count: others.count))
        others.append(Other(access: property.access, offset: form.offset, size: form.size))
      }
    }
    self.steps = steps
    self.others = others
    offsets = properties.compactMap(\.access.storedOffset)
  }

  private static func step(_ form: FieldForm) -> Step? {
    switch form.kind {
    case .bits, .int, .int64, .bool, .optionalBool:
      Step(kind: .bytes, offset: form.offset, count: form.size)
    case .string: Step(kind: .texts, offset: form.offset, count: 1)
    case .optionalString: Step(kind: .optionalTexts, offset: form.offset, count: 1)
    case .double: Step(kind: .double, offset: form.offset, count: 1)
    case .optionalInt, .optionalInt64:
      Step(kind: .optionalInt, offset: form.offset, count: 1)
    case .none, .other, .optionalDouble, .date, .optionalDate, .url, .optionalURL: nil
    }
  }

  private static func joined(_ first: Step, _ second: Step) -> Step? {
    let size: Int
    switch first.kind {
    case .bytes: size = first.count
    case .texts, .optionalTexts: size = first.count * MemoryLayout<String>.stride
    case .double, .optionalInt, .other: return nil
    }
    guard first.kind == second.kind, first.offset + size == second.offset else { return nil }
    var both = first
    both.count += second.count
    return both
  }

  /// Returns whether all values are equal; see `PropertyAccess.areEqual`.
  func areEqual(_ first: AnyObject, _ second: AnyObject, _ walk: ComparisonWalk?) -> Bool {
    let one = ObjectMemory(first)
    let two = ObjectMemory(second)
    var isChecked = false
    for step in steps {
      let offset = step.offset
      let areEqual =
        switch step.kind {
        case .bytes:
          one.hasSameBytes(at: offset, as: two, at: offset, size: step.count)
        case .texts, .optionalTexts:
          one.hasSameBytes(
            at: offset, as: two, at: offset, size: step.count &* MemoryLayout<String>.stride)
            || isReadable(one, two, &isChecked)
              && Self.haveEqualTexts(one, two, at: offset, count: step.count)
        case .double:
          Self.areEqual(one.load(Double.self, at: offset), two.load(Double.self, at: offset))
        case .optionalInt:
          one.load(Int?.self, at: offset) == two.load(Int?.self, at: offset)
        case .other:
          areEqual(others[step.count], first, second, walk: walk, isChecked: &isChecked)
        }
      if !areEqual { return false }
    }
    return true
  }

  private func areEqual(
    _ other: Other, _ first: AnyObject, _ second: AnyObject, walk: ComparisonWalk?,
    isChecked: inout Bool
  ) -> Bool {
    let (one, two) = (ObjectMemory(first), ObjectMemory(second))
    if other.size > 0,
      one.hasSameBytes(at: other.offset, as: two, at: other.offset, size: other.size)
    {
      return true
    }
    return isReadable(one, two, &isChecked)
      && other.access.areEqual(first, second, through: other.access, walk)
  }

  /// Checks that nobody is changing the objects, before the first read of more than a value's own
  /// bytes. Reading bytes is safe at any time.
  @inline(__always)
  private func isReadable(
    _ one: ObjectMemory, _ two: ObjectMemory, _ isChecked: inout Bool
  ) -> Bool {
    if !isChecked {
      isChecked = true
      if ObjectMemory.mayConflict {
        one.checkReads(at: offsets)
        two.checkReads(at: offsets)
      }
    }
    return true
  }

  func hash(_ object: AnyObject, into hasher: inout Hasher) {
    let memory = ObjectMemory(object)
    memory.checkReads(at: offsets)
    for step in steps {
      let offset = step.offset
      switch step.kind {
      case .bytes: memory.hashBytes(at: offset, size: step.count, into: &hasher)
      case .texts:
        for index in 0..<step.count {
          hasher.combine(memory[String.self, at: offset &+ index &* MemoryLayout<String>.stride])
        }
      case .optionalTexts:
        for index in 0..<step.count {
          hasher.combine(memory[String?.self, at: offset &+ index &* MemoryLayout<String>.stride])
        }
      case .double:
        let number = memory.load(Double.self, at: offset)
        hasher.combine(number.isNaN ? .nan : number)
      case .optionalInt: hasher.combine(memory.load(Int?.self, at: offset))
      case .other: others[step.count].access.hash(object, into: &hasher)
      }
    }
  }

  private static func haveEqualTexts(
    _ one: ObjectMemory, _ two: ObjectMemory, at start: Int, count: Int
  ) -> Bool {
    var offset = start
    for _ in 0..<count {
      // An Optional's text has the layout of the text itself.
      guard one[String?.self, at: offset] == two[String?.self, at: offset] else { return false }
      offset &+= MemoryLayout<String>.stride
    }
    return true
  }

  /// Not-a-number equals itself here, as in `ValueComparison`.
  private static func areEqual(_ first: Double, _ second: Double) -> Bool {
    first == second || (first.isNaN && second.isNaN)
  }
}
