import Peridot

extension Workload {
  /// All workloads, in the order of the report.
  static var all: [Workload] {
    [
      Workload(
        "user",
        comparing: {
          try DocumentWorkload<GitHubUser, GitHubUserRecord>(
            name: "user", document: try Resource.user.data(), readTarget: .times(9),
            writeTarget: .times(10)
          ).comparisons()
        }),
      Workload(
        "weibo",
        comparing: {
          // Some pictures have their width as text.
          var policy = ConversionPolicy.strict
          policy.numbersFromStrings = true
          return try DocumentWorkload<WeiboStatus, WeiboStatusRecord>(
            name: "weibo", document: try Resource.weibo.data(), objects: 65, policy: policy,
            coders: .twitterDates, readTarget: .times(11), writeTarget: .times(20)
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
            name: "deep", document: MadeDocument.deep(levels: 100), objects: 100
          ).comparisons()
        }),
      Workload(
        "wide",
        comparing: {
          try DocumentWorkload<Properties200, Properties200Record>(
            name: "wide", document: MadeDocument.wide(properties: 200)
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
            name: "numbers", document: MadeDocument.numbers(count: 1_000)
          ).comparisons()
        }),
      Workload(
        "dates",
        comparing: {
          try DocumentWorkload<Dates, DatesRecord>(
            name: "dates", document: MadeDocument.dates(count: 1_000)
          ).comparisons()
        }),
      Workload("cluster", comparing: ShapesWorkload.comparisons),
      Workload("codable model", comparing: CodableModelWorkload.comparisons),
      Workload("stream", comparing: StreamWorkload.comparisons),
      Workload("records", comparing: RecordWorkload.comparisons),
      Workload(
        "dictionary",
        comparing: {
          // Some pictures of the status have their width as text.
          var policy = ConversionPolicy.strict
          policy.numbersFromStrings = true
          return try DictionaryWorkload<GitHubUser>(document: .user).comparisons()
            + DictionaryWorkload<WeiboStatus>(document: .weibo, objects: 65, policy: policy)
            .comparisons()
        }),
      Workload("model", comparing: ModelWorkload.comparisons),
      Workload("archive", comparing: ArchiveWorkload.comparisons),
      Workload("prices", PriceWorkload.run),
      Workload("memory", MemoryWorkload.run),
      Workload("growth", GrowthWorkload.run),
      Workload("first-use", FirstUseWorkload.run),
    ]
  }
}
