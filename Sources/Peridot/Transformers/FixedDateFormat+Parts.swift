import Foundation

// The letters of formats are those of Unicode's TR 35.
extension FixedDateFormat {
  /// Returns the parts of a format for a zone that is `offset` seconds ahead of UTC; nil for a format
  /// that needs a formatter.
  static func parts(of format: String, offset: Int) -> [Part]? {
    var parts: [Part] = []
    var fields: Set<Character> = []
    var rest = format[...]
    while let first = rest.first {
      if first == "'" {
        guard let quoted = quotedText(&rest), append(quoted, to: &parts) else { return nil }
      } else if first.isASCII, first.isLetter {
        let run = rest.prefix { $0 == first }
        guard let part = part(of: run, offset: offset), fields.insert(first).inserted else {
          return nil
        }
        parts.append(part)
        rest = rest.dropFirst(run.count)
      } else {
        guard append(String(first), to: &parts) else { return nil }
        rest = rest.dropFirst()
      }
    }
    let zones = fields.intersection("ZXxz")
    // If the text has an offset, a formatter takes missing parts of the date from another zone.
    let isWholeDate = fields.isSuperset(of: "yMd")
    // A weekday has to be that of the date, so the text needs a whole date, too.
    if !zones.isEmpty || fields.contains("E"), !isWholeDate { return nil }
    // An hour of a half day needs the half.
    let halfDays = fields.intersection("ah")
    guard !fields.isEmpty, zones.count < 2, halfDays.isEmpty || halfDays.count == 2,
      halfDays.isEmpty || !fields.contains("H")
    else { return nil }
    return areApart(parts) ? parts : nil
  }

  /// Whether numbers without a fixed width, names and time zones have clear ends: no digit, letter
  /// or part of an offset precedes or follows them.
  private static func areApart(_ parts: [Part]) -> Bool {
    func isApart(_ other: Part?) -> Bool {
      guard let other else { return true }
      guard case .byte(let byte) = other else { return false }
      return byte < 0x80 && !isLetter(byte)
    }
    func endsOffset(_ other: Part?) -> Bool {
      guard case .byte(let byte) = other else { return other == nil }
      return byte != UInt8(ascii: ":") && byte != UInt8(ascii: "+") && byte != UInt8(ascii: "-")
    }
    return parts.indices.allSatisfy { index in
      let before = index > 0 ? parts[index - 1] : nil
      let after = index + 1 < parts.count ? parts[index + 1] : nil
      switch parts[index] {
      case .number(_, isPadded: false), .name: return isApart(before) && isApart(after)
      case .zoneName: return isApart(before) && isApart(after) && endsOffset(after)
      case .offset: return isApart(after) && endsOffset(after)
      case .year, .number, .fraction, .byte: return true
      }
    }
  }

  private static func part(of letters: Substring, offset: Int) -> Part? {
    switch letters {
    case "yyyy": .year
    case "MM": .number(.month, isPadded: true)
    case "M": .number(.month, isPadded: false)
    case "MMM": .name(.shortMonths)
    case "MMMM": .name(.months)
    case "dd": .number(.day, isPadded: true)
    case "d": .number(.day, isPadded: false)
    case "E", "EE", "EEE": .name(.shortWeekdays)
    case "EEEE": .name(.weekdays)
    case "HH": .number(.hour, isPadded: true)
    case "H": .number(.hour, isPadded: false)
    case "hh": .number(.hourOfHalfDay, isPadded: true)
    case "h": .number(.hourOfHalfDay, isPadded: false)
    case "a": .name(.halfDays)
    case "mm": .number(.minute, isPadded: true)
    case "m": .number(.minute, isPadded: false)
    case "ss": .number(.second, isPadded: true)
    case "s": .number(.second, isPadded: false)
    case "S", "SS", "SSS", "SSSS", "SSSSS", "SSSSSS", "SSSSSSS", "SSSSSSSS", "SSSSSSSSS":
      .fraction(start: 0, digits: letters.count)
    case "Z", "ZZ", "ZZZ", "xx", "xxxx": .offset(hasColon: false, zero: nil)
    case "xxx", "xxxxx": .offset(hasColon: true, zero: nil)
    case "XX", "XXXX": .offset(hasColon: false, zero: UInt8(ascii: "Z"))
    case "XXX", "XXXXX", "ZZZZZ": .offset(hasColon: true, zero: UInt8(ascii: "Z"))
    case "X": .offset(hasColon: false, hasMinutes: false, zero: UInt8(ascii: "Z"))
    case "x": .offset(hasColon: false, hasMinutes: false, zero: nil)
    case "z" where offset == 0, "zz" where offset == 0, "zzz" where offset == 0: .zoneName
    default: nil
    }
  }

  /// Takes quoted text, in which two quotes stand for one, as two quotes alone do; nil if a quote
  /// is missing.
  private static func quotedText(_ rest: inout Substring) -> String? {
    rest = rest.dropFirst()
    if rest.first == "'" {
      rest = rest.dropFirst()
      return "'"
    }
    var text = ""
    while let end = rest.firstIndex(of: "'") {
      text += rest[..<end]
      rest = rest[end...].dropFirst()
      guard rest.first == "'" else { return text }
      text.append("'")
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Appends literal text. A formatter would read its digits as a number's, and skips some
  /// characters that are neither letters nor ASCII.
  private static func append(_ text: String, to parts: inout [Part]) -> Bool {
    for scalar in text.unicodeScalars {
      let stands =
        scalar.isASCII
        ? (0x20..<0x7F).contains(scalar.value) && !("0"..."9").contains(scalar)
        : [.uppercaseLetter, .lowercaseLetter, .otherLetter].contains(
          scalar.properties.generalCategory) && scalar.properties.numericType == nil
      guard stands else { return false }
      parts += String(scalar).utf8.map { .byte($0) }
    }
    return true
  }
}
