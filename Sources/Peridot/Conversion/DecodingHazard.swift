import Foundation

/// Types of Foundation's whose `init(from:)` trusts what it reads.
enum DecodingHazard {
  /// Throws what is wrong with the value of `type` that `decoder` is at.
  @inline(__always)
  static func check<Value>(_ type: Value.Type, in decoder: some Decoder) throws {
    if type == IndexSet.self {
      try refuse(Indexes(from: decoder).problem, decoder)
    } else if type == CharacterSet.self {
      try refuse(Characters(from: decoder).problem, decoder)
    } else if type == Calendar.self {
      try refuse(Days(from: decoder).problem, decoder)
    } else if type == URLComponents.self {
      try refuse(Address(from: decoder).problem, decoder)
    }
  }

  private static func refuse(_ problem: String?, _ decoder: some Decoder) throws {
    guard let problem else { return }
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: problem))
  }

  private struct Indexes: Decodable {
    struct Range: Decodable {
      let location: Int
      let length: Int

      var isValid: Bool {
        let (end, overflow) = location.addingReportingOverflow(length)
        return location >= 0 && length >= 0 && !overflow && end < .max
      }
    }

    let indexes: [Range]

    var problem: String? {
      indexes.first { !$0.isValid }.map {
        "\($0.location) and \($0.length) are no range of indexes"
      }
    }
  }

  private struct Characters: Decodable {
    let bitmap: Data

    /// A bit for each character of a plane; each plane after the first has its number before it.
    var problem: String? {
      let size = bitmap.count
      guard size >= 8192, (size - 8192) % 8193 == 0 else {
        return "\(size) bytes are no bitmap of characters"
      }
      let planes = stride(from: 8192, to: size, by: 8193).map { bitmap[bitmap.startIndex + $0] }
      let areValid =
        planes.allSatisfy { 1...16 ~= $0 } && zip(planes, planes.dropFirst()).allSatisfy(<)
      return areValid ? nil : "a bitmap of characters has 16 planes after the first"
    }
  }

  private struct Days: Decodable {
    let firstWeekday: Int?
    let minimumDaysInFirstWeek: Int?

    var problem: String? {
      for number in [firstWeekday, minimumDaysInFirstWeek] {
        if let number, !(0...7 ~= number) { return "\(number) is no day of a week" }
      }
      return nil
    }
  }

  private struct Address: Decodable {
    let scheme: String?
    let port: Int?

    var problem: String? {
      if let port, port < 0 { return "\(port) is no port" }
      guard let scheme else { return nil }
      let isValid =
        scheme.utf8.first.map { Self.isLetter($0) } ?? false
        && scheme.utf8.allSatisfy { Self.isLetter($0) || "0123456789+-.".utf8.contains($0) }
      return isValid ? nil : Boxed.quoted(scheme) + " is no scheme"
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
  }
}
