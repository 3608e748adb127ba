import Foundation

extension JSON {
  /// Whether both have the same value: members in any order, of repeated ones the last, numbers by
  /// their digits (`1.50` is `1.5` and `15e-1`, and nothing is rounded).
  func isEquivalent(to other: JSON) -> Bool { canonical == other.canonical }

  /// The value with all letters composed.
  var composed: JSON { JSON(text.precomposedStringWithCanonicalMapping) ?? self }

  /// The one form of all equivalent values.
  var canonical: JSON {
    switch self {
    case .null, .bool, .string: self
    case .number(let text): .number(Self.canonicalNumber(text))
    case .array(let elements): .array(elements.map(\.canonical))
    case .object(let members):
      .object(
        members.lastOfEach.map { Member($0.name, $0.value.canonical) }
          .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    }
  }

  /// The digits without zeros at the ends, and the exponent of the last one: `1.50` is `15e-1`.
  static func canonicalNumber(_ text: String) -> String {
    let parts = text.lowercased().split(separator: "e")
    guard let mantissa = parts.first else { return text }
    let point = mantissa.firstIndex(of: ".")
    let fraction = point.map { mantissa[mantissa.index(after: $0)...] } ?? ""
    var digits = mantissa.filter { $0.isNumber }.drop { $0 == "0" }
    if digits.isEmpty { return "0" }
    var exponent = (parts.count > 1 ? Int128(parts[1].drop { $0 == "+" }) ?? 0 : 0)
    exponent -= Int128(fraction.count)
    while digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    return (text.hasPrefix("-") ? "-" : "") + digits + (exponent == 0 ? "" : "e\(exponent)")
  }
}

extension [JSON.Member] {
  /// The members without those that a later one of the same name replaces, in the places of the
  /// first of each name.
  var lastOfEach: Self {
    var places: [[UInt8]: Int] = [:]
    var members: Self = []
    for member in self {
      let name = [UInt8](member.name.utf8)
      if let place = places[name] {
        members[place] = member
      } else {
        places[name] = members.count
        members.append(member)
      }
    }
    return members
  }
}
