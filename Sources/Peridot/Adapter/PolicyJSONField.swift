/// A field that is read and written under a policy of its own, with all that lies within it.
final class PolicyJSONField: JSONField, @unchecked Sendable {
  private let field: JSONField
  private let shared: SharedPolicy
  private var ownPolicy: ConversionPolicy { shared.rules }

  init(_ field: JSONField, _ policy: ConversionPolicy) {
    self.field = field
    shared = SharedPolicy(policy)
    super.init(field.property, .other, .other, nil)
  }

  override var policy: ConversionPolicy? { ownPolicy }

  override func read(
    into model: Model, isUpdate: Bool, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    if ownPolicy.null == .skip, try reader.readNullIfPresent() { return }
    let outer = context.shared
    context.shared = shared
    defer { context.shared = outer }
    try field.read(into: model, isUpdate: isUpdate, &reader, context)
  }

  override func write(
    from model: Model, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    let outer = context.policy
    context.policy = ownPolicy
    defer { context.policy = outer }
    try field.write(from: model, &writer, context)
  }

  override func isNil(in model: Model) -> Bool { field.isNil(in: model) }

  override func reset(in model: Model) -> Bool { field.reset(in: model) }

  override var isResetByMismatch: Bool { field.isResetByMismatch }
}
