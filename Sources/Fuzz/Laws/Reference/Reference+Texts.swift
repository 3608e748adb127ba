import Foundation
import Peridot

/// Values whose JSON is text: dates, URLs, UUIDs, data and enums.
extension Reference {
  static let secondsTo2001 = 978_307_200.0

  func date(_ node: Node, _ scope: Scope) throws -> Plain {
    let strategy = scope.policy.dateStrategy
    let takesText = [.iso8601, .iso8601Milliseconds, .automatic, .text].contains(strategy)
    let isNumber = [.secondsSince1970, .millisecondsSince1970].contains(strategy)
    guard takesText || isNumber else { throw Uncovered(what: "dates by \(strategy)") }
    switch node.json {
    case .string(let text) where takesText:
      if let date = Self.isoDate(text) { return .date(date) }
      if strategy == .automatic || strategy == .text, text.contains(where: \.isNumber) {
        throw Uncovered(what: "other forms of dates")
      }
      throw scope.mismatch(node, isReadFromText: true)
    case .number(let text) where isNumber || strategy == .automatic:
      guard let number = Double(text), number.isFinite else { throw scope.mismatch(node) }
      if node.json.isTooSmall {
        if scope.policy.fraction == .fail { throw scope.failure(.outOfRange, node) }
        note(node)
      }
      let isMilliseconds = isNumber ? strategy == .millisecondsSince1970 : abs(number) >= 1e11
      let seconds = isMilliseconds ? number / 1000 : number
      if !isNumber, !Self.hasISOForm(seconds) { throw scope.failure(.outOfRange, node) }
      return .date(Date(timeIntervalSince1970: seconds).timeIntervalSinceReferenceDate)
    default: throw scope.mismatch(node)
    }
  }

  /// Whether a date, in seconds since 1970, is in the years 0000 to 9999.
  static func hasISOForm(_ seconds: Double) -> Bool {
    (-62_167_219_200..<253_402_300_800).contains(seconds)
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return calendar
  }()

  private nonisolated(unsafe) static let isoForm =
    /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))/

  /// The seconds since 2001 of a date in the form of RFC 3339; nil for other text.
  static func isoDate(_ text: String) -> Double? {
    // Sound: nothing changes the expression, which takes long to make.
    guard text.utf8.allSatisfy({ $0 < 0x80 }), let match = unsafe text.wholeMatch(of: isoForm)
    else { return nil }
    let fields = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int($0) }
    let zone = [match.9, match.10].map { $0.flatMap { Int($0) } ?? 0 }
    let components = DateComponents(
      calendar: calendar, timeZone: .gmt, year: fields[0], month: fields[1], day: fields[2],
      hour: fields[3], minute: fields[4], second: fields[5])
    guard zone[0] < 24, zone[1] < 60, components.isValidDate, let date = components.date else {
      return nil
    }
    let offset = (zone[0] * 60 + zone[1]) * (match.8 == "-" ? -60 : 60)
    let seconds = Int(date.timeIntervalSinceReferenceDate) - offset
    let fraction = Int(String((String(match.7 ?? "") + "000000000").prefix(9))) ?? 0
    if fraction.isMultiple(of: 1_000_000) {
      // Whole milliseconds are the date that Foundation makes of them since 1970.
      let milliseconds = (seconds + Int(secondsTo2001)) * 1000 + fraction / 1_000_000
      return Double(milliseconds) / 1000 - secondsTo2001
    }
    return Double("\(seconds * 1_000_000_000 + fraction)e-9")
  }

  /// A date with no fraction, three digits, or the least of six to nine that read back.
  ///
  /// - Parameter isShort: Whether it has at most three digits.
  static func isoText(_ seconds: Double, isShort: Bool = false) -> String? {
    let texts = [0, 3, 6, 7, 8, 9].map { ($0, 0) } + [(9, 1), (9, -1), (9, 0)]
    for (index, (digits, step)) in texts.enumerated() {
      let power = (0..<digits).reduce(1.0) { power, _ in power * 10 }
      let start = seconds.rounded(.down)
      let part = isShort ? ((seconds - start) * 1000).rounded() / 1000 : seconds - start
      let ticks = (part * power).rounded() + Double(step)
      let whole = start + (ticks / power).rounded(.down)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: Date(timeIntervalSinceReferenceDate: whole))
      func field(_ value: Int?, _ count: Int) -> String {
        String(repeating: "0", count: max(0, count - "\(value ?? 0)".count)) + "\(value ?? 0)"
      }
      let text =
        "\(field(parts.year, 4))-\(field(parts.month, 2))-\(field(parts.day, 2))T"
        + "\(field(parts.hour, 2)):\(field(parts.minute, 2)):\(field(parts.second, 2))"
        + (digits == 0 ? "Z" : ".\(field(Int(ticks - (whole - start) * power), digits))Z")
      if isShort ? digits == 3 || part == part.rounded() : isoDate(text) == seconds { return text }
      if index == texts.count - 1 { return text }
    }
    return nil
  }

  func url(_ node: Node, _ scope: Scope) throws -> Plain {
    guard let text = node.json.asString else { throw scope.mismatch(node) }
    let rule = scope.policy.urls
    let source = rule == .trimmed || rule == .encoded ? text.trimmedText : text
    let url = URL(
      string: source, encodingInvalidCharacters: rule == .foundation || rule == .encoded)
    guard let url else { throw scope.mismatch(node, isReadFromText: true) }
    if !url.absoluteString.isSame(as: text.trimmedText) { note(node) }
    return .url(url.absoluteString)
  }

  func uuid(_ node: Node, _ scope: Scope) throws -> Plain {
    guard let uuid = node.json.asString.flatMap({ UUID(uuidString: $0) }) else {
      throw scope.mismatch(node, isReadFromText: true)
    }
    return .uuid(uuid.uuidString)
  }

  func data(_ node: Node, _ scope: Scope) throws -> Plain {
    guard let text = node.json.asString else { throw scope.failure(.typeMismatch, node) }
    switch scope.policy.dataStrategy {
    case .utf8: return .data(Array(text.utf8))
    case .refused: throw Uncovered(what: "Data without a form")
    case .base64:
      guard let bytes = Self.base64(text) else { throw scope.failure(.typeMismatch, node) }
      return .data(bytes)
    }
  }

  /// The bytes of Base64 text: groups of four letters, padded, and no bits beyond the end.
  static func base64(_ text: String) -> [UInt8]? {
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
      return nil
    }
    return Array(data)
  }

  func enumCase(_ kind: EnumKind, _ node: Node, _ scope: Scope) throws -> Plain {
    let raw = kind == .rank ? try integer(.int, node, scope) : try string(node, scope)
    let known = kind.cases.first {
      raw == ($0.raw.asString.map { .text($0) } ?? .integer(Int128($0.raw.text) ?? 0))
    }
    if let known { return .enumCase(known.name, []) }
    if kind == .color { return .enumCase("other", []) }
    var failure = scope.failure(.typeMismatch, node)
    failure.faults[0].mayBecomeNil = scope.policy.unknownEnum == .makeNil
    throw failure
  }
}
