import Foundation
import Peridot

/// Changes of a class, each with what is right: the problems that a check has to find, as property
/// and door; none if stored data survives the change.
enum StoredChanges {
  struct Change: CustomStringConvertible, Sendable {
    let description: String
    let old: Model.Type
    let new: Model.Type
    let problems: [String]

    init(_ words: String, _ old: Model.Type, _ new: Model.Type, _ problems: String...) {
      description = words
      self.old = old
      self.new = new
      self.problems = problems
    }
  }

  static let all: [Change] = properties + types + places + limits + cases + others

  // MARK: Properties come and go

  final class OldNumber: StoredItem { var number = 1 }
  final class NumberAndText: StoredItem {
    var number = 1
    var text = ""
  }
  final class RequiredText: StoredItem {
    var number = 1
    var text = ""
    override class var requiredPropertyKeys: Set<String> { ["text"] }
  }
  final class OnlyText: StoredItem { var text = "" }
  final class OtherNumber: StoredItem { var count = 1 }
  final class RenamedNumber: StoredItem {
    var count = 1
    override class var declaredProperties: [Property] {
      [property("count", \RenamedNumber.count, formerly: ["number"])]
    }
  }
  final class PlacedNumber: StoredItem {
    var count = 1
    override class var declaredProperties: [Property] {
      [property("count", \PlacedNumber.count, at: "count", formerly: ["number"])]
    }
  }
  final class RequiredNumber: StoredItem {
    var number = 1
    override class var requiredPropertyKeys: Set<String> { ["number"] }
  }
  final class OtherDefault: StoredItem { var number = 2 }
  final class TransitoryNumber: StoredItem {
    var number = 1
    override class func storageBehavior(forKey key: String) -> PropertyStorage { .transitory }
  }
  final class ExcludedNumber: StoredItem {
    var number = 1
    override class var excludedPropertyKeys: Set<String> { ["number"] }
  }
  final class UnarchivedNumber: StoredItem {
    var number = 1
    override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
      ["number": .excluded]
    }
  }

  private static let properties = [
    Change("nothing", OldNumber.self, OldNumber.self),
    Change("a property is added", OldNumber.self, NumberAndText.self),
    Change("a required property is added", OldNumber.self, RequiredText.self, "text, JSON"),
    Change("a property is removed", NumberAndText.self, OldNumber.self),
    Change("a property of another type takes its place", OldNumber.self, OnlyText.self),
    Change(
      "a property is renamed", OldNumber.self, OtherNumber.self, "number, JSON and archive"),
    Change("a property is renamed and reads its old name", OldNumber.self, RenamedNumber.self),
    Change(
      "a property is renamed, and its place is another", OldNumber.self, PlacedNumber.self,
      "count, JSON"),
    Change("a property is required", OldNumber.self, RequiredNumber.self, "number, JSON"),
    Change("a property is required no more", RequiredNumber.self, OldNumber.self),
    Change("the default changes", OldNumber.self, OtherDefault.self),
    Change("a property is transitory", OldNumber.self, TransitoryNumber.self, "number, archive"),
    Change("a property is excluded", OldNumber.self, ExcludedNumber.self),
    Change(
      "a property is archived no more", OldNumber.self, UnarchivedNumber.self, "number, archive"),
    Change("a property is archived", UnarchivedNumber.self, OldNumber.self),
  ]

  // MARK: Types

  final class OptionalNumber: StoredItem { var number: Int? = 1 }
  final class SmallNumber: StoredItem { var number: Int16 = 1 }
  final class DoubleNumber: StoredItem { var number = 1.0 }
  final class TextNumber: StoredItem { var number = "" }
  final class NumberAsDate: StoredItem { var number = Date(timeIntervalSince1970: 0) }
  final class NumberList: StoredItem { var number: [Int] = [] }
  final class OldDate: StoredItem { var date = Date(timeIntervalSince1970: 0) }
  final class TextDate: StoredItem { var date = "" }
  final class OldList: StoredItem { var list: [Int] = [] }
  final class ListAsSet: StoredItem { var list: Set<Int> = [] }
  final class URLText: StoredItem { var url: URL? }
  final class TextURL: StoredItem { var url: String? }
  struct Size: Codable, Equatable { var width = 0 }
  struct LargerSize: Codable, Equatable {
    var width = 0
    var height: Int
  }
  struct OptionalSize: Codable, Equatable {
    var width = 0
    var height: Int?
  }
  final class OldSize: StoredItem { var size = Size() }
  final class NewSize: StoredItem { var size = LargerSize(height: 1) }
  final class WiderSize: StoredItem { var size = OptionalSize() }

  private static let types = [
    Change("a property can be nil", OldNumber.self, OptionalNumber.self),
    Change(
      "a property can't be nil", OptionalNumber.self, OldNumber.self, "number, JSON and archive"),
    Change(
      "an integer is narrower", OldNumber.self, SmallNumber.self, "number, JSON and archive"),
    Change("an integer is wider", SmallNumber.self, OldNumber.self),
    Change("an integer is a Double", OldNumber.self, DoubleNumber.self),
    Change(
      "a Double is an integer", DoubleNumber.self, OldNumber.self, "number, JSON",
      "number, archive"),
    Change(
      "an integer is text", OldNumber.self, TextNumber.self, "number, JSON", "number, archive"),
    Change(
      "text is an integer", TextNumber.self, OldNumber.self, "number, JSON", "number, archive"),
    Change(
      "a number is an array", OldNumber.self, NumberList.self, "number, JSON", "number, archive"),
    Change("a date is text", OldDate.self, TextDate.self, "date, archive"),
    Change("an array is a set", OldList.self, ListAsSet.self),
    Change("text is a URL", TextURL.self, URLText.self, "url, archive"),
    Change(
      "a struct has one field more", OldSize.self, NewSize.self, "size, JSON", "size, archive"),
    Change("a struct has one field more that can be nil", OldSize.self, WiderSize.self),
    Change("a struct has one field fewer", WiderSize.self, OldSize.self),
  ]

  // MARK: Places and transformers

  final class NumberElsewhere: StoredItem {
    var number = 1
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["number": "count"] }
  }
  final class NumberAtBoth: StoredItem {
    var number = 1
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["number": .firstOf("count", "number")]
    }
  }
  final class NumberNowhere: StoredItem {
    var number = 1
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["number": .excluded] }
  }
  final class StyledText: StoredItem, JSONKeyStyling {
    var longName = ""
    static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
  }
  final class UnstyledText: StoredItem { var longName = "" }
  final class Seconds: StoredItem {
    var date = Date(timeIntervalSince1970: 0)
    override class func transformer(forKey key: String) -> ValueTransformer? { .epochSeconds }
  }
  final class Milliseconds: StoredItem {
    var date = Date(timeIntervalSince1970: 0)
    override class func transformer(forKey key: String) -> ValueTransformer? { .epochMilliseconds }
  }

  private static let places = [
    Change("JSON has it elsewhere", OldNumber.self, NumberElsewhere.self, "number, JSON"),
    Change("JSON has it at another place first", OldNumber.self, NumberAtBoth.self),
    Change("JSON has it no more", OldNumber.self, NumberNowhere.self, "number, JSON"),
    Change("JSON has it now", NumberNowhere.self, OldNumber.self),
    Change("another style of keys", UnstyledText.self, StyledText.self, "longName, JSON"),
    Change("seconds are milliseconds", Seconds.self, Milliseconds.self, "date, JSON or archive"),
    Change("a date as text is one in seconds", OldDate.self, Seconds.self, "date, JSON"),
  ]

  // MARK: Limits

  final class Between: StoredItem {
    var number = 5
    override class var declaredProperties: [Property] {
      [property("number", \Between.number, limits: .within(1...9))]
    }
  }
  final class Narrower: StoredItem {
    var number = 5
    override class var declaredProperties: [Property] {
      [property("number", \Narrower.number, limits: .within(2...9))]
    }
  }
  final class Wider: StoredItem {
    var number = 5
    override class var declaredProperties: [Property] {
      [property("number", \Wider.number, limits: .atLeast(1))]
    }
  }
  final class RuledText: StoredItem {
    var text = ""
    override class var declaredProperties: [Property] {
      [property("text", \RuledText.text, limits: .rule("short text") { $0.count < 100 })]
    }
  }

  private static let limits = [
    Change("a limit is narrower", Between.self, Narrower.self, "number, JSON and archive"),
    Change("a limit is wider", Between.self, Wider.self),
    Change("a limit is gone", Between.self, OldNumber.self),
    Change("a limit is new", OldNumber.self, Between.self, "number, JSON and archive"),
    Change("a rule is new", OnlyText.self, RuledText.self, "text, JSON and archive"),
  ]

  // MARK: Enums

  enum Two: String { case first, second }
  enum Three: String { case first, second, third }
  enum Renamed: String {
    case first = "one"
    case second
  }
  enum Load: Codable, Equatable {
    case text(String)
    case none
  }
  enum LargerLoad: Codable, Equatable {
    case text(String)
    case number(Int)
    case none
  }
  final class OfTwo: StoredItem { var kind = Two.first }
  final class OfThree: StoredItem { var kind = Three.first }
  final class OfRenamed: StoredItem { var kind = Renamed.first }
  final class OfLoad: StoredItem { var load = Load.none }
  final class OfLargerLoad: StoredItem { var load = LargerLoad.none }

  private static let cases = [
    Change("a case is new", OfTwo.self, OfThree.self),
    Change("a case is gone", OfThree.self, OfTwo.self, "kind, JSON and archive"),
    Change("a raw value changes", OfTwo.self, OfRenamed.self, "kind, JSON and archive"),
    Change("a case with a payload is new", OfLoad.self, OfLargerLoad.self),
    Change(
      "a case with a payload is gone", OfLargerLoad.self, OfLoad.self, "load, JSON and archive"),
  ]

  // MARK: Versions, names and clusters

  final class SecondVersion: StoredItem {
    var number = 1
    override class var modelVersion: Int { 2 }
  }
  final class OtherName: Model, JSONSerializing {
    var number = 1
    override class var archiveName: String { "Stored.Renamed" }
  }
  final class CuredText: StoredItem {
    var number = ""
    override class var modelVersion: Int { 1 }
    override class func transformer(forKey key: String) -> ValueTransformer? {
      .closure(forward: { (json: Any) in "\(json)" }, reverse: { (text: String) in text })
    }
    override func decodeValue(
      forKey key: String, with coder: NSCoder, modelVersion: Int
    ) throws -> Any? {
      if modelVersion < 1, key == "number" { return "\(coder.decodeInteger(forKey: key))" }
      return try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
    }
  }

  class Figure: Model, JSONSerializing {
    var name = ""
    override class var archiveName: String { "Stored.Figure" }
    override class var cluster: Cluster? {
      cluster(tag: "kind", ["circle": Circle.self, "square": Square.self], unknown: .fail)
    }
  }
  final class Circle: Figure {
    override class var archiveName: String { "Stored.Circle" }
  }
  final class Square: Figure {
    override class var archiveName: String { "Stored.Square" }
  }
  class RenamedFigure: Model, JSONSerializing {
    var name = ""
    override class var archiveName: String { "Stored.Figure" }
    override class var cluster: Cluster? {
      cluster(
        tag: "kind", ["round": RenamedCircle.self, "square": RenamedSquare.self], unknown: .fail)
    }
  }
  final class RenamedCircle: RenamedFigure {
    override class var archiveName: String { "Stored.Circle" }
  }
  final class RenamedSquare: RenamedFigure {
    override class var archiveName: String { "Stored.Square" }
  }

  class CuredFigure: Model, JSONSerializing {
    var name = ""
    override class var archiveName: String { "Stored.Figure" }
    override class var cluster: Cluster? {
      cluster(
        tag: "kind", ["round": CuredCircle.self, "square": CuredSquare.self],
        alsoReading: ["circle": CuredCircle.self], unknown: .fail)
    }
  }
  final class CuredCircle: CuredFigure {
    override class var archiveName: String { "Stored.Circle" }
  }
  final class CuredSquare: CuredFigure {
    override class var archiveName: String { "Stored.Square" }
  }

  private static let others = [
    Change("the version is raised", OldNumber.self, SecondVersion.self),
    Change("the version is lowered", SecondVersion.self, OldNumber.self, "class, archive"),
    Change(
      "the class has another name", OldNumber.self, OtherName.self, "class, JSON and archive",
      "class, JSON and archive"),
    Change("a type changes, and old values are answered for", OldNumber.self, CuredText.self),
    Change("a tag changes", Figure.self, RenamedFigure.self, "class, JSON", "class, JSON"),
    Change("a tag changes, and the old one is read", Figure.self, CuredFigure.self),
  ]
}
