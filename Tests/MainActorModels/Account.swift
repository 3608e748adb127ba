public import Foundation
public import Peridot

// Every declaration here is isolated to the main actor unless the compiler is told otherwise.

public final class Owner: Model, JSONSerializing {
  public var name = ""
  public weak var account: Account?
}

public final class Account: Model, JSONSerializing, JSONFinishing, JSONPreparing, JSONKeyStyling {
  public var userName = ""
  public var balance = 0
  public var owner: Owner?
  public var homepage: URL?
  public var kind = Kind.basic
  public var observed = 0 { didSet { changes += 1 } }
  public var _changes = 0
  public var loadedFrom: [String] { _sources }
  public var _sources: [String] = []

  public enum Kind: String, Sendable { case basic, plus }

  public var changes: Int {
    get { _changes }
    set { _changes = newValue }
  }

  public var title: String { "\(userName) (\(kind.rawValue))" }

  override public class var declaredProperties: [Property] {
    [
      property("title", readOnly: \.title), property("observed", \.observed, facets: .accessors),
    ]
  }

  override public class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["balance": "money.balance"]
  }

  override public class func transformer(forKey key: String) -> ValueTransformer? {
    key == "balance"
      ? .closure(forward: { (text: String) in Int(text) ?? 0 }, reverse: { "\($0)" })
      : nil
  }

  override public class var requiredPropertyKeys: Set<String> { ["userName"] }
  override public class var identityKey: String? { "userName" }

  override public func validate(_ value: inout Any?, forKey key: String) throws {
    if key == "userName", let name = value as? String { value = name.lowercased() }
  }

  override public func validate() throws {
    try super.validate()
    if balance < 0 { throw NegativeBalance() }
  }

  override public func didLoad(from source: ModelSource) throws {
    _sources.append("\(source)")
    owner?.account = self
  }

  override public func mergeValue(forKey key: String, from other: Model) {
    guard key == "balance", let other = other as? Account else {
      return super.mergeValue(forKey: key, from: other)
    }
    balance += other.balance
  }

  public static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  public static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    json.filter { $0.key != "ignored" }
  }

  public func finish(_ json: inout [String: Any]) throws {
    json["finished"] = true
  }
}

public struct NegativeBalance: Error {}

/// A transformer and an adapter of the module's own.
nonisolated public final class ShoutingTransformer: ValueTransformer, @unchecked Sendable {
  override public func transformedValue(_ value: Any?) -> Any? {
    (value as? String)?.uppercased()
  }
}

nonisolated public final class QuietAdapter: JSONAdapter, @unchecked Sendable {
  override public func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<
    String
  > {
    keys.subtracting(["owner"])
  }
}

/// What a view does, on the main actor.
public struct AccountScreen {
  public var account: Account

  public init(_ text: String) throws {
    account = try JSONAdapter.model(of: Account.self, from: text)
  }

  public mutating func rename(_ name: String) throws -> String {
    account.userName = name
    account.observed += 1
    try account.setValue(5, forPropertyKey: "observed")
    return try QuietAdapter().string(from: account)
  }
}

/// Loads off the main actor.
nonisolated public func load(_ text: String) async throws -> sending Account {
  try JSONAdapter.model(of: Account.self, from: text)
}
