import Foundation

// Structures that Foundation archives as objects: ranges and rectangles, locales, index sets and
// their like. Foundation's own initializers trust what they read, so these do without them.

extension ArchiveReader {
  /// Returns the structure at `slot`; nil if there is an object of another kind.
  func structure(_ slot: ArchiveSlot) throws -> Any? {
    guard case .dictionary = try node(slot), let (members, archived) = try archivedObject(slot),
      let kind = archived.kind
    else { return nil }
    return try structure(members, kind)
  }

  /// Returns the structure that an object of `kind` with `members` stands for; nil if it is none,
  /// or damaged.
  func structure(_ members: ArchiveMembers, _ kind: FoundationClass) throws -> Any? {
    switch kind {
    case .value: try geometry(members)
    case .locale: try identifier(members, "NS.identifier").map { Locale(identifier: $0) }
    case .timeZone: try identifier(members, "NS.name").flatMap { TimeZone(identifier: $0) }
    case .calendar: try calendar(members)
    case .dateComponents: try dateComponents(members)
    case .indexSet: try indexSet(members)
    case .indexPath: try indexPath(members)
    default: nil
    }
  }

  private func integer(_ members: ArchiveMembers, _ key: String) throws -> Int? {
    try member(members, key).flatMap { try node($0).number?.exactly(Int.self) }
  }

  private func structure<Value>(
    _ members: ArchiveMembers, _ key: String, as: Value.Type
  ) throws -> Value? {
    try member(members, key).flatMap { slot in try nested { try structure(slot) as? Value } }
  }

  /// Returns a name of a locale or time zone, which is never long.
  private func identifier(_ members: ArchiveMembers, _ key: String) throws -> String? {
    guard let name = try text(members, key), name.utf8.count <= 200 else { return nil }
    return name
  }

  // MARK: Ranges and geometry

  private func geometry(_ members: ArchiveMembers) throws -> Any? {
    switch try integer(members, "NS.special") {
    case 1:
      guard let values = try numbers(members, "NS.pointval", 2) else { return nil }
      return CGPoint(x: values[0], y: values[1])
    case 2:
      guard let values = try numbers(members, "NS.sizeval", 2) else { return nil }
      return CGSize(width: values[0], height: values[1])
    case 3:
      guard let values = try numbers(members, "NS.rectval", 4) else { return nil }
      return CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
    case 4:
      guard let location = try integer(members, "NS.rangeval.location"),
        let length = try integer(members, "NS.rangeval.length"), length >= 0,
        !location.addingReportingOverflow(length).overflow
      else { return nil }
      return NSRange(location: location, length: length)
    default: return nil
    }
  }

  /// Returns the numbers in a text like `{{0, 0}, {1.5, 2}}`.
  private func numbers(_ members: ArchiveMembers, _ key: String, _ count: Int) throws -> [Double]? {
    guard let text = try text(members, key), text.utf8.count <= 400 else { return nil }
    let numbers = text.split(whereSeparator: { "{}, ".contains($0) }).map { Double(String($0)) }
    let values = numbers.compactMap { $0 }
    return values.count == count && numbers.count == count ? values : nil
  }

  // MARK: Calendars

  private func calendar(_ members: ArchiveMembers) throws -> Calendar? {
    guard let name = try text(members, "NS.identifier"),
      let calendar = NSCalendar(identifier: NSCalendar.Identifier(rawValue: name))
    else { return nil }
    var value = calendar as Calendar
    if let zone = try structure(members, "NS.timezone", as: TimeZone.self) { value.timeZone = zone }
    if let locale = try structure(members, "NS.locale", as: Locale.self) { value.locale = locale }
    if let day = try integer(members, "NS.firstwkdy"), 1...7 ~= day { value.firstWeekday = day }
    if let days = try integer(members, "NS.mindays"), 1...7 ~= days {
      value.minimumDaysInFirstWeek = days
    }
    return value
  }

  private func dateComponents(_ members: ArchiveMembers) throws -> DateComponents {
    var components = DateComponents()
    components.calendar = try structure(members, "NS.calendar", as: Calendar.self)
    components.timeZone = try structure(members, "NS.timezone", as: TimeZone.self)
    let keys: [(Calendar.Component, String)] = [
      (.era, "NS.era"), (.year, "NS.year"), (.quarter, "NS.quarter"), (.month, "NS.month"),
      (.day, "NS.day"), (.hour, "NS.hour"), (.minute, "NS.minute"), (.second, "NS.second"),
      (.nanosecond, "NS.nanosec"), (.weekOfYear, "NS.weekOfYear"),
      (.weekOfMonth, "NS.weekOfMonth"), (.yearForWeekOfYear, "NS.yearForWOY"),
      (.weekday, "NS.weekday"), (.weekdayOrdinal, "NS.weekdayOrdinal"),
    ]
    for (component, key) in keys {
      // A component that is not set is archived as the largest number, of 32 bits by old systems.
      if let value = try integer(members, key), value != .max, value != Int(Int32.max) {
        components.setValue(value, for: component)
      }
    }
    return components
  }

  // MARK: Indexes

  private func indexSet(_ members: ArchiveMembers) throws -> IndexSet? {
    var set = IndexSet()
    let count = try integer(members, "NSRangeCount") ?? 0
    if count == 0 { return set }
    var numbers: [Int] = []
    if count == 1, let location = try integer(members, "NSLocation") {
      numbers = [location, try integer(members, "NSLength") ?? 1]
    } else if let slot = try member(members, "NSRangeData") {
      guard let decoded = Self.packed(try data(slot)) else { return nil }
      numbers = decoded
    }
    guard numbers.count / 2 == count, numbers.count % 2 == 0 else { return nil }
    for index in stride(from: 0, to: numbers.count, by: 2) {
      let (location, length) = (numbers[index], numbers[index + 1])
      let (end, overflow) = location.addingReportingOverflow(length)
      guard location >= 0, length > 0, !overflow, end < .max else { return nil }
      set.insert(integersIn: location..<end)
    }
    return set
  }

  private func indexPath(_ members: ArchiveMembers) throws -> IndexPath? {
    switch try integer(members, "NSIndexPathLength") {
    case 0: return IndexPath()
    case 1: return try integer(members, "NSIndexPathValue").map { IndexPath(index: $0) }
    case let length?:
      guard let slot = try member(members, "NSIndexPathData"),
        let indexes = Self.packed(try data(slot)), indexes.count == length
      else { return nil }
      return IndexPath(indexes: indexes)
    case nil: return nil
    }
  }

  /// Returns the numbers that are packed in `data`, seven bits a byte, the lowest first; nil if one
  /// is not whole or too large.
  private static func packed(_ data: Data) -> [Int]? {
    var numbers: [Int] = []
    var number = 0
    var shift = 0
    for byte in data {
      guard shift <= 56 else { return nil }
      number |= Int(byte & 0x7F) << shift
      shift += 7
      if byte & 0x80 == 0 {
        numbers.append(number)
        (number, shift) = (0, 0)
      }
    }
    return shift == 0 ? numbers : nil
  }
}
