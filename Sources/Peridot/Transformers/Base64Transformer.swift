import Foundation

/// Base64 text to Data.
final class Base64Transformer: TypedTransformer<String, Data>, @unchecked Sendable {
  init() {
    super.init(from: "base64 text", to: "data")
  }

  override func transformTyped(_ input: String) throws -> Data {
    guard let data = Data(base64Encoded: input) else {
      throw TransformerError(.unparsable(expected: inputName), input: input)
    }
    return data
  }

  override func reverseTyped(_ output: Data) throws -> String {
    output.base64EncodedString()
  }
}
