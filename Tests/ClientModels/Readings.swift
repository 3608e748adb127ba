public import Peridot

public enum Phase: Int, Sendable {
  case first = 1
  case second, third
}

public struct Point: Equatable, Sendable, Codable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A model with one variable of each kind that an optimizer may treat in its own way.
public final class Readings: Model, JSONSerializing {
  private var hidden = 1
  private var hiddenOptional: Int? = 1
  private var neverWritten = 1
  public private(set) var restricted = 1
  public var number = 1
  public var phase = Phase.first
  public var point = Point(x: 1, y: 1)
  public var optional: Int? = 1
  public var pair = (1, 1)
  public var text = "1"
  public var list = [1]

  override public class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["pair": .excluded] }
}

/// A generic model.
public final class Cell<Value: Sendable>: Model {
  public var value: Value?
  private var hidden: Value?

  /// Sets the private value; returns what is read before and after.
  public func replaceHidden(with new: Value) throws -> (Value?, Value?) {
    let before = hidden
    try setValue(new, forPropertyKey: "hidden")
    return (before, hidden)
  }
}

/// What `Readings` has at one time.
public struct Snapshot: Equatable {
  public var hidden: Int
  public var hiddenOptional: Int?
  public var neverWritten: Int
  public var restricted: Int
  public var number: Int
  public var phase: Phase
  public var point: Point
  public var optional: Int?
  public var pair: [Int]
  public var text: String
  public var list: [Int]

  /// All values are `number`.
  public init(all number: Int, neverWritten: Int? = nil, pair: Int? = nil) {
    hidden = number
    hiddenOptional = number
    self.neverWritten = neverWritten ?? number
    restricted = number
    self.number = number
    phase = Phase(rawValue: number) ?? .first
    point = Point(x: number, y: number)
    optional = number
    self.pair = [pair ?? number, pair ?? number]
    text = "\(number)"
    list = [number]
  }
}

extension Snapshot {
  // Within the module, where the optimizer sees every access to the private variables.
  fileprivate init(
    _ hidden: Int, _ hiddenOptional: Int?, _ neverWritten: Int, _ restricted: Int, _ number: Int,
    _ phase: Phase, _ point: Point, _ optional: Int?, _ pair: (Int, Int), _ text: String,
    _ list: [Int]
  ) {
    self.hidden = hidden
    self.hiddenOptional = hiddenOptional
    self.neverWritten = neverWritten
    self.restricted = restricted
    self.number = number
    self.phase = phase
    self.point = point
    self.optional = optional
    self.pair = [pair.0, pair.1]
    self.text = text
    self.list = list
  }
}

extension Readings {
  @inline(__always)
  private var snapshot: Snapshot {
    Snapshot(
      hidden, hiddenOptional, neverWritten, restricted, number, phase, point, optional, pair, text,
      list)
  }

  public var current: Snapshot { snapshot }

  /// Every value as `number`, as a dictionary.
  public static func values(_ number: Int) -> [String: Any] {
    [
      "hidden": number, "hiddenOptional": number, "neverWritten": number, "restricted": number,
      "number": number, "phase": Phase(rawValue: number) ?? .first,
      "point": Point(x: number, y: number), "optional": number, "pair": (number, number),
      "text": "\(number)", "list": [number],
    ]
  }

  public static func json(_ number: Int) -> String {
    """
    {"hidden":\(number),"hiddenOptional":\(number),"neverWritten":\(number),\
    "restricted":\(number),"number":\(number),"phase":\(number),\
    "point":{"x":\(number),"y":\(number)},"optional":\(number),"text":"\(number)",\
    "list":[\(number)]}
    """
  }

  /// Sets each value to twice itself, reading it before and after.
  public func doubledOneByOne() throws -> Snapshot {
    let hidden = hidden
    try setValue(hidden + 1, forPropertyKey: "hidden")
    let newHidden = self.hidden
    let hiddenOptional = hiddenOptional
    try setValue((hiddenOptional ?? 0) + 1, forPropertyKey: "hiddenOptional")
    let newHiddenOptional = self.hiddenOptional
    let neverWritten = neverWritten
    try setValue(neverWritten + 1, forPropertyKey: "neverWritten")
    let newNeverWritten = self.neverWritten
    let restricted = restricted
    try setValue(restricted + 1, forPropertyKey: "restricted")
    let newRestricted = self.restricted
    let number = number
    try setValue(number + 1, forPropertyKey: "number")
    let newNumber = self.number
    let phase = phase
    try setValue(phase == .first ? Phase.second : .third, forPropertyKey: "phase")
    let newPhase = self.phase
    let point = point
    try setValue(Point(x: point.x + 1, y: point.y + 1), forPropertyKey: "point")
    let newPoint = self.point
    let optional = optional
    try setValue((optional ?? 0) + 1, forPropertyKey: "optional")
    let newOptional = self.optional
    let pair = pair
    try setValue((pair.0 + 1, pair.1 + 1), forPropertyKey: "pair")
    let newPair = self.pair
    let text = text
    try setValue(text == "1" ? "2" : "3", forPropertyKey: "text")
    let newText = self.text
    let list = list
    try setValue([list[0] + 1], forPropertyKey: "list")
    return Snapshot(
      newHidden, newHiddenOptional, newNeverWritten, newRestricted, newNumber, newPhase, newPoint,
      newOptional, newPair, newText, self.list)
  }

  public func aroundUpdate(_ number: Int) throws -> (Snapshot, Snapshot) {
    let before = snapshot
    try JSONAdapter.update(self, from: Self.json(number))
    return (before, snapshot)
  }

  /// An update that fails at its end and is taken back.
  public func aroundFailingUpdate() -> (Snapshot, Snapshot, failed: Bool) {
    let before = snapshot
    do {
      try JSONAdapter.update(self, from: Self.json(3).dropLast() + #","number":"x"}"#)
      return (before, snapshot, false)
    } catch {
      return (before, snapshot, true)
    }
  }

  public func aroundMerge(_ other: Readings) -> (Snapshot, Snapshot) {
    let before = snapshot
    mergeValues(from: other)
    return (before, snapshot)
  }

  public func aroundDeepMerge(_ other: Readings) -> (Snapshot, Snapshot) {
    let before = snapshot
    mergeValues(from: other, rule: .deep)
    return (before, snapshot)
  }

  /// A new object, whose values the optimizer knows, after a merge.
  public static func newMerged(with other: Readings) -> Snapshot {
    let new = Readings()
    new.mergeValues(from: other)
    return new.snapshot
  }

  public static func newSet(_ number: Int) throws -> (Int, Int, Int?) {
    let new = Readings()
    try new.setValue(number, forPropertyKey: "hidden")
    try new.setValue(number, forPropertyKey: "number")
    try new.setValue(number, forPropertyKey: "optional")
    return (new.hidden, new.number, new.optional)
  }

  public static func newUpdated(_ number: Int) throws -> Snapshot {
    let new = Readings()
    try JSONAdapter.update(new, from: json(number))
    return new.snapshot
  }

  public static func newLoaded(_ number: Int) throws -> Snapshot {
    try Readings(dictionary: values(number)).snapshot
  }

  public func shallowCopied() -> Snapshot { with { _ in }.snapshot }
  public func deepCopied() -> Snapshot { deeplyCopied().snapshot }
}
