extension Names {
  /// Members of `Model` and NSObject, which a property must not redeclare.
  static let membersOfModel = words(
    """
    Self Type archive archivedData autorelease changedKeys classForArchiver classForCoder
    classForKeyedArchiver className conforms copied copy customMirror
    debugDescription decodeValue deepCopy deeplyCopied deinit description
    detached dictionaryValue didLoad differences encode hash hashValue init isEqual
    isFault isProxy jsonExtras jsonPresence keptJSON mergeValue mergeValues mutableCopy
    observationRegistrar perform release replacementObject
    responds retain retainCount self setValue subscript superclass validate value with
    zone
    """)

  /// Words that Swift reads as a property's name only in backquotes.
  static let keywords = words(
    """
    Any actor any as associatedtype async await break case catch class consume continue copy
    default defer do else enum extension fallthrough false fileprivate for func guard if import in
    inout internal is let macro nil open operator precedencegroup private protocol public repeat
    rethrows return some static struct super switch throw throws true try typealias var where
    while
    """)

  /// Types that a class must not hide: those of Swift, Foundation, Peridot, and well-known ones of SwiftUI.
  static let knownTypes = words(
    """
    Actor AffineTransform Any AnyHashable AnyObject App ArchiveError ArchiveLimits Array ArrayLike
    AsyncSequence AttributeContainer AttributeScopes AttributedString Binding BlockOperation Bool
    Bundle Button ByteCountFormatter CachedURLResponse Calendar CaseIterable Character
    CharacterSet ClassDescription Clock ClosedRange Cluster ClusterDescription ClusterTag
    CocoaError Codable CodableModel CodingKey Collection Color Comparable ComparableComparator
    Comparison ContiguousArray Continuation ConversionPolicy CustomStringConvertible Data Date
    DateComponents DateComponentsFormatter DateFormatter DateInterval DateIntervalFormatter
    Decimal Declaring Decodable Decoder Dictionary DictionaryLike Difference Differences Dimension
    DistributedNotificationCenter Double Duration Encodable Encoder EncodingBehavior
    EnergyFormatter Environment Equatable Error ErrorAdvice ErrorPhrase Expression Facet
    FileHandle FileManager FileWrapper Float Float16 FloatingPointSign Form Formatter Foundation
    Freezable Frozen Group Growing HTTPCookie HTTPCookieStorage HTTPURLResponse Hashable Host
    ISO8601DateFormatter Identifiable Image IndexPath IndexSet InlineArray InputStream Instant Int
    Int128 Int16 Int32 Int64 Int8 InvocationOperation IteratorProtocol JSONAdapter
    JSONAdapterError JSONDecoder JSONEncoder JSONExtrasKeeping JSONFinishing JSONInput JSONIssue
    JSONKeeping JSONKeyPath JSONKeyPathsBuilder JSONKeyStyle JSONKeyStyling JSONModelStream
    JSONObject JSONPreparing JSONPresence JSONPresenceKeeping JSONReadable JSONSchema
    JSONSerialization JSONSerializing JSONSyntaxError JSONUnion JSONValueError JSONWritingOptions
    KeyPath KeyPathComparator KeyValuePairs Label LazySequence LengthFormatter Limit Link List
    ListFormatter Locale LocalizedError MTLJSONAdapter MTLJSONSerializing MTLModel
    MTLValueTransformer MachError MainActor MassFormatter Measurement MeasurementFormatter
    MergePolicy MergeRule Mirror Mistake Model ModelError ModelSource Morphology NSCoding NSObject
    NSValueTransformerName Never Notification NotificationCenter NotificationQueue NumberFormatter
    ObjectIdentifier Observable Observation OneOrMany Operation OperationQueue OptionSet Optional
    OutputStating OutputStream POSIXError Path Peridot PersonNameComponents
    PersonNameComponentsFormatter Pipe PlaceTree Port Predicate PredicateError ProblemDetails Process
    Progress Property PropertyDescription PropertyLimit PropertyListDecoder PropertyListEncoder
    PropertyListSerialization PropertyStorage PropertyWrapper Protocol Published
    RandomNumberGenerator Range RawJSON RawRepresentable RecoverableError Regex
    RelativeDateTimeFormatter Result RunLoop Scanner Scene Section Selector Self Sendable Sequence
    Set SetLike Shape SortComparator SortDescriptor SortOrder Span State StaticString StoredFormat
    Stream Strideable String StringTransform Substring Swift SystemRandomNumberGenerator Task
    TaskGroup TermOfAddress Text Thread TimeZone Timer Transform Transformable TransformerError
    TransformerErrorHandling Type UInt UInt128 UInt16 UInt32 UInt64 UInt8 URL URLCache
    URLComponents URLCredential URLError URLProtocol URLQueryItem URLRequest URLResponse
    URLSession UUID UndoManager Unicode Unit UnknownCaseRepresentable UnknownTag UnsafePointer
    UserDefaults ValueDescription ValueTransformer View Void Window XMLDocument XMLElement XMLNode XMLParser
    _CollectionLike _JSONHook
    """)

  private static func words(_ list: String) -> Set<String> {
    Set(list.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
