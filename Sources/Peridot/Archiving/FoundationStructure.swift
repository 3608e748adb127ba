import Foundation

/// A structure that Foundation archives as an object; `all` is the one list of them.
///
/// Foundation's own initializers trust their input, so archives are read without them.
final class FoundationStructure: Equatable, Sendable {
  /// The class of the objects that represent values.
  let archivedClass: AnyClass
  /// The names of the class, and of its mutable form, in an archive.
  let names: [String]
  let types: [Any.Type]
  /// Returns the object that represents a value of one of the types.
  private let object: @Sendable (Any) -> NSObject?
  /// Returns the value that an object of the class represents; nil if only its archive shows it.
  let value: (@Sendable (NSObject) -> Any?)?
  /// Returns the value of an archived object; nil if it is damaged.
  let read: @Sendable (any ArchivedMembers) throws -> Any?

  private init(
    _ archivedClass: AnyClass, names: [String], types: [Any.Type],
    object: @escaping @Sendable (Any) -> NSObject?, value: (@Sendable (NSObject) -> Any?)?,
    read: @escaping @Sendable (any ArchivedMembers) throws -> Any?
  ) {
    self.archivedClass = archivedClass
    self.names = names
    self.types = types
    self.object = object
    self.value = value
    self.read = read
  }

  /// A structure with a class of its own.
  private convenience init<Value, Object: NSObject>(
    _ names: String..., object: @escaping @Sendable (Value) -> Object,
    value: @escaping @Sendable (Object) -> Value,
    read: @escaping @Sendable (any ArchivedMembers) throws -> Value?
  ) {
    self.init(
      Object.self, names: names, types: [Value.self],
      object: { ($0 as? Value).map(object) }, value: { ($0 as? Object).map(value) }, read: read)
  }

  static let all = [
    FoundationStructure(
      NSValue.self, names: ["NSValue"],
      types: [CGPoint.self, CGSize.self, CGRect.self, NSRange.self, Range<Int>.self],
      object: geometry, value: nil,
      read: { try $0.geometry() }),
    FoundationStructure(
      "NSLocale", object: { (locale: Locale) in locale as NSLocale }, value: { $0 as Locale },
      read: { try $0.identifier("NS.identifier").map { Locale(identifier: $0) } }),
    FoundationStructure(
      "NSTimeZone", object: { (zone: TimeZone) in zone as NSTimeZone }, value: { $0 as TimeZone },
      read: { try $0.identifier("NS.name").flatMap { TimeZone(identifier: $0) } }),
    FoundationStructure(
      "NSCalendar", object: { (calendar: Calendar) in calendar as NSCalendar },
      value: { $0 as Calendar },
      read: { try $0.calendar() }),
    FoundationStructure(
      "NSDateComponents", object: { (parts: DateComponents) in parts as NSDateComponents },
      value: { $0 as DateComponents },
      read: { try $0.dateComponents() }),
    FoundationStructure(
      "NSIndexSet", "NSMutableIndexSet", object: { (set: IndexSet) in set as NSIndexSet },
      value: { $0 as IndexSet },
      read: { try $0.indexSet() }),
    FoundationStructure(
      "NSIndexPath", object: { (path: IndexPath) in path as NSIndexPath },
      value: { $0 as IndexPath },
      read: { try $0.indexPath() }),
  ]

  static func == (first: FoundationStructure, second: FoundationStructure) -> Bool {
    first === second
  }

  static let classes = all.map(\.archivedClass)

  private static let byType = Dictionary(
    uniqueKeysWithValues: all.flatMap { entry in entry.types.map { (ObjectIdentifier($0), entry) } }
  )

  /// Returns whether values of `type` can be archived so.
  static func contain(_ type: Any.Type) -> Bool { byType[ObjectIdentifier(type)] != nil }

  /// Returns the object for `value`, one of these structures; nil for other values.
  static func object(_ value: Any) -> NSObject? {
    byType[ObjectIdentifier(type(of: value))]?.object(value)
  }

  /// Returns the entry for the class of `object`; nil if it represents no such structure.
  static func of(_ object: NSObject) -> FoundationStructure? {
    object is NSNumber ? nil : all.first { isSubclass(type(of: object), of: $0.archivedClass) }
  }

  /// Returns `value` as a `Value`; converts between the kinds of ranges.
  static func convert<Value>(_ value: Any, to: Value.Type) -> Value? {
    if let range = value as? NSRange, Value.self is Range<Int>.Type {
      return Range(range) as? Value
    }
    return value as? Value
  }
}

// MARK: - Values of NSValue

extension FoundationStructure {
  private static func geometry(_ value: Any) -> NSObject? {
    switch value {
    case let value as NSRange: return NSValue(range: value)
    case let value as CGPoint: return geometry(value, "{CGPoint=##}")
    case let value as CGSize: return geometry(value, "{CGSize=##}")
    case let value as CGRect: return geometry(value, "{CGRect={CGPoint=##}{CGSize=##}}")
    default: return nil
    }
  }

