import Foundation

/// Text to URL.
final class URLTransformer: TypedTransformer<String, URL>, @unchecked Sendable {
  private let isLenient: Bool

  /// A lenient one trims white space and percent-encodes what may not stand in a URL.
  init(lenient isLenient: Bool) {
    self.isLenient = isLenient
    super.init(from: "a URL as text", to: "a URL")
  }

  override func transformTyped(_ input: String) throws -> URL {
    if isLenient {
      let text = input.trimmingCharacters(in: .whitespacesAndNewlines)
      guard let url = Self.strict(text) ?? URL(string: text, encodingInvalidCharacters: true) else {
        throw unparsable(input)
      }
      return url
    }
    guard let url = Self.strict(input) else { throw unparsable(input) }
    return url
  }

  override func reverseTyped(_ output: URL) throws -> String {
    output.absoluteString
  }

  private static func strict(_ text: String) -> URL? {
    URL(string: text, encodingInvalidCharacters: false)
  }
}
