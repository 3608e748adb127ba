import Foundation

extension Double: ArrayScalar {
  @inline(__always)
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Double {
    let start = ReadingContext.Place(&reader).position
    guard let value = try reader.readDoubleIfPresent() else {
      return try Numeral.FloatingPointReading.readOther(
        from: &reader, in: context, expected: "Double", of: Double.self)
    }
    guard value.isFinite else {
      return try Numeral.FloatingPointReading.zero(
        for: value, &reader, in: context, at: start, expected: "Double")
    }
    return value
  }

  static func readElements(
    from reader: inout JSONReader, in context: ReadingContext, _ recover: ElementRecovery<Double>,
    reserving count: Int
  ) throws -> [Double]? {
    try reader.readElements(recover, reserving: count) { reader in
      try read(from: &reader, in: context)
    } readRun: { reader, output in
      reader.readPlainDoubles(into: &output)
    }
  }

  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    guard writer.double(self) else { throw Numeral.FloatingPointReading.notFinite(self) }
  }

  static func write(
    elements: [Double], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    if let index = writer.doubles(elements) {
      throw Numeral.FloatingPointReading.notFinite(elements[index]).inside([.index(index)])
    }
  }

  static var isNeverLive: Bool { true }
  static func plain(_ value: Boxed) -> Double? { number(value) }
  static var resetValue: Double? { 0 }
  static var codec: any JSONCodec { DoubleCodec() }
  static var isResetByMismatch: Bool { true }
}

extension Float: ArrayScalar {
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Float {
    let start = ReadingContext.Place(&reader).position
    let value: Float
    if let number = try reader.readNumberIfPresent() {
      // From the text, so that it is rounded once.
      value = Float.rounded(number, reader)
    } else {
      let double = try Numeral.FloatingPointReading.readOther(
        from: &reader, in: context, expected: "Float", of: Float.self,
        isTooSmall: { Float($0) == 0 })
      if !double.isFinite { return Float(double) }
      value = Float(double)
    }
    guard value.isFinite else {
      return try Numeral.FloatingPointReading.zero(
        for: value, &reader, in: context, at: start, expected: "Float")
    }
    return value
  }

  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    guard writer.float(self) else { throw Numeral.FloatingPointReading.notFinite(Double(self)) }
  }

  static var isNeverLive: Bool { true }
  static var resetValue: Float? { 0 }
  static var isResetByMismatch: Bool { true }
}

extension CGFloat: JSONScalar {
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> CGFloat {
    CGFloat(try Double.read(from: &reader, in: context))
  }

  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    try Double(self).write(&writer, in: context)
  }

  static var isNeverLive: Bool { true }
  static var resetValue: CGFloat? { 0 }
  static var isResetByMismatch: Bool { true }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: JSONScalar {}
#endif
#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
  extension Float80: JSONScalar {}
#endif

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// The value nearest to a number, as `JSONReader.double(of:)` gives a Double: NaN with the number's
  /// sign if only zero is near it.
  static func rounded(_ number: JSONReader.Number, _ reader: borrowing JSONReader) -> Self {
    let value = Self(reader.text(of: number)) ?? .nan
    return value == 0 && !number.isZero ? Self(signOf: value, magnitudeOf: .nan) : value
  }
}

extension JSONScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Self {
    let start = ReadingContext.Place(&reader).position
    let value: Self
    if let number = try reader.readNumberIfPresent() {
      value = rounded(number, reader)
    } else {
      let double = try Numeral.FloatingPointReading.readOther(
        from: &reader, in: context, expected: "\(Self.self)", of: Self.self,
        isTooSmall: { Self($0) == 0 })
      value = Self(double)
      if !double.isFinite { return value }
    }
    guard value.isFinite else {
      return try Numeral.FloatingPointReading.zero(
        for: value, &reader, in: context, at: start, expected: "\(Self.self)")
    }
    return value
  }

  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    guard isFinite else { throw Numeral.FloatingPointReading.notFinite(Double(self)) }
    writer.rawNumber(description)
  }

  static var isNeverLive: Bool { true }
  static var resetValue: Self? { 0 }
  static var isResetByMismatch: Bool { true }
}

extension Numeral {
  enum FloatingPointReading {
    /// Reads a value of another kind as a number: finite, unless the policy accepts text that is
    /// not.
    ///
    /// - Parameter isTooSmall: Whether the type's nearest value is zero, for a number other than zero.
    @inline(never)
    static func readOther(
      from reader: inout JSONReader, in context: ReadingContext, expected: ErrorPhrase,
      of type: Any.Type, isTooSmall: (Double) -> Bool = { _ in false }
    ) throws -> Double {
      let place = ReadingContext.Place(&reader)
      switch try reader.peekKind() {
      case .bool where context.policy.acceptsBoolsAsNumbers:
        return try reader.readBoolIfPresent() == true ? 1 : 0
      case .string:
        if context.policy.acceptsNonFiniteText, let value = try nonFinite(&reader) { return value }
        place.restore(&reader)
        let numeral = try Numeral.read(
          from: &reader, in: context, expected: expected,
          isAllowed: context.policy.acceptsNumericStrings,
          for: .floatingPoint, of: type)
        let value = numeral.double
        if value.isNaN || value != 0 && isTooSmall(value) {
          return try zero(
            for: Double(signOf: value, magnitudeOf: .nan), &reader, in: context, at: place.position,
            expected: expected)
        }
        if value.isFinite || context.policy.acceptsNonFiniteText {
          if let repair = numeral.repair { context.note(.converted, repair) }
          return value
        }
        throw outOfRange(&reader, at: place.position, expected: expected)
      default:
        throw reader.mismatch(expected, of: type)
      }
    }

    /// Reads the words for infinity and NaN; nil for other text.
    private static func nonFinite(_ reader: inout JSONReader) throws -> Double? {
      let text = try reader.readStringIfPresent() ?? ""
      switch text.trimmed.lowercased() {
      case "nan": return .nan
      case "inf", "+inf", "infinity", "+infinity": return .infinity
      case "-inf", "-infinity": return -.infinity
      default: return nil
      }
    }

    /// Returns zero for a number that is too small, which is NaN here, if the policy cuts off
    /// fractions; throws that the number is out of range otherwise.
    @inline(never)
    static func zero<Value: BinaryFloatingPoint>(
      for value: Value, _ reader: inout JSONReader, in context: ReadingContext, at start: Int,
      expected: ErrorPhrase
    ) throws -> Value {
      let error = outOfRange(&reader, at: start, expected: expected)
      guard value.isNaN, context.policy.fraction == .truncate else { throw error }
      context.note(.converted, error)
      return Value(signOf: value, magnitudeOf: 0)
    }

    static func outOfRange(
      _ reader: inout JSONReader, at start: Int, expected: ErrorPhrase
    ) -> ConversionError {
      ConversionError(
        .outOfRange, at: start, expected: expected, found: reader.describeValue(at: start))
    }

    static func notFinite(_ value: Double) -> ConversionError {
      ConversionError(.notFinite, at: 0, expected: "a finite number", found: "\(value)")
    }
  }
}
