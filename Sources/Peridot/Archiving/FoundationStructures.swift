import Foundation

/// Structures that Foundation archives as objects of a class.
enum FoundationStructures {
  static let classes: [AnyClass] = [
    NSValue.self, NSLocale.self, NSTimeZone.self, NSCalendar.self, NSDateComponents.self,
    NSIndexSet.self, NSIndexPath.self,
  ]

  /// Returns the class of objects that are archived as `kind`.
  static func archivedClass(_ kind: FoundationClass) -> AnyClass {
    switch kind {
    case .locale: NSLocale.self
    case .timeZone: NSTimeZone.self
    case .calendar: NSCalendar.self
    case .dateComponents: NSDateComponents.self
    case .indexSet: NSIndexSet.self
    case .indexPath: NSIndexPath.self
    default: NSValue.self
    }
  }

  /// Tells whether values of `type` may be archived so.
  static func contain(_ type: Any.Type) -> Bool {
    switch type {
    case is CGPoint.Type, is CGSize.Type, is CGRect.Type, is NSRange.Type, is Range<Int>.Type,
      is Locale.Type, is TimeZone.Type, is Calendar.Type, is DateComponents.Type,
      is IndexSet.Type, is IndexPath.Type:
      true
    default: false
    }
  }

  /// Returns the object that stands for `value`; nil if it is none of these structures.
  static func object(_ value: Any) -> NSObject? {
    switch value {
    case let value as CGPoint: geometry(value)
    case let value as CGSize: geometry(value)
    case let value as CGRect: geometry(value)
    case let value as NSRange: NSValue(range: value)
    case let value as Locale: value as NSLocale
    case let value as TimeZone: value as NSTimeZone
    case let value as Calendar: value as NSCalendar
    case let value as DateComponents: value as NSDateComponents
    case let value as IndexSet: value as NSIndexSet
    case let value as IndexPath: value as NSIndexPath
    default: nil
    }
  }

  /// Returns the structure for which `object` stands; nil if it is none.
  static func value(_ object: Any) -> Any? {
    switch object {
    case let object as NSLocale: object as Locale
    case let object as NSTimeZone: object as TimeZone
    case let object as NSCalendar: object as Calendar
    case let object as NSDateComponents: object as DateComponents
    case let object as NSIndexSet: object as IndexSet
    case let object as NSIndexPath: object as IndexPath
    case is NSNumber: nil
    case let object as NSValue: geometry(object)
    default: nil
    }
  }

  /// Returns `value` as a `Value`; a range as the other kind of range if need be.
  static func convert<Value>(_ value: Any, to: Value.Type) -> Value? {
    if let range = value as? NSRange, Value.self is Range<Int>.Type {
      return Range(range) as? Value
    }
    return value as? Value
  }
}

// MARK: - Geometry

extension FoundationStructures {
  #if canImport(UIKit)
    private static func geometry(_ value: CGPoint) -> NSObject { NSValue(cgPoint: value) }
    private static func geometry(_ value: CGSize) -> NSObject { NSValue(cgSize: value) }
    private static func geometry(_ value: CGRect) -> NSObject { NSValue(cgRect: value) }
  #else
    private static func geometry(_ value: CGPoint) -> NSObject { NSValue(point: value) }
    private static func geometry(_ value: CGSize) -> NSObject { NSValue(size: value) }
    private static func geometry(_ value: CGRect) -> NSObject { NSValue(rect: value) }
  #endif

  /// The type of an NSValue's content shows in its archive; to ask it for another type is
  /// undefined.
  private static func geometry(_ object: NSValue) -> Any? {
    guard let data = try? ArchiveWriter.archive(object),
      let reader = try? ArchiveReader(.data(data)),
      let slot = try? reader.rootSlot()
    else { return nil }
    return try? reader.structure(slot)
  }
}
