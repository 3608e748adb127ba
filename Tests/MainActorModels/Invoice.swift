public import Foundation
public import Peridot

/// A class that any coder reads and writes, on the main actor and elsewhere.
open class Invoice: Model, CodableModel {
  public var number = 0
  public var due: Date?
  public var payer: Owner?
  public private(set) var lines: [String] = []
  public var paid = 0 { didSet { changes += 1 } }
  public var changes = 0

  override public class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["number": "meta.number", "changes": .excluded]
  }

  override public class var declaredProperties: [Property] {
    [property("paid", \.paid, facets: .accessors)]
  }

  override open class var conversionPolicy: ConversionPolicy? { .strict }
}

/// A struct that a model is a part of.
public nonisolated struct Folder: Codable {
  public var first: Invoice
  public var all: [Invoice]
}

/// What a screen does.
public func reread(_ folder: Folder) throws -> Folder {
  try JSONDecoder().decode(Folder.self, from: JSONEncoder().encode(folder))
}
