public import Foundation
import Observation
public import Peridot

/// A class that any coder reads and writes, of which only some is to be seen from outside.
open class Ledger: Model, CodableModel {
  public var title = ""
  public private(set) var total = 0
  public var opened: Date?
  public var size = 0 { didSet { changes += 1 } }
  public weak var parent: Ledger?
  public var children: [Ledger] = []
  @Trimmed public var owner = ""
  var inner: [String: Int] = [:]
  public internal(set) var changes = 0

  override open class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["title": "head.title", "opened": "openedAt", "changes": .excluded]
  }

  override open class var declaredProperties: [Property] {
    [property("size", \.size, facets: .accessors)]
  }

  override open class var conversionPolicy: ConversionPolicy? { .strict }
}

/// A generic class that any coder reads and writes.
open class Stack<Element: Codable & Sendable>: Model, CodableModel {
  public var elements: [Element] = []
  public var top: Element?
}

/// An observable class that any coder reads and writes.
@Observable open class Sheet: Model, CodableModel {
  public var name = ""
  public private(set) var rows: [Int] = []
  @ObservationIgnored @Trimmed public var author = ""
}
