// What a user of Peridot writes on an Apple system; type-checked, never run.
public import AppleFoundation
public import Peridot

open class Shop: Model, JSONSerializing {
  public var name = ""
  public var opened = Date()
  public var items: [Item] = []

  // Constants of the SDK's class, which is not Sendable by itself.
  static let dates: ValueTransformer = .iso8601Date
  static let names: ValueTransformer = .closure(forward: { (text: String) in text.lowercased() })

  open override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "opened": dates
    case "name": names
    case "items": .models(Item.self)
    default: nil
    }
  }
}

public final class Item: Model, JSONSerializing {
  public var title: String?
  public weak var shop: Shop?

  // Overrides of what an Objective-C class declares.
  public override func isEqual(_ object: Any?) -> Bool { object is Item }
  public override var hash: Int { 0 }
}

/// A transformer of a user's own.
public final class Doubling: ValueTransformer, @unchecked Sendable {
  static let shared: ValueTransformer = Doubling()

  public override func transformedValue(_ value: Any?) -> Any? {
    (value as? Int).map { $0 * 2 }
  }
}

public func load(_ data: Data) async throws -> sending Shop {
  try JSONAdapter.model(of: Shop.self, from: data)
}
