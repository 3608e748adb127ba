/// A color of three parts, each from 0 to 255.
struct Color: Codable, Hashable {
  var red: UInt8 = 0
  var green: UInt8 = 0
  var blue: UInt8 = 0

  init() {}

  /// Reads six hexadecimal digits, such as `d73a4a`.
  init(hex: String) throws {
    guard hex.utf8.count == 6, let number = UInt32(hex, radix: 16) else {
      throw InvalidColor(text: hex)
    }
    red = UInt8(number >> 16)
    green = UInt8(number >> 8 & 0xFF)
    blue = UInt8(number & 0xFF)
  }

  var hex: String {
    [red, green, blue].map { part in
      let digits = String(part, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  struct InvalidColor: Error, CustomStringConvertible {
    let text: String

    var description: String { "\"\(text)\" is not a color of six hexadecimal digits" }
  }
}

extension Color: CustomStringConvertible {
  var description: String { "red \(red), green \(green), blue \(blue)" }
}
