/// The plan of a model class that a property holds, found at first use: a class may hold itself.
final class NestedPlan: Sendable {
  let modelClass: Model.Type
  let policy: ConversionPolicy
  private let mapping = OnceReference<JSONMapping>()

  init(_ modelClass: Model.Type, _ policy: ConversionPolicy) {
    self.modelClass = modelClass
    self.policy = policy
  }

  @inline(__always)
  func plan() throws -> JSONMapping {
    if let mapping = mapping.object { return mapping }
    return try firstPlan()
  }

  /// The plan, if it has been found, for use without counting references.
  @inline(__always)
  var permanentPlan: Permanent<JSONMapping>? { mapping.permanent }

  @inline(never)
  private func firstPlan() throws -> JSONMapping {
    mapping.store(try .of(modelClass, policy))
  }

  /// Reads the model that the object at the cursor describes.
  func readModel(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Model {
    let plan = try plan()
    if reader.nextByte() == UInt8(ascii: "{"), !plan.hooks.choosesClass {
      return try plan.model(&reader, context)
    }
    let place = ReadingPlace(&reader)
    guard let mapping = try plan.resolved(&reader, context) else {
      throw ConversionError(
        .nullValue, at: place.position, expected: "object",
        found: reader.describeValue(at: place.position))
    }
    return try mapping.model(&reader, context)
  }
}
