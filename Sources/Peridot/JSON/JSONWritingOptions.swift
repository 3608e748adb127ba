/// How JSON text is laid out.
public struct JSONWritingOptions: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// One member or element a line, indented by two spaces a level.
  public static let prettyPrinted = JSONWritingOptions(rawValue: 1)

  /// Members in the order of their names.
  public static let sortedKeys = JSONWritingOptions(rawValue: 2)

  /// `/` as `\/`, for text that goes into HTML.
  public static let escapeSlashes = JSONWritingOptions(rawValue: 4)
}
