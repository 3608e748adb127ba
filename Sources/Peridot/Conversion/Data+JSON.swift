import Foundation

extension Data: JSONScalar {
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Data {
    let kind = try reader.peekKind()
    let start = reader.position
    let strategy = context.policy.dataStrategy
    if kind == .string, let text = try reader.readStringIfPresent() {
      switch strategy {
      case .utf8: return Data(text.utf8)
      case .base64: if let data = Data(base64Encoded: text) { return data }
      case .refused: break
      }
    }
    reader.position = start
    throw reader.mismatch(strategy.expected)
  }

  func write(_ writer: inout JSONWriter, _ context: WritingContext) throws {
    switch context.policy.dataStrategy {
    case .base64:
      writer.string(base64EncodedString())
    case .utf8:
      guard let text = String(data: self, encoding: .utf8) else {
        throw ConversionError(
          .typeMismatch, at: 0, expected: "UTF-8 text", found: "\(count) other bytes")
      }
      writer.string(text)
    case .refused:
      throw ConversionError(
        .typeMismatch, at: 0, expected: context.policy.dataStrategy.expected,
        found: "\(count) bytes")
    }
  }
}

extension ConversionPolicy.DataStrategy {
  fileprivate var expected: String {
    switch self {
    case .base64: "Base64 text"
    case .utf8: "text"
    case .refused: "a transformer for Data"
    }
  }
}
