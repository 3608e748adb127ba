import Peridot

extension Workload {
  /// All workloads, in the order of the report.
  static var all: [Workload] {
    [
      Workload(
        "user",
        comparing: {
          try DocumentWorkload<GitHubUser, GitHubUserRecord>(
            name: "user", document: try Resource.user.data(), readTarget: .times(10.3),
            writeTarget: .times(10), limit: GitHubUser.limit,
            madeLimit: GitHubUser.madeLimit
          ).comparisons()
        }),
      Workload(
        "weibo",
        comparing: {
          // Some pictures have their width as text.
          var policy = ConversionPolicy.strict
          policy.acceptsNumericStrings = true
          return try DocumentWorkload<WeiboStatus, WeiboStatusRecord>(
            name: "weibo", document: try Resource.weibo.data(), objects: 65, policy: policy,
            coders: .twitterDates, readTarget: .times(16), writeTarget: .times(40)
          ).comparisons()
        }),
      Workload(
        "twitter",
        comparing: {
          try DocumentWorkload<TwitterTimeline, TwitterTimelineRecord>(
            name: "twitter", document: try Resource.twitter.data(), objects: 1_254,
            coders: .twitterDates,
            otherCoders: ("JSONDecoder, dates by hand", .twitterDatesByHand),
            readTarget: .times(10)
          ).comparisons()
        }),
      Workload(
        "users",
        comparing: {
          try ArrayWorkload<GitHubUser, GitHubUserRecord>(
            name: "users", document: try UserArray.data(count: 10_000), readTarget: .times(6)
          ).comparisons()
        }),
      Workload(
        "deep",
        comparing: {
          try DocumentWorkload<DeepNode, DeepNodeRecord>(
            name: "deep", document: MadeDocument.deep(levels: 100), objects: 100,
            madeLimit: DeepNode.madeLimit
          ).comparisons()
        }),
      Workload(
        "wide",
        comparing: {
          try DocumentWorkload<Properties200, Properties200Record>(
            name: "wide", document: MadeDocument.wide(properties: 200),
            madeLimit: Properties200.madeLimit
          ).comparisons()
        }),
      Workload(
        "escapes",
        comparing: {
          try DocumentWorkload<EscapedText, EscapedTextRecord>(
            name: "escapes", document: MadeDocument.escapedText(lines: 200)
          ).comparisons()
        }),
      Workload(
        "numbers",
        comparing: {
          try DocumentWorkload<Numbers, NumbersRecord>(
            name: "numbers", document: MadeDocument.numbers(count: 1_000),
            madeLimit: Numbers.madeLimit
          ).comparisons()
        }),
      Workload(
        "dates",
        comparing: {
          try DocumentWorkload<Dates, DatesRecord>(
            name: "dates", document: MadeDocument.dates(count: 1_000)
          ).comparisons()
        }),
      Workload(
        "unicode",
        comparing: {
          try DocumentWorkload<EscapedText, EscapedTextRecord>(
            name: "unicode", document: MadeDocument.unicodeEscapes(lines: 200),
            readTarget: .times(14)
          ).comparisons()
        }),
      Workload(
        "short doubles",
        comparing: {
          try DocumentWorkload<Doubles, DoublesRecord>(
            name: "short doubles", document: MadeDocument.shortDoubles(count: 10_000),
            readTarget: .times(24), writeTarget: .times(24),
            madeLimit: Doubles.madeLimit
          ).comparisons()
        }),
      Workload(
        "long doubles",
        comparing: {
          try DocumentWorkload<Doubles, DoublesRecord>(
            name: "long doubles", document: MadeDocument.longDoubles(count: 10_000),
            readTarget: .times(29), writeTarget: .times(20),
            madeLimit: Doubles.madeLimit
          ).comparisons()
        }),
      Workload(
        "outlines",
        comparing: {
          try DocumentWorkload<Outlines, OutlinesRecord>(
            name: "outlines", document: MadeDocument.outlines(), objects: 5,
            readTarget: .times(13), writeTarget: .times(15), limit: Outlines.limit,
            madeLimit: Outlines.madeLimit
          ).comparisons()
        }),
      Workload(
        "catalog",
        comparing: {
          try DocumentWorkload<Catalog, CatalogRecord>(
            name: "catalog", document: MadeDocument.catalog(), objects: 7_000,
            readTarget: .times(18), writeTarget: .times(80), limit: Catalog.limit,
            madeLimit: Catalog.madeLimit
          ).comparisons()
        }),
      Workload("events", comparing: EventArchiveWorkload.comparisons),
      Workload("cluster", comparing: ShapesWorkload.comparisons),
      Workload("raw", comparing: RawWorkload.comparisons),
      Workload("codable model", comparing: CodableModelWorkload.comparisons),
      Workload("stream", comparing: StreamWorkload.comparisons),
      Workload("records", comparing: RecordWorkload.comparisons),
      Workload("sync", comparing: SyncWorkload.comparisons),
      Workload(
        "dictionary",
        comparing: {
          // Some pictures of the status have their width as text.
          var policy = ConversionPolicy.strict
          policy.acceptsNumericStrings = true
          return try DictionaryWorkload<GitHubUser>(
            name: "user", document: Resource.user.data()
          ).comparisons()
            + DictionaryWorkload<WeiboStatus>(
              name: "weibo", document: Resource.weibo.data(), objects: 65, policy: policy
            ).comparisons()
            + DictionaryWorkload<TwitterTimeline>(
              name: "twitter", document: Resource.twitter.data(), objects: 1_254
            ).comparisons()
            + DictionaryWorkload<Catalog>(
              name: "catalog", document: MadeDocument.catalog(), objects: 7_000
            ).comparisons()
            + DictionaryWorkload<Outlines>(
              name: "outlines", document: MadeDocument.outlines(), objects: 5
            ).comparisons()
            + DictionaryWorkload<Numbers>(
              name: "numbers", document: MadeDocument.numbers(count: 1_000)
            ).comparisons()
        }),
      Workload("model", comparing: ModelWorkload.comparisons),
      Workload("archive", comparing: ArchiveWorkload.comparisons),
      Workload("prices", PriceWorkload.run),
      Workload("cliffs", CliffWorkload.run),
      Workload("memory", MemoryWorkload.run),
      Workload("growth", GrowthWorkload.run),
      Workload("first-use", FirstUseWorkload.run),
    ]
  }
}