  /// Returns an object for `value` by its type code, because on Apple systems the initializers for
  /// geometry belong to AppKit or UIKit. Each `#` in `type` is the code of a `CGFloat`.
  private static func geometry(_ value: some Any, _ type: String) -> NSValue {
    let number = MemoryLayout<CGFloat>.size == MemoryLayout<Double>.size ? "d" : "f"
    // Sound: the texts describe each structure, and the call copies it.
    return unsafe withUnsafePointer(to: value) {
      unsafe NSValue(bytes: $0, objCType: type.replacing("#", with: number))
    }
  }
}

// MARK: - Reading

/// The members of an archived object.
protocol ArchivedMembers {
  func integer(_ key: String) throws -> Int?
  func text(_ key: String) throws -> String?
  func data(_ key: String) throws -> Data?
  func structure(_ key: String) throws -> Any?
}

extension ArchivedMembers {
  private func structure<Value>(_ key: String, as: Value.Type) throws -> Value? {
    try structure(key) as? Value
  }

  /// Returns the name of a locale or time zone, which is never long.
  fileprivate func identifier(_ key: String) throws -> String? {
    guard let name = try text(key), name.utf8.count <= 200 else { return nil }
    return name
  }

  // MARK: Ranges and geometry

  fileprivate func geometry() throws -> Any? {
    switch try integer("NS.special") {
    case 1:
      guard let values = try numbers("NS.pointval", 2) else { return nil }
      return CGPoint(x: values[0], y: values[1])
    case 2:
      guard let values = try numbers("NS.sizeval", 2) else { return nil }
      return CGSize(width: values[0], height: values[1])
    case 3:
      guard let values = try numbers("NS.rectval", 4) else { return nil }
      return CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
    case 4:
      guard let location = try integer("NS.rangeval.location"),
        let length = try integer("NS.rangeval.length"), length >= 0,
        !location.addingReportingOverflow(length).overflow
      else { return nil }
      return NSRange(location: location, length: length)
    default: return nil
    }
  }

  /// Returns the numbers in a text such as `{{0, 0}, {1.5, 2}}`.
  private func numbers(_ key: String, _ count: Int) throws -> [Double]? {
    guard let text = try text(key), text.utf8.count <= 400 else { return nil }
    let numbers = text.split(whereSeparator: { "{}, ".contains($0) }).map { Double(String($0)) }
    let values = numbers.compactMap { $0 }
    return values.count == count && numbers.count == count ? values : nil
  }

  // MARK: Calendars

  fileprivate func calendar() throws -> Calendar? {
    guard let name = try text("NS.identifier"),
      let calendar = NSCalendar(identifier: NSCalendar.Identifier(rawValue: name))
    else { return nil }
    var value = calendar as Calendar
    if let zone = try structure("NS.timezone", as: TimeZone.self) { value.timeZone = zone }
    if let locale = try structure("NS.locale", as: Locale.self) { value.locale = locale }
    if let day = try integer("NS.firstwkdy"), 1...7 ~= day { value.firstWeekday = day }
    if let days = try integer("NS.mindays"), 1...7 ~= days {
      value.minimumDaysInFirstWeek = days
    }
    return value
  }

  fileprivate func dateComponents() throws -> DateComponents {
    var components = DateComponents()
    components.calendar = try structure("NS.calendar", as: Calendar.self)
    components.timeZone = try structure("NS.timezone", as: TimeZone.self)
    let keys: [(Calendar.Component, String)] = [
      (.era, "NS.era"), (.year, "NS.year"), (.quarter, "NS.quarter"), (.month, "NS.month"),
      (.day, "NS.day"), (.hour, "NS.hour"), (.minute, "NS.minute"), (.second, "NS.second"),
      (.nanosecond, "NS.nanosec"), (.weekOfYear, "NS.weekOfYear"),
      (.weekOfMonth, "NS.weekOfMonth"), (.yearForWeekOfYear, "NS.yearForWOY"),
      (.weekday, "NS.weekday"), (.weekdayOrdinal, "NS.weekdayOrdinal"),
    ]
    for (component, key) in keys {
      // An unset component is archived as the largest number, by old systems of 32 bits.
      if let value = try integer(key), value != .max, value != Int(Int32.max) {
        components.setValue(value, for: component)
      }
    }
    return components
  }

  // MARK: Indexes

  fileprivate func indexSet() throws -> IndexSet? {
    var set = IndexSet()
    let count = try integer("NSRangeCount") ?? 0
    if count == 0 { return set }
    var numbers: [Int] = []
    if count == 1, let location = try integer("NSLocation") {
      numbers = [location, try integer("NSLength") ?? 1]
    } else if let data = try data("NSRangeData") {
      guard let decoded = Self.packed(data) else { return nil }
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

  fileprivate func indexPath() throws -> IndexPath? {
    switch try integer("NSIndexPathLength") {
    case 0: return IndexPath()
    case 1: return try integer("NSIndexPathValue").map { IndexPath(index: $0) }
    case let length?:
      guard let data = try data("NSIndexPathData"), let indexes = Self.packed(data),
        indexes.count == length
      else { return nil }
      return IndexPath(indexes: indexes)
    case nil: return nil
    }
  }

  /// Returns the numbers packed in `data`, seven bits per byte, the lowest first; nil if one is
  /// incomplete or too large.
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
