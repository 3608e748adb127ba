/// Compares and hashes the values of some properties of two objects: made once for a class.
///
/// The most common types are compared in the objects' memory; bytes that lie side by side, at once.
/// Anything else is left to the properties' accesses.
final class PropertyComparison: Sendable {
  private enum Step: Sendable {
    case bytes(offset: Int, size: Int)
    case text(offset: Int)
    case double(offset: Int)
    case optionalWord(offset: Int)
    case other(PropertyAccess)
  }

  private let steps: [Step]

  init(_ properties: [Property]) {
    var steps: [Step] = []
    for property in properties {
      let step = Self.step(property.access)
      if case .bytes(let offset, let size)? = steps.last,
        case .bytes(offset + size, let added) = step
      {
        steps[steps.count - 1] = .bytes(offset: offset, size: size + added)
      } else {
        steps.append(step)
      }
    }
    self.steps = steps
  }

  private static func step(_ access: PropertyAccess) -> Step {
    guard let place = access.place else { return .other(access) }
    switch place.form {
    case .other: return .other(access)
    case .bytes: return .bytes(offset: place.offset, size: place.size)
    case .text: return .text(offset: place.offset)
    case .double: return .double(offset: place.offset)
    case .optionalWord: return .optionalWord(offset: place.offset)
    }
  }

  /// Tells whether all values are equal; see `PropertyAccess.areEqual`.
  func areEqual(_ first: AnyObject, _ second: AnyObject, _ walk: ComparisonWalk?) -> Bool {
    let one = ObjectMemory(first)
    let two = ObjectMemory(second)
    for step in steps {
      let areEqual =
        switch step {
        case .bytes(let offset, let size):
          one.hasSameBytes(at: offset, as: two, at: offset, size: size)
        case .text(let offset):
          one[String?.self, at: offset] == two[String?.self, at: offset]
        case .double(let offset):
          Self.areEqual(one.load(Double.self, at: offset), two.load(Double.self, at: offset))
        case .optionalWord(let offset):
          one.load(Int?.self, at: offset) == two.load(Int?.self, at: offset)
        case .other(let access):
          access.areEqual(first, second, through: access, walk)
        }
      if !areEqual { return false }
    }
    return true
  }

  func hash(_ object: AnyObject, into hasher: inout Hasher) {
    let memory = ObjectMemory(object)
    for step in steps {
      switch step {
      case .bytes(let offset, let size): memory.hashBytes(at: offset, size: size, into: &hasher)
      case .text(let offset): hasher.combine(memory[String?.self, at: offset])
      case .double(let offset):
        let number = memory.load(Double.self, at: offset)
        hasher.combine(number.isNaN ? .nan : number)
      case .optionalWord(let offset): hasher.combine(memory.load(Int?.self, at: offset))
      case .other(let access): access.hash(object, into: &hasher)
      }
    }
  }

  /// Not a number equals itself here, as in `ValueComparison`.
  private static func areEqual(_ first: Double, _ second: Double) -> Bool {
    first == second || (first.isNaN && second.isNaN)
  }
}
