import Foundation

/// Text in one of the byte formats to Date.
final class DateTextTransformer: TypedTransformer<String, Date>, DateTextTransforming,
  @unchecked Sendable
{
  let format: DateText.Format
  private let formatName: String

  init(_ format: DateText.Format) {
    self.format = format
    formatName =
      switch format {
      case .iso8601, .iso8601AssumingUTC: "an ISO 8601 date"
      case .rfc1123: "an RFC 1123 date"
      case .twitter: "a Twitter date"
      case .lenient, .legacyYYModel, .legacyJSONModel: "a date"
      }
    super.init(from: "\(formatName) as text", to: "a Date")
  }

  override func transformTyped(_ input: String) throws -> Date {
    guard let date = DateText.parse(input, as: format) else {
      throw TransformerError(.unparsable(expected: formatName), input: input)
    }
    return date
  }

  override func reverseTyped(_ output: Date) throws -> String {
    guard let text = DateText.string(output, as: format) else {
      throw TransformerError(.unrepresentable(target: formatName), input: output)
    }
    return text
  }
}
