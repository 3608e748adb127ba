import Foundation

/// Text to UUID, and back in upper case.
final class UUIDTransformer: TypedTransformer<String, UUID>, @unchecked Sendable {
  init() {
    super.init(from: "a UUID as text", to: "a UUID")
  }

  override func transformTyped(_ input: String) throws -> UUID {
    guard let uuid = UUID(uuidString: input) else { throw unparsable(input) }
    return uuid
  }

  override func reverseTyped(_ output: UUID) throws -> String {
    output.uuidString
  }
}
