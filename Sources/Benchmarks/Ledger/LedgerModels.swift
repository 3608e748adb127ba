import Foundation
import Peridot
import PeridotRecords

/// A list of sparse objects.
final class SparseList: Model, JSONSerializing {
  var objects: [SparseObject] = []
}

/// One array.
final class ElementList<Element: Sendable>: Model, JSONSerializing {
  var values: [Element] = []
}

enum LedgerColor: String, CaseIterable { case red, green, blue }

/// A class that a class of relations holds.
final class OrderPart: Model, JSONSerializing {
  var id = 0
  var name = ""
}

/// A class of relations, for its first use.
final class Order: Model, JSONSerializing {
  var id = 0
  var buyer: OrderPart?
  var other: OrderPart?
  var lines: [OrderPart] = []
  var named: [String: OrderPart] = [:]
  var day: Date?
  var link: URL?
  var tags: [String] = []
  var notes: Set<String> = []
  var point: [Double]?
}

/// Ten scalars, for their first use.
final class TenScalars: Model, JSONSerializing {
  var a = 0
  var b = ""
  var c = false
  var d = 0.0
  var e: Int?
  var f: String?
  var g: Bool?
  var h: Double?
  var i = 0
  var j = ""
}

/// Ten declared properties, for their first use.
final class TenDeclared: Model, JSONSerializing {
  var a = 0
  var b = ""
  var c = false
  var d = 0.0
  var e: Int?
  var f: String?
  var g: Bool?
  var h: Double?
  var i = 0
  var j = ""

  override class var declaredProperties: [Property] {
    [
      property("a", \.a, at: "the_a"), property("b", \.b, at: "the_b"),
      property("c", \.c, at: "the_c"), property("d", \.d, at: "the_d"),
      property("e", \.e, at: "the_e"), property("f", \.f, at: "the_f"),
      property("g", \.g, at: "the_g"), property("h", \.h, at: "the_h"),
      property("i", \.i, at: "the_i"), property("j", \.j, at: "the_j"),
    ]
  }
}

/// One date in each of the forms of text.
final class ISODate: Model, JSONSerializing {
  var day = Date.distantPast
}

final class TwitterDate: Model, JSONSerializing {
  var day = Date.distantPast

  override class func transformer(forKey key: String) -> ValueTransformer? { .twitterDate }
}

final class FormattedDate: Model, JSONSerializing {
  var day = Date.distantPast

  override class func transformer(forKey key: String) -> ValueTransformer? {
    .date(format: "yyyy-MM-dd HH:mm:ss")
  }
}

final class SecondsDate: Model, JSONSerializing {
  var day = Date.distantPast

  override class func transformer(forKey key: String) -> ValueTransformer? { .epochSeconds }
}

/// A class that is checked when it is read.
final class LimitedObject: Model, JSONSerializing {
  var id = 0
  var age = 0

  override class var declaredProperties: [Property] {
    [property("age", \.age, limits: .within(0...150))]
  }
}

/// A dictionary with many names.
final class StringTable: Model, JSONSerializing {
  var names: [String: String] = [:]
}

/// The properties of ``PlainDetail`` for any coder.
final class CodedDetail: PricedModel, CodableModel {
  var detail = ""
}

/// Thirty members of which any can be absent, and most null.
class SparseModel: Model {
  var id0 = 0
  var name1: String?
  var count2: Int?
  var label3 = ""
  var isOn4: Bool?
  var size5: Double?
  var id6 = 0
  var name7: String?
  var count8: Int?
  var label9 = ""
  var isOn10: Bool?
  var size11: Double?
  var id12 = 0
  var name13: String?
  var count14: Int?
  var label15 = ""
  var isOn16: Bool?
  var size17: Double?
  var id18 = 0
  var name19: String?
  var count20: Int?
  var label21 = ""
  var isOn22: Bool?
  var size23: Double?
  var id24 = 0
  var name25: String?
  var count26: Int?
  var label27 = ""
  var isOn28: Bool?
  var size29: Double?
}

final class SparseDetail: SparseModel, JSONSerializing {
  static let document =
    #"{"id0":0,"name1":null,"count2":7,"label3":"text 3","size5":1.5,"id6":6,"#
    + #""name7":null,"count8":7,"isOn10":true,"size11":1.5,"id12":12,"name13":null,"#
    + #""label15":"text 15","isOn16":true,"size17":1.5,"id18":18,"count20":7,"#
    + #""label21":"text 21","isOn22":true,"size23":1.5,"name25":null,"count26":7,"#
    + #""label27":"text 27","isOn28":true}"#
}

final class PresentDetail: SparseModel, JSONSerializing, JSONPresenceKeeping {
  var jsonPresence = JSONPresence()
}

/// A list of objects with one property.
final class HolderList<Value>: Model, JSONSerializing {
  var holders: [Holder<Value>] = []
}

final class Holder<Value>: Model, JSONSerializing {
  var value: Value?
}

final class HeldPart: Model, JSONSerializing {
  var id = ""
  var name: String?
}

/// An id or the object.
enum TextOrPart: JSONUnion {
  case id(String)
  case object(HeldPart)
}

/// As a language model's answer arrives: long texts, and a list of objects.
final class LedgerAnswer: Model, JSONSerializing {
  var id = ""
  var title = ""
  var text = ""
  var steps: [LedgerStep] = []
  var isDone = false

  static let document: String = {
    let words = String(repeating: "The answer goes on, word by word. ", count: 20)
    let steps = (0..<40).map {
      #"{"id":\#($0),"name":"step \#($0)","text":"\#(words.prefix(600))","score":0.5}"#
    }
    let text = String(repeating: words, count: 10)
    return #"{"id":"a","title":"An answer","text":"\#(text)","steps":["#
      + steps.joined(separator: ",") + #"],"isDone":true}"#
  }()
}

final class LedgerStep: Model, JSONSerializing, Freezable {
  var id = 0
  var name = ""
  var text = ""
  var score: Double?
}

/// A ``RecordedList`` that is found by its object.
final class KeylessRecord: Model, RecordSerializing {
  var id = 0
  var title = ""
}
