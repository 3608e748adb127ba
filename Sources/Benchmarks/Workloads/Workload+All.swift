import Peridot

extension Workload {
  /// All workloads, in the order of the report.
  static var all: [Workload] {
    [
      Workload(name: "user") {
        try DocumentWorkload<GitHubUser, GitHubUserRecord>(
          name: "user", document: try Resource.user.data(), objects: 1,
          readTarget: .times(9), writeTarget: .times(10)
        ).comparisons()
      },
      Workload(name: "weibo") {
        // Some pictures have their width as text.
        var policy = ConversionPolicy.strict
        policy.numbersFromStrings = true
        return try DocumentWorkload<WeiboStatus, WeiboStatusRecord>(
          name: "weibo", document: try Resource.weibo.data(), objects: 65, policy: policy,
          readTarget: .times(11), writeTarget: .times(20)
        ).comparisons()
      },
      Workload(name: "twitter") {
        try DocumentWorkload<TwitterTimeline, TwitterTimelineRecord>(
          name: "twitter", document: try Resource.twitter.data(), objects: 1_000,
          readTarget: .times(10)
        ).comparisons()
      },
      Workload(name: "users") {
        try ArrayWorkload<GitHubUser, GitHubUserRecord>(
          name: "users", document: try UserArray.data(count: 10_000), readTarget: .times(6)
        ).comparisons()
      },
    ]
  }
}
