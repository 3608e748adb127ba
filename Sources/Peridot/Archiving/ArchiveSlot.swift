/// Where a value lies in an archive.
enum ArchiveSlot {
  /// It is the object with this number in `$objects`.
  case object(Int)
  /// It stands where it is used; this is its number in the property list.
  case inline(Int)

  /// The number in `$objects`, for an error.
  var objectIndex: Int? {
    if case .object(let index) = self { return index }
    return nil
  }
}

/// How a class's objects are archived that is not a model.
enum FoundationClass {
  case string, data, date, url, uuid, null, decimal, text, array, set, orderedSet, dictionary

  private static let byName: [String: FoundationClass] = [
    "NSString": .string, "NSMutableString": .string,
    "NSData": .data, "NSMutableData": .data,
    "NSDate": .date, "NSURL": .url, "NSUUID": .uuid, "NSNull": .null,
    "NSDecimalNumber": .decimal, "NSDecimalNumberPlaceholder": .decimal,
    "NSArray": .array, "NSMutableArray": .array,
    "NSSet": .set, "NSMutableSet": .set, "NSCountedSet": .set,
    "NSOrderedSet": .orderedSet, "NSMutableOrderedSet": .orderedSet,
    "NSDictionary": .dictionary, "NSMutableDictionary": .dictionary,
    ArchivedText.archiveName: .text,
  ]

  init?(named name: String) {
    guard let known = Self.byName[name] else { return nil }
    self = known
  }
}
