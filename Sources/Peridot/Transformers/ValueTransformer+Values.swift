public import Foundation

extension ValueTransformer {
  /// Text to URL. Empty text and text that is not a valid URL are errors.
  public static var url: ValueTransformer { Shared.url }

  /// Text to URL. White space around it is removed, and characters that a URL can't contain are
  /// percent-encoded.
  public static var lenientURL: ValueTransformer { Shared.lenientURL }

  /// Text to UUID. It is written in upper case. If the policy has `acceptsOtherUUIDForms`, 32 digits
  /// without hyphens are read, too, and either form in braces.
  public static var uuid: ValueTransformer { Shared.uuid }

  /// A Bool or a number to a Bool, in both directions. Every number except 0 is true.
  public static var boolean: ValueTransformer { Shared.boolean }

  /// A number or decimal text to Decimal. It is written as a number.
  ///
  /// The whole text has to be a number with at most the 38 digits that a Decimal holds.
  public static var decimal: ValueTransformer { Shared.decimal }

  /// Base64 text to Data, padded, with nothing else in it. If the policy's `dataStrategy` is
  /// `.anyBase64`, all kinds of Base64 are read.
  public static var base64Data: ValueTransformer { Shared.base64Data }

  /// Base64 text for URLs, with `-` and `_`, to Data; written without padding, and read with or
  /// without it. If the policy's `dataStrategy` is `.anyBase64`, all kinds of Base64 are read.
  public static var base64URLData: ValueTransformer { Shared.base64URLData }

  /// Text to text. Reading removes white space around it, unless `isTrimmed` is false.
  public static func string(trimmed isTrimmed: Bool = true) -> ValueTransformer {
    TypedTransformer<String, String>(
      from: "text", to: "text",
      parsing: { isTrimmed ? $0.trimmed : $0 },
      writing: { $0 })
  }

  /// Text in the locale's number format to a number; the whole text has to be one.
  public static func number(
    style: NumberFormatter.Style = .decimal, locale: Locale = Locale(identifier: "en_US_POSIX")
  ) -> ValueTransformer {
    TypedTransformer(style: style, locale: locale)
  }

  /// No transformer: the property's type determines the conversion.
  ///
  /// Return it from `transformer(forKey:)` to undo the superclass's transformer, which nil would
  /// leave in place. Within another transformer it passes any value unchanged.
  public static var byType: ValueTransformer { Shared.byType }

  /// Passes values of a type unchanged in both directions; any other value is an error.
  ///
  /// A number passes as any number type that holds it exactly, but a number never passes as a Bool,
  /// nor a Bool as a number. A class can be chosen at run time: then only its instances pass.
  public static func validating<Value>(_ type: Value.Type) -> ValueTransformer {
    TypedTransformer(validating: type)
  }

  /// A raw value to its case.
  ///
  ///     .rawValue(of: State.self, fallback: .closed)
  ///
  /// An unknown raw value becomes `fallback`; without one it is an error.
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

  /// Replaces each value by its value in a table.
  ///
  ///     .mapping(["m": Gender.male, "f": .female], default: .unknown, reverseDefault: "u")
  ///
  /// A value that is not in the table becomes the default; without one it is an error. nil is
  /// looked up as null (a nil or `NSNull()` in the table), then becomes the default, then stays
  /// nil.
  ///
  /// If two keys have the same value, `reverse` has to say which of them to write; otherwise this is
  /// a mistake of each mapping that uses the transformer.
  public static func mapping<From: Hashable, To: Hashable>(
    _ table: [From: To], reverse: [To: From] = [:], default: To? = nil,
    reverseDefault: From? = nil
  ) -> ValueTransformer {
    MappingTransformer(
      table, reverse: reverse, default: `default`, reverseDefault: reverseDefault)
  }

  /// Replaces each value by its value of `type` in a table.
  ///
  ///     .mapping(to: Gender.self, ["m": .male, "f": .female])
  ///
  /// Use this form if the compiler can't find the type of `.male`.
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
    let text = text.trimmed
    return URL(string: text, encodingInvalidCharacters: false)
      ?? URL(encoding: text)
  }
  static let uuid = TextFormTransformer<UUID>(
    from: "a UUID as text", to: "a UUID", expecting: "a UUID", parsing: { UUID(uuidString: $0) },
    writing: \.uuidString, form: .uuids, parsingAny: { UUID(anyForm: $0) })
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
  static let base64Data = base64(
    "base64 text", { Data(strictBase64: $0) }, { $0.base64EncodedString() })
  static let base64URLData = base64(
    "base64 text for URLs", { Data(base64URL: $0) }, { $0.base64URLEncodedString() })
  // Without steps, it changes nothing.
  static let byType = ChainedTransformer([])

  private static func base64(
    _ name: String, _ parse: @escaping (String) -> Data?, _ write: @escaping (Data) -> String
  ) -> ValueTransformer {
    TextFormTransformer<Data>(
      from: name, to: "data", expecting: name, parsing: parse, writing: write, form: .base64,
      parsingAny: { Data(anyBase64: $0) })
  }

  private static func url(
    _ parse: @escaping (String) -> URL?
  ) -> TypedTransformer<String, URL> {
    TypedTransformer(
      from: "a URL as text", to: "a URL", parsing: parse, writing: \.absoluteString)
  }
}

/// Text to a value, with other forms of text that a policy can accept.
private final class TextFormTransformer<Output>: TypedTransformer<String, Output>,
  @unchecked Sendable
{
  private let form: TextForms
  /// The transformer that reads the other forms, too.
  private let any: ThrowingTransformer

  init(
    from name: String, to output: String, expecting expected: String,
    parsing parse: @escaping (String) -> Output?, writing: @escaping (Output) -> String,
    form: TextForms, parsingAny: @escaping (String) -> Output?
  ) {
    self.form = form
    any = TypedTransformer(
      from: name, to: output, expecting: expected, parsing: parsingAny, writing: writing)
    super.init(
      from: name, to: output,
      forward: { text in
        guard let value = parse(text) else {
          throw TransformerError(.unparsable(expected: expected), input: text)
        }
        return value
      }, reverse: writing)
  }

  override func accepting(_ forms: TextForms) -> ThrowingTransformer {
    forms.isSuperset(of: form) ? any : self
  }
}

/// A number or its text to Decimal.
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
