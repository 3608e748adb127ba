import Foundation
import Peridot

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
