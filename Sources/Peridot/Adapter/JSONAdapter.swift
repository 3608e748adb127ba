/// Converts between JSON and models.
///
///     let user: User = try JSONAdapter.model(from: data)
///     let data = try JSONAdapter.data(from: user)
///
/// Every static member is an instance member too, with the adapter's policy. An adapter never
/// changes, so that one can be kept in a `static let` and used from any thread. A subclass can
/// leave properties out of the JSON; see ``serializablePropertyKeys(_:for:)``.
nonisolated open class JSONAdapter: @unchecked Sendable {
  // Sendable: the policy is all there is, and a subclass that adds variables restates this.

  /// The rules by which this adapter converts.
  public let policy: ConversionPolicy
  /// The plans under this policy.
  let plans: PolicyPlans

  /// Values for hooks, transformers and Codable values to look at, while one call of an adapter runs:
  ///
  ///     try JSONAdapter.$userInfo.withValue(["locale": "de"]) {
  ///       try JSONAdapter.model(of: User.self, from: data)
  ///     }
  ///
  /// In the `init(from:)` and `encode(to:)` of a Codable value within a model they are in the coder's
  /// `userInfo`, each under a `CodingUserInfoKey` of its name. What a coder that reads or writes a
  /// ``CodableModel`` has in its `userInfo` is here under the names of the keys.
  @TaskLocal public static var userInfo: [String: any Sendable] = [:]

  /// Creates an adapter that converts by `policy`.
  public init(policy: ConversionPolicy = .strict) {
    self.policy = policy
    plans = .of(policy)
  }

  /// Returns the keys of the properties of `model` that are written, of those that are mapped.
  ///
  /// Override it to leave some out. It is asked for nested models too.
  open func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<String> {
    keys
  }
}
