import Foundation

/// A transformer that replaces each value by its value in a table.
///
/// Null is looked up like any value. If the table doesn't have it, it becomes the default or stays
/// nil.
final class MappingTransformer<From: Hashable, To: Hashable>: TypedTransformer<From, To>,
  @unchecked Sendable
{
  private let nullValue: To?
  private let nullKey: From?
  private let clashes: [To: String]

  init(_ table: [From: To], reverse: [To: From], default fallback: To?, reverseDefault: From?) {
    let (reverseTable, clashes) = Self.inverse(of: table, with: reverse)
    self.clashes = clashes
    // Found by search, because the hash of an NSNull is its address, and on Linux there are many.
    nullValue = table.first { Self.isNull($0.key) }?.value ?? fallback
    nullKey = reverseTable.first { Self.isNull($0.key) }?.value ?? reverseDefault
    let (inputName, outputName) = (Self.choice(among: table.keys), Self.choice(among: table.values))
    super.init(
      from: inputName, to: outputName,
      forward: { input in
        guard let value = table[input] ?? fallback else {
          throw TransformerError(.unparsable(expected: inputName), input: input)
        }
        return value
      },
      reverse: { output in
        if let keys = clashes[output] {
          throw TransformerError(.unrepresentable(target: keys), input: output)
        }
        guard let key = reverseTable[output] ?? reverseDefault else {
          throw TransformerError(.unparsable(expected: outputName), input: output)
        }
        return key
      })
  }

  override var ownMistake: String? {
    clashes.values.min().map { "its transformer can't write a value as \($0)" }
  }

  override var transformsNil: Bool { nullValue != nil || nullKey != nil }

  override func transform(_ value: Any?) throws -> Any? {
    if Self.isNull(value) { return nullValue.flatMap { Boxed.unwrapped($0) } }
    return try super.transform(value)
  }

  override func reverseTransform(_ value: Any?) throws -> Any? {
    if Self.isNull(value) { return nullKey.flatMap { Boxed.unwrapped($0) } }
    return try super.reverseTransform(value)
  }
}

extension MappingTransformer {
  private static func isNull(_ value: Any?) -> Bool {
    value.flatMap(Boxed.unwrapped).map(isNullObject) ?? true
  }

  /// The table from values to keys; and for each value that has two, of which nothing says which to
  /// write, these.
  private static func inverse(
    of table: [From: To], with declared: [To: From]
  ) -> (table: [To: From], clashes: [To: String]) {
    var inverse = declared
    var clashes: [To: String] = [:]
    for (key, value) in table where declared[value] == nil {
      guard let other = inverse.updateValue(key, forKey: value) else { continue }
      clashes[value] =
        [key, other].map(Boxed.name).sorted().joined(separator: " or ")
        + ", which map to one value: say which of them is written, such as "
        + ".mapping(table, reverse: [value: key])"
    }
    return (inverse, clashes)
  }

  /// `one of "a", "b"`, in a fixed order, and short enough for a message.
  private static func choice(among values: some Collection) -> String {
    let limit = 8
    let names = values.map(Boxed.name).sorted()
    let list = names.prefix(limit).joined(separator: ", ")
    return "one of " + (names.count > limit ? list + ", …" : list)
  }
}
