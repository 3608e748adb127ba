/// Converts between JSON and models.
///
///     let user: User = try JSONAdapter.model(from: data)
///     let data = try JSONAdapter.data(from: user)
///
/// Every static function is an instance method too, with the adapter's policy. An adapter is
/// immutable: you can keep one in a `static let` and use it from any thread. A subclass can omit
/// properties from the JSON; see ``serializablePropertyKeys(_:for:)``.
nonisolated open class JSONAdapter: @unchecked Sendable {
  // Sendable: the policy is constant, and a subclass with variables restates this.

  /// The adapter's conversion rules; nil if each class's own count, see
  /// ``Model/conversionPolicy``.
  public let policy: ConversionPolicy?
  /// The plans under this policy.
  private let plans: PolicyPlans?

  /// Values for hooks, transformers and Codable values during one call of an adapter:
  ///
  ///     try JSONAdapter.$userInfo.withValue(["locale": "de"]) {
  ///       try JSONAdapter.model(of: User.self, from: data)
  ///     }
  ///
  /// In `init(from:)` and `encode(to:)` of a Codable value within a model, the coder's `userInfo`
  /// contains them, each under a `CodingUserInfoKey` of its name. While a coder reads or writes a
  /// ``CodableModel``, this contains the coder's `userInfo` under the names of its keys.
  @TaskLocal public static var userInfo: [String: any Sendable] = [:]

  /// Creates an adapter with the rules of `policy`; nil leaves the rules to each class.
  public init(policy: ConversionPolicy? = nil) {
    self.policy = policy
    plans = policy.map { .of($0) }
  }

  /// The plans for a call about models of that class, or of a class within that type.
  func plans(for type: Any.Type) -> PolicyPlans {
    plans ?? .of(nil, for: type)
  }

  /// Returns the keys of the properties of `model` to write; `keys` are the mapped ones.
  ///
  /// Override it to omit some. Peridot calls it for nested models too.
  open func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<String> {
    keys
  }
}
