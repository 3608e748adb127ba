import Foundation

/// A raw value to what it stands for.
final class RawValueTransformer<Case: RawRepresentable>: TypedTransformer<Case.RawValue, Case>,
  @unchecked Sendable
{
  private let fallback: Case?

  init(fallback: Case?) {
    self.fallback = fallback
    let name = TypeName.withArticle(Case.self)
    super.init(from: "\(name) as \(TypeName.phrase(for: Case.RawValue.self))", to: name)
  }

  override func transformTyped(_ input: Case.RawValue) throws -> Case {
    let value = fallback == nil ? Case(rawValueOrUnknown: input) : Case(rawValue: input)
    guard let value = value ?? fallback else { throw unparsable(input) }
    return value
  }

  override func reverseTyped(_ output: Case) throws -> Case.RawValue {
    output.rawValue
  }
}
