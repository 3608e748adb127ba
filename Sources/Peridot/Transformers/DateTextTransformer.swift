import Foundation

/// Text in one of the byte formats to Date.
final class DateTextTransformer: TypedTransformer<String, Date>, DateTextTransforming,
  @unchecked Sendable
{
  let format: DateText.Format

  init(_ format: DateText.Format) {
    self.format = format
    let name =
      switch format {
      case .iso8601, .iso8601AssumingUTC: "an ISO 8601 date"
      case .rfc1123: "an RFC 1123 date"
      case .twitter: "a Twitter date"
      case .lenient, .legacyYYModel, .legacyJSONModel: "a date"
      }
    super.init(
      from: "\(name) as text", to: "a Date",
      forward: { text in
        guard let date = DateText.parse(text, as: format) else {
          throw TransformerError(.unparsable(expected: name), input: text)
        }
        return date
      },
      reverse: { date in
        guard let text = DateText.string(date, as: format) else {
          throw TransformerError(.unrepresentable(target: name), input: date)
        }
        return text
      })
  }
}
