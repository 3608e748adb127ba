public import Foundation

extension ValueTransformer {
  /// Text to URL; empty text and text that is not a valid URL are errors.
  public static var url: ValueTransformer { Shared.url }

  /// Text to URL; white space around it is trimmed, and what may not stand in a URL is
  /// percent-encoded.
  public static var lenientURL: ValueTransformer { Shared.lenientURL }

  /// Text to UUID, and back in upper case.
  public static var uuid: ValueTransformer { Shared.uuid }

  /// A Bool or a number to a Bool, both ways: every number but 0 is true.
  public static var boolean: ValueTransformer { Shared.boolean }

  /// A number or decimal text to Decimal, and back to a number, which is the Decimal itself.
  ///
  /// The whole text has to be a number with at most the 38 digits that a Decimal holds.
  public static var decimal: ValueTransformer { Shared.decimal }

  /// Base64 text to Data.
  public static var base64Data: ValueTransformer { Shared.base64Data }

  /// Text to text; white space around it is trimmed on the way in, unless `isTrimmed` is false.
  public static func string(trimmed isTrimmed: Bool = true) -> ValueTransformer {
    TypedTransformer<String, String>(
      from: "text", to: "text",
      parsing: { isTrimmed ? $0.trimmingCharacters(in: .whitespacesAndNewlines) : $0 },
      writing: { $0 })
  }

  /// Text to a number, as people of the locale write it; the whole text has to be one.
  public static func number(
    style: NumberFormatter.Style = .decimal, locale: Locale = Locale(identifier: "en_US_POSIX")
  ) -> ValueTransformer {
    TypedTransformer(style: style, locale: locale)
  }

  /// No transformer at all: the property is converted by its type.
  ///
  /// A class returns it from `transformer(forKey:)` to undo the transformer of its superclass,
  /// which would be asked after nil. Within another transformer it passes any value unchanged.
  public static var byType: ValueTransformer { Shared.byType }

  /// Passes values of a type unchanged, both ways; anything else is an error.
  ///
  /// Numbers are taken as any type of number that holds them exactly, but never as a Bool, nor a
  /// Bool as a number. A class may be chosen at run time: then only its instances pass.
  public static func validating<Value>(_ type: Value.Type) -> ValueTransformer {
    TypedTransformer(validating: type)
  }

  /// A raw value to what it stands for.
  ///
  ///     .rawValue(of: State.self, fallback: .closed)
  ///
  /// A raw value that stands for nothing gives `fallback`; without one it is an error.
  public static func rawValue<Case: RawRepresentable>(
    of type: Case.Type, fallback: Case? = nil
  ) -> ValueTransformer {
    let name = TypeName.withArticle(type)
    return TypedTransformer<Case.RawValue, Case>(
      from: "\(name) as \(TypeName.phrase(for: Case.RawValue.self))", to: name,
      parsing: { raw in
        guard let fallback else { return Case(rawValueOrUnknown: raw) }
        return Case(rawValue: raw) ?? fallback
      },
      writing: \.rawValue)
  }

  /// A value to the one that a table has for it.
  ///
  ///     .mapping(["m": Gender.male, "f": .female], default: .unknown, reverseDefault: "u")
  ///
  /// A value that is not in the table gives the default; without one it is an error. nil is looked
  /// up as null (a nil or `NSNull()` in the table), then gives the default, then stays nil.
  ///
  /// If two keys have the same value, `reverse` has to say which of them is written; it traps
  /// otherwise.
  public static func mapping<From: Hashable, To: Hashable>(
    _ table: [From: To], reverse: [To: From] = [:], default: To? = nil,
    reverseDefault: From? = nil
  ) -> ValueTransformer {
    MappingTransformer(
      table, reverse: reverse, default: `default`, reverseDefault: reverseDefault)
  }

  /// A value to the one that a table of values of `type` has for it.
  ///
  ///     .mapping(to: Gender.self, ["m": .male, "f": .female])
  ///
  /// With the type named, the table needs no name of it: without, the compiler cannot tell of what type
  /// `.male` is.
  public static func mapping<From: Hashable, To: Hashable>(
    to type: To.Type, _ table: [From: To], reverse: [To: From] = [:], default: To? = nil,
    reverseDefault: From? = nil
  ) -> ValueTransformer {
    mapping(table, reverse: reverse, default: `default`, reverseDefault: reverseDefault)
  }
}

private enum Shared {
  static let url = url { URL(string: $0, encodingInvalidCharacters: false) }
  static let lenientURL = url { text in
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return URL(string: text, encodingInvalidCharacters: false)
      ?? URL(string: text, encodingInvalidCharacters: true)
  }
  static let uuid = TypedTransformer<String, UUID>(
    from: "a UUID as text", to: "a UUID", parsing: { UUID(uuidString: $0) }, writing: \.uuidString)
  static let boolean = {
    let name = "a Bool or a number"
    return TypedTransformer<Any, Bool>(
      from: name, to: name,
      forward: { input in
        if let truth = Boxed(input).truth { return truth }
        throw TransformerError(.invalidInput(expected: name), input: input)
      },
      reverse: { $0 }, unboxing: { Boxed($0).truth })
  }()
  static let decimal = DecimalTransformer()
  static let base64Data = TypedTransformer<String, Data>(
    from: "base64 text", to: "data", expecting: "base64 text",
    parsing: { Data(base64Encoded: $0) }, writing: { $0.base64EncodedString() })
  // No step changes anything.
  static let byType = ChainedTransformer([])

  private static func url(
    _ parse: @escaping (String) -> URL?
  ) -> TypedTransformer<String, URL> {
    TypedTransformer(
      from: "a URL as text", to: "a URL", parsing: parse, writing: \.absoluteString)
  }
}

/// A number, or its text, to Decimal.
final class DecimalTransformer: TypedTransformer<Any, Decimal>, @unchecked Sendable {
  init() {
    super.init(
      from: "a number or its text", to: "a decimal number", forward: Self.decimal,
      reverse: { decimal in
        guard decimal.isFinite else {
          throw TransformerError(.unrepresentable(target: "a number"), input: decimal)
        }
        return decimal
      })
  }

  private static func decimal(_ input: Any) throws -> Decimal {
    let boxed = Boxed(input)
    var decimal: Decimal?
    if case .string(let text) = boxed {
      decimal = Decimal(exactly: text)
    } else {
      guard boxed.isNumber else {
        throw TransformerError(.invalidInput(expected: "a number or its text"), input: input)
      }
      decimal = boxed.exactly(Decimal.self)
    }
    guard let decimal else {
      throw TransformerError(.unparsable(expected: "a decimal number"), input: input)
    }
    return decimal
  }
}
