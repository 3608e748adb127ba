public import Foundation
public import Peridot

// Built without reflection metadata, and with all variables declared.

public class Declared: Model, CodableModel {
  public var name = ""
  public var count = 0
  public var date: Date?
  public var parts: [Declared] = []

  public override class var declaredProperties: [Property] {
    [
      property("name", \.name, at: "the.name", limits: .count(0...5)),
      property("count", \.count, isRequired: true),
      property("date", \.date, by: .epochSeconds),
      property("parts", \.parts),
    ]
  }
}

public final class DeclaredBelow: Declared {
  public var extra = 1

  public override class var declaredProperties: [Property] { [property("extra", \.extra)] }
}

public final class HalfDeclared: Model {
  public var name = ""
  public var count = 0

  public override class var declaredProperties: [Property] { [property("name", \.name)] }
}

public final class Unnamed: Model, JSONSerializing {
  public var name = ""

  public override class var declaredProperties: [Property] { [property(\.name)] }
}
