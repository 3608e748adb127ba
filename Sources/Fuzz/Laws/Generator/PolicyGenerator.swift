import Foundation
import Peridot

/// Makes random policies.
enum PolicyGenerator {
  /// The policies that one family is tried with: plans are kept for ever, so they are few.
  static func policies(seed: UInt64) -> [PolicySpec] {
    var draw = Draw(seed: seed)
    var other = PolicySpec(preset: draw.pick(PolicySpec.Preset.allCases))
    for _ in 0..<draw.number(in: 1...3) { other.changes.append(change(&draw)) }
    if draw.oneIn(8) { other.changes += change("nilOnExport", \.nilOnExport, [.omitAlways]) }
    if draw.oneIn(4) { other.changes += change("collectsErrors", \.collectsErrors, [true]) }
    other.changes += Focus.current.changes
    return [PolicySpec(), PolicySpec(preset: .lenient), other]
  }

  /// A change of one switch.
  static func change(_ draw: inout Draw) -> PolicyChange { draw.pick(all) }

  private static func change<Value>(
    _ name: String, _ path: any WritableKeyPath<ConversionPolicy, Value> & Sendable,
    _ values: [Value]
  ) -> [PolicyChange] where Value: Sendable {
    values.map { value in PolicyChange("\(name) = \(value)") { $0[keyPath: path] = value } }
  }

  /// Each switch with each of its values.
  static let all: [PolicyChange] = [
    change("null", \.null, [.fail, .keep, .reset, .skip]),
    change("acceptsNullWords", \.acceptsNullWords, [true]),
    change("acceptsNullWordsForStrings", \.acceptsNullWordsForStrings, [true]),
    change("emptyStringIsNull", \.emptyStringIsNull, [true, false]),
    change("mismatch", \.mismatch, [.fail, .keep, .reset, .resetScalars]),
    change("overflow", \.overflow, [.fail, .clamp, .wrap]),
    change("fraction", \.fraction, [.fail, .truncate]),
    change("acceptsNumericStrings", \.acceptsNumericStrings, [true, false]),
    change("acceptsBoolsAsNumbers", \.acceptsBoolsAsNumbers, [true, false]),
    change("acceptsBoolWordsAsNumbers", \.acceptsBoolWordsAsNumbers, [true]),
    change("acceptsDecimalStrings", \.acceptsDecimalStrings, [true]),
    change("acceptsNonFiniteText", \.acceptsNonFiniteText, [true]),
    change("acceptsNumbersAsBools", \.acceptsNumbersAsBools, [true, false]),
    change("acceptsZeroAndOneAsBools", \.acceptsZeroAndOneAsBools, [true]),
    change("acceptsBoolWords", \.acceptsBoolWords, [true]),
    change("acceptsNumbersAsStrings", \.acceptsNumbersAsStrings, [true, false]),
    change("acceptsBoolsAsStrings", \.acceptsBoolsAsStrings, [true, false]),
    change(
      "dateStrategy", \.dateStrategy,
      [
        .iso8601, .iso8601Milliseconds, .secondsSince1970, .millisecondsSince1970,
        .microsecondsSince1970, .nanosecondsSince1970, .secondsSince2001, .automatic,
        .rfc1123,
      ]),
    change("dataStrategy", \.dataStrategy, [.base64, .base64URL, .anyBase64, .utf8]),
    change("acceptsOtherUUIDForms", \.acceptsOtherUUIDForms, [true, false]),
    change("urls", \.urls, [.foundation, .exact, .trimmed, .encoded]),
    change("unknownEnum", \.unknownEnum, [.fail, .makeNil]),
    change("badElement", \.badElement, [.fail, .drop, .dropOtherKinds, .dropNull]),
    change("duplicateElements", \.duplicateElements, [.drop, .fail]),
    change("wrapsSingleValues", \.wrapsSingleValues, [true]),
    change("indexedObjectIsArray", \.indexedObjectIsArray, [true, false]),
    change("emptyArrayIsObject", \.emptyArrayIsObject, [true]),
    change("parsesEmbeddedJSON", \.parsesEmbeddedJSON, [true]),
    change("keepsBadOptionalModels", \.keepsBadOptionalModels, [true]),
    change("hookReject", \.hookReject, [.fail, .drop]),
    change("repeatedKeys", \.repeatedKeys, [.last, .fail]),
    change("absentKeys", \.absentKeys, [.report, .fail]),
    change("unknownKeys", \.unknownKeys, [.ignore, .report, .fail]),
    change("alternatives", \.alternatives, [.first, .report, .fail]),
    change("collectsImplicitly", \.collectsImplicitly, [true]),
    change("fallsBackToLiteralNames", \.fallsBackToLiteralNames, [true]),
    change("overlaps", \.overlaps, [.fail, .first]),
    change("nestedUpdate", \.nestedUpdate, [.update, .replace]),
    change("dictionaryUpdate", \.dictionaryUpdate, [.merge, .replace]),
    change("nilOnExport", \.nilOnExport, [.omit, .null, .omitAlways]),
    change("defaultsOnExport", \.defaultsOnExport, [.write, .omit]),
    change("emptyOnExport", \.emptyOnExport, [.write, .omit]),
    change("nonFinite", \.nonFinite, [.fail, .omit]),
    change("unreadableClass", \.unreadableClass, [.fail, .report, .write]),
    change("collectsErrors", \.collectsErrors, [true]),
    change("hidesFoundValues", \.hidesFoundValues, [true]),
  ].flatMap { $0 }
}
