/// The first few combinations of members that the dictionaries of a class were met with.
///
/// Any thread may look at them, and add one.
final class DictionaryShapes: Sendable {
  typealias Template = [String: DictionaryOutput.Slot]

  private final class Shape: Sendable {
    let bits: UInt64
    let template: Template
    let next = OnceReference<Shape>()

    init(_ bits: UInt64, _ template: Template) {
      self.bits = bits
      self.template = template
    }
  }

  private static let mostShapes = 8
  private let first = OnceReference<Shape>()

  /// Returns the template of a shape, made by `make` when it is met first; nil when there are too
  /// many others.
  func template(of bits: UInt64, make: () -> Template) -> Template? {
    var count = 0
    var last: Shape?
    var known = first.object
    while let shape = known {
      if shape.bits == bits { return shape.template }
      count += 1
      last = shape
      known = shape.next.object
    }
    guard count < Self.mostShapes else { return nil }
    let made = Shape(bits, make())
    var shape = last?.next.store(made) ?? first.store(made)
    // Another thread may have come first, with another shape.
    while shape.bits != bits { shape = shape.next.store(made) }
    return shape.template
  }
}
