/// How objects are archived whose class is one of Foundation's.
enum FoundationClass {
  case string, number, data, date, url, uuid, null, decimal, text
  case array, set, countedSet, orderedSet, dictionary
  case value, locale, timeZone, calendar, dateComponents, indexSet, indexPath

  private static let byName: [String: FoundationClass] = [
    "NSString": .string, "NSMutableString": .string,
    "NSNumber": .number, "__NSCFNumber": .number, "__NSCFBoolean": .number,
    "NSData": .data, "NSMutableData": .data,
    "NSDate": .date, "NSURL": .url, "NSUUID": .uuid, "NSNull": .null,
    "NSDecimalNumber": .decimal, "NSDecimalNumberPlaceholder": .decimal,
    "NSArray": .array, "NSMutableArray": .array,
    "NSSet": .set, "NSMutableSet": .set, "NSCountedSet": .countedSet,
    "NSOrderedSet": .orderedSet, "NSMutableOrderedSet": .orderedSet,
    "NSDictionary": .dictionary, "NSMutableDictionary": .dictionary,
    "NSValue": .value, "NSLocale": .locale, "NSTimeZone": .timeZone, "NSCalendar": .calendar,
    "NSDateComponents": .dateComponents, "NSIndexSet": .indexSet, "NSMutableIndexSet": .indexSet,
    "NSIndexPath": .indexPath,
    ArchivedText.archiveName: .text,
  ]

  init?(named name: String) {
    guard let known = Self.byName[name] else { return nil }
    self = known
  }
}
