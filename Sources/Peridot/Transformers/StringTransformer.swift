import Foundation

/// Text to text, trimmed on the way in.
final class StringTransformer: TypedTransformer<String, String>, @unchecked Sendable {
  private let isTrimmed: Bool

  init(trimmed isTrimmed: Bool) {
    self.isTrimmed = isTrimmed
    super.init(from: "text", to: "text")
  }

  override func transformTyped(_ input: String) throws -> String {
    isTrimmed ? input.trimmingCharacters(in: .whitespacesAndNewlines) : input
  }

  override func reverseTyped(_ output: String) throws -> String {
    output
  }
}
