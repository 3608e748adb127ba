/// One piece of work, done by Peridot and by its peers.
///
/// The ratio compares Peridot with the first peer.
struct Comparison {
  /// The subject of the work, such as `user`.
  let workload: String
  /// The kind of work, such as `bytes to model`.
  let direction: String
  /// The size of the JSON, or nil without JSON.
  var bytes: Int?
  /// How many objects one run makes or writes.
  var objects = 1
  /// The ratio to reach; see ``Target``.
  var target: Target?
  let subject: Contender
  let peers: [Contender]
  /// Runs both sides once and throws when they did not do the same.
  let check: () throws -> Void

  var contenders: [Contender] { [subject] + peers }
}
