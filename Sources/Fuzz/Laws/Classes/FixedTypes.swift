import Foundation
import Peridot

// The types that random properties can have and that are written by hand; `EnumKind` and
// `CodableKind` describe them.

enum LawSuit: String, Codable, Sendable, CaseIterable {
  case clubs
  case hearts = "h"
  case stars = "é*"
}

enum LawRank: Int, Codable, Sendable, CaseIterable {
  case low = -1
  case none = 0
  case high = 12
}

enum LawColor: String, Codable, Sendable, CaseIterable, UnknownCaseRepresentable {
  case red, green, other

  static var unknownCase: LawColor { .other }
}

struct LawPair: Codable, Hashable, Sendable {
  var left: Int
  var right: String?
}

struct LawNested: Codable, Hashable, Sendable {
  var pair: LawPair
  var list: [Int]
  var ratio: Double?
  var load: LawLoad?
}

enum LawLoad: Codable, Hashable, Sendable {
  case idle
  case loading(progress: Double)
  case failed(code: Int, reason: String?)
}

/// What hooks and transformers of random classes throw.
struct LawRejection: Error, CustomStringConvertible {
  var description: String { "rejected" }
}

/// A digit of a class's number. `Digit7<Digit0<NoDigits>>` tells two classes of one shape apart.
enum NoDigits {}
enum Digit0<Rest> {}
enum Digit1<Rest> {}
enum Digit2<Rest> {}
enum Digit3<Rest> {}
enum Digit4<Rest> {}
enum Digit5<Rest> {}
enum Digit6<Rest> {}
enum Digit7<Rest> {}

enum ClassNumber {
  /// The type that stands for a number.
  static func type(for number: Int) -> Any.Type {
    number == 0 ? NoDigits.self : longer(type(for: number >> 3), digit: number & 7)
  }

  private static func longer<Rest>(_: Rest.Type, digit: Int) -> Any.Type {
    switch digit {
    case 0: Digit0<Rest>.self
    case 1: Digit1<Rest>.self
    case 2: Digit2<Rest>.self
    case 3: Digit3<Rest>.self
    case 4: Digit4<Rest>.self
    case 5: Digit5<Rest>.self
    case 6: Digit6<Rest>.self
    default: Digit7<Rest>.self
    }
  }
}
